"""Every sentence and every settled point of the rules of Quixo in teams, one test each."""

from __future__ import annotations

import pytest

from rowlock.rules import GAMES, parse_position, repeated
from tests.rules.games import code_of, played

EMPTY = "...../...../...../...../....."
BLOCKED = "eewns/w...e/e...w/s...s/wessw"
"""No blank cube on the border, one that points at n, and no line."""


def test_turns_go_clockwise_and_teams_alternate() -> None:
    state = GAMES["quixo4"].start(4, 2)
    symbols = []
    for seat, move in ((2, "a1a5e"), (3, "b1b5s"), (4, "c1c5w"), (1, "d1d5n"), (2, "e1a1e")):
        assert state.awaiting == (seat,)
        symbols.append(move[-1])
        state = played(state, (seat, move))
    assert symbols == ["e", "s", "w", "n", "e"]


def test_partners_face_each_other() -> None:
    """n and s play crosses, e and w noughts, and they win and lose together."""
    game = GAMES["quixo4"]
    assert [game.side(seat, 4) for seat in (1, 2, 3, 4)] == [(1, 3), (2, 4), (1, 3), (2, 4)]


def test_the_arrow_points_at_the_player_or_the_partner() -> None:
    start = GAMES["quixo4"].start(4, 1)
    assert len(start.legal_moves(1)) == 88
    assert {move[-1] for move in start.legal_moves(1)} == {"n", "s"}
    assert str(start.play(1, "a1a5s")) == "quixo4 s..../...../...../...../..... e 1"
    for arrow in "ew":
        assert code_of(start, 1, f"a1a5{arrow}") == "arrow-at-opponent"


def test_a_cube_is_taken_only_by_whom_its_arrow_points_at() -> None:
    state = parse_position("quixo4 n.s.e/...../...../...../....w n 8")
    taken = {move[:2] for move in state.legal_moves(1)}
    assert "a5" in taken
    assert not taken & {"c5", "e5", "e1"}
    assert code_of(state, 1, "c5a5n") == "partners-cube"
    assert code_of(state, 1, "e5a5n") == "opponents-cube"
    assert code_of(state, 1, "e1a1n") == "opponents-cube"


def test_the_arrow_may_be_turned_to_the_partner_with_a_push() -> None:
    state = parse_position("quixo4 n..../...../...../...../..... n 8")
    assert str(state.play(1, "a5a1s")) == "quixo4 ...../...../...../...../s.... e 9"


def test_an_arrow_keeps_its_direction_while_cubes_are_pushed() -> None:
    state = parse_position("quixo4 ...../...../.nsew/...../..... n 8")
    assert str(state.play(1, "a3e3n")) == "quixo4 ...../...../nsewn/...../..... e 9"


def test_only_blank_cubes_in_the_first_turn_of_all_four() -> None:
    """Even if a partner has already pointed an arrow at the player; from the fifth turn on it counts."""
    state = GAMES["quixo4"].start(4, 1)
    state = played(state, (1, "a1a5s"), (2, "e1e5w"))
    assert code_of(state, 3, "a5a1s") == "blank-first"
    assert not [move for move in state.legal_moves(3) if move[:2] in ("a5", "e5")]
    state = played(state, (3, "c1c5n"))
    assert code_of(state, 4, "e5e1w") == "blank-first"
    state = played(state, (4, "c1a1e"))
    assert state.awaiting == (1,)
    assert code_of(state, 1, "c5c1n") is None


def test_the_first_four_turns_whoever_begins() -> None:
    state = GAMES["quixo4"].start(4, 3)
    state = played(state, (3, "a1a5n"), (4, "e1e5e"))
    assert code_of(state, 1, "a5a1n") == "blank-first"


def test_a_player_without_a_cube_to_take_skips() -> None:
    """And the turn goes on to the next; only `skip` may be played."""
    blocked = BLOCKED.replace("n", "s")
    state = parse_position(f"quixo4 {blocked} n 20")
    assert state.legal_moves(1) == ("skip",)
    assert code_of(state, 1, "a5a1n") == "must-skip"
    after = state.play(1, "skip")
    assert str(after) == f"quixo4 {blocked} e 21"
    assert "skip" not in after.legal_moves(2)


def test_nobody_else_skips() -> None:
    state = parse_position(f"quixo4 {BLOCKED} n 20")
    assert {move[:2] for move in state.legal_moves(1)} == {"d5"}
    assert code_of(state, 1, "skip") == "must-move"
    assert code_of(GAMES["quixo4"].start(4, 1), 1, "skip") == "must-move"


def test_a_blank_inside_the_board_is_no_cube_to_take() -> None:
    assert parse_position(f"quixo4 {BLOCKED.replace('n', 's')} n 20").legal_moves(1) == ("skip",)


@pytest.mark.parametrize("mover,places", [("n", (1, 3, 1, 3)), ("s", (1, 3, 1, 3))])
def test_lines_count_by_symbol_whatever_the_arrows(mover: str, places: tuple[int, ...]) -> None:
    state = parse_position(f"quixo4 .snsn/...../...../...../..... {mover} 8")
    state = state.play(state.active, "a5e5s")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.places) == ("own-line", places)
    assert state.outcome.lines == (("a5", "b5", "c5", "d5", "e5"),)


def test_the_team_that_completes_the_others_line_loses() -> None:
    for mover, other, places in (("n", "ew", (3, 1, 3, 1)), ("w", "sn", (1, 3, 1, 3))):
        line = (other * 2)[:4]
        state = parse_position(f"quixo4 ...../...../...../....{other[0]}/{line}. {mover} 8")
        state = state.play(state.active, f"e1e5{mover}")
        assert state.outcome is not None
        assert (state.outcome.reason, state.outcome.places) == ("opponents-line", places)
        assert state.outcome.winners == tuple(seat for seat in (1, 2, 3, 4) if places[seat - 1] == 1)


def test_both_lines_at_once_lose_as_well() -> None:
    board = ".ne../sw.../ne.../sw.../ne..."
    state = parse_position(f"quixo4 {board} s 8").play(3, "a5e5n")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.places) == ("opponents-line", (3, 1, 3, 1))


def test_out_of_time_loses() -> None:
    assert GAMES["quixo4"].start(4, 1).without_time(1) is None


def test_repetition_knows_the_arrows_but_not_the_number_of_turns() -> None:
    """Except in the first four turns, where the same board allows other moves."""
    board = "n..../...../...../...../....e"
    positions = [parse_position(f"quixo4 {board} n {turns}") for turns in (4, 8, 12)]
    assert repeated(positions)
    assert not repeated([*positions[:2], parse_position(f"quixo4 {board.replace('n', 's')} n 12")])
    assert not repeated([*positions[:2], parse_position(f"quixo4 {board} s 12")])
    assert not repeated([parse_position(f"quixo4 {board} n {turns}") for turns in (0, 8, 12)])


def test_for_four_players_only() -> None:
    assert GAMES["quixo4"].seat_counts == (4,)
    assert str(GAMES["quixo4"].start(4, 3)) == f"quixo4 {EMPTY} s 0"
    for seats, first in ((2, 1), (4, 5), (4, 0)):
        with pytest.raises(ValueError, match="Quixo in teams"):
            GAMES["quixo4"].start(seats, first)
