"""Other sheets: each can be played, random ones are the same for everybody, and what can't be played is refused."""

import re
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from rowlock.rules import DICE, GAMES, NotationError, Record, parse_position
from rowlock.rules.laws import check
from rowlock.rules.layouts import NAMED, layout_named, layout_of, layout_text, parse_layout
from rowlock.rules.qwixx import QWIXX, Qwixx
from rowlock.rules.sheet import CLASSIC

ADA = """\
g4 y5 r2 y8 b12 g7 r10 b3 b6 y9 b11
b5 g10 g11 r4 b9 g2 g6 r7 g8 r12 y3
y6 b10 g12 b8 y2 g9 g5 b4 y11 y7 r3
y4 y10 r9 y12 r11 r6 r8 b7 b2 r5 g3
"""
CLASSIC_TEXT = layout_text(CLASSIC)

each_layout = pytest.mark.parametrize("name", [*NAMED, "random-1", "random-2026-11-18", "random-ada"])


@each_layout
def test_every_layout_can_be_played(name: str) -> None:
    layout = layout_named(name)
    assert parse_layout(layout_text(layout)) == layout  # which refuses whatever can't be played
    assert {layout.lock_colour(row) for row in range(4)} == set("rygb")
    rng = Random(name)
    state = Qwixx.start(3, 1, layout)
    while state.awaiting:
        seat = rng.choice(state.awaiting)
        moves = state.legal_moves(seat)
        state = state.play(seat, rng.choice(moves))
        if seat == DICE:
            assert all(cell.number == state.white_sum for cell in state.layout.with_number[state.white_sum])
    assert state.outcome is not None


def test_rows_of_the_mixed_sheets() -> None:
    """One mixes the colours and leaves the numbers in order, the other does the opposite."""
    for row, (mixed, classic) in enumerate(zip(NAMED["mixed-colours"].rows, CLASSIC.rows, strict=True)):
        assert [cell.number for cell in mixed] == sorted((cell.number for cell in classic), reverse=row > 1)
        assert {cell.colour for cell in mixed} == set("rygb")
    for mixed, classic in zip(NAMED["mixed-numbers"].rows, CLASSIC.rows, strict=True):
        assert {cell.colour for cell in mixed} == {cell.colour for cell in classic}
        assert [cell.number for cell in mixed] != [cell.number for cell in classic]


def test_a_random_sheet_is_the_same_for_ever() -> None:
    assert layout_text(layout_named("random-ada")) == ADA
    assert layout_named("random-ada") != layout_named("random-bo")


def test_a_random_sheet_is_fair() -> None:
    for code in range(20):
        for row in layout_named(f"random-{code}").rows:
            ways = [6 - abs(7 - cell.number) for cell in row]
            assert sum(ways) == 36
            assert ways[-1] <= 2
            assert abs(sum(place * count for place, count in enumerate(ways, 1)) / 36 - 6) < 0.5


@pytest.mark.parametrize(
    "text, said",
    [
        (CLASSIC_TEXT.replace("r12", "r13"), "line 1.*a cell is a colour of rygb and 2 to 12, not 'r13'"),
        (CLASSIC_TEXT.replace("y3", "r3"), "line 2.*r3 stands in line 1 already"),
        (CLASSIC_TEXT.replace("r5 ", ""), "line 1.*a row has 11 cells, not 10"),
        (CLASSIC_TEXT.replace("r5", "y5", 1), "line 2.*y5 stands in line 1 already"),
        (CLASSIC_TEXT.replace("r3", "g2", 1), "line 1.*2 stands in this row twice"),
        (CLASSIC_TEXT.replace("r12", "x").replace("y12", "r12").replace("x", "y12"), "^$"),
        (
            CLASSIC_TEXT.replace("r12", "x").replace("y11 y12", "y12 r12").replace("x", "y11"),
            "line 1.*11 stands in this row twice",
        ),
        ("\n".join(CLASSIC_TEXT.split("\n")[:3]), "a sheet has 4 rows, not 3"),
        (CLASSIC_TEXT + "r2 r3", "line 5.*a sheet has 4 rows, and this is one more"),
        ("chess", "a layout is classic, mixed-colours, mixed-numbers or random-CODE .*, not 'chess'"),
        ("random-", "a layout is classic"),
        ("random-ADA", "a layout is classic"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(text: str, said: str) -> None:
    if said == "^$":  # two rows may well swap their last cells
        assert layout_of(text) != CLASSIC
        return
    with pytest.raises((NotationError, ValueError)) as refused:
        layout_of(text)
    assert re.search(said, str(refused.value))
    assert "\n" not in str(refused.value)


def test_one_colour_cannot_leave_twice() -> None:
    rows = [row.split() for row in CLASSIC_TEXT.splitlines()]
    for place in (0, 10):  # red 12 ends the first row, red 2 the second
        rows[0][place], rows[1][10 - place] = rows[0][place], rows[1][10 - place]
    rows[0][0], rows[1][0] = rows[1][0], rows[0][0]
    rows[1][0], rows[1][10] = rows[1][10], rows[1][0]
    with pytest.raises(NotationError, match=r"line 2.*its die can leave only once"):
        parse_layout("\n".join(map(" ".join, rows)))


def test_comments_and_empty_lines() -> None:
    assert parse_layout("# ours\n\n" + CLASSIC_TEXT.replace("\n", " # a row\n")) == CLASSIC


CELLS = ADA.replace(" ", ",").strip().replace("\n", ";")
WORDS = ["mixed-colours", "mixed-numbers", "random-2026-11-18", CELLS]


@pytest.mark.parametrize("word", WORDS)
def test_a_layout_obeys_the_laws_of_every_game(word: str) -> None:
    """Positions and records of it read back, too."""
    game = replace(QWIXX, begin=partial(QWIXX.begin, layout=word), seat_counts=(2,))
    check(game, Random(word).choice)


@pytest.mark.parametrize("word", WORDS)
def test_positions_and_records_say_the_layout(word: str) -> None:
    state = GAMES["qwixx"].start(2, 2, layout=word)
    assert str(state) == f"qwixx {word} -/-/-/-/0 -/-/-/-/0 2 roll -"
    assert parse_position(str(state)) == state
    record = Record.new("qwixx", ["Ada", "Bo"], 2, layout=word)
    assert record.tags[2:] == (("Layout", word), ("First", "2"))
    assert record.start == state
    assert Record.parse(str(record)) == record
    assert Record.parse(str(record)).start == state


def test_the_classic_sheet_is_not_named() -> None:
    assert Record.new("qwixx", ["Ada", "Bo"], layout="classic") == Record.new("qwixx", ["Ada", "Bo"])
    for word in ("classic", CLASSIC_TEXT.replace(" ", ",").strip().replace("\n", ";")):
        with pytest.raises(NotationError, match="line 1, column 7: the classic sheet is not named"):
            parse_position(f"qwixx {word} -/-/-/-/0 -/-/-/-/0 1 roll -")


@pytest.mark.parametrize(
    "tags, said",
    [
        ('[Layout "chess"]', "line 3, column 10: a layout is classic, .* not 'chess'"),
        (
            '[Layout "mixed-colours"]\n[Start "qwixx -/-/-/-/0 1 roll -"]',
            "line 3.*Start already says the layout",
        ),
    ],
)
def test_a_record_with_a_layout_that_is_none(tags: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        Record.parse(f'[Game "qwixx"]\n[Seats "Ada"]\n{tags}\n')
