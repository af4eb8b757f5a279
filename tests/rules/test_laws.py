"""Laws that hold at every step of every random game, told from the position texts alone."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import given

from rowlock.rules import GAMES, Record, State, parse_position
from tests.rules.games import LONGEST, Plan, Step, any_plans, quixo4_plans, quixo_plans, qwixx_plans

UP = [str(number) for number in range(2, 13)]
ROWS = (UP, UP, UP[::-1], UP[::-1])
POINTS = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)
"""As it is printed on the score pad."""


class Sheet(NamedTuple):
    rows: list[list[str]]
    penalties: int


def sheets_of(state: State) -> list[Sheet]:
    sheets = []
    for word in str(state).split(" ")[1:-3]:
        *rows, penalties = word.split("/")
        sheets.append(Sheet([row.split(",") if row != "-" else [] for row in rows], int(penalties)))
    return sheets


def closed(sheets: list[Sheet], colour: int) -> bool:
    return any(ROWS[colour][-1] in sheet.rows[colour] for sheet in sheets)


@given(qwixx_plans())
def test_laws_of_qwixx(plan: Plan) -> None:
    before = sheets_of(plan.begin())
    crossed_in_action_1 = plan.begin().phase == "colour+"
    for step in plan.steps():
        after = sheets_of(step.after)
        crossed_from_left_to_right(before, after)
        nothing_beyond_a_lock(before, after, str(step.after).split(" ")[-1])
        scores_by_the_printed_table(after, step.after)
        crosses = [crosses_on(new) - crosses_on(old) for old, new in zip(before, after, strict=True)]
        penalties = [new.penalties - old.penalties for old, new in zip(before, after, strict=True)]
        if step.before.phase in ("colour", "colour+"):
            assert step.before.phase == ("colour+" if crossed_in_action_1 else "colour")
            one_cross_or_the_penalty_that_is_due(step, crosses, penalties, crossed_in_action_1)
        else:
            assert not any(penalties), "a penalty is only due after both actions"
            assert set(crosses) <= {0, 1}
        if step.before.phase == "white":
            crossed_in_action_1 = crosses[step.before.active - 1] == 1
        before = after


def crossed_from_left_to_right(before: list[Sheet], after: list[Sheet]) -> None:
    for old, new in zip(before, after, strict=True):
        for old_row, row, numbers in zip(old.rows, new.rows, ROWS, strict=True):
            assert row[: len(old_row)] == old_row, "a cross stays, and a new one stands right of it"
            places = [numbers.index(number) for number in row]
            assert places == sorted(set(places))
            if numbers[-1] in row:
                assert len(row) >= 6, "five crosses, then the last number"


def nothing_beyond_a_lock(before: list[Sheet], after: list[Sheet], dice: str) -> None:
    """Once a row is locked, nobody's row changes; and its die shows no face."""
    for colour in range(4):
        if closed(before, colour):
            assert [sheet.rows[colour] for sheet in before] == [sheet.rows[colour] for sheet in after]
        assert dice == "-" or (dice[2 + colour] == ".") == closed(after, colour)


def scores_by_the_printed_table(sheets: list[Sheet], state: State) -> None:
    points = []
    for sheet in sheets:
        crosses = [len(row) + (numbers[-1] in row) for row, numbers in zip(sheet.rows, ROWS, strict=True)]
        points.append(sum(POINTS[count] for count in crosses) - 5 * sheet.penalties)
    assert list(state.scores) == points
    if outcome := state.outcome:
        assert list(outcome.scores) == points
        best_first = sorted(points, reverse=True)
        assert [best_first.index(mine) + 1 for mine in points] == list(outcome.places)


def crosses_on(sheet: Sheet) -> int:
    return sum(map(len, sheet.rows))


def one_cross_or_the_penalty_that_is_due(
    step: Step, crosses: list[int], penalties: list[int], crossed_in_action_1: bool
) -> None:
    active = step.before.active - 1
    assert crosses[active] in (0, 1)
    assert penalties[active] == (not crosses[active] and not crossed_in_action_1)
    assert sum(crosses) == crosses[active], "nobody else crosses anything in action 2"
    assert sum(penalties) == penalties[active], "nobody else ever takes a penalty"


@pytest.mark.parametrize("policy", ["anything", "thrifty", "together", "timid"])
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_qwixx_always_ends(seats: int, policy: str) -> None:
    """A turn of the active player adds a cross or a penalty, and there is room for only so many."""
    for seed in range(4):
        plan = Plan("qwixx", str(GAMES["qwixx"].start(seats, 1)), seed, policy, plies=100_000)
        *_, last = plan.steps()
        assert last.after.outcome is not None
        turns = sum(step.before.phase == "roll" for step in plan.steps())
        assert turns <= seats * (4 * 11 + 4)


def letters(state: State) -> Counter[str]:
    board = Counter(str(state).split(" ")[1].replace("/", ""))
    return Counter({"x": board["x"] + board["n"] + board["s"], "o": board["o"] + board["e"] + board["w"]})


def cubes_hold(step: Step) -> None:
    """The mover's symbol gains at most one cube, from the blank ones; the other symbol keeps its number."""
    before, after = letters(step.before), letters(step.after)
    mine, other = ("x", "o") if step.seat % 2 else ("o", "x")
    assert after[mine] - before[mine] in ((0,) if step.move == "skip" else (0, 1))
    assert after[other] == before[other]
    assert len(str(step.before).split(" ")[1]) == len(str(step.after).split(" ")[1])
    assert step.after.active == step.seat % step.before.seats + 1


@given(quixo_plans() | quixo4_plans())
def test_quixo_changes_the_number_of_cubes_of_a_symbol_by_at_most_one(plan: Plan) -> None:
    for step in plan.steps():
        cubes_hold(step)
        if step.move == "skip":
            assert str(step.before).split(" ")[1] == str(step.after).split(" ")[1]


@given(any_plans())
def test_a_state_never_changes_and_is_its_text(plan: Plan) -> None:
    """Playing leaves the state before alone; the text leads back to an equal state with an equal hash."""
    for step in plan.steps():
        before, text, number = step.before, str(step.before), hash(step.before)
        assert before.play(step.seat, step.move) == step.after
        assert (str(before), hash(before)) == (text, number)
        reread = parse_position(text)
        assert str(reread) == text
        if len(before.awaiting) == len(reread.awaiting):
            assert reread == before
            assert hash(reread) == hash(before)
            assert reread.key == before.key
        else:
            assert reread != before, "sealed decisions are part of a state, but not of a position"


@given(any_plans())
def test_the_record_leads_through_the_same_states(plan: Plan) -> None:
    """Wherever all have decided, that is: a record puts decisions made at the same time into seat order."""
    record = Record.parse(str(plan.record()))
    steps = list(plan.steps())
    states = list(record.states())
    assert len(states) == len(steps) + 1
    assert states[0] == plan.begin()
    for step, state in zip(steps, states[1:], strict=True):
        if len(step.after.awaiting) in (0, 1) or not any(getattr(step.after, "decided", ())):
            assert str(state) == str(step.after)
    if steps:
        assert record.last_state == steps[-1].after
        assert record.outcome == steps[-1].after.outcome


@given(any_plans())
def test_owed_decisions_moves_and_outcome_belong_together(plan: Plan) -> None:
    """Somebody owes a decision exactly while there is no outcome, and whoever owes one has a move."""
    for step in plan.steps():
        for state in (step.before, step.after):
            assert bool(state.awaiting) == (state.outcome is None)
            assert (state.phase == "over") == (state.outcome is not None)
            for seat in range(state.seats + 2):
                assert bool(len(state.legal_moves(seat))) == (seat in state.awaiting)


def test_games_of_the_sample_are_not_cut_short() -> None:
    """The longest plan is long enough for a whole game with five players."""
    *_, last = Plan("qwixx", str(GAMES["qwixx"].start(5, 1)), 7, "anything", LONGEST).steps()
    assert last.after.outcome is not None
