"""`rowlock prune`: games that are not to be kept any longer."""

from __future__ import annotations

import argparse

from rowlock.complaint import BadInput

DAY = 24 * 60 * 60 * 1000


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `prune`."""
    parser = commands.add_parser(
        "prune", help="remove old games from the database", description=prune.__doc__
    )
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "--older-than",
        metavar="DAYS",
        type=_days,
        help="games in which nothing has happened for so many days",
    )
    which.add_argument("--table", metavar="ID", help="one game, by the end of its link")
    parser.add_argument("--database", metavar="ADDRESS", help="SQLite file or postgresql://… address")
    parser.set_defaults(run=prune)


def _days(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 100_000):
        raise argparse.ArgumentTypeError(f"days are a number from 1 on, not {text!r}")
    return int(text)


def prune(options: argparse.Namespace) -> int:
    """Remove games for good, while the server runs or not; with them go their entries in the tables of the days."""
    import asyncio

    from rowlock.server.settings import Settings
    from rowlock.store import StoreUnavailable

    try:
        address = Settings.of(options={"database": options.database}).database
        removed = asyncio.run(_prune(address or None, options))
    except (ValueError, StoreUnavailable) as error:
        raise BadInput(str(error)) from None
    print(f"{removed} {'game' if removed == 1 else 'games'} removed")
    return 0


async def _prune(address: str | None, options: argparse.Namespace) -> int:
    from rowlock.server import clock
    from rowlock.store import open_store

    store = await open_store(address)
    try:
        if options.table is not None:
            return int(await store.rewrite(options.table, lambda _: []))
        return await store.prune(clock.now() - options.older_than * DAY)
    finally:
        await store.close()
