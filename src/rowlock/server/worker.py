"""`rowlock worker`: a process for bots only, on any machine that reaches the servers' Redis."""

from __future__ import annotations

import asyncio
import logging
import signal

from rowlock.server.ending import SIGNALS, in_time
from rowlock.server.far_thinking import WORD, FarQuestions
from rowlock.server.settings import Settings
from rowlock.server.tasks import Tasks
from rowlock.server.thinking import Thinker, answer

log = logging.getLogger("rowlock.bots")


def think(settings: Settings) -> None:
    """Answers questions until a signal to end."""
    for number in SIGNALS:  # heeded by `in_time`, and nothing else shall come of them
        signal.signal(number, lambda *_: None)
    asyncio.run(work(settings))


async def work(settings: Settings) -> None:
    """Answers questions until it is asked to end; those that it has begun with are answered first."""
    questions, tasks = FarQuestions(settings.redis), Tasks()
    with in_time() as asked_to_end:
        await questions.live()
        tasks.repeat(WORD, questions.live)
        log.info("a worker thinks", extra={"processes": settings.bot_workers})
        desks = [_answer(questions, settings, asked_to_end) for _ in range(settings.bot_workers)]
        await asyncio.gather(*desks)
        await tasks.close()
        await questions.close()


async def _answer(questions: FarQuestions, settings: Settings, asked_to_end: asyncio.Event) -> None:
    thinker = Thinker(answer, settings.means)
    try:
        while not asked_to_end.is_set():
            if taken := await questions.take():
                name, whither, job = taken
                try:
                    found = "move", await thinker.ask(job)
                # A bot is other people's code with any error in it: the server asks its own, which says so.
                except Exception as error:  # noqa: BLE001
                    log.warning("bot failed", extra={"job": str(job), "error": repr(error)})
                    found = "failed", repr(error)
                await questions.answer(whither, name, *found)
    finally:
        thinker.kill(wait=True)
