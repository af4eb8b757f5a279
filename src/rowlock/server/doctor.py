"""`rowlock doctor`: what is amiss with the way a server is set up, before people notice it."""

from __future__ import annotations

import asyncio
import importlib.util
import ipaddress
import os
import shutil
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from rowlock.server.settings import Settings

Verdict = Literal["ok", "look", "wrong"]
EXIT: dict[Verdict, int] = {"ok": 0, "look": 1, "wrong": 2}

PATIENCE = 5.0
"""Seconds that a database or Redis may take for an answer."""
FEW_FILES, LITTLE_ROOM, LONGEST_SKEW = 4_096, 1 << 30, 1.0
"""Open files, bytes free on the disk, and seconds between two clocks, from which on it is worth a word."""
CONNECTIONS = 15
"""That one process may have to PostgreSQL at once."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    verdict: Verdict
    about: str
    says: str

    def __str__(self) -> str:
        return f"{self.verdict:<5}  {self.about}: {self.says}"


def report(settings: Settings, host: str) -> int:
    """Prints what is found; the exit code."""
    worst = 0
    for finding in examine(settings, host):
        print(finding, flush=True)
        worst = max(worst, EXIT[finding.verdict])
    return worst


def examine(settings: Settings, host: str) -> Iterator[Finding]:
    """Everything that can be looked at without changing anything."""
    yield _database(settings)
    if settings.redis:
        yield _redis(settings)
    yield from _front(settings, host)
    yield _files()
    yield _processes(settings)
    yield _bots()
    yield _page()


# The database


def _database(settings: Settings) -> Finding:
    address = settings.database
    if "://" in address and not address.startswith("sqlite"):
        return _postgres(settings)
    path = Path(address.partition("://")[2][1:] if "://" in address else address) if address else _default()
    return _sqlite(path, settings)


def _default() -> Path:
    from platformdirs import user_data_path

    return user_data_path("rowlock", appauthor=False) / "rowlock.db"


def _sqlite(path: Path, settings: Settings) -> Finding:
    about = f"database {path}"
    folder = path.parent
    while not settings.database and not folder.exists():  # the one in the data folder is made at the start
        folder = folder.parent
    if not folder.is_dir():
        return Finding("wrong", about, f"there is no folder {folder}: make it, or mend the address")
    if folder != path.parent and not os.access(folder, os.W_OK | os.X_OK):
        return Finding("wrong", about, "this user can't make its folder: say --database where they can write")
    if not os.access(folder, os.W_OK | os.X_OK):
        return Finding(
            "wrong", about, f"this user can't write into {folder}, where SQLite also keeps its log: chown it"
        )
    if path.exists():
        try:
            with closing(
                sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE)
            ) as file:
                file.execute("BEGIN IMMEDIATE")
                file.rollback()
        except sqlite3.Error as error:
            return Finding("wrong", about, f"it can't be written: {error}")
    if (free := shutil.disk_usage(folder).free) < LITTLE_ROOM:
        return Finding("look", about, f"only {free >> 20} MB are free on its disk: make room")
    if settings.workers > 1:
        return Finding(
            "look",
            about,
            "several workers wait for each other at one file: PostgreSQL lets them write together",
        )
    return Finding("ok", about, "can be written" if path.exists() else "will be made at the first start")


def _postgres(settings: Settings) -> Finding:
    from rowlock.server.news import without_password

    about = f"database {without_password(settings.database)}"
    if importlib.util.find_spec("asyncpg") is None:
        return Finding("wrong", about, "PostgreSQL needs one more package: pip install 'rowlock[postgres]'")
    import asyncpg  # type: ignore[import-untyped]

    async def ask() -> Any:
        connection = await asyncpg.connect(settings.database, timeout=PATIENCE, command_timeout=PATIENCE)
        try:
            return await connection.fetchrow(
                "SELECT extract(epoch FROM clock_timestamp())::float8 AS clock, current_setting('max_connections')::int"
                " AS connections, pg_is_in_recovery() AS copy, has_schema_privilege(current_schema(), 'CREATE') AS may"
            )
        finally:
            await connection.close()

    began = time.time()
    try:
        told = asyncio.run(ask())
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError, ValueError) as error:
        reason = " ".join(str(error).split()) or "no answer"
        return Finding(
            "wrong", about, f"{reason}: is the server up, and are address, user and password right?"
        )
    if told["copy"]:
        return Finding("wrong", about, "this is a read-only copy: give the address of the primary server")
    if not told["may"]:
        return Finding("wrong", about, "this user may make no tables there: GRANT CREATE ON SCHEMA public")
    ended = time.time()
    # Somewhere between question and answer the other clock was read.
    skew = max(began - told["clock"], told["clock"] - ended, 0.0)
    if skew > LONGEST_SKEW:
        return Finding(
            "look",
            about,
            f"its clock and the one here are {skew:.1f} s apart: keep both right, by chrony say",
        )
    needed = CONNECTIONS * settings.workers
    if told["connections"] < needed:
        return Finding(
            "look",
            about,
            f"{told['connections']} connections, of {needed} that may be wanted: raise max_connections",
        )
    return Finding("ok", about, "answers, and the clocks agree")


# What stands beside and before


def _redis(settings: Settings) -> Finding:
    import redis

    from rowlock.server.news import without_password

    about = f"Redis {without_password(settings.redis)}"
    try:
        with redis.Redis.from_url(
            settings.redis, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE
        ) as client:
            client.eval("return 1", 0)
    except redis.exceptions.NoPermissionError:
        return Finding("wrong", about, "this user may run no scripts there, and news go by them: allow EVAL")
    except (redis.RedisError, OSError, ValueError) as error:
        reason = " ".join(str(error).split()).rstrip(".")
        return Finding(
            "look", about, f"{reason}: until it is there, people at other processes see moves seconds late"
        )
    return Finding("ok", about, "answers")


def _front(settings: Settings, host: str) -> Iterator[Finding]:
    """Who may come, and whether it is known who they are."""
    trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
    open_to_all = not _only_here(host)
    if trusted.strip() == "*" and open_to_all:
        yield Finding(
            "wrong",
            "proxies",
            "FORWARDED_ALLOW_IPS=* with --host open to others lets anybody choose their address and pass every limit: "
            "name the web server's address there",
        )
    elif open_to_all and settings.hosts and "FORWARDED_ALLOW_IPS" not in os.environ:
        yield Finding(
            "look",
            "proxies",
            "if a web server on another machine stands in front, all its people count as one address: put that "
            "machine's address into FORWARDED_ALLOW_IPS",
        )
    else:
        yield Finding("ok", "proxies", f"X-Forwarded-For is believed from {trusted}")
    if not settings.hosts:
        yield Finding(
            "look",
            "names",
            "any name is heard: --hosts play.example.org keeps foreign pages from using theirs",
        )
    else:
        yield Finding("ok", "names", f"heard as {settings.hosts}")


def _only_here(host: str) -> bool:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        return False
    return all(ipaddress.ip_address(str(address[0]).partition("%")[0]).is_loopback for *_, address in found)


# This machine


def _files() -> Finding:
    try:
        import resource
    except ModuleNotFoundError:  # no such limit there
        return Finding("ok", "open files", "without a limit")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)  # the server raises its own limit up to this
    if most != resource.RLIM_INFINITY and most < FEW_FILES:
        return Finding(
            "look",
            "open files",
            f"{most} are about {most - 20} people at once: LimitNOFILE=65536, or ulimit -n",
        )
    return Finding("ok", "open files", "enough" if most != resource.RLIM_INFINITY else "without a limit")


def _processes(settings: Settings) -> Finding:
    cores = os.cpu_count() or 1
    wanted = settings.workers * (1 + settings.bot_workers)
    if wanted > 2 * cores:
        return Finding(
            "look",
            "processes",
            f"{wanted} for {cores} cores: fewer --workers or --bot-workers would be as fast",
        )
    return Finding("ok", "processes", f"{wanted} for {cores} cores")


def _bots() -> Finding:
    from rowlock.bots.ready import batches_of
    from rowlock.rules import GAMES
    from rowlock.solve.batch import kept_in

    try:
        folder = kept_in()
        missing = [batch.what for batch in batches_of(*GAMES) if not batch.is_compiled()]
    except ModuleNotFoundError:
        return Finding("wrong", "bots", "they need one more part: pip install 'rowlock[brains]'")
    if folder is None:
        return Finding(
            "look",
            "bots",
            "no folder for compiled code can be written: name one by NUMBA_CACHE_DIR, or CacheDirectory",
        )
    if missing:
        return Finding(
            "look", "bots", f"{len(missing)} parts are not compiled yet: run rowlock ready as this user"
        )
    return Finding("ok", "bots", f"compiled, in {folder}")


def _page() -> Finding:
    if (Path(__file__).parent.parent / "page" / "index.html").is_file():
        return Finding("ok", "page", "is there")
    return Finding(
        "wrong", "page", "it is not built: install Node 20 or newer and run make setup, or install a wheel"
    )
