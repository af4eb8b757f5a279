"""HTTP and WebSocket around the tables."""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException

from rowlock import __version__
from rowlock.rules import GAMES, IllegalMove, NotationError, Refusal
from rowlock.rules.reasons import ReasonCode
from rowlock.server import clock, garbage, metrics
from rowlock.server.analysing import router as analysing
from rowlock.server.attendance import Attendance, NobodyElse, RedisAttendance, some_number
from rowlock.server.call_wire import (
    AheadView,
    GameFacts,
    Health,
    HeldSeat,
    Import,
    ListedTable,
    NewCommand,
    NewMove,
    NewTable,
    OpenedTable,
    SitDown,
    WhyNot,
)
from rowlock.server.caller import AllTables, ATable, Bearer, held_seat, may_look
from rowlock.server.calling import router as calling
from rowlock.server.daily import router as daily
from rowlock.server.ending import end_with_the_supervisor, in_time
from rowlock.server.faults import NO_JSON, malformed
from rowlock.server.forgetting import router as forgetting
from rowlock.server.guard import Guard
from rowlock.server.hinting import router as hinting
from rowlock.server.house import House
from rowlock.server.house import router as housing
from rowlock.server.ledger import NoSuchTable
from rowlock.server.limits import RateLimit, TooMuch, whose
from rowlock.server.logs import begin_log
from rowlock.server.news import NoNews, RedisNews
from rowlock.server.page import NO_SUCH_CALL, add_page, methods_at
from rowlock.server.picturing import router as picturing
from rowlock.server.printing import Press
from rowlock.server.printing import router as printing
from rowlock.server.puzzling import router as puzzling
from rowlock.server.questions import Questions
from rowlock.server.rated import router as rating
from rowlock.server.ready import Pulse
from rowlock.server.ready import router as ready
from rowlock.server.replay import router as replay
from rowlock.server.series import router as series
from rowlock.server.series_desk import NoSuchSeries, SeriesDesk
from rowlock.server.series_socket import add_series_socket
from rowlock.server.settings import Settings
from rowlock.server.shared_limits import SharedLimits
from rowlock.server.socket import add_socket
from rowlock.server.studying import Studies
from rowlock.server.table_wire import TableView
from rowlock.server.tables import Tables
from rowlock.server.wire import Refused, TableId
from rowlock.store import StoreUnavailable, TableRow, open_store
from rowlock.table import asking
from rowlock.table.commands import MoveText, Play

log = logging.getLogger("rowlock.server")

CONFLICTS = {
    "stale-turn",
    "seat-taken",
    "seats-fixed",
    "already-decided",
    "already-entered",
    "round-open",
    "name-taken",
    "busy",
    "game-over",
    "not-over",
    "not-started",
    "not-your-turn",
}
"""Refusals because of what has happened meanwhile, rather than because of what was asked."""

PLAYERS_AT_ONE_ADDRESS = 20
"""As many who move as fast as they may can share one address, a school's say; slower ones can be more."""

AGAIN = 0.5
"""Seconds until a database that was away at the start is tried again."""

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refused} for status in (401, 404, 409, 413, 422, 429, 503)
}


PLACE = re.compile(r"^(waiting|playing)~([0-9]{1,15})~([\w-]{1,64})$", re.ASCII)
"""After which table a list goes on."""


def create_warm_app() -> FastAPI:
    """The server as it is served: bots load what they need before they are asked."""
    return create_app(warm=True)


def create_app(settings: Settings | None = None, *, warm: bool = False) -> FastAPI:
    """The server as an ASGI application."""
    settings = settings or Settings.of()
    if settings.workers > 1:  # a process of its own, whose log has not begun
        begin_log(structured=True, level=settings.log_level)
        end_with_the_supervisor()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, float]]:
        # The thread that writes needs its turn often: with turns of 5 ms, Python's default, a commit waits for several
        # of them while everybody plays at once.
        sys.setswitchinterval(0.0001)
        with in_time() as asked_to_end:
            tables = await _begin(settings, asked_to_end)
            if warm:
                tables.warm_up()
            app.state.tables = tables
            app.state.studies = Studies(settings.means)
            app.state.questions = Questions(settings.means)
            app.state.press = Press()
            app.state.series = SeriesDesk(tables)
            app.state.series.start()
            pulse = Pulse(tables)
            shared = SharedLimits(settings.redis, limits) if settings.redis else None
            if shared:
                shared.begin()
            with garbage.short_looks():
                yield {"moves_per_second": settings.moves_per_second}  # `SocketProtocol` is told
            if shared:
                await shared.close()
            await pulse.close()
            await app.state.house.close()
            await app.state.series.close()
            await app.state.questions.close()
            await app.state.studies.close()
            await tables.close()
            log.info("ended in good order")

    app = FastAPI(
        title="Rowlock",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses=ERRORS,
    )
    app.state.house = House(settings)
    app.state.requests = RateLimit("too-fast", settings.requests_per_second, 4 * settings.requests_per_second)
    app.state.moves = RateLimit("too-fast", settings.moves_per_second, 4 * settings.moves_per_second)
    together = PLAYERS_AT_ONE_ADDRESS * settings.moves_per_second
    app.state.moves_together = RateLimit("too-fast", together, 4 * together)
    app.state.opened = RateLimit(
        "too-many-tables", settings.tables_per_address / 86_400, settings.tables_per_address
    )
    limits = {
        "requests": app.state.requests,
        "moves-together": app.state.moves_together,
        "opened": app.state.opened,
    }
    _add_errors(app)
    _add_calls(app)
    app.include_router(replay)
    app.include_router(analysing)
    app.include_router(puzzling)
    app.include_router(hinting)
    app.include_router(daily)
    app.include_router(printing)
    app.include_router(picturing)
    app.include_router(ready)
    app.include_router(forgetting)
    app.include_router(housing)
    app.include_router(series)
    app.include_router(rating)
    app.include_router(calling)
    add_socket(app, settings)
    add_series_socket(app, settings)
    add_page(app)
    app.add_middleware(Guard, limit=app.state.requests, hosts=settings.allowed_hosts, house=app.state.house)
    return app


async def _begin(settings: Settings, asked_to_end: asyncio.Event) -> Tables:
    """The tables, as soon as the database is there. Raises `StoreUnavailable` if the server shall end before that."""
    waited = False
    while True:
        try:
            tables = await _tables(settings)
        except StoreUnavailable as error:
            if not waited:
                log.warning("the database is away, so this process waits for it. %s", error)
            waited = True
            await asyncio.sleep(AGAIN)
            if asked_to_end.is_set():
                raise
        else:
            if waited:
                log.warning("the database is back")
            return tables


async def _tables(settings: Settings) -> Tables:
    store = await open_store(settings.database or None)
    process = some_number()
    news = RedisNews(settings.redis, process) if settings.redis else NoNews()
    attendance: Attendance = RedisAttendance(settings.redis, process) if settings.redis else NobodyElse()
    tables = Tables(store, settings, news, attendance)
    try:
        await tables.start()
    except BaseException:
        await tables.close()
        raise
    return tables


def _refused(status: int, refusal: Refusal, headers: Mapping[str, str] | None = None) -> JSONResponse:
    metrics.REFUSALS.labels(refusal.code).inc()
    body = Refused.because(refusal)
    if isinstance(refusal, TooMuch):
        headers = {"Retry-After": str(refusal.wait)}
    return JSONResponse(body.model_dump(), status, headers)


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(Refusal)
    async def refused(_: Request, refusal: Refusal) -> JSONResponse:
        return _refused(status_of(refusal), refusal)

    @app.exception_handler(StoreUnavailable)
    async def unavailable(_: Request, error: StoreUnavailable) -> JSONResponse:
        log.error("store unavailable", extra={"error": str(error)})
        return _refused(
            503, Refusal("store-unavailable", "nothing can be written down just now: try again soon")
        )

    @app.exception_handler(RequestValidationError)
    async def not_read(_: Request, error: RequestValidationError) -> JSONResponse:
        return _refused(422, malformed(error.errors(), error.body))

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> JSONResponse:
        codes: dict[int, ReasonCode] = {404: "not-found", 413: "too-large"}
        if error.status_code == 405:
            # Starlette names only what the first route takes that has this address, and there may be several.
            methods = methods_at(request.app, request.url.path)
            if not methods:
                return _refused(404, Refusal("not-found", NO_SUCH_CALL))
            problem = f"{request.method} is not possible at this address, only {', '.join(methods)}"
            return _refused(405, Refusal("not-allowed", problem), {"Allow": ", ".join(methods)})
        code = codes.get(error.status_code)
        if code is None:  # The only other one comes from FastAPI, about a body that it can't read.
            return _refused(422, Refusal("malformed", NO_JSON))
        return _refused(error.status_code, Refusal(code, str(error.detail)), error.headers)


def status_of(refusal: Refusal) -> int:
    """The HTTP status that says best what kind of refusal it is."""
    match refusal:
        case NoSuchTable() | NoSuchSeries():
            return 404
        case TooMuch():
            return 429
        case IllegalMove() | NotationError():
            return 422
    if refusal.code == "not-seated":
        return 401
    if refusal.code == "too-large":
        return 413
    return 409 if refusal.code in CONFLICTS else 422


def _add_calls(app: FastAPI) -> None:
    @app.get("/api/health")
    async def health(tables: AllTables) -> Health:
        """The server is there, and which one."""
        return Health(version=__version__, store=tables.store.mark)

    @app.get("/api/games")
    async def games() -> list[GameFacts]:
        """The games that can be played here."""
        return [GameFacts.about(game) for game in GAMES.values()]

    @app.get("/metrics", response_class=PlainTextResponse, include_in_schema=False)
    async def prometheus() -> Response:
        return Response(metrics.everything(), media_type=CONTENT_TYPE_LATEST)

    @app.post("/api/tables", status_code=201)
    async def open_table(new: NewTable, tables: AllTables, request: Request) -> OpenedTable:
        """Opens a table: who sits where, and what is agreed."""
        request.app.state.opened.take(whose(request.client.host) if request.client else "")
        name, held = await tables.open(new)
        return OpenedTable(id=name, seats=held, token=held[0].token if held else None)

    @app.get("/api/tables")
    async def list_tables(
        tables: AllTables,
        response: Response,
        limit: Annotated[int, Query(ge=1, le=100)] = 50,
        after: Annotated[str | None, Query(pattern=PLACE.pattern)] = None,
    ) -> list[ListedTable]:
        """The public tables: first those that wait for players, then those where a game goes on. If there may be more,
        the header `Link` says where the next ones are."""
        place = PLACE.fullmatch(after) if after else None
        last = TableRow(place[3], 0, "", place[1], True, 0, int(place[2]), None) if place else None
        found = await tables.listed(limit, last)
        if len(found) == limit:
            end = found[-1]
            here = f"{end.status}~{end.changed_at}~{end.id}"
            response.headers["Link"] = f'</api/tables?limit={limit}&after={here}>; rel="next"'
        return found

    @app.post("/api/tables/{id}/seats/{seat}")
    async def sit_down(id: TableId, seat: int, who: SitDown, tables: AllTables) -> HeldSeat:  # noqa: A002
        """Sits down in an open seat."""
        return await tables.sit(id, seat, who.name, who.key, who.face)

    @app.get("/api/tables/{id}")
    async def look(live: ATable, tables: AllTables, token: Bearer) -> TableView:
        """The table as the token may see it; without one, as a spectator."""
        may_look(live.table, token)
        you = {tables.seat_of(live.table, token)} if token else set[int]()
        for seat in you:  # somebody may well play without a socket
            tables.see(live, seat)
        return live.view(you, clock.now())

    @app.get("/api/tables/{id}/why-not")
    async def why_not(
        id: TableId,  # noqa: A002
        seat: Annotated[int, Query(ge=1)],
        move: MoveText,
        tables: AllTables,
        token: Bearer,
    ) -> WhyNot:
        """Why a seat may not play a move now, nor any that begins so; nothing happens to the table."""
        live = tables.ledger.live.get(id) or await tables.ledger.get(
            id
        )  # what is in memory is not even read anew
        if held_seat(tables, live, token) != seat:
            raise Refusal("not-seated", f"this token doesn't hold seat {seat}")
        refusal = asking.why_not(live.table, seat, move, clock.now())
        return WhyNot(refused=Refused.because(refusal) if refusal else None)

    @app.get("/api/tables/{id}/ahead")
    async def may_ahead(
        live: ATable, seat: Annotated[int, Query(ge=1)], tables: AllTables, token: Bearer
    ) -> AheadView:
        """What a seat may decide for the next roll, before that is made."""
        if held_seat(tables, live, token) != seat:
            raise Refusal("not-seated", f"this token doesn't hold seat {seat}")
        return AheadView(moves=tuple(live.table.may_ahead(seat)))

    @app.post("/api/tables/{id}/moves")
    async def move(
        live: ATable, new: NewMove, tables: AllTables, token: Bearer, request: Request
    ) -> TableView:
        """Plays a move; answered when it is on disk."""
        seat = held_seat(tables, live, token)
        request.app.state.moves.take(f"{live.table.id}:{seat}")
        await tables.do(live, seat, Play(new.move, new.turn, new.id))
        return live.view({seat}, clock.now())

    @app.post("/api/tables/{id}/commands")
    async def act(
        live: ATable, what: NewCommand, tables: AllTables, token: Bearer, request: Request
    ) -> TableView:
        """Carries out any other command of a seat; answered when it is on disk."""
        seat = held_seat(tables, live, token)
        request.app.state.moves.take(f"{live.table.id}:{seat}")
        await tables.do(live, seat, what.command)
        # The game may have begun with that, and people may have changed seats.
        return live.view({held_seat(tables, live, token)}, clock.now())

    @app.post("/api/records", status_code=201)
    async def keep(what: Import, tables: AllTables, request: Request) -> OpenedTable:
        """Keeps a finished game that was played elsewhere."""
        request.app.state.opened.take(whose(request.client.host) if request.client else "")
        return OpenedTable(id=await tables.keep_record(what.record), seats=())
