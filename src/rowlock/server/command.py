"""`rowlock` and `rowlock serve`."""

from __future__ import annotations

import argparse
import importlib.util
import json
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from dataclasses import replace
from pathlib import Path

from rowlock.server.settings import Settings

DEFAULT_PORT = 8421


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `serve`; every option may also be given as a variable `ROWLOCK_…`."""
    parser = commands.add_parser("serve", help="serve the table for others", description=serve.__doc__)
    parser.add_argument("--host", metavar="NAME", default=os.environ.get("ROWLOCK_HOST", "127.0.0.1"))
    parser.add_argument("--port", metavar="N", default=os.environ.get("ROWLOCK_PORT", str(DEFAULT_PORT)))
    parser.add_argument("--database", metavar="ADDRESS", help="SQLite file or postgresql://… address")
    parser.add_argument(
        "--redis", metavar="ADDRESS", help="redis://… address that carries news between workers"
    )
    parser.add_argument("--workers", metavar="N", help="processes that serve")
    parser.add_argument("--bot-workers", metavar="N", help="processes in which bots think, for each worker")
    parser.add_argument("--tablebase", metavar="DIR", help="folder with a solution of Quixo 5×5 (*.rlq)")
    parser.add_argument("--origins", metavar="LIST", help="other pages that may open sockets here")
    parser.set_defaults(run=serve)


def serve(options: argparse.Namespace) -> int:
    """Serve the table for real use."""
    given = {
        f"ROWLOCK_{name.upper()}": value
        for name, value in vars(options).items()
        if name in ("database", "redis", "workers", "bot_workers", "tablebase", "origins") and value
    }
    try:
        settings = Settings.of({**os.environ, **given})
        port = _port(options.port)
        _check(settings)
    except ValueError as error:
        print(f"rowlock: {error}", file=sys.stderr)
        return 2
    return _run(settings, options.host, port, structured=True)


def _check(settings: Settings) -> None:
    """Raises `ValueError` for settings that don't go together."""
    if settings.workers > 1 and not settings.redis:
        raise ValueError("several workers need --redis to tell each other what happened")
    if settings.redis and not settings.redis.startswith(("redis://", "rediss://", "unix://")):
        raise ValueError(f"a Redis address begins with redis://, not {settings.redis!r}")
    if settings.redis and importlib.util.find_spec("redis") is None:
        raise ValueError("Redis needs one more package: pip install 'rowlock[redis]'")
    if settings.tablebase:
        from rowlock.solve.quixo_table import Tables

        Tables(Path(settings.tablebase))


def table_here(_: argparse.Namespace) -> int:
    """Serve the table on this machine and open the browser."""
    try:
        settings = Settings.of()
        port = _free_port(DEFAULT_PORT)
    except ValueError as error:
        print(f"rowlock: {error}", file=sys.stderr)
        return 2
    address = f"http://localhost:{port}/"
    print(f"Rowlock is at {address} (Ctrl-C ends it)", flush=True)
    threading.Thread(target=_open_browser, args=(port, address), daemon=True).start()
    return _run(replace(settings, workers=1), "127.0.0.1", port, structured=False)


def _run(settings: Settings, host: str, port: int, structured: bool) -> int:
    import asyncio

    import uvicorn

    from rowlock.store import StoreUnavailable

    try:
        asyncio.run(_prepare(settings))
    except (ValueError, StoreUnavailable) as error:
        print(f"rowlock: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    os.environ.update(settings.environment())
    _log(structured)
    uvicorn.run(
        "rowlock.server.app:create_app",
        factory=True,
        host=host,
        port=port,
        workers=settings.workers,
        ws="websockets-sansio",
        ws_max_size=16 * 1024,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=10,
    )
    return 0


async def _prepare(settings: Settings) -> None:
    """Opens the database once, so that it is up to date before any worker starts, and a mistake is said in one line."""
    from rowlock.store import open_store

    store = await open_store(settings.database or None)
    await store.close()


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65_536):
        raise ValueError(f"a port is a number from 1 to 65535, not {text!r}")
    return int(text)


def _free_port(wanted: int) -> int:
    """The wanted port, or any other if somebody else has it."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise ValueError("no port is free")


def _open_browser(port: int, address: str) -> None:
    """Opens the page as soon as the server answers."""
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                webbrowser.open(address)
                return
        time.sleep(0.1)


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}

    def format(self, record: logging.LogRecord) -> str:
        """The time, the level, who says what, and the facts given along."""
        line = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in self.STANDARD}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def _log(structured: bool) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if structured else logging.Formatter("%(levelname)s: %(message)s"))
    logging.basicConfig(level=logging.INFO if structured else logging.WARNING, handlers=[handler], force=True)
