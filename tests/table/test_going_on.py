"""A game that was begun elsewhere goes on at a table."""

from rowlock.rules import Outcome, Record
from rowlock.table.apply import opening
from rowlock.table.commands import AskTakeback, Play
from rowlock.table.decide import drafted
from rowlock.table.events import Opened
from rowlock.table.options import Options, SeatPlan
from rowlock.table.table import Table
from tests.table.sitting import NOON

PEOPLE = (SeatPlan("human", "Ada"), SeatPlan("human", "Boris"))


def going_on(text: str) -> Table:
    game = Record.parse(text).game
    return opening(Opened(NOON, "table", game, PEOPLE, ("", ""), Options(dice="real"), "", record=text))


def test_from_any_position() -> None:
    text = '[Game "quixo"]\n[Seats "Ada; Boris"]\n[Start "quixo .xx/.../... o"]\n\n1. a1c1 {why?}\n'
    table = going_on(text)
    assert (table.status, table.awaiting, len(table.plies)) == ("playing", (1,), 1)
    over = drafted(table, 1, Play("a3c3", table.turn), NOON).table
    assert over.outcome == Outcome("own-line", (1, 2), lines=(("a3", "b3", "c3"),))
    assert str(over.record()) == text.replace("\n\n", '\n[Result "1 2 own-line"]\n\n').replace("}", "} a3c3")


def test_in_the_middle_of_sealed_decisions() -> None:
    text = '[Game "qwixx"]\n[Seats "Ada; Boris"]\n\n1. 413526 | - y5\n'
    table = going_on(text)
    assert (table.awaiting, table.action, table.rolls) == ((1,), 1, 1)
    assert str(table.record()) == text.replace(" | - y5", "")  # what is sealed is not shown
    again = drafted(table, 2, AskTakeback(), NOON).table
    assert again.awaiting == (1, 2)


def test_repetition_counts_what_was_before() -> None:
    head = '[Game "quixo"]\n[Seats "Ada; Boris"]\n[Start "quixo x..../...../...../...../o.... x"]\n\n'
    table = going_on(f"{head}1. a5e5 a1e1\n2. e5a5 e1a1\n3. a5e5 a1e1\n4. e5a5\n")
    assert drafted(table, 2, Play("e1a1", table.turn), NOON).table.outcome == Outcome("repetition", (1, 1))
