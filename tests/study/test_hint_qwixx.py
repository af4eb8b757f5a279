"""Why a decision of Qwixx is better: the parts add up, and what is said is true."""

from random import Random

import pytest

from rowlock.bots.qwixx.decide import decisions
from rowlock.bots.qwixx.net import built_in_net
from rowlock.rules import DICE, parse_position
from rowlock.rules.layouts import layout_of
from rowlock.rules.qwixx import PASS, Qwixx
from rowlock.study import Why, Words, analyse, hint, why
from rowlock.study.qwixx.hint import CAUSES
from tests.rules.games import late_qwixx
from tests.rules.naive_qwixx import ROWS

POSITIONS = 60
"""For each number of players."""
COLOURS = {"r": 0, "y": 1, "g": 2, "b": 3}


def positions(seats: int) -> list[tuple[Qwixx, int]]:
    """Decisions with a choice, half of them late in the game."""
    rng, found = Random(seats), list[tuple[Qwixx, int]]()
    while len(found) < POSITIONS:
        text = late_qwixx(rng, seats) if rng.random() < 0.5 else early(rng, seats)
        state = parse_position(text)
        assert isinstance(state, Qwixx)
        state = state.play(DICE, rng.choice(state.legal_moves(DICE)))
        if rng.random() < 0.4:
            for seat in range(1, seats + 1):
                state = state.play(seat, rng.choice(state.legal_moves(seat)))
        if state.awaiting:
            seat = rng.choice(state.awaiting)
            if len(state.legal_moves(seat)) > 1:
                found.append((state, seat))
    return found


def early(rng: Random, seats: int) -> str:
    sheets = [
        "/".join(
            ",".join(str(row[place]) for place in sorted(rng.sample(range(6), rng.randint(0, 3)))) or "-"
            for row in ROWS.values()
        )
        for _ in range(seats)
    ]
    return f"qwixx {' '.join(f'{sheet}/{rng.choice([0, 0, 1])}' for sheet in sheets)} {rng.randint(1, seats)} roll -"


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_the_parts_add_up(seats: int) -> None:
    add_up(positions(seats), seats)


@pytest.mark.parametrize("layout", ["mixed-colours", "mixed-numbers", "random-never-solved"])
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_on_any_sheet_they_add_up(layout: str, seats: int) -> None:
    add_up(on(layout, seats), seats)


def on(layout: str, seats: int) -> list[tuple[Qwixx, int]]:
    """Decisions of games by chance on another sheet."""
    rng, found = Random(f"{layout} {seats}"), list[tuple[Qwixx, int]]()
    while len(found) < POSITIONS // 3:
        state = Qwixx.start(seats, layout=layout_of(layout))
        while state.awaiting and len(found) < POSITIONS // 3:
            seat = rng.choice(state.awaiting)
            if seat != DICE and len(state.legal_moves(seat)) > 1 and rng.random() < 0.2:
                found.append((state, seat))
            state = state.play(seat, rng.choice(state.legal_moves(seat)))
    return found


def add_up(positions: list[tuple[Qwixx, int]], seats: int) -> None:
    for state, seat in positions:
        best, *others = analyse(state, seat).moves
        for other in others:
            found = why(state, seat, best.move, other.move)
            assert sorted(reason.code for reason in found.reasons) == sorted(CAUSES)
            parts = sum(amount(found, cause) for cause in CAUSES)
            assert found.amount == pytest.approx(parts, abs=1e-12)
            if seats == 1:
                assert best.points is not None
                assert other.points is not None
                assert parts == pytest.approx(best.points - other.points, abs=1e-9)
            else:
                assert best.chance is not None
                assert other.chance is not None
                # The network counts in single precision.
                assert parts == pytest.approx(best.chance - other.chance, abs=2e-6)


def amount(found: Why, cause: str) -> float:
    return next(reason.amount or 0.0 for reason in found.reasons if reason.code == cause)


def test_either_way_round_it_is_the_same() -> None:
    for state, seat in positions(3)[:20]:
        best, *_, worst = analyse(state, seat).moves
        one, other = (
            why(state, seat, best.move, worst.move),
            why(state, seat, worst.move, best.move),
        )
        assert one.words == other.words
        for cause in CAUSES:
            assert amount(one, cause) == pytest.approx(-amount(other, cause), abs=1e-12)


def test_alone_the_tempo_is_the_points() -> None:
    """What a sheet is worth alone is its points and what is still to come, so this part is known."""
    for state, seat in positions(1):
        found = hint(state, seat).why
        assert found.against
        points = {move: crosses(sheet_after(state, seat, move)) for move in (found.move, found.against)}
        assert amount(found, "tempo") == pytest.approx(points[found.move] - points[found.against], abs=1e-9)
        assert amount(found, "danger") == 0


def test_what_can_not_differ_is_nothing() -> None:
    """Nobody can lock anything, nobody has a penalty, and the others are at their beginning."""
    state = parse_position("qwixx 2/-/-/-/0 -/-/-/-/0 2 white 323311")
    found = why(state, 1, "y5", PASS)
    assert [amount(found, cause) for cause in ("penalties", "end", "danger")] == pytest.approx(
        [0] * 3, abs=1e-7
    )
    assert all(abs(amount(found, cause)) > 0.001 for cause in ("tempo", "room", "lock"))


def sheet_after(state: Qwixx, seat: int, move: str) -> list[list[int]]:
    """The crossed numbers of each row, and the penalties, at the end of the turn, from the text of the position."""
    if state.seats > 1:
        after = decisions(state, seat, built_in_net(state.seats))[move][1]
    else:
        after = state.play(1, move)
        if after.awaiting == (1,):
            after = after.play(1, analyse(after, 1).moves[0].move)
    *rows, penalties = str(after).split(" ")[seat].split("/")
    return [[int(number) for number in row.split(",")] if row != "-" else [] for row in rows] + [
        [int(penalties)]
    ]


def crosses(sheet: list[list[int]]) -> int:
    """The points of the rows; the last number brings its lock, which counts as one more cross."""
    total = 0
    for row, colour in zip(sheet, ROWS, strict=False):
        count = len(row) + (bool(row) and row[-1] == ROWS[colour][-1])
        total += count * (count + 1) // 2
    return total


def still_open(row: list[int], colour: str) -> int:
    numbers = list(ROWS[colour])
    return len(numbers) - (numbers.index(row[-1]) + 1 if row else 0)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_what_is_said_is_true(seats: int) -> None:
    told = set[str]()
    for state, seat in positions(seats):
        found = hint(state, seat).why
        assert found.against
        mine, theirs = (sheet_after(state, seat, move) for move in (found.move, found.against))
        for reason in found.reasons:
            if reason.words and reason.amount:
                told.add(reason.words.key)
                assert is_true(reason.words, mine, theirs), (str(state), found)
    assert {"room.more", "room.fewer", "lock.further", "lock.nearer", "tempo.more", "tempo.fewer"} <= told
    assert {"penalty.avoids", "close"} & told


def is_true(words: Words, mine: list[list[int]], theirs: list[list[int]]) -> bool:
    row = words.facts.get("row")
    letter = row.key[-1] if isinstance(row, Words) else "r"
    a, b = mine[COLOURS[letter]], theirs[COLOURS[letter]]
    match words.key.split("."):
        case ["room", way]:
            more = still_open(a, letter) - still_open(b, letter)
            return words.facts["count"] == (more if way == "more" else -more) > 0
        case ["lock", way]:
            nearer = min(len(a), 5) - min(len(b), 5)
            return nearer > 0 if way == "nearer" else nearer < 0
        case ["tempo", way]:
            more = crosses(mine) - crosses(theirs)
            return words.facts["count"] == (more if way == "more" else -more) > 0
        case ["penalty", way]:
            return (mine[4] < theirs[4]) == (way == "avoids") and mine[4] != theirs[4]
        case ["close"]:
            return still_open(a, letter) == 0 or still_open(b, letter) > 0
        case ["keep"]:
            return still_open(b, letter) == 0
    return words.key in ("end.now", "end.not-yet", "danger")


def test_the_danger_that_others_end_the_game() -> None:
    """The other one needs one more cross for the second lock. Then a cross for later is worth less than otherwise."""
    calm = "qwixx 2,3,4,5,6,12/4/-/11/0 2,3,4,5,6/-/-/-/0 1 white 33.112"
    close = "qwixx 2,3,4,5,6,12/4/-/11/0 2,3,4,5,6/2,3,4,5,6,7,8/-/-/0 1 white 33.112"
    quiet, pressed = (why(parse_position(text), 1, "y6", "g6") for text in (calm, close))
    assert abs(amount(pressed, "danger")) > 0.001
    assert abs(amount(quiet, "danger")) < abs(amount(pressed, "danger"))
    said = [reason.words for reason in pressed.reasons if reason.code == "danger"]
    assert said == [Words("danger")]
    assert [reason.words for reason in quiet.reasons if reason.code == "danger"] == [None]


def test_a_row_of_several_colours_is_called_by_its_lock() -> None:
    """On this sheet red 5 stands in the row that ends with green 2, and green 5 in the one that ends with yellow 12."""
    empty = "-/-/-/-/0"
    found = hint(parse_position(f"qwixx mixed-colours 2,3/-/12,11,10,9,8/-/1 {empty} 1 colour 413611"))
    told = [reason.words.facts.get("row") for reason in found.why.reasons if reason.words]
    rows = {row.key for row in told if isinstance(row, Words)}
    assert rows
    assert rows <= {f"{kind}.lock-{colour}" for kind in ("row", "in") for colour in "rygb"}
    for state, seat in on("mixed-colours", 2):
        best = hint(state, seat)
        if best.look.key == "look.row":
            row = next(row for row in state.layout.rows if best.move in [cell.name for cell in row])
            assert best.look.facts["row"] == Words(f"row.lock-{row[-1].name[0]}")
    plain = hint(parse_position(f"qwixx mixed-numbers {empty} {empty} 2 white 653526"), 1)
    if plain.look.key == "look.row":
        assert plain.look.facts["row"] == Words(f"row.{plain.move[0]}")


def test_where_to_look() -> None:
    assert hint(parse_position("qwixx -/-/-/-/0 -/-/-/-/0 2 white 113526"), 1).look.key == "look.row"
    best = hint(parse_position("qwixx -/-/-/-/0 -/-/-/-/0 2 white 113526"), 1)
    assert best.look.facts["row"] == Words(f"row.{best.move[0]}")
    skipping = "qwixx -/3,4/11,9,8,7,5,2/11,9,7/0 4,5,6/5/10,7/11,9,8,7/0 1 white 3116.4"
    assert hint(parse_position(skipping), 2).look.key == "look.pass"
    with pytest.raises(ValueError, match="before the dice are rolled"):
        hint(parse_position("qwixx -/-/-/-/0 -/-/-/-/0 2 roll -"), 1)
