"""The page: files made by `web/`, packed beside this package."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Match, Mount
from starlette.staticfiles import StaticFiles

from rowlock.rules import GAMES
from rowlock.server.previews import Preview, of_series, of_table, with_preview

PAGE = Path(__file__).parent.parent / "page"

SCREENS = re.compile(
    rf"|t/[A-Za-z0-9_-]{{1,32}}(/replay|/review)?/?|(play|rules|learn|analyse|pad|print|together)/({'|'.join(GAMES)})/?"
    rf"|puzzles(/({'|'.join(GAMES)})(/[a-z-]{{1,20}})?)?/?"
    r"|pad/?|ratings/?|series/?|s/[A-Za-z0-9_-]{1,32}/?"
    r"|day(/\d{4}-\d{2}-\d{2})?/?",
)
"""The addresses of the page's screens, as `web/src/lib/router.svelte.ts` reads them."""


TABLE = re.compile(r"t/([A-Za-z0-9_-]{1,32})(?:/(replay|review))?/?$")
SERIES = re.compile(r"s/([A-Za-z0-9_-]{1,32})/?$")
"""Of these the links say more than their name, wherever they are sent."""

ANYTHING = "/{path:path}"
METHODS = ("DELETE", "GET", "PATCH", "POST", "PUT")
NO_SUCH_CALL = "there is no such call"


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
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    files = {file.name: file for file in PAGE.iterdir() if file.is_file() and file.name != "index.html"}

    @app.get(ANYTHING, include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            raise HTTPException(405 if methods_at(app, f"/{path}") else 404, NO_SUCH_CALL)
        file = files.get(path, PAGE / "index.html")
        status = 200 if path in files or SCREENS.fullmatch(path) else 404
        # The names of assets change with their content; everything else is asked for anew.
        kept = {"Cache-Control": "no-cache"}
        if said := await _said(path, app.state):
            return HTMLResponse(with_preview(index, said, request), status, headers=kept)
        return FileResponse(file, status, headers=kept)


def methods_at(app: FastAPI, path: str) -> list[str]:
    """What may be asked of an address; nothing where there is none."""
    routes = [
        route
        for route in app.router.routes
        if not isinstance(route, Mount)  # which takes everything and refuses it inside: only files are there
        and not (path.startswith("/api/") and getattr(route, "path", "") == ANYTHING)
    ]
    found = {
        method
        for method in METHODS
        if any(
            route.matches({"type": "http", "path": path, "method": method})[0] is Match.FULL
            for route in routes
        )
    }
    return sorted(found | {"HEAD"} if "GET" in found else found)  # see `Guard`


async def _said(path: str, state: Any) -> Preview | None:
    """What the link to a screen says, if it is more than its name."""
    if about := TABLE.match(path):
        return await of_table(state, about[1], about[2] or "")
    if about := SERIES.match(path):
        return await of_series(state, about[1])
    return None
