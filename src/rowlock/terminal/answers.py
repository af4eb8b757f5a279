"""What a person's line means: a command, or a move, which may be shortened while it stays clear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rowlock.locale import Catalogue
from rowlock.rules import Move
from rowlock.rules.dice import Rolls

COMMANDS = ("moves", "undo", "save", "rules", "help", "quit")
SHORTEST = 2
"""Letters that a shortened command has at least: one letter alone may be the beginning of a move."""


@dataclass(frozen=True, slots=True)
class Typed:
    """One of `COMMANDS` as it was typed, and what stands behind it."""

    name: str
    argument: str = ""


def command(line: str) -> Typed | None:
    """The command that a line gives."""
    word, _, argument = line.partition(" ")
    word = word.lower()
    if word == "?":
        return Typed("help")
    meant = [name for name in COMMANDS if name.startswith(word) and len(word) >= SHORTEST]
    return Typed(meant[0], argument.strip()) if meant else None


def moves_meant(line: str, legal: Iterable[Move]) -> list[Move]:
    """The legal moves that a line may stand for: the one it names, or all that begin with it.

    >>> moves_meant("R", ["r7", "y7", "pass"])
    ['r7']
    >>> moves_meant("a1 a5", ["a1a5n", "a1a5s", "a1e1n"])
    ['a1a5n', 'a1a5s']
    >>> moves_meant("b1", ["b12", "pass"])
    []
    >>> moves_meant("roll on", ["roll-on", "hold"])
    ['roll-on']
    """
    text = tidy(line)
    fitting = {move: short for move in legal if text and (short := tidy(move)).startswith(text)}
    if text in fitting.values():
        return [move for move, short in fitting.items() if short == text]
    # A number is never cut in two: who writes b1 has not written b12.
    return [
        move for move, short in fitting.items() if not (text[-1].isdigit() and short[len(text)].isdigit())
    ]


def roll_meant(line: str, rolls: Sequence[Move]) -> Move:
    """A roll as people read it from their dice; dots for dice that have left may be missing.

    >>> roll_meant("4 1 3 6", Rolls((True, True, True, False, False, True)))
    '413..6'
    """
    text = tidy(line)
    if isinstance(rolls, Rolls) and text.isdigit() and len(text) == sum(rolls.in_play):
        faces = iter(text)
        return "".join(next(faces) if there else "." for there in rolls.in_play)
    return text


def tidy(line: str) -> str:
    """A move without capitals, spaces and dashes."""
    return "".join(letter for letter in line.lower() if letter not in " -–—,")


def means(answer: str, word: str, texts: Catalogue) -> bool:
    """Is the answer yes, or no, in this language or in English? Its first letters are enough.

    >>> means("Y", "play.yes", Catalogue.of("uk"))
    True
    """
    begun = answer.strip().lower()
    return begun != "" and any(said.text(word).startswith(begun) for said in (texts, Catalogue.of("en")))
