"""Why a move is illegal: every reason code with its facts, provoked one by one and judged in random games."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from rowlock.rules import DICE, GAMES, IllegalMove, Refusal, State, parse_position
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import Layout, Sheet
from tests.rules.games import Plan, any_plans, played, seeds
from tests.rules.judgement import judge

EMPTY = "-/-/-/-/0"
QWIXX = {
    "over": "qwixx -/-/-/-/4 -/-/-/-/0 1 over -",
    "roll": "qwixx -/-/-/-/0 -/-/-/-/0 1 roll -",
    "red closed": "qwixx 2,3,4,5,6,12/-/-/-/0 -/-/-/-/0 1 roll -",
    "white": "qwixx 5,7/-/-/12/0 -/-/-/-/0 1 white 413526",
    "colour": "qwixx 5,7/9/-/12/0 -/-/-/-/0 1 colour 413526",
    "red gone": "qwixx 2,3,4,5,6,12/-/-/-/0 -/-/-/-/0 2 white 43.526",
    "twelve": "qwixx 2,3,4/-/-/-/0 -/-/-/-/0 1 white 663526",
}
QUIXO = {
    "over": "quixo xxxxx/...../...../...../..... o",
    "small": "quixo .../.../..o x",
    "board": "quixo ...../...../...../...../....o x",
}
QUIXO4 = {
    "over": "quixo4 nsnsn/...../...../...../..... e 9",
    "board": "quixo4 ss..s/s..../...../s..../n...e n 8",
    "first": "quixo4 n..../...../...../...../..... n 2",
    "blocked": "quixo4 eewss/w...e/e...w/s...s/wessw n 20",
}


@pytest.mark.parametrize(
    "position,seat,move,code,facts",
    [
        (QWIXX["over"], 1, "r5", "game-over", {}),
        (QWIXX["over"], DICE, "111111", "game-over", {}),
        (QWIXX["roll"], 1, "r5", "roll-first", {}),
        (QWIXX["roll"], 2, "111111", "roll-first", {}),
        (QWIXX["roll"], DICE, "1111111", "not-a-roll", {}),
        (QWIXX["roll"], DICE, "111117", "not-a-roll", {}),
        (QWIXX["roll"], DICE, "11111٣", "not-a-roll", {}),
        (QWIXX["roll"], DICE, "r5", "not-a-roll", {}),
        (QWIXX["roll"], DICE, "11.111", "die-missing", {}),
        (QWIXX["roll"], DICE, ".11111", "die-missing", {}),
        (QWIXX["red closed"], DICE, "111111", "die-has-left", {}),
        (QWIXX["white"], DICE, "111111", "not-your-turn", {"seat": 0}),
        (QWIXX["white"], 3, "pass", "not-your-turn", {"seat": 3}),
        (QWIXX["white"], 1, "r13", "not-a-move", {}),
        (QWIXX["white"], 1, "R5", "not-a-move", {}),
        (QWIXX["white"], 1, "r٥", "not-a-move", {}),
        (QWIXX["white"], 1, "", "not-a-move", {}),
        (QWIXX["white"], 1, "r05", "not-a-move", {}),
        (QWIXX["white"], 1, "r6", "not-the-white-sum", {"cell": "r6", "sum": 5}),
        (QWIXX["white"], 1, "r5", "already-crossed", {"cell": "r5", "crosses": 2}),
        (QWIXX["red gone"], 2, "r7", "row-closed", {"cell": "r7"}),
        (QWIXX["twelve"], 1, "r12", "needs-five", {"cell": "r12", "crosses": 3}),
        (QWIXX["colour"], 2, "y9", "not-your-turn", {"seat": 2}),
        (QWIXX["colour"], 1, "r5", "not-a-coloured-sum", {"cell": "r5", "low": 4, "high": 7}),
        (QWIXX["colour"], 1, "r4", "passed-over", {"cell": "r4", "crosses": 2}),
        (QWIXX["colour"], 1, "y6", "passed-over", {"cell": "y6", "crosses": 1}),
        (QWIXX["colour"], 1, "r7", "already-crossed", {"cell": "r7", "crosses": 2}),
        (QUIXO["over"], 2, "a1a5", "game-over", {}),
        (QUIXO["board"], 2, "a1a5", "not-your-turn", {"seat": 2, "to_move": 1}),
        (QUIXO["board"], 0, "a1a5", "not-your-turn", {"seat": 0, "to_move": 1}),
        (QUIXO["board"], 1, "a1a6", "not-a-move", {}),
        (QUIXO["board"], 1, "a1f1", "not-a-move", {}),
        (QUIXO["board"], 1, "A1A5", "not-a-move", {}),
        (QUIXO["board"], 1, "a1a5n", "not-a-move", {}),
        (QUIXO["board"], 1, "a١a5", "not-a-move", {}),
        (QUIXO["small"], 1, "a1a5", "off-board", {}),
        (QUIXO["small"], 1, "d1a1", "off-board", {}),
        (QUIXO["board"], 1, "b2b5", "not-on-border", {}),
        (QUIXO["board"], 1, "b2b2", "not-on-border", {}),
        (QUIXO["board"], 1, "a1a1", "same-place", {}),
        (QUIXO["board"], 1, "a1b1", "not-an-end", {}),
        (QUIXO["board"], 1, "e1a1", "opponents-cube", {"square": "e1"}),
        (QUIXO4["over"], 2, "a1a5e", "game-over", {}),
        (QUIXO4["board"], 3, "c1a1s", "not-your-turn", {"seat": 3, "to_move": 1}),
        (QUIXO4["board"], 1, "skip", "must-move", {}),
        (QUIXO4["blocked"], 1, "a1a5n", "must-skip", {}),
        (QUIXO4["blocked"], 1, "nonsense", "must-skip", {}),
        (QUIXO4["board"], 1, "c1a1", "not-a-move", {}),
        (QUIXO4["board"], 1, "c1a1x", "not-a-move", {}),
        (QUIXO4["board"], 1, "c1a9n", "not-a-move", {}),
        (QUIXO4["board"], 1, "c3c5n", "not-on-border", {}),
        (QUIXO4["board"], 1, "c1c1n", "same-place", {}),
        (QUIXO4["board"], 1, "c1a5n", "not-an-end", {}),
        (QUIXO4["board"], 1, "c1a1e", "arrow-at-opponent", {"arrow": "e"}),
        (QUIXO4["board"], 1, "e1a1n", "opponents-cube", {"square": "e1"}),
        (QUIXO4["board"], 1, "a5a1n", "partners-cube", {"square": "a5"}),
        (QUIXO4["first"], 1, "a5a1n", "blank-first", {"square": "a5"}),
        ("quixo4 .../.../..e n 8", 1, "a1a5n", "off-board", {}),
    ],
)
def test_every_code(position: str, seat: int, move: str, code: str, facts: dict[str, object]) -> None:
    state = parse_position(position)
    with pytest.raises(IllegalMove) as refusal:
        state.play(seat, move)
    assert refusal.value.code == code
    assert dict(refusal.value.facts) == {"move": move, **facts}
    assert code in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert str(state) == position


def test_deciding_twice() -> None:
    state = played(parse_position(QWIXX["white"]), (1, "y5"))
    for move in ("y5", "pass", "g5"):
        with pytest.raises(IllegalMove) as refusal:
            state.play(1, move)
        assert (refusal.value.code, refusal.value.facts["seat"]) == ("already-decided", 1)


def test_a_die_that_has_left_but_whose_colour_stands_in_another_row() -> None:
    """Only on a pad with mixed colours: the red lock's row is closed, and a red number stands elsewhere."""
    pad = Layout.of("y2 y3 y4 y5 y6 y7 r8", "r2 r3 r4 r5 r6 r7 y8", "g4 g3 g2", "b4 b3 b2")
    sheet = Sheet.parse("2,3,4,5,6,8/-/-/-/0", pad)
    state = Qwixx((sheet,), 1, "colour", (1, 1, 0, 1, 1, 1), layout=pad)
    assert state.legal_moves(1) == ("pass",)
    with pytest.raises(IllegalMove) as refusal:
        state.play(1, "r2")
    assert (refusal.value.code, refusal.value.facts["cell"]) == ("die-has-left", "r2")


def test_a_refusal_is_a_value_error_and_short() -> None:
    """Whatever was sent: the message stays on one line and does not repeat a megabyte."""
    for game in GAMES.values():
        state = game.start(game.seat_counts[0], 1)
        for move in ("x" * 1_000_000, "\n\x1b[31m", "\x00", "٣", "🎲"):
            with pytest.raises(Refusal) as refusal:
                state.play(state.awaiting[0], move)
            assert isinstance(refusal.value, ValueError)
            assert len(str(refusal.value)) < 300
            assert str(refusal.value).isprintable()


CELLS = [f"{colour}{number}" for colour in "rygb" for number in range(1, 14)]
ARROWS = ["", "n", "n", "e", "s", "s", "w", "x"]
SQUARES = [f"{file}{rank}" for file in "abcdef" for rank in range(7)]


def some_move(rng: Random, state: State, seat: int) -> str:
    """A legal move of somebody, something like a move, or the move of another game."""
    choice = rng.random()
    if choice < 0.3:
        moves = [list(state.legal_moves(other)) for other in range(1, state.seats + 1)]
        return rng.choice([move for owed in moves for move in owed] or ["pass"])
    if choice < 0.5:
        return rng.choice([*CELLS, "pass", "skip", "", "?", "-"])
    if choice < 0.7 or seat == DICE:
        return "".join(rng.choice("123456." if rng.random() < 0.98 else "07x") for _ in range(6))
    border = [square for square in SQUARES if square[0] in "ae" or square[1] in "15"]
    leaves = rng.choice(border if rng.random() < 0.8 else SQUARES)
    end = rng.choice([leaves[0] + "1", leaves[0] + "5", "a" + leaves[1], "e" + leaves[1]])
    return leaves + (end if rng.random() < 0.8 else rng.choice(SQUARES)) + rng.choice(ARROWS)


@given(any_plans(), seeds, st.integers(0, 60))
def test_random_moves_in_random_states_get_the_right_answer(plan: Plan, seed: int, plies: int) -> None:
    naive, state, rng = plan.begin_naive(), plan.begin(), Random(seed)
    for step in islice(replace(plan, plies=plies).steps(), plies):
        naive.play(step.seat, step.move)
        state = step.after
    for _ in range(60):
        seat = rng.choice([*state.awaiting, *range(state.seats + 2)])
        move = some_move(rng, state, seat)
        if expected := judge(naive, seat, move):
            code, facts = expected
            with pytest.raises(IllegalMove) as refusal:
                state.play(seat, move)
            assert (refusal.value.code, dict(refusal.value.facts)) == (code, {"move": move, **facts})
            event(f"{plan.game}: {code}")
        else:
            state.play(seat, move)


def test_the_random_moves_meet_every_code() -> None:
    """Otherwise the test above would prove little."""
    met: dict[str, set[str]] = {name: set() for name in GAMES}
    starts = [("qwixx", text) for text in QWIXX.values()]
    starts += [("quixo", text) for text in QUIXO.values()]
    starts += [("quixo4", text) for text in QUIXO4.values()]
    rng = Random(1)
    for game, text in starts:
        state = parse_position(text)
        if state.phase == "white":
            state = state.play(2, "pass")
        for _ in range(3000):
            seat = rng.choice([*state.awaiting, *range(state.seats + 2)])
            try:
                state.play(seat, some_move(rng, state, seat))
            except IllegalMove as refusal:
                met[game].add(refusal.code)
    push = {"game-over", "not-your-turn", "not-a-move", "not-on-border", "same-place", "not-an-end"}
    push |= {"opponents-cube"}
    assert met["quixo"] == push | {"off-board"}
    assert met["quixo4"] == push | {
        "must-move",
        "must-skip",
        "arrow-at-opponent",
        "blank-first",
        "partners-cube",
    }
    rolls = {"game-over", "roll-first", "not-a-roll", "die-missing", "die-has-left", "not-your-turn"}
    crosses = {"already-decided", "not-a-move", "row-closed", "not-the-white-sum", "not-a-coloured-sum"}
    assert met["qwixx"] == rolls | crosses | {"already-crossed", "passed-over", "needs-five"}
