"""Qwixx kept score of by hand: everybody crosses at their own pace, and what ends takes one more cross of each."""

from random import Random

import pytest

from rowlock.rules import IllegalMove, parse_position
from rowlock.rules.by_hand import ByHand
from rowlock.rules.qwixx import QWIXX_BY_HAND
from rowlock.rules.sheet import CLASSIC

RED = ("r2", "r3", "r4", "r5", "r6")


def played(state: ByHand, seat: int, *moves: str) -> ByHand:
    for move in moves:
        state = state.play(seat, move)
    return state


def refused(state: ByHand, seat: int, move: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        state.play(seat, move)
    return refusal.value.code


def test_everybody_crosses_when_they_like_and_takes_back_their_own() -> None:
    state = played(ByHand.start(3), 2, "r5", "b9", "penalty")
    state = played(state, 1, "r7")
    state = played(state, 2, "undo-penalty", "undo-b9")
    assert state == played(played(ByHand.start(3), 2, "r5"), 1, "r7")
    assert str(state) == "qwixx 7/-/-/-/0 5/-/-/-/0 -/-/-/-/0 1 roll -"
    assert refused(state, 2, "undo-b9") == "not-a-move"  # a second tap takes nothing more back
    assert refused(state, 1, "r6") == "passed-over"
    assert refused(state, 1, "r12") == "needs-five"
    assert refused(state, 3, "undo-r7") == "not-a-move"
    assert refused(state, 4, "r7") == "no-such-seat"


def test_a_locked_row_takes_one_more_cross_of_each_of_the_others() -> None:
    state = played(played(ByHand.start(4), 1, *RED), 2, *RED)
    state = played(state, 1, "r12")
    assert {"r7", "r12", "closed"} <= set(state.legal_moves(2))
    assert "r12" not in state.legal_moves(3)  # without five crosses
    along = played(state, 2, "r12")
    assert [sheet.locked(0) for sheet in along.sheets] == [True, True, False, False]
    late = played(state, 3, "r9")
    assert refused(late, 3, "r10") == "row-closed"
    assert refused(played(state, 4, "g12"), 4, "r9") == "row-closed"
    assert refused(played(state, 4, "closed"), 4, "r9") == "row-closed"
    assert "r9" in played(state, 4, "g12", "undo-g12").legal_moves(4)
    assert "r7" in played(state, 1, "undo-r12").legal_moves(1)  # nobody has locked it, after all


def test_it_ends_when_all_have_put_the_pencil_down() -> None:
    state = played(ByHand.start(3), 1, *["penalty"] * 4)
    assert (state.phase, state.awaiting) == ("last", (1, 2, 3))
    assert refused(state, 1, "r5") == "game-over"
    state = played(state, 2, "r5")
    assert refused(state, 2, "r6") == "game-over"
    assert refused(state, 2, "penalty") == "game-over"
    state = played(played(state, 1, "done"), 2, "done")
    assert refused(state, 2, "r6") == "pencil-down"
    assert state.legal_moves(2) == ("undo-done", "count")
    for over in (played(state, 3, "y7", "done"), played(state, 2, "count")):
        assert over.outcome
        assert (over.phase, over.outcome.reason, over.awaiting) == ("over", "penalties", ())
        assert refused(over, 3, "r5") == "game-over"
        parse_position(str(over))
    back = played(state, 1, "undo-done", "undo-penalty")
    assert back.phase == "cross"
    assert back.legal_moves(2) == ("undo-done",)


def test_people_may_stop_before_the_end() -> None:
    state = played(played(ByHand.start(2), 1, "r5", "done"), 2, "done")
    assert state.outcome
    assert (state.outcome.reason, state.outcome.places) == ("counted", (1, 2))


def test_as_the_family_likes() -> None:
    state = played(ByHand.start(2, strict=0), 1, "r12", "r5", "y12", "r4", "-r5")
    assert state.phase == "last"
    assert state.sheets[0].text() == "4,12/12/-/-/0"
    assert "r9" in state.legal_moves(2)
    assert played(state, 1, "undo--r5").sheets[0].text() == "4,5,12/12/-/-/0"
    assert played(state, 1, "-y12").phase == "cross"


def sheets_of(state: ByHand) -> list[list[str]]:
    return [
        [name for name, cell in CLASSIC.named.items() if sheet.rows[cell.row] & cell.bit]
        for sheet in state.sheets
    ]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_played_follows_from_the_steps(seed: int) -> None:
    """In any order of seats, with steps taken back: nothing is left of those, and what is refused has one reason."""
    rng = Random(seed)
    state = ByHand.start(rng.randint(2, 5), strict=seed % 2)
    for _ in range(60):
        if state.phase == "over":
            break
        seat = rng.choice(state.awaiting)
        legal = state.legal_moves(seat)
        move = rng.choice([one for one in legal if one not in ("done", "count")] or legal)
        after = state.play(seat, move)
        assert hash(after) == hash(state.play(seat, move))
        if not move.startswith("undo-"):
            assert state.play(seat, move).play(seat, f"undo-{move}") == state or move == "count"
        for other in (0, seat, after.seats + 1):
            legal = after.legal_moves(other)
            for text in (*CLASSIC.named, "penalty", "closed", "done", "count", "undo-r5", "-r5", "", "x"):
                begins = any(one.startswith(text) for one in legal)
                assert (after.why_not(other, text) is None) == begins
        assert after.outcome is None or after.phase == "over"
        assert after.scores == tuple(sheet.score() for sheet in after.sheets)
        state = after
    again = QWIXX_BY_HAND.start(state.seats, 1, strict=int(state.strict))
    assert isinstance(again, ByHand)
    for seat, step in state.steps:
        again = again.play(seat, step) if step in again.legal_moves(seat) else again
    assert state.strict or sheets_of(again) == sheets_of(state)
    assert "<svg" in state._repr_svg_()


def test_on_another_sheet_a_row_closes_with_its_last_cell() -> None:
    state = QWIXX_BY_HAND.start(2, 1, layout="mixed-colours")
    assert isinstance(state, ByHand)
    row = [cell.name for cell in state.layout.rows[0]]
    state = played(state, 1, *row[:5], row[-1])
    assert tuple(state.locked_at) == (0,)
    assert refused(played(state, 2, "closed"), 2, row[6]) == "row-closed"
    assert str(parse_position(str(state))) == str(state)
