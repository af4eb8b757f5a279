"""Why a push at Quixo is good, or better than another: lines that it finishes, stops, threatens or allows.

Everything is found by playing pushes: a side *threatens* a line if it could finish it were it to move now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from rowlock.bots import Option
from rowlock.rules import Move, State
from rowlock.rules.board import Cubes
from rowlock.rules.quixo import Quixo
from rowlock.rules.quixo4 import Quixo4
from rowlock.study.analysis import Analysis
from rowlock.study.hint import Fact, Reason, Why, Words

Position = Quixo | Quixo4
Line = tuple[str, ...]
"""Its squares."""

PUSH = 4
"""So many letters name a push; in teams an arrow follows, which no line depends on."""
MOST_SAID = 2
"""Reasons in one sentence."""


# What is true


def after_pushes(state: Position) -> Iterator[tuple[str, Position]]:
    """Every push of the side to move, without its arrows, and the position after it."""
    named: dict[str, Move] = {}
    for move in state.legal_moves(state.active):
        named.setdefault(move[:PUSH], move)
    for push, move in named.items():
        yield push, state.play(state.active, move)


def finished(state: Position, mover: int) -> tuple[Line, ...]:
    """The lines with which a seat has just won."""
    outcome = state.outcome
    return outcome.lines if outcome and mover in outcome.winners else ()


def threats(state: Position, seat: int) -> tuple[Line, ...]:
    """The lines that a seat could finish, and win with, if it were to move now."""
    if state.outcome:
        return ()
    at_move = replace(state, to_move=seat)
    found = {line: None for _, after in after_pushes(at_move) for line in finished(after, seat)}
    return tuple(found)


def next_seat(state: Position, seat: int) -> int:
    """Who moves after a seat."""
    return seat % state.seats + 1


def next_own(state: Position, seat: int) -> int:
    """Who of a seat's side moves next, after the other side."""
    return next_seat(state, next_seat(state, seat))


def lost_at_once(state: Position, seat: int) -> tuple[Line, ...] | None:
    """After a push of a seat: the lines that make it lose now or after any reply; None if it doesn't lose so soon."""
    if state.outcome:
        return None if seat in state.outcome.winners else state.outcome.lines
    return threats(state, next_seat(state, seat)) or None


def every_other_loses(state: Position, push: str) -> tuple[Line, ...] | None:
    """Does every other push lose at once? Then the lines that the other side can finish after each of them, maybe none;
    None if one of them doesn't lose."""
    common: set[Line] | None = None
    for other, after in after_pushes(state):
        if other == push:
            continue
        lines = lost_at_once(after, state.active)
        if lines is None:
            return None
        could_finish = set() if after.outcome else set(lines)
        common = could_finish if common is None else common & could_finish
    return None if common is None else tuple(sorted(common))


def shown(state: Position, seat: int) -> Cubes:
    """The cubes that show the symbol of a seat's side."""
    if isinstance(state, Quixo):
        return state.crosses if seat == 1 else state.noughts
    n, e, s, w = state.pointing_at
    return n | s if seat % 2 else e | w


# In words


def line_words(line: Line) -> Words:
    """A line by its name."""
    files, ranks = {square[0] for square in line}, {square[1] for square in line}
    if len(files) == 1:
        return Words("line.column", {"name": line[0][0]})
    if len(ranks) == 1:
        return Words("line.row", {"name": line[0][1]})
    return Words("line.diagonal", {"name": f"{line[0]}–{line[-1]}"})


def symbol(seat: int) -> str:
    """The symbol of a seat's side."""
    return "✕" if seat % 2 else "◯"


class _Push:
    """One push in a position, and what can be said of it."""

    def __init__(self, state: Position, option: Option, options: Sequence[Option]) -> None:
        self.state, self.option, self.options = state, option, options
        self.seat, self.push = state.active, option.move[:PUSH]
        self.after = state.play(self.seat, option.move)
        self.opponent = next_seat(state, self.seat)
        self.certain = all(one.exact for one in options)

    def good(self) -> Iterator[Reason]:
        """What speaks for it, the most important first."""
        seat, after, option = self.seat, self.after, self.option
        if lines := finished(after, seat):
            yield self._of_line("finishes", lines)
            return
        if self._is_lost():
            yield from self.bad()
            return
        if option.exact and option.value == "win":
            plies = option.plies
            words = Words("push.won") if plies is None else Words("push.wins", {"count": plies})
            yield self._said("wins", words)
        yield from self._defence()
        if self.certain and option.value in ("win", "draw") and self._is_only():
            yield self._said(f"only-{option.value}", Words(f"push.only-{option.value}"))
        elif option.exact and option.value == "draw":
            yield self._said("draws", Words("push.draws"))
        if lines := threats(after, next_own(self.state, seat)):
            yield self._of_line("threatens", lines)
        if self.takes_blank:
            facts: dict[str, Fact] = {
                "side": symbol(seat),
                "count": shown(after, seat).bit_count(),
                "against": symbol(self.opponent),
                "others": shown(after, self.opponent).bit_count(),
            }
            yield self._said("blank", Words("push.blank", facts))

    def _defence(self) -> Iterator[Reason]:
        lines = every_other_loses(self.state, self.push)
        if lines:
            yield self._of_line("only-defence", lines)
        elif lines is not None:
            yield self._said("only-safe", Words("push.only-safe"))
        elif lines := threats(self.state, self.opponent):
            yield self._of_line("stops", lines)

    def _is_lost(self) -> bool:
        return lost_at_once(self.after, self.seat) is not None or (
            self.option.exact and self.option.value == "loss"
        )

    def _is_only(self) -> bool:
        """Is there no other push that is worth as much?"""
        others = [one for one in self.options if one.move[:PUSH] != self.push]
        worse = ("draw", "loss") if self.option.value == "win" else ("loss",)
        return bool(others) and all(one.value in worse for one in others)

    @property
    def takes_blank(self) -> bool:
        """Is there one more cube with a symbol after it?"""
        taken = self.state.board.push_named[self.push].taken
        return not taken & (shown(self.state, self.seat) | shown(self.state, self.opponent))

    def bad(self) -> Iterator[Reason]:
        """What speaks against it."""
        if self._is_lost() and self.certain and all(one.value == "loss" for one in self.options):
            yield from self._resistance()
        elif self.after.outcome and not finished(self.after, self.seat):
            yield self._of_line("gives", self.after.outcome.lines)
        elif lines := threats(self.after, self.opponent):
            yield self._of_line("lets", lines)
        elif self.option.exact and self.option.value == "loss":
            yield self._loses()
        elif self.option.exact and self.option.value == "draw" and self._misses_a_win():
            yield self._said("only-draws", Words("push.only-draws"))

    def _misses_a_win(self) -> bool:
        return any(one.exact and one.value == "win" for one in self.options)

    def _resistance(self) -> Iterator[Reason]:
        """Every push loses, and some sooner."""
        plies = [one.plies for one in self.options if one.plies is not None]
        if len(plies) == len(self.options) and self.option.plies == max(plies):
            yield self._said("lasts", Words("push.lasts", {"count": max(plies)}))
        else:
            yield self._loses()

    def _loses(self) -> Reason:
        plies = self.option.plies
        words = Words("push.losing") if plies is None else Words("push.loses", {"count": plies})
        return self._said("loses", words)

    def _of_line(self, code: str, lines: Sequence[Line]) -> Reason:
        side = self.seat if code in ("finishes", "threatens") else self.opponent
        facts: dict[str, Fact] = {"side": symbol(side), "line": line_words(lines[0])}
        return self._said(code, Words(f"push.{code}", facts))

    def _said(self, code: str, words: Words) -> Reason:
        return Reason(code, words=words, about=self.option.move)


class QuixoHints:
    """What Quixo offers for hints."""

    def look(self, state: State, found: Analysis) -> Words:
        """At the line that matters now; else at the cube that should move."""
        position, best = cast(Position, state), found.moves[0].move
        if len({option.move[:PUSH] for option in found.moves}) == 1:
            return Words("look.only")
        after = position.play(found.seat, best)
        lines = finished(after, found.seat) or threats(position, next_seat(position, found.seat))
        if lines:
            return Words("look.line", {"line": line_words(lines[0])})
        return Words("look.cube", {"square": best[:2]})

    def why(self, state: State, found: Analysis, move: Move, against: Move | None) -> Why:
        """What can be said for a push, and against another."""
        position = cast(Position, state)
        if against is None:
            return Why(move, None, None, None, (), Words("only"))
        options = {option.move: option for option in found.moves}
        push = _Push(position, options[move], found.moves)
        good = [*push.good()]
        bad = [*_Push(position, options[against], found.moves).bad()]
        return Why(move, against, None, None, (*good, *bad), _sentence(move, against, good, bad))


ALONE = ("finishes", "only-defence", "only-safe", "only-win", "only-draw")
"""Reasons that say all about the other pushes, too."""


LOST = ("gives", "lets", "loses", "lasts")
"""Reasons that say only how bad it is."""


def _sentence(move: Move, against: Move, good: Sequence[Reason], bad: Sequence[Reason]) -> Words:
    """The most important things: two of the push; or one of it, and one of the other."""
    said = [cast(Words, reason.words) for reason in good[:MOST_SAID]]
    if not said:
        return Words("judged", {"move": move})
    if good[0].code in LOST:
        return Words("push.lost", {"move": move, "bad": said[0]})
    facts: dict[str, Fact] = {"move": move, "first": said[0]}
    if bad and good[0].code not in ALONE and bad[0] != good[0]:
        return Words("push.unlike", {**facts, "other": against, "bad": cast(Words, bad[0].words)})
    return Words("push.two", {**facts, "second": said[1]}) if len(said) > 1 else Words("push.one", facts)


HINTS = {"quixo": QuixoHints(), "quixo4": QuixoHints()}
