"""The page: the built files inside the package, served below the base path."""

from __future__ import annotations

import asyncio
import mimetypes
import os
from importlib.resources import files
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from quedlinburg.server.kept import Kept

MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Quedlinburg</title>
<p>The server runs. The page is not built: see the README for how to build it.</p></html>
"""
# Files of text, which are a third as large when packed.
PACKED = (".js", ".css", ".svg", ".html", ".json", ".webmanifest", ".txt")
FOR_EVER = "public, max-age=31536000, immutable"


def page_folder() -> Path:
    """Where the built page lies, if it was built."""
    return Path(str(files("quedlinburg.server") / "static"))


class Page(StaticFiles):
    """Serves the built files; any other path without a dot is the page itself."""

    def __init__(self, folder: Path, prefix: str) -> None:
        """Serve a folder; addresses inside the page get the base path in front."""
        super().__init__(directory=folder if folder.is_dir() else None, check_dir=False)
        index = folder / "index.html"
        text = index.read_text("utf-8") if index.exists() else MISSING
        if prefix:
            for attribute in ("href", "src"):
                text = text.replace(f'{attribute}="/', f'{attribute}="{prefix}/')
            text = text.replace("<html", f'<html data-base="{prefix}"', 1)
        self._index = Kept.of(text.encode(), "text/html")
        self._kept: dict[tuple[str, float], Kept] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the page."""
        if path in (".", "", "index.html"):
            return self._page(scope)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code == 404 and "." not in path.rsplit("/", 1)[-1]:
                return self._page(scope)
            raise
        lasting = FOR_EVER if path.startswith("assets/") else "no-cache"
        if isinstance(response, FileResponse) and path.endswith(PACKED):
            kept = await self._keep(Path(response.path))
            return kept.answer(Headers(scope=scope), lasting)
        response.headers["cache-control"] = lasting
        return response

    async def _keep(self, path: Path) -> Kept:
        """A file of text, packed when it is first asked for."""
        key = str(path), os.stat(path).st_mtime
        if key not in self._kept:
            media_type = mimetypes.guess_type(path.name)[0] or "text/plain"
            data = await asyncio.to_thread(path.read_bytes)
            self._kept[key] = await asyncio.to_thread(Kept.of, data, media_type)
        return self._kept[key]

    def _page(self, scope: Scope) -> Response:
        """The page itself, always asked for anew."""
        return self._index.answer(Headers(scope=scope), "no-cache")
