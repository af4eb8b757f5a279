"""The page: files made by `web/`, packed beside this package."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cached_property
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Match

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

SMALL = 1000
"""Bytes below which nothing is packed."""
PACKED_ALREADY = ("font/", "image/png")
KEPT_FOR_A_YEAR = "public, max-age=31536000, immutable"
KEPT_UNTIL_ASKED = "no-cache"


class PageFile:
    """A file of the page, in memory: everybody asks for the same few, and each is packed once."""

    def __init__(self, file: Path, kept: str) -> None:
        """With what a browser is told about keeping it."""
        self._body = file.read_bytes()
        self._type = guess_type(file.name)[0] or "application/octet-stream"
        self._tag = f'"{hashlib.sha256(self._body).hexdigest()[:16]}"'
        self._headers = {"Cache-Control": kept, "ETag": self._tag, "Vary": "Accept-Encoding"}

    @cached_property
    def _packed(self) -> bytes:
        return gzip.compress(self._body)

    def answer(self, request: Request, status: int = 200) -> Response:
        """The file; or only that it is still the same."""
        if status == 200 and self._tag in request.headers.get("If-None-Match", ""):
            return Response(status_code=304, headers=self._headers)
        packs = len(self._body) >= SMALL and not self._type.startswith(PACKED_ALREADY)
        if packs and "gzip" in request.headers.get("Accept-Encoding", ""):
            return Response(self._packed, status, self._headers | {"Content-Encoding": "gzip"}, self._type)
        return Response(self._body, status, self._headers, self._type)


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
    app.add_middleware(GZipMiddleware, minimum_size=SMALL)
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    # The names of assets change with their content; everything else is asked for anew.
    assets = {file.name: PageFile(file, KEPT_FOR_A_YEAR) for file in (PAGE / "assets").iterdir()}
    files = {file.name: PageFile(file, KEPT_UNTIL_ASKED) for file in PAGE.iterdir() if file.is_file()}
    screens = files.pop("index.html")

    async def asset(request: Request) -> Response:
        file = assets.get(request.path_params["name"])
        if file is None:
            raise HTTPException(404)
        return file.answer(request)

    app.add_route("/assets/{name:path}", asset, include_in_schema=False)

    @app.get(ANYTHING, include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            raise HTTPException(405 if methods_at(app, f"/{path}") else 404, NO_SUCH_CALL)
        status = 200 if path in files or SCREENS.fullmatch(path) else 404
        if said := await _said(path, app.state):
            kept = {"Cache-Control": KEPT_UNTIL_ASKED}
            return HTMLResponse(with_preview(index, said, request), status, headers=kept)
        return files.get(path, screens).answer(request, status)


def methods_at(app: FastAPI, path: str) -> list[str]:
    """What may be asked of an address; nothing where there is none."""
    routes = [
        route
        for route in app.router.routes
        if not (path.startswith("/api/") and getattr(route, "path", "") == ANYTHING)
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
