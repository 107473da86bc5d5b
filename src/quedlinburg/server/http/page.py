"""The page: the built files inside the package, served below the base path."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from quedlinburg.server.http.responses import FixedDocument

MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Quedlinburg</title>
<p>The server runs. The page is not built: see the README for how to build it.</p></html>
"""
# Files in assets/ have a hash of their content in their names.
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"


def page_folder() -> Path:
    """The folder of the built page, if it was built."""
    return Path(str(files("quedlinburg.server") / "static"))


class Page(StaticFiles):
    """Serves the built files with ETags; any other path without a dot is the page itself."""

    def __init__(self, folder: Path, prefix: str) -> None:
        """Serve a folder; addresses inside the page get the base path in front."""
        super().__init__(directory=folder if folder.is_dir() else None, check_dir=False)
        index = folder / "index.html"
        text = index.read_text("utf-8") if index.exists() else MISSING
        if prefix:
            for attribute in ("href", "src"):
                text = text.replace(f'{attribute}="/', f'{attribute}="{prefix}/')
            text = text.replace("<html", f'<html data-base="{prefix}"', 1)
        self._index = FixedDocument.of(text.encode(), "text/html", REVALIDATED)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the page."""
        if path in (".", "", "index.html"):
            return self._index.response(Request(scope))
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code == 404 and "." not in path.rsplit("/", 1)[-1]:
                return self._index.response(Request(scope))
            raise
        is_hashed = path.startswith("assets/")
        response.headers["cache-control"] = IMMUTABLE if is_hashed else REVALIDATED
        return response
