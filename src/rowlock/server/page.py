"""The page: files made by `web/`, packed beside this package."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

PAGE = Path(__file__).parent.parent / "page"


def add_page(app: FastAPI) -> None:
    """Serves the page at every address that isn't a call; the page itself reads the address."""
    if not (PAGE / "index.html").is_file():
        return
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.mount("/assets", StaticFiles(directory=PAGE / "assets"), name="assets")

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        if path.startswith("api/"):
            raise HTTPException(404, "there is no such call")
        file = (PAGE / path).resolve()
        inside = file.is_relative_to(PAGE) and file.is_file()
        # The names of assets change with their content; everything else is asked for anew.
        return FileResponse(file if inside else PAGE / "index.html", headers={"Cache-Control": "no-cache"})
