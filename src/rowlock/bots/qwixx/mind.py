"""One who thinks about Qwixx: the chance to win; with one sheet, the exact expected final score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from rowlock.bots.question import Answer, Option, Question
from rowlock.bots.qwixx.levels import OVERLOOK
from rowlock.rules.game import DICE, ROLL, Move
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import Layout

if TYPE_CHECKING:
    from rowlock.bots.qwixx.alone import Alone


class QwixxMind:
    """Remembers nothing but the solved sheet of one player, which is the same for all who play on it."""

    def __init__(self) -> None:
        self._alone_on: tuple[Layout, Alone] | None = None

    @staticmethod
    def given(means: Mapping[str, str]) -> QwixxMind:  # noqa: ARG004 (it needs none)
        """A mind with what it is given."""
        return QwixxMind()

    def alone(self, question: Question) -> Alone:
        """What positions of one player are worth. The classic sheet is solved the first time, which takes a while."""
        from rowlock.bots.qwixx.alone import alone_on

        layout = cast(Qwixx, question.view).layout
        if self._alone_on is None or self._alone_on[0] != layout:
            known = alone_on(
                layout,
                lambda share: question.tell(f"solving the sheet of one player, once: {share:.0%} done"),
            )
            self._alone_on = layout, known
        return self._alone_on[1]

    def decide(self, level: str, question: Question) -> Answer:
        """The best decision for the chance to win, among the crosses not overlooked."""
        state = cast(Qwixx, question.view)
        question.check()
        if state.seats == 1:
            return self.options(question)
        from rowlock.bots.qwixx.decide import decisions, overlooks
        from rowlock.bots.qwixx.likeness import net_on

        missed: frozenset[Move] = frozenset()
        if OVERLOOK[level]:
            missed = overlooks(state, question.seat, OVERLOOK[level], question.chance)
        worth = decisions(state, question.seat, net_on(state.layout, state.seats), missed)
        return _ranked(Option(move, chance=value) for move, (value, _) in worth.items())

    def options(self, question: Question) -> Answer:
        """Every decision with the chance to win, or with one sheet the expected points; before a roll, what the
        position is worth."""
        state, seat = cast(Qwixx, question.view), question.seat
        if state.awaiting != (DICE,):
            question.check()
        if state.seats == 1:
            return self._alone(state, question)
        from rowlock.bots.qwixx.decide import chances, decisions, points
        from rowlock.bots.qwixx.likeness import net_on

        net = net_on(state.layout, state.seats)
        if state.phase == "roll":
            chance, expected = (float(of([state], net)[0, seat - 1]) for of in (chances, points))
            return Answer(ROLL, (Option(ROLL, chance=chance, points=expected),))
        worth = decisions(state, seat, net)
        expectations = points([after for _, after in worth.values()], net)[:, seat - 1].tolist()
        return _ranked(
            Option(move, chance=chance, points=expected)
            for (move, (chance, _)), expected in zip(worth.items(), expectations, strict=True)
        )

    def _alone(self, state: Qwixx, question: Question) -> Answer:
        known = self.alone(question)
        if state.phase == "roll":
            return Answer(ROLL, (Option(ROLL, exact=known.exact, points=known.value(state)),))
        return _ranked(
            Option(move, exact=known.exact, points=known.value(state.play(1, move)))
            for move in state.legal_moves(1)
        )


def _ranked(options: Iterable[Option]) -> Answer:
    """The options by what they are worth; of equal ones the first stays first."""
    ranked = sorted(options, key=_worth, reverse=True)
    return Answer(ranked[0].move, tuple(ranked))


def _worth(option: Option) -> float:
    """The chance to win, which may be none at all; alone, the points."""
    worth = option.points if option.chance is None else option.chance
    assert worth is not None
    return worth
