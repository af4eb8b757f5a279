"""The line protocol: `rowlock`, `newgame`, `position`, `go`, `quit`; docs/engine.md describes it.

A wrong line answers `error …` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random

from rowlock import __version__
from rowlock.engine.thinker import Answer, CannotThink, Question, Tell, Thinker, just_decide
from rowlock.rules import DICE, GAMES, NotationError, State
from rowlock.rules.game import shown

DEFAULT_LEVEL = "master"
LONGEST_MS = 10**9


def thinker(game: str) -> Thinker:
    """Who thinks about a game."""
    if game == "qwixx":
        from rowlock.engine.qwixx import think_qwixx

        return think_qwixx
    if game in ("quixo", "quixo4"):
        from rowlock.engine.quixo import think_quixo, think_quixo4

        return think_quixo if game == "quixo" else think_quixo4

    def decide(question: Question, rng: Random, tell: Tell) -> Answer:  # noqa: ARG001 (it says nothing)
        return just_decide(question, game, rng)

    return decide


class Engine:
    """One conversation about one game at a time."""

    def __init__(self, game: str, tell: Tell, rng: Random | None = None) -> None:
        self.game = game
        self.tell = tell
        self.rng = rng or Random()
        self.state: State = GAMES[game].start(GAMES[game].seat_counts[0], 1)

    def converse(self, lines: Iterable[str]) -> None:
        """Answer line by line until `quit` or the end."""
        for line in lines:
            words = line.split()
            if words == ["quit"]:
                return
            if not words:
                continue
            try:
                self._answer(words, line.strip())
            except (CannotThink, NotationError) as problem:
                self.tell(f"error {problem}")

    def _answer(self, words: list[str], line: str) -> None:
        match words:
            case ["rowlock"]:
                self.tell(f"id name Rowlock {__version__}")
                self.tell("ready")
            case ["newgame", game]:
                if game not in GAMES:
                    raise CannotThink(f"no game {shown(game)}, only {', '.join(GAMES)}")
                self.game = game
                self.state = GAMES[game].start(GAMES[game].seat_counts[0], 1)
            case ["position", *rest] if rest:
                self.state = GAMES[self.game].parse(line.removeprefix("position").strip())
            case ["go", *options]:
                self._go(options)
            case _:
                raise CannotThink(f"not understood: {shown(line)}")

    def _go(self, options: list[str]) -> None:
        told = dict(zip(options[::2], options[1::2], strict=False))
        if (
            len(options) % 2
            or len(told) * 2 != len(options)
            or not told.keys() <= {"seat", "level", "movetime"}
        ):
            raise CannotThink("after go: seat N, level L, movetime MS")
        state = self.state
        if not state.awaiting:
            raise CannotThink("the game is over")
        deciding = range(1, state.seats + 1) if state.awaiting == (DICE,) else state.awaiting
        first = state.active if state.active in deciding else deciding[0]
        seat = _number(told.get("seat", str(first)), "seat", state.seats)
        if seat not in deciding:
            raise CannotThink(f"seat {seat} has nothing to decide")
        movetime = _number(told["movetime"], "movetime", LONGEST_MS) if "movetime" in told else None
        question = Question(state, seat, told.get("level", DEFAULT_LEVEL), movetime)
        answer = thinker(self.game)(question, self.rng, partial(_info, self.tell))
        value = f" value {answer.value}" if answer.value is not None else ""
        self.tell(f"bestmove {answer.move}{value}")


def _info(tell: Tell, text: str) -> None:
    tell(f"info {text}")


def _number(text: str, name: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:12]) <= most):
        raise CannotThink(f"{name} is 1 to {most}, not {shown(text)}")
    return int(text)
