"""Texts that are no position or move: one clear error with its place, never another exception or a wrong state."""

from __future__ import annotations

import pytest
from hypothesis import event, example, given

from rowlock.rules import IllegalMove, NotationError, parse_position
from tests.rules.games import Plan, any_plans
from tests.rules.texts import ALL_GAMES, anything, fits_a_line, place_is_in, positions_with_slips


def read_position(text: str) -> None:
    """Either it is read and prints back to exactly the same text, or the error says where the fault is."""
    for parse in (parse_position, *(game.parse for game in ALL_GAMES)):
        try:
            state = parse(text)
        except NotationError as error:
            event(f"refused: {error.problem[:20]}")
            in_place = place_is_in(error, text.replace("\n", " "))
            one_line = fits_a_line(str(error))
        else:
            event("read")
            in_place = one_line = True
            assert str(state) == text
            assert parse(str(state)) == state
            assert bool(state.awaiting) == (state.outcome is None)
        assert in_place, text
        assert one_line, text


@given(anything)
def test_any_text(text: str) -> None:
    read_position(text)
    for name in ("qwixx", "quixo", "quixo4"):
        read_position(f"{name} {text}")


@given(positions_with_slips())
@example("quixo4 ...../...../...../...../..... n 999999999")
@example("quixo4 ...../...../...../...../..... n 9999999999999999999999")
@example("quixo4 ...../...../...../...../..... n ٣")
@example("quixo4 ...../...../...../...../..... n ²")
@example("quixo4 ...../...../...../...../..... n 00")
@example("quixo4 ...../...../...../...../..... ne 0")
@example("quixo ...../...../...../...../..... xo")
@example("quixo ...../...../...../...../..... ")
@example("qwixx -/-/-/-/0 ١ roll -")
@example("qwixx -/-/-/-/² ² roll -")
@example("qwixx ²/-/-/-/0 1 roll -")
@example("qwixx ٣/-/-/-/0 1 roll -")
@example("qwixx 03/-/-/-/0 1 roll -")
@example("qwixx -/-/-/-/٣ 1 roll -")
@example("qwixx -/-/-/-/0 1 white ١١١١١١")
@example("qwixx -/-/-/-/0 1 white 111111\n")
@example("\ufeffqwixx -/-/-/-/0 1 roll -")
@example("qwixx" + " -/-/-/-/0" * 100_000 + " 1 roll -")
@example("qwixx " + "2," * 100_000 + "/-/-/-/0 1 roll -")
@example("quixo " + "x" * 100_000 + " x")
def test_a_position_with_slips(text: str) -> None:
    read_position(text)


@pytest.mark.parametrize(
    "text,column",
    [
        ("", 1),
        ("chess", 1),
        ("Quixo ...../...../...../...../..... x", 1),
        ("quixo  ...../...../...../...../..... x", 7),
        ("quixo ...../...../...../...../..... x ", 39),
        ("quixo ...../...../..y../...../..... x", 21),
        ("quixo ...../...../..../...../..... x", 19),
        ("quixo ...../..... x", 7),
        ("quixo ...../...../...../...../..... n", 37),
        ("quixo4 ...../...../...../...../..... x 0", 38),
        ("quixo4 ...../...../...../...../..... n -1", 40),
        ("quixo4 ...../...../...../...../....x n 0", 36),
        ("qwixx -/-/-/-/0 3 roll -", 17),
        ("qwixx -/-/-/-/0 1 dinner -", 19),
        ("qwixx -/-/-/-/5 1 roll -", 15),
        ("qwixx -/-/-/0 1 roll -", 7),
        ("qwixx 3,2/-/-/-/0 1 roll -", 9),
        ("qwixx 2,2/-/-/-/0 1 roll -", 9),
        ("qwixx -/-/-/2,12/0 1 roll -", 13),
        ("qwixx -/-/11,12/-/0 1 roll -", 14),
        ("qwixx 2,3,4,5,12/-/-/-/0 1 roll -", 15),
        ("qwixx 1/-/-/-/0 1 roll -", 7),
        ("qwixx -/-/-/-/0 1 roll 111111", 24),
        ("qwixx -/-/-/-/0 1 white -", 25),
        ("qwixx -/-/-/-/0 1 white 11111.", 25),
        ("qwixx 2,3,4,5,6,12/-/-/-/0 1 white 111111", 36),
        ("qwixx -/-/-/-/4 1 roll -", 19),
        ("qwixx -/-/-/-/0 1 over -", 19),
        ("qwixx -/-/-/-/4 1 over 111111", 24),
        ("qwixx 1 roll -", 1),
        ("qwixx -/-/-/-/0 -/-/-/-/0 -/-/-/-/0 -/-/-/-/0 -/-/-/-/0 -/-/-/-/0 1 roll -", 1),
    ],
)
def test_where_the_fault_is(text: str, column: int) -> None:
    with pytest.raises(NotationError) as error:
        parse_position(text)
    assert (error.value.line, error.value.column) == (1, column)
    assert error.value.code == "notation"
    assert error.value.facts["column"] == column
    assert str(error.value).startswith(f"line 1, column {column}: ")


@given(any_plans(), anything | positions_with_slips())
def test_any_text_as_a_move(plan: Plan, text: str) -> None:
    """A state takes exactly its legal moves; everything else is refused and changes nothing."""
    state = plan.begin()
    for seat in (*state.awaiting, 0, 1, state.seats + 1, -1, 10**30):
        if text in state.legal_moves(seat):
            state.play(seat, text)
        else:
            with pytest.raises(IllegalMove):
                state.play(seat, text)
    assert str(state) == plan.start
