"""Every sentence and every settled point of the rules of Quixo for two players, one test each."""

from __future__ import annotations

import pytest

from rowlock.rules import GAMES, State, parse_position, repeated
from tests.rules.games import code_of

EMPTY = "...../...../...../...../....."


def after(position: str, move: str) -> State:
    state = parse_position(position)
    return state.play(state.active, move)


def test_the_board_begins_blank_and_either_may_begin() -> None:
    assert str(GAMES["quixo"].start(2, 1)) == f"quixo {EMPTY} x"
    assert str(GAMES["quixo"].start(2, 2)) == f"quixo {EMPTY} o"


def test_44_moves_from_the_empty_board() -> None:
    """Two for a corner cube, three for any other border cube, none for a cube inside."""
    moves = GAMES["quixo"].start(2, 1).legal_moves(1)
    assert len(moves) == 44
    of_square = {
        square: [move for move in moves if move[:2] == square] for square in ("a1", "c1", "a3", "c3")
    }
    assert sorted(of_square["a1"]) == ["a1a5", "a1e1"]
    assert sorted(of_square["c1"]) == ["c1a1", "c1c5", "c1e1"]
    assert sorted(of_square["a3"]) == ["a3a1", "a3a5", "a3e3"]
    assert of_square["c3"] == []


def test_a_cube_of_the_opponent_is_never_taken() -> None:
    state = parse_position("quixo x...o/...../...../...../..... x")
    taken = {move[:2] for move in state.legal_moves(1)}
    assert "a5" in taken
    assert "e5" not in taken
    assert code_of(state, 1, "e5a5") == "opponents-cube"


def test_the_cube_shows_the_players_symbol_whatever_it_showed() -> None:
    assert str(after(f"quixo {EMPTY} o", "a1a5")) == "quixo o..../...../...../...../..... x"
    own = after("quixo ...../...../...../...../x.... x", "a1a5")
    assert str(own) == "quixo x..../...../...../...../..... o"


def test_the_others_slide_towards_the_gap() -> None:
    """Pushed in at e3, the cubes of rank 3 move towards a3, where the cube was taken."""
    state = after("quixo ...../...../.xoxo/...../..... x", "a3e3")
    assert str(state) == "quixo ...../...../xoxox/...../..... o"
    state = after("quixo ..x../..o../..x../..o../..... x", "c1c5")
    assert str(state) == "quixo ..x../..x../..o../..x../..o.. o"
    state = after("quixo ...../...../...../...../ox.xo x", "c1a1")
    assert str(state) == "quixo ...../...../...../...../xoxxo o"


def test_never_back_to_the_place_it_came_from() -> None:
    assert code_of(GAMES["quixo"].start(2, 1), 1, "a1a1") == "same-place"


def test_only_from_the_border_and_only_to_an_end_of_its_row_or_column() -> None:
    start = GAMES["quixo"].start(2, 1)
    assert code_of(start, 1, "c3c5") == "not-on-border"
    assert code_of(start, 1, "a1e5") == "not-an-end"
    assert code_of(start, 1, "a1c1") == "not-an-end"


def test_a_turn_is_never_skipped() -> None:
    start = GAMES["quixo"].start(2, 1)
    for word in ("skip", "pass"):
        assert word not in start.legal_moves(1)
        assert code_of(start, 1, word) == "not-a-move"


@pytest.mark.parametrize(
    "position,move,line",
    [
        ("quixo .xxxx/...../...../...../..... x", "a5e5", ("a5", "b5", "c5", "d5", "e5")),
        ("quixo x..../x..../x..../x..../..... x", "a1a5", ("a1", "a2", "a3", "a4", "a5")),
        ("quixo ...../...x./..x../.x.../x.... x", "a5e5", ("a1", "b2", "c3", "d4", "e5")),
        ("quixo ...../.x.../..x../...x./....x x", "e5a5", ("e1", "d2", "c3", "b4", "a5")),
    ],
    ids=["row", "column", "diagonal", "other diagonal"],
)
def test_five_in_a_line_wins_and_is_announced(position: str, move: str, line: tuple[str, ...]) -> None:
    """Settled: the program itself says which line it is; nobody has to notice it."""
    state = after(position, move)
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.places) == ("own-line", (1, 2))
    assert [set(squares) for squares in state.outcome.lines] == [set(line)]
    assert state.awaiting == ()
    assert code_of(state, 2, "a1a5") == "game-over"


def test_four_in_a_line_is_nothing() -> None:
    assert after("quixo ..xxx/...../...../...../..... x", "a5e5").outcome is None


def test_completing_the_opponents_line_loses() -> None:
    state = after("quixo ...../...../...../....o/oooo. x", "e1e5")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.places) == ("opponents-line", (2, 1))
    assert state.outcome.winners == (2,)


def test_completing_both_lines_at_once_loses() -> None:
    """Whoever completes the opponent's line loses, even if the same move completes a line of their own."""
    for symbol, other, expected in (("x", "o", (2, 1)), ("o", "x", (1, 2))):
        board = (
            f".{symbol}{other}../{symbol}{other}.../{symbol}{other}.../{symbol}{other}.../{symbol}{other}..."
        )
        state = after(f"quixo {board} {symbol}", "a5e5")
        assert state.outcome is not None
        assert (state.outcome.reason, state.outcome.places) == ("opponents-line", expected)


def test_practice_boards() -> None:
    for size, moves in ((3, 20), (4, 32)):
        state = GAMES["quixo"].start(2, 1, size=size)
        assert len(state.legal_moves(1)) == moves
    state = after("quixo .xx/.../... x", "a3c3")
    assert state.outcome is not None
    assert state.outcome.lines == (("a3", "b3", "c3"),)
    for size in (2, 6):
        with pytest.raises(ValueError, match="5, 4, 3"):
            GAMES["quixo"].start(2, 1, size=size)


def test_wrong_seats_are_refused() -> None:
    for seats, first in ((1, 1), (3, 1), (2, 3), (2, 0)):
        with pytest.raises(ValueError, match="Quixo"):
            GAMES["quixo"].start(seats, first)


# House rules and time


def test_out_of_time_loses() -> None:
    """Settled: nothing is played for the seat; the table makes it lose."""
    assert GAMES["quixo"].start(2, 1).without_time(1) is None


def test_a_position_three_times_with_the_same_player_to_move() -> None:
    """Settled: the house rule counts positions with the player to move, not boards alone."""
    states = [parse_position("quixo x..../...../...../...../o.... x")]
    for move in ("a5e5", "a1e1", "e5a5", "e1a1") * 2:
        assert not repeated(states)
        states.append(states[-1].play(states[-1].active, move))
    assert repeated(states)
    assert not repeated(states[1:])
    assert repeated(states[4:], times=2)
    assert not repeated(states[4:])


def test_the_same_board_with_the_other_player_to_move_is_no_repetition() -> None:
    cross, nought = (parse_position(f"quixo x..../...../...../...../....o {symbol}") for symbol in "xo")
    assert repeated([cross, nought, cross, nought, cross])
    assert not repeated([cross, nought, cross])
    assert not repeated([cross, cross, nought, nought])
    assert not repeated([cross, cross, cross, nought])
    assert not repeated([])
