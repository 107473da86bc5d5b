"""The page: the built files inside the package, served below the base path."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Quedlinburg</title>
<p>The server runs. The page is not built: see the README for how to build it.</p></html>
"""


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
        self._index = text

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the page."""
        if path in (".", "", "index.html"):
            return self._page()
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code == 404 and "." not in path.rsplit("/", 1)[-1]:
                return self._page()
            raise
        if path.startswith("assets/") and response.status_code == 200:
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response

    def _page(self) -> Response:
        """The page itself, always asked for anew."""
        return HTMLResponse(self._index, headers={"cache-control": "no-cache"})
