"""A table for tests: a match whose people are played by a script, and everything that appears on the screen."""

import io
import re
from collections.abc import Iterable
from random import Random

from rich.console import Console

from rowlock.rules import DICE, Record
from rowlock.terminal.left import LeftGame
from rowlock.terminal.loop import Loop
from rowlock.terminal.match import Match

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\u2068\u2069]")


def plain(text: str) -> str:
    """What a person reads: without colours and marks of direction."""
    return CONTROL.sub("", text)


class Keyboard:
    """Types the lines of a script, and remembers what appeared on the screen before each."""

    def __init__(
        self,
        match: Match,
        script: Iterable[str] = (),
        language: str = "en",
        left: LeftGame | None = None,
        **options: object,
    ) -> None:
        self.match = match
        self.lines = iter(script)
        self.screen = io.StringIO()
        self.before: list[str] = []
        self.read = 0
        settings = {"width": 80, "color_system": None, **options}
        console = Console(file=self.screen, highlight=False, **settings)  # type: ignore[arg-type]
        self.loop = Loop(match, language, console, self.ask, left)

    def ask(self, prompt: str) -> str:
        self.screen.write(prompt)
        self.before.append(self.screen.getvalue()[self.read :])
        self.read = self.screen.tell()
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        self.screen.write("\n")
        return line

    def run(self) -> str:
        assert self.loop.run() == 0
        return plain(self.screen.getvalue())


def new(game: str, seats: str, seed: str = "1", first: int = 1, **options: int) -> Match:
    return Match(Record.new(game, seats.split("; "), first, **options), seed)


def anything(match: Match, seed: int = 1) -> Iterable[str]:
    """Plays whatever is legal, to the end, and then leaves."""
    rng = Random(seed)
    while not match.outcome:
        seat = match.next_seat
        yield "" if seat == DICE else rng.choice(match.state.legal_moves(seat))
    yield ""


def played(game: str, seats: str, script: Iterable[str], **options: object) -> tuple[Match, str]:
    """A match after a script, and what was on the screen."""
    match = new(game, seats)
    return match, Keyboard(match, script, **options).run()  # type: ignore[arg-type]
