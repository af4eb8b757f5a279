"""Every sentence and every settled point of the rules of Qwixx, one test each."""

from __future__ import annotations

import pytest

from rowlock.rules import DICE, GAMES, IllegalMove, Ply, Record, State, places
from tests.rules.games import code_of, played, qwixx

EMPTY = "-/-/-/-/0"
FIVE_RED = "2,3,4,5,6/-/-/-/0"
GREEN_CLOSED = "-/-/12,11,10,9,8,2/-/0"


# The sheet, and crossing from left to right


def test_red_and_yellow_run_up_green_and_blue_down() -> None:
    """Red and yellow run 2 to 12, green and blue 12 to 2, always from left to right."""
    state = qwixx("7/7/7/7/0", EMPTY, "1 white 361111")
    assert set(state.legal_moves(1)) == {"r9", "y9", "pass"}
    state = qwixx("7/7/7/7/0", EMPTY, "1 white 231111")
    assert set(state.legal_moves(1)) == {"g5", "b5", "pass"}


@pytest.mark.parametrize("gone", ["r2", "r3", "r4", "r6"])
def test_red_5_then_red_7_crossed_and_what_is_left_of_them_is_gone(gone: str) -> None:
    """Worked example: after red 5 and red 7 the numbers 2, 3, 4 and 6 can't be crossed any more."""
    number = int(gone[1:])
    dice = f"{number // 2}{number - number // 2}1111"
    state = qwixx("5,7/-/-/-/0", EMPTY, f"1 white {dice}")
    assert gone not in state.legal_moves(1)
    assert code_of(state, 1, gone) == "passed-over"


@pytest.mark.parametrize(
    "sheet,colour,open_numbers",
    [
        ("-/2,3,4,5,6,10/-/-/0", "y", {11, 12}),
        ("-/-/11,10,9,8,6/-/0", "g", {5, 4, 3, 2}),
        ("-/-/-/10/0", "b", {9, 8, 7, 6, 5, 4, 3}),
        ("-/-/-/10,9,8,7,6/0", "b", {5, 4, 3, 2}),
    ],
)
def test_only_numbers_right_of_the_last_cross_remain(sheet: str, colour: str, open_numbers: set[int]) -> None:
    """Worked example: yellow's last cross at 10 leaves 11 and 12, green's at 6 leaves 5 to 2, blue's at 10 what is
    right of it (its 2 with five crosses)."""
    found = set()
    for first in range(1, 7):
        for second in range(1, 7):
            state = qwixx(sheet, EMPTY, f"1 white {first}{second}1111")
            found |= {int(move[1:]) for move in state.legal_moves(1) if move[0] == colour}
    assert found == open_numbers


@pytest.mark.parametrize("last,sum_dice", [("r12", "66"), ("y12", "66"), ("g2", "11"), ("b2", "11")])
def test_the_last_number_needs_five_crosses_for_everyone(last: str, sum_dice: str) -> None:
    """Five crosses are enough (not "more than five"), four are not; and green 2 is a last number like the others."""
    four, five = ("7,8,9,10", "7,8,9,10,11") if last[0] in "ry" else ("9,8,7,6", "9,8,7,6,5")
    for seat in (1, 2):
        for crossed, code in ((four, "needs-five"), (five, None)):
            rows = ["-"] * 4
            rows["rygb".index(last[0])] = crossed
            sheet = "/".join([*rows, "0"])
            sheets = (sheet, EMPTY) if seat == 1 else (EMPTY, sheet)
            state = qwixx(*sheets, f"1 white {sum_dice}3333")
            assert code_of(state, seat, last) == code


# A turn


def test_whites_4_and_1_with_blue_6() -> None:
    """Worked example: the white sum 5 in any one row, then white 4 and blue 6 make blue 10."""
    state = qwixx(EMPTY, EMPTY, EMPTY, EMPTY, "1 white 413526")
    for seat in (1, 2, 3, 4):
        assert set(state.legal_moves(seat)) == {"r5", "y5", "g5", "b5", "pass"}
    state = played(state, (1, "r5"), (2, "y5"), (3, "pass"), (4, "pass"))
    assert "b10" in state.legal_moves(1)
    state = played(state, (1, "b10"))
    assert str(state) == "qwixx 5/-/-/10/0 -/5/-/-/0 -/-/-/-/0 -/-/-/-/0 2 roll -"


def test_all_decide_about_the_white_sum_at_the_same_time() -> None:
    """Every player is owed a decision, in any order, and no sheet changes before the last one."""
    state = qwixx(EMPTY, EMPTY, EMPTY, "2 white 413526")
    assert state.awaiting == (1, 2, 3)
    later = played(state, (3, "r5"), (1, "y5"))
    assert later.awaiting == (2,)
    assert str(later) == str(state)
    assert str(played(later, (2, "pass"))) == "qwixx -/5/-/-/0 -/-/-/-/0 5/-/-/-/0 2 colour 413526"


def test_one_white_die_with_one_coloured_die_in_that_colour() -> None:
    """The coloured sum is the active player's alone: one white die, one coloured die, and that colour's row."""
    state = qwixx(EMPTY, EMPTY, "1 colour 411223")
    assert set(state.legal_moves(1)) == {"r5", "r2", "y6", "y3", "g6", "g3", "b7", "b4", "pass"}
    assert state.legal_moves(2) == ()
    assert code_of(state, 2, "r5") == "not-your-turn"


def test_white_first_then_colour() -> None:
    """The coloured sum is judged on the sheet after the white one."""
    state = played(qwixx(EMPTY, EMPTY, "1 white 231111"), (1, "r5"), (2, "pass"))
    assert "r3" not in state.legal_moves(1)
    assert "y3" in state.legal_moves(1)


def test_crossing_in_the_first_action_is_a_choice_of_the_active_player_too() -> None:
    """002 says "must": a slip. The active player may pass, and cross in the second action only, unpunished."""
    state = qwixx(EMPTY, EMPTY, "1 white 413526")
    assert "pass" in state.legal_moves(1)
    state = played(state, (1, "pass"), (2, "pass"), (1, "b10"))
    assert str(state) == "qwixx -/-/-/10/0 -/-/-/-/0 2 roll -"


def test_the_penalty_is_the_active_players_for_crossing_nothing_in_both_actions() -> None:
    state = played(qwixx(EMPTY, EMPTY, "1 white 413526"), (1, "pass"), (2, "pass"), (1, "pass"))
    assert str(state) == "qwixx -/-/-/-/1 -/-/-/-/0 2 roll -"


def test_no_penalty_after_a_cross_in_the_first_action() -> None:
    state = played(qwixx(EMPTY, EMPTY, "1 white 413526"), (1, "r5"), (2, "pass"), (1, "pass"))
    assert str(state) == "qwixx 5/-/-/-/0 -/-/-/-/0 2 roll -"


def test_the_turn_goes_clockwise() -> None:
    state = GAMES["qwixx"].start(3, 2)
    active = []
    for _ in range(4):
        active.append(state.active)
        state = played(state, (DICE, "111111"), (1, "pass"), (2, "pass"), (3, "pass"))
        state = played(state, (state.active, "pass"))
    assert active == [2, 3, 1, 2]


# Closing a row


def test_a_lock_closes_the_row_for_everyone_and_takes_its_die() -> None:
    """The die leaves at once: in the same turn, and in every later roll."""
    state = played(qwixx(FIVE_RED, FIVE_RED, "2 white 661111"), (1, "r12"), (2, "pass"))
    assert str(state) == "qwixx 2,3,4,5,6,12/-/-/-/0 2,3,4,5,6/-/-/-/0 2 colour 66.111"
    state = played(state, (2, "y7"))
    assert len(state.legal_moves(DICE)) == 6**5
    assert code_of(state, DICE, "661111") == "die-has-left"
    assert code_of(played(state, (DICE, "66.111")), 2, "r12") == "row-closed"


def test_a_row_closed_in_action_1_is_no_colour_for_action_2() -> None:
    """Settled: the active player may not use that colour any more, even whoever locked it."""
    state = played(qwixx("-/-/12,11,10,9,8/-/0", EMPTY, "1 white 113355"), (1, "g2"), (2, "pass"))
    assert not [move for move in state.legal_moves(1) if move[0] == "g"]
    assert code_of(state, 1, "g6") == "row-closed"


def test_closed_for_the_rest_of_the_game() -> None:
    """004 says "until the end of the round": a slip."""
    state = qwixx(GREEN_CLOSED, "-/-/12/-/0", "1 roll -")
    for _ in range(3):
        state = played(state, (DICE, "3411.1"))
        assert not [move for seat in (1, 2) for move in state.legal_moves(seat) if move[0] == "g"]
        state = played(state, (1, "pass"), (2, "pass"))
        state = played(state, (state.active, "y4" if "y4" in state.legal_moves(state.active) else "pass"))


def test_several_lock_a_row_together_each_with_five_crosses() -> None:
    """Those who don't lock it in that same action can never cross in it again."""
    state = qwixx(FIVE_RED, FIVE_RED, "2,3,4,5/-/-/-/0", FIVE_RED, "3 white 661111")
    assert "r12" not in state.legal_moves(3)
    state = played(state, (1, "r12"), (2, "r12"), (3, "pass"), (4, "pass"))
    assert state.phase == "colour"
    assert state.scores == (28, 28, 10, 15)
    assert code_of(played(state, (3, "pass"), (DICE, "66.111"), (1, "pass")), 4, "r12") == "row-closed"


def test_fifth_cross_in_action_1_and_the_last_number_in_action_2() -> None:
    """Settled: allowed, because the five crosses are then there."""
    state = qwixx("2,3,4,5/-/-/-/0", EMPTY, "1 white 616111")
    assert code_of(played(state, (1, "y7"), (2, "pass")), 1, "r12") == "needs-five"
    state = played(state, (1, "r7"), (2, "pass"), (1, "r12"))
    assert str(state) == "qwixx 2,3,4,5,7,12/-/-/-/0 -/-/-/-/0 2 roll -"


# The end


def test_the_second_row_closing_in_action_1_ends_the_game_at_once() -> None:
    """Settled: no action 2, and no penalty for the active player, who has crossed nothing."""
    state = qwixx(EMPTY, "2,3,4,5,6/-/12,11,10,9,8,2/-/0", "1 white 6611.1")
    state = played(state, (1, "pass"), (2, "r12"))
    assert state.awaiting == ()
    assert state.outcome is not None
    assert state.outcome.reason == "rows-closed"
    assert state.outcome.scores == (0, 56)
    assert str(state) == "qwixx -/-/-/-/0 2,3,4,5,6,12/-/12,11,10,9,8,2/-/0 1 over -"


def test_green_is_closed_and_two_more_rows_close_in_one_action() -> None:
    """Worked example: whites 6 and 6; one player locks red, another yellow; three rows are closed."""
    state = qwixx(FIVE_RED, "-/2,3,4,5,6/12,11,10,9,8,2/-/0", EMPTY, "3 white 6611.1")
    state = played(state, (1, "r12"), (2, "y12"), (3, "pass"))
    assert state.outcome is not None
    assert state.outcome.reason == "rows-closed"
    assert state.outcome.scores == (28, 56, 0)
    closed = [sheet for sheet in str(state).split(" ")[1:4] if "12/" in sheet or ",2/" in sheet]
    assert closed == ["2,3,4,5,6,12/-/-/-/0", "-/2,3,4,5,6,12/12,11,10,9,8,2/-/0"]


def test_two_first_rows_may_close_in_one_action_too() -> None:
    state = played(qwixx(FIVE_RED, "-/2,3,4,5,6/-/-/0", "1 white 661111"), (1, "r12"), (2, "y12"))
    assert state.outcome is not None
    assert state.outcome.reason == "rows-closed"


def test_the_second_row_closing_in_action_2_ends_the_game() -> None:
    state = played(qwixx("2,3,4,5,6/-/12,11,10,9,8,2/-/0", EMPTY, "1 colour+ 6161.1"), (1, "r12"))
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.places) == ("rows-closed", (1, 2))


def test_one_closed_row_does_not_end_the_game() -> None:
    state = played(qwixx(FIVE_RED, FIVE_RED, "1 white 661111"), (1, "r12"), (2, "r12"))
    assert state.awaiting == (1,)


def test_the_fourth_penalty_of_anyone_ends_the_game() -> None:
    state = played(qwixx("-/-/-/-/3", "2/-/-/-/3", "2 colour 413526"), (2, "pass"))
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.places) == ("penalties", (1, 2))
    assert state.outcome.scores == (-15, -19)


def test_three_penalties_each_do_not_end_the_game() -> None:
    assert played(qwixx("-/-/-/-/2", "-/-/-/-/3", "1 colour 413526"), (1, "pass")).awaiting == (DICE,)


# The score


def test_seventy_points() -> None:
    """Worked example: 10 + 6 + 28 + 36 - 10."""
    sheet = "2,3,6,8/3,5,8/11,10,5,4,3,2/12,10,9,8,7,5,4,3/2"
    assert qwixx(sheet, "1 roll -").scores == (70,)


def test_seventy_points_on_the_sheet_of_002() -> None:
    """Green with eight crosses, lock included, and blue with seven, come to the same 70."""
    sheet = "2,3,6,8/3,5,8/11,10,9,5,4,3,2/12,10,9,8,7,5,4/2"
    assert qwixx(sheet, "1 roll -").scores == (70,)


def test_points_for_crosses_are_the_printed_table() -> None:
    table = {1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21, 7: 28, 8: 36, 9: 45, 10: 55}
    for crosses, points in table.items():
        for row in ("2,3,4,5,6,7,8,9,10,11", "12,11,10,9,8,7,6,5,4,3"):
            crossed = ",".join(row.split(",")[:crosses])
            sheet = f"{crossed}/-/-/-/0" if row[0] == "2" else f"-/-/-/{crossed}/0"
            assert qwixx(sheet, "1 roll -").scores == (points,)
    for crosses, points in {7: 28, 8: 36, 9: 45, 10: 55, 11: 66, 12: 78}.items():
        crossed = ",".join([*["2", "3", "4", "5", "6", "7", "8", "9", "10", "11"][: crosses - 2], "12"])
        assert qwixx(f"{crossed}/-/-/-/0", "1 roll -").scores == (points,)


def test_equal_totals_share_the_place_and_the_next_is_skipped() -> None:
    """Settled: equal totals share the win."""
    state = played(qwixx("2/-/-/-/0", "-/2/-/-/0", "-/-/-/-/3", "3 colour 413526"), (3, "pass"))
    assert state.outcome is not None
    assert state.outcome.places == (1, 1, 3)
    assert state.outcome.winners == (1, 2)
    assert places([5, 7, 5, 9]) == (3, 2, 3, 1)


# Who plays, and who is too late


def test_out_of_time_passes_and_takes_the_penalty_where_one_is_due() -> None:
    """Settled: at Qwixx a seat out of time passes."""
    state: State = qwixx(EMPTY, EMPTY, "1 white 413526")
    for _ in range(3):
        seat = state.awaiting[0]
        move = state.without_time(seat)
        assert move == "pass"
        state = state.play(seat, move)
    assert str(state) == "qwixx -/-/-/-/1 -/-/-/-/0 2 roll -"


def test_for_two_to_five_players_and_alone() -> None:
    assert GAMES["qwixx"].seat_counts == (2, 3, 4, 5)
    assert GAMES["qwixx"].start(1, 1).seats == 1
    for seats, first in ((0, 1), (6, 1), (2, 3), (2, 0)):
        with pytest.raises(ValueError, match="Qwixx"):
            GAMES["qwixx"].start(seats, first)


def test_each_plays_alone() -> None:
    assert GAMES["qwixx"].side(3, 5) == (3,)


def test_the_record_in_the_contract_is_a_game() -> None:
    text = '[Game "qwixx"]\n[Seats "Ada; Boris; bot hard"]\n[First "1"]\n\n1. 413526 | r5 y5 pass | b10\n'
    record = Record.parse(text)
    assert str(record) == text
    assert record.plies[1] == Ply(1, "r5")
    with pytest.raises(IllegalMove):
        record.played([Ply(DICE, "662144"), Ply(1, "r12")])
