"""Compiles before anybody waits, on all cores."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait

from rowlock.bots.workers import workers
from rowlock.rules import GAMES
from rowlock.solve.batch import Batch, Tell, kept_in, unheard

ROOMS = "bots", "solve"


def batches_of(*games: str) -> list[Batch]:
    """What these games have to be compiled: a game offers it in its part of a room, as `batches.BATCHES`."""
    parts = [GAMES[game].part(room, "batches") for room in ROOMS for game in games]
    return list(dict.fromkeys(batch for part in parts if part for batch in part.BATCHES))


def compile_all(batches: Sequence[Batch], tell: Tell = unheard) -> None:
    """Compile what isn't yet, in processes of its own, which may be stopped at any time: what is done is kept. Where
    nothing can be kept, that would be of no use."""
    if all(batch.is_compiled() for batch in batches) or kept_in() is None:
        return
    tell("compiling, once")
    waiting = _with_others(batch for batch in batches if not batch.is_compiled())
    count, cores = len(waiting), os.cpu_count() or 1
    running: dict[Future[None], Batch] = {}
    with workers(min(count, cores)) as pool:
        while waiting or running:
            unfinished = {*waiting, *running.values()}
            free = [batch for batch in waiting if not unfinished.intersection(batch.after)]
            for batch in free[: cores - len(running)]:
                running[pool.submit(Batch.get_ready, batch)] = batch
                waiting.remove(batch)
            now = "; ".join(batch.what for batch in running.values())
            tell(f"compiling {count - len(waiting)} of {count}, once: {now}")
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                done.result()
                del running[done]


def _with_others(batches: Iterable[Batch]) -> list[Batch]:
    """These, and those that they come after; what takes long first."""
    found: set[Batch] = set()
    waiting = list(batches)
    while waiting:
        batch = waiting.pop()
        found.add(batch)
        waiting += [other for other in batch.after if not other.is_compiled()]
    return sorted(found, key=lambda batch: (-batch.seconds, batch.what))
