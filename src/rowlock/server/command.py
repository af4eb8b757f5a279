"""`rowlock` and `rowlock serve`."""

from __future__ import annotations

import argparse
import contextlib
import http.client
import importlib.util
import json
import logging
import os
import signal
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rowlock.complaint import BadInput
from rowlock.server import pruning
from rowlock.server.listening import PortTaken, address_on_network, listen
from rowlock.server.logs import begin_log
from rowlock.server.settings import THIS_MACHINE, Settings

if TYPE_CHECKING:
    from uvicorn.supervisors import Multiprocess

log = logging.getLogger("rowlock.server")

DEFAULT_PORT = 8421
ENOUGH_FILES, FEW_FILES = 65_536, 4_096
"""Open files that a server asks for, and below which it warns."""
PORTS_HERE = range(DEFAULT_PORT, DEFAULT_PORT + 10)
"""Where `rowlock` alone looks for room; always in this order, so that a second one finds the first."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `serve`; every option may also be given as a variable `ROWLOCK_…`."""
    parser = commands.add_parser("serve", help="serve the table for others", description=serve.__doc__)
    _add_options(parser)
    parser.set_defaults(run=serve)
    parser = commands.add_parser("doctor", help="check how a server is set up", description=examine.__doc__)
    _add_options(parser)
    parser.set_defaults(run=examine)
    pruning.add_parser(commands)
    parser = commands.add_parser("worker", help="let bots think for servers", description=worker.__doc__)
    parser.add_argument("--redis", metavar="ADDRESS", help="redis://… address where servers leave questions")
    parser.add_argument("--bot-workers", metavar="N", help="processes in which bots think")
    parser.add_argument("--tablebase", metavar="DIR", help="folder with a solution of Quixo 5×5 (*.rlq)")
    parser.set_defaults(run=worker)


def _add_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--host",
        metavar="NAME",
        default=os.environ.get("ROWLOCK_HOST") or "127.0.0.1",
        help="address of this machine at which to listen: 127.0.0.1 (only this machine, the default), "
        "0.0.0.0 (all that it has), or one of them",
    )
    add(
        "--port",
        metavar="N",
        default=os.environ.get("ROWLOCK_PORT") or str(DEFAULT_PORT),
        help=f"port at which to listen ({DEFAULT_PORT} if not given)",
    )
    add("--database", metavar="ADDRESS", help="SQLite file or postgresql://… address")
    add("--redis", metavar="ADDRESS", help="redis://… address that carries news between workers")
    add("--workers", metavar="N", help="processes that serve")
    add("--bot-workers", metavar="N", help="processes in which bots think, for each worker")
    add("--tablebase", metavar="DIR", help="folder with a solution of Quixo 5×5 (*.rlq)")
    add("--hosts", metavar="LIST", help="names under which it may be called, with commas (any, if not given)")
    add(
        "--origins",
        metavar="LIST",
        help="other pages that may open sockets here, with commas: https://a.example,https://b.example",
    )
    add("--log-level", metavar="LEVEL", help="debug (every call), info (the default), warning or error")


def serve(options: argparse.Namespace) -> int:
    """Serve the table for real use."""
    from rowlock.store import StoreUnavailable

    try:
        settings = Settings.of(os.environ, vars(options))
        port = _port(options.port)
        _check(settings)
        _prepare(settings)
        sockets = listen(options.host, port)
    except (ValueError, StoreUnavailable) as error:
        raise BadInput(str(error)) from None
    if options.host == "0.0.0.0" and (here := address_on_network()):
        print(f"Others on your network open http://{here}:{port}/", flush=True)
    return _run(settings, sockets, structured=True)


def examine(options: argparse.Namespace) -> int:
    """Check what `rowlock serve` with the same options and variables would find, and say what to mend, one line each.
    The exit code is 0 if all is well, 1 if something should be looked at, 2 if it could not serve."""
    import rowlock.server.app  # noqa: F401 (without its packages nothing can be served, as cli.py says then)
    from rowlock.server import doctor

    try:
        settings = Settings.of(os.environ, vars(options))
        _port(options.port)
        _check(settings)
    except ValueError as error:
        print(f"wrong  settings: {error}")
        return 2
    return doctor.report(settings, options.host)


def worker(options: argparse.Namespace) -> int:
    """Let bots think for servers, on this machine or another one; nothing is kept here."""
    try:
        settings = Settings.of(os.environ, vars(options))
        _check(settings, serves=False)
    except ValueError as error:
        raise BadInput(str(error)) from None
    from rowlock.server.worker import think

    begin_log(structured=True, level=settings.log_level)
    think(settings)
    return 0


def _check(settings: Settings, *, serves: bool = True) -> None:
    """Raises `ValueError` for settings that don't go together."""
    if not serves and not settings.redis:
        raise ValueError("a worker needs --redis, where the servers leave their questions")
    if settings.workers > 1 and not settings.redis:
        raise ValueError("several workers need --redis to tell each other what happened")
    if settings.redis and not settings.redis.startswith(("redis://", "rediss://", "unix://")):
        raise ValueError(f"a Redis address begins with redis://, not {settings.redis!r}")
    if settings.redis:
        _check_redis(settings.redis)
    if settings.means:
        from rowlock.bots import of_game
        from rowlock.rules import GAMES

        for offered in map(of_game, GAMES):
            if offered.mind and not settings.means.keys().isdisjoint(offered.means):
                offered.mind(settings.means)  # which says what is wrong with them


def _check_redis(address: str) -> None:
    """Raises `ValueError` for an address that can't be read; connects to nothing."""
    if importlib.util.find_spec("redis") is None:
        raise ValueError("Redis needs one more package: pip install 'rowlock[redis]'")
    import redis

    try:
        redis.Redis.from_url(address).connection_pool.make_connection()
    except (TypeError, ValueError) as error:  # what isn't known behind the question mark is a TypeError
        raise ValueError(f"the Redis address can't be read: {error}") from None


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65_536):
        raise ValueError(f"a port is a number from 1 to 65535, not {text!r}")
    return int(text)


def table_here(_: argparse.Namespace) -> int:
    """Serve the table on this machine and open the browser."""
    from rowlock.store import StoreUnavailable

    try:
        settings = replace(Settings.of(), workers=1, hosts=THIS_MACHINE)
        ports = _ports_here()
        port, sockets = _place(_prepare(settings), ports)
    except (ValueError, StoreUnavailable) as error:
        raise BadInput(str(error)) from None
    address = f"http://localhost:{port}/"
    if not sockets:
        print(f"Rowlock is at {address} already: the browser opens there", flush=True)
        webbrowser.open(address)
        return 0
    if port != ports[0]:
        print(f"Port {ports[0]} is taken by another program, so this one takes another")
    print(f"Rowlock is at {address} (Ctrl-C ends it)", flush=True)
    threading.Thread(target=_open_browser, args=(port, address), daemon=True).start()
    return _run(settings, sockets, structured=False)


def _ports_here() -> Sequence[int]:
    """Where there may be room: at the port that was said, and nowhere else. Raises `ValueError`."""
    said = os.environ.get("ROWLOCK_PORT")
    return [_port(said)] if said else PORTS_HERE


def _place(mark: str, ports: Sequence[int]) -> tuple[int, list[socket.socket]]:
    """A free port and the sockets there; or no sockets, where a Rowlock with the same games is there already."""
    for port in ports:
        try:
            return port, listen("127.0.0.1", port)
        except PortTaken:
            if mark and _health(port).get("store") == mark:
                return port, []
    if len(ports) == 1:
        raise ValueError(f"port {ports[0]} is taken by another program: choose another with ROWLOCK_PORT")
    raise ValueError(f"the ports {ports[0]} to {ports[-1]} are all taken: choose one with ROWLOCK_PORT")


def _health(port: int) -> dict[str, object]:
    """What a Rowlock on this machine says about itself; nothing, if it is none."""
    calling = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        calling.request("GET", "/api/health")
        told = json.loads(calling.getresponse().read(10_000))
    except (OSError, http.client.HTTPException, ValueError, RecursionError):
        return {}
    finally:
        calling.close()
    return told if isinstance(told, dict) else {}


def _open_browser(port: int, address: str) -> None:
    """Opens the page as soon as the server answers."""
    for _ in range(100):
        if _health(port):
            webbrowser.open(address)
            return
        time.sleep(0.1)


def _prepare(settings: Settings) -> str:
    """Opens the database once, so that it is up to date before any worker starts, and a mistake is said in one line;
    its mark. Raises `ValueError`, `StoreUnavailable`."""
    import asyncio

    from rowlock.store import open_store

    async def prepare() -> str:
        store = await open_store(settings.database or None)
        await store.close()
        return store.mark

    return asyncio.run(prepare())


def _run(settings: Settings, sockets: list[socket.socket], structured: bool) -> int:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from rowlock.server import metrics
    from rowlock.server.ending import FINISHING
    from rowlock.server.line import SOCKETS

    os.environ.update(settings.environment())
    begin_log(structured, settings.log_level)
    _open_many_files()
    for opened in sockets:
        log.info("listening", extra={"address": "{}:{}".format(*opened.getsockname())})
    config = uvicorn.Config(
        "rowlock.server.app:create_warm_app",
        factory=True,
        workers=settings.workers,
        **SOCKETS,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=int(FINISHING),
    )
    if settings.workers > 1:
        with tempfile.TemporaryDirectory(prefix="rowlock-metrics-") as folder:
            os.environ[metrics.FOLDER] = folder
            return _supervise(Multiprocess(config, sockets))
    # uvicorn ends in good order and then sends itself the signal again: Python shall end so too, and tidy up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    server = uvicorn.Server(config)
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn has ended in good order, and passes it on
        server.run(sockets)
    return 0 if server.started else 1


def _open_many_files() -> None:
    """Every socket is a file. Systems let a program have few of them, often 1,024, and more if it asks."""
    try:
        import resource
    except ModuleNotFoundError:  # no such limit there
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, ENOUGH_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files != resource.RLIM_INFINITY and files < FEW_FILES:
        log.warning(
            "at most %s people at once can be connected here: raise the limit of open files", files - 20
        )


def _supervise(supervisor: Multiprocess) -> int:
    from uvicorn.config import STARTUP_FAILURE

    from rowlock.server.ending import LONGEST_END, in_time

    def kill_all() -> None:
        for worker in supervisor.processes:
            worker.process.kill()

    with in_time(kill_all, LONGEST_END + 1):  # the workers themselves have a little less
        supervisor.run()
    return 1 if any(worker.exitcode == STARTUP_FAILURE for worker in supervisor.processes) else 0
