"""What a Quixo move is worth, from what tables know or a search has seen."""

from __future__ import annotations

from collections.abc import Mapping

from rowlock.bots.question import Option, Value
from rowlock.bots.quixo.scores import FAR, SURE, WIN_SCORE
from rowlock.rules.game import Move
from rowlock.solve.quixo.verdict import Verdict

VALUES: Mapping[int, Value] = {1: "win", 0: "draw", -1: "loss"}


def known(move: Move, then: Verdict) -> Option:
    """A move by what is known of where it leads, where the opponent is to move."""
    return Option(
        move, exact=True, value=VALUES[-then.value], plies=None if then.plies is None else then.plies + 1
    )


def judged(move: Move, score: int, line: tuple[Move, ...] = ()) -> Option:
    """A move by a search, which may have seen the end."""
    if abs(score) <= SURE:
        return Option(move, score=score, line=line)
    plies = WIN_SCORE - abs(score)
    value: Value = "win" if score > 0 else "loss"
    return Option(move, exact=True, value=value, plies=plies if plies < FAR else None, score=score, line=line)


def rank(option: Option) -> tuple[int, float, float]:
    """Wins first, soon ones before late ones; losses last, late ones before soon ones; in between by score, a certain
    draw being even."""
    plies = option.plies if option.plies is not None else 200
    if option.value == "win":
        return 0, plies, 0
    if option.value == "loss":
        return 2, -plies, 0
    return 1, -(option.score or 0), 0 if option.exact else 1
