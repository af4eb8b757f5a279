"""The odds of the next roll, against all rolls there are, played out by the rules; and what a skip costs."""

from collections import Counter

import pytest

from rowlock.rules import DICE, parse_position
from rowlock.rules.qwixx import PASS, Qwixx
from rowlock.study import analyse
from rowlock.study.qwixx.odds import odds

SOME = "2,3,4,5/7/9,8/12/1"
FIFTH = "4,5,7,9/-/12,10,8,6,4/-/0"
"""Red: the white sum may bring the fifth cross and a coloured one the lock. Green: the lock is near."""
POSITIONS = (
    f"qwixx {SOME} -/-/-/-/0 1 roll -",
    f"qwixx {FIFTH} {SOME} 1 roll -",
    "qwixx 2,3,4,5,6,12/-/-/-/0 -/3/11/10/2 2 roll -",
)


def by_all_rolls(state: Qwixx, seat: int) -> dict[str, float]:
    """What the rules let the seat cross in its turn, whatever it crosses first, with all others passing."""
    lets: Counter[str] = Counter()
    rolls = state.legal_moves(DICE)
    known: dict[str, set[str]] = {}
    for roll in rolls:
        # The white dice are alike; and who is not active sees them only, so the others may be taken as they come.
        whites = "".join(sorted(roll[:2]))
        if (key := whites + roll[2:] if seat == state.active else whites) not in known:
            rolled = state.play(DICE, roll)
            for other in set(range(1, state.seats + 1)) - {seat}:
                rolled = rolled.play(other, PASS)
            first = rolled.legal_moves(seat)
            found = set(first)
            if seat == state.active:
                for move in first:
                    found.update(rolled.play(seat, move).legal_moves(seat))
            known[key] = found - {PASS}
        lets.update(known[key])
    return {cell: times / len(rolls) for cell, times in lets.items()}


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("seat", [1, 2])
def test_against_all_rolls(text: str, seat: int) -> None:
    state = parse_position(text)
    assert isinstance(state, Qwixx)
    found = {cell.cell: cell.odds for cell in odds(state, seat)}
    assert found == pytest.approx(by_all_rolls(state, seat), abs=1e-12)
    assert found


def test_a_seven_at_the_start() -> None:
    """By hand: 6 of 36 for the white sum; for the active player any of three pairs of dice, which is 6·6·6 less those
    where none makes seven: for unequal whites not opposite 24 × 4 faces, for equal ones 6 × 5."""
    passive = {cell.cell: cell.odds for cell in odds(Qwixx.start(2), 2)}
    active = {cell.cell: cell.odds for cell in odds(Qwixx.start(2), 1)}
    assert passive["r7"] == pytest.approx(6 / 36)
    assert active["r7"] == pytest.approx(1 - (24 * 4 + 6 * 5) / 216)
    assert "r12" not in active  # five crosses come first
    assert "g12" in active


def test_the_fifth_cross_opens_the_lock() -> None:
    found = {cell.cell: cell for cell in odds(parse_position(POSITIONS[1]), 1)}
    assert 0 < found["r12"].odds < 0.1
    assert found["r12"].chance is None  # it can't be crossed as the sheet is


@pytest.mark.parametrize("sheets", [1, 2, 4])
def test_what_a_skip_costs(sheets: int) -> None:
    """The next number of a row skips nothing, and all of it adds up. Exactly known, every number passed over costs
    more; a network sees at least that many of them do."""
    state = parse_position(f"qwixx {' '.join(['4/-/11/-/0'] * sheets)} 1 roll -")
    assert isinstance(state, Qwixx)
    found = {cell.cell: cell for cell in analyse(state, 1).odds}
    for nearest, *others in (("r5", "r6", "r8", "r10"), ("b12", "b11", "b9", "b7")):
        first = found[nearest]
        assert first.skip_points == 0
        assert first.skip_chance == (None if sheets == 1 else 0)
        costs = [found[cell].skip_points or 0 for cell in others]
        assert costs[-1] > 1
        assert sheets > 1 or 0 < costs[0] < costs[1] < costs[2]
        for cell in others:
            here = found[cell]
            assert (here.points or 0) + (here.skip_points or 0) == pytest.approx(first.points)
            if sheets > 1:
                assert (here.chance or 0) + (here.skip_chance or 0) == pytest.approx(first.chance)


def test_a_cross_with_one_sheet_is_worth_what_the_solution_says() -> None:
    from rowlock.solve.qwixx.solitaire import cached

    state, crossed = (parse_position(f"qwixx {row}/-/-/-/0 1 roll -") for row in ("-", "3"))
    assert isinstance(state, Qwixx)
    assert isinstance(crossed, Qwixx)
    solved = cached()
    [found] = [cell for cell in odds(state, 1) if cell.cell == "r3"]
    assert found.points == pytest.approx(solved.value(crossed) - solved.value(state))
    assert found.chance is None


def test_a_cross_that_ends_the_game() -> None:
    """Two locks end it, and then the result is what counts."""
    locked = "2,3,4,5,6,12/-/-/-/0"
    state = parse_position(f"qwixx {locked} -/2,3,4,5,6/-/-/0 2 roll -")
    found = {cell.cell: cell for cell in odds(state, 2)}
    [now] = analyse(state, 2).moves
    assert now.chance is not None
    assert found["y12"].chance == pytest.approx(0.5 - now.chance)  # 28 each: a shared win
