"""The random games really go where it gets interesting: every case below occurs in a fixed sample of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from tests.rules.games import NAIVE, Plan, Step, beginning, late_quixo, late_quixo4, late_qwixx
from tests.rules.naive_quixo import NaiveQuixo
from tests.rules.naive_qwixx import ROWS, NaiveQwixx


def missing(found: Counter[str], *cases: str) -> list[str]:
    return [case for case in cases if not found[case]]


def qwixx_cases(step: Step) -> Iterator[str]:
    before, after = NaiveQwixx.from_text(str(step.before)), NaiveQwixx.from_text(str(step.after))
    action = {"white": "action 1", "colour": "action 2", "colour+": "action 2"}.get(step.before.phase, "roll")
    newly = [colour for colour in after.closed() if colour not in before.closed()]
    for colour in newly:
        lockers = [player for player in range(after.players) if after.locked(player, colour)]
        yield f"a row locked in {action}"
        yield f"locked by {'several' if len(lockers) > 1 else 'one'}"
        row = after.sheets[lockers[0]][colour]
        if action == "action 2" and step.before.phase == "colour+" and len(row) == 6:
            yield "five crosses after action 1, locked in action 2"
    if len(newly) == 2:
        yield "two rows closed in one action"
    if step.after.phase == "colour" and newly:
        yield "a row closed by others while the active player crossed nothing"
    if outcome := step.after.outcome:
        yield f"ended by {outcome.reason} in {action}"
        yield f"{len(after.closed())} rows closed at the end"
        if len(set(outcome.places)) < len(outcome.places):
            yield "shared places"


def test_cases_of_qwixx() -> None:
    found: Counter[str] = Counter()
    for seed in range(160):
        rng = Random(seed)
        seats = 1 + seed % 5
        start = late_qwixx(rng, seats) if seed % 3 else beginning("qwixx", seats, rng.randint(1, seats), 0)
        plan = Plan("qwixx", start, seed, ["anything", "thrifty", "together", "timid"][seed % 4])
        for step in plan.steps():
            found.update(qwixx_cases(step))
    assert not missing(
        found,
        "a row locked in action 1",
        "a row locked in action 2",
        "locked by one",
        "locked by several",
        "five crosses after action 1, locked in action 2",
        "two rows closed in one action",
        "a row closed by others while the active player crossed nothing",
        "ended by rows-closed in action 1",
        "ended by rows-closed in action 2",
        "ended by penalties in action 2",
        "0 rows closed at the end",
        "1 rows closed at the end",
        "2 rows closed at the end",
        "3 rows closed at the end",
        "shared places",
    )
    assert not found["ended by penalties in action 1"], "a penalty is only due after both actions"


def test_rows_are_locked_from_the_empty_sheet() -> None:
    """Not only from late positions: whole games lead to locks, too."""
    for policy in ("thrifty", "together"):
        reasons: Counter[str] = Counter()
        for seed in range(12):
            *_, last = Plan("qwixx", beginning("qwixx", 2 + seed % 3, 1, 0), seed, policy).steps()
            assert last.after.outcome
            reasons[last.after.outcome.reason] += 1
        assert reasons["rows-closed"], f"{policy}: {reasons}"


def quixo_cases(step: Step) -> Iterator[str]:
    if step.move == "skip":
        yield "skip"
    if outcome := step.after.outcome:
        yield outcome.reason
        naive = NAIVE[str(step.after).split(" ")[0]](str(step.after))
        assert isinstance(naive, NaiveQuixo)
        if naive.lines_of("x") and naive.lines_of("o"):
            yield "lines of both at once"
        if len(naive.lines_of("x")) > 1 or len(naive.lines_of("o")) > 1:
            yield "several lines of one symbol"


def test_cases_of_quixo() -> None:
    for size in (3, 4, 5):
        found: Counter[str] = Counter()
        for seed in range(120):
            rng = Random(seed)
            start = late_quixo(rng, size) if seed % 2 else beginning("quixo", 2, 1 + seed % 2, size)
            for step in Plan("quixo", start, seed, ["anything", "decisive"][seed // 2 % 2]).steps():
                found.update(quixo_cases(step))
        assert not missing(
            found, "own-line", "opponents-line", "lines of both at once", "several lines of one symbol"
        ), size


def test_cases_of_quixo_in_teams() -> None:
    found: Counter[str] = Counter()
    skipped_and_on = 0
    for seed in range(120):
        rng = Random(seed)
        start = late_quixo4(rng) if seed % 2 else beginning("quixo4", 4, 1 + seed // 2 % 4, 5)
        steps = list(Plan("quixo4", start, seed, ["anything", "decisive"][seed // 2 % 2], 300).steps())
        for step in steps:
            found.update(quixo_cases(step))
        moves = [step.move for step in steps]
        skipped_and_on += "skip" in moves and any(move != "skip" for move in moves[moves.index("skip") :])
    assert not missing(found, "skip", "own-line", "opponents-line", "lines of both at once")
    assert skipped_and_on


def test_late_positions_of_qwixx_are_as_they_say() -> None:
    for seed in range(50):
        naive = NaiveQwixx.from_text(late_qwixx(Random(seed), 3))
        assert len(naive.closed()) <= 1
        assert not naive.over()
        assert all(
            row == sorted(row, key=ROWS[c].index) for sheet in naive.sheets for c, row in sheet.items()
        )
