"""The page: files made by `web/`, packed beside this package."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

from rowlock.rules import GAMES

PAGE = Path(__file__).parent.parent / "page"

SCREENS = re.compile(
    rf"|t/[A-Za-z0-9_-]{{1,32}}(/replay|/review)?/?|(play|rules|learn)/({'|'.join(GAMES)})/?",
)
"""The addresses of the page's screens, as `web/src/lib/router.svelte.ts` reads them."""


class Assets(StaticFiles):
    """Files whose names change with their content, so that a browser need never ask for them again."""

    def file_response(self, *arguments: Any, **named: Any) -> Response:
        """The file, to be kept for a year."""
        response = super().file_response(*arguments, **named)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def add_page(app: FastAPI) -> None:
    """Serves the page, which reads the address itself, and its files. Where there is no such screen it says so, with
    the status 404."""
    if not (PAGE / "index.html").is_file():

        @app.get("/", include_in_schema=False)
        async def no_page() -> PlainTextResponse:
            return PlainTextResponse(
                "The page is not built: install Node 20 or newer and run make setup.", 503
            )

        return
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.mount("/assets", Assets(directory=PAGE / "assets"), name="assets")
    files = {file.name: file for file in PAGE.iterdir() if file.is_file() and file.name != "index.html"}

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        if path.startswith("api/"):
            raise HTTPException(404, "there is no such call")
        file = files.get(path, PAGE / "index.html")
        status = 200 if path in files or SCREENS.fullmatch(path) else 404
        # The names of assets change with their content; everything else is asked for anew.
        return FileResponse(file, status, headers={"Cache-Control": "no-cache"})
