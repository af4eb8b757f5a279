"""A game as text: whatever was played, said and named comes back, and everything else is refused with its place."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import event, example, given
from hypothesis import strategies as st

from rowlock.rules import GAMES, NotationError, Outcome, Ply, Record
from rowlock.rules.reasons import OwnCode
from tests.rules.games import Plan, any_plans, seeds
from tests.rules.texts import anything, fits_a_line, place_is_in, with_slips

ODD_NAMES = [
    '"',
    "\\",
    ";",
    "a;b",
    "\\;",
    ' "Q" ',
    "  leading",
    "trailing  ",
    "🎲",
    "עדה",
    "عدا\u202e",
    "[x]",
    "{x}",
]
ODD_NAMES += ["Ada; Boris", "\\\\", '\\"', "|", "1.", "\u00a0x", "\x7f", "\u2028x", "e\u0301"]

names = st.sampled_from(ODD_NAMES) | st.text(
    st.characters(min_codepoint=32, exclude_categories=["Cs"]), min_size=1, max_size=12
).filter(lambda name: bool(name.strip()))
sayings = st.sampled_from(
    ["", " ", "good!", "1. a1a5", "two\nlines", '| - \\ "', "🎲 ٣", '[Game "x"]']
) | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="{}\r"), max_size=20)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Random games, whole or not, with odd names and with comments, from the beginning or from anywhere."""
    plan = draw(any_plans())
    state = plan.begin()
    seats = [draw(names) for _ in range(state.seats)]
    fresh = Record.new(plan.game, seats, draw(st.integers(1, state.seats)))
    if draw(st.booleans()):
        fresh = Record((fresh.tags[0], fresh.tags[1], ("Start", plan.start)))
    rng = Random(draw(seeds))
    comments = draw(st.lists(sayings, max_size=3))
    plies = []
    start = str(fresh.start)
    for step in Plan(
        plan.game, start, plan.seed, plan.policy, min(plan.plies, draw(st.integers(0, 80)))
    ).steps():
        said = tuple(comment for comment in comments if rng.random() < 0.1)
        plies.append(Ply(step.seat, step.move, said))
    record = replace(fresh.played(plies), comments=tuple(comments[:1]))
    return record.tagged("Event", draw(names)) if draw(st.booleans()) else record


@given(records())
def test_a_record_comes_back_as_it_was(record: Record) -> None:
    text = str(record)
    again = Record.parse(text)
    assert again == record
    assert str(again) == text
    assert again.seats == record.seats
    assert [str(state) for state in again.states()] == [str(state) for state in record.states()]
    assert again.outcome == record.last_state.outcome
    event("sealed decisions pending" if "-" in text.split() else "nothing pending")


@pytest.mark.parametrize("name", ODD_NAMES)
def test_an_odd_name_comes_back_in_every_seat(name: str) -> None:
    for seats in ([name, "b"], ["a", name], [name, name]):
        record = Record.new("quixo", seats)
        assert record.seats == tuple(seats)
        assert Record.parse(str(record)).seats == tuple(seats)


@given(records())
def test_other_line_ends_a_mark_in_front_and_spaces_make_no_difference(record: Record) -> None:
    text = str(replace(record, comments=(), plies=tuple(Ply(seat, move) for seat, move, _ in record.plies)))
    expected = Record.parse(text)
    assert Record.parse(text.replace("\n", "\r\n")) == expected
    assert Record.parse("\ufeff" + text) == expected
    assert Record.parse(text + "\n \n") == expected
    assert Record.parse(text.removesuffix("\n") if record.plies else text) == expected
    tags, moves = text.split("\n\n", 1)
    assert Record.parse(f"{tags}\n\n{moves.replace(' ', chr(10))}") == expected


@given(records())
def test_the_result_must_be_the_one_the_moves_lead_to(record: Record) -> None:
    if outcome := record.last_state.outcome:
        ended = record.ended(outcome)
        assert Record.parse(str(ended)) == ended
        others = tuple(reversed(outcome.places))
        wrong = [replace(outcome, reason="agreed"), replace(outcome, reason=OwnCode("own"))]
        wrong += [replace(outcome, places=others)] if others != outcome.places else []
    else:
        draw = record.ended(Outcome("agreed", (1,) * len(record.seats)))
        assert Record.parse(str(draw)) == draw
        assert Record.parse(str(draw)).outcome == Outcome("agreed", (1,) * len(record.seats))
        wrong = [
            Outcome(OwnCode(reason), (1,) * len(record.seats))
            for reason in ("own-line", "rows-closed", "penalties", "x")
        ]
    for claim in wrong:
        text = str(record.ended(claim))
        with pytest.raises(NotationError) as error:
            Record.parse(text)
        assert text.split("\n")[error.value.line - 1].startswith("[Result ")


@pytest.mark.parametrize(
    "result",
    [
        *(
            "",
            "agreed",
            "1 agreed",
            "1 1 1 agreed",
            "2 2 agreed",
            "1 3 agreed",
            "0 1 agreed",
            "1  1 agreed",
            "1 1",
        ),
        *("1 1 repetition", "1 1 own-line", "1 1 agreed ", "1 -1 agreed", "1 1.0 agreed", "12 1 agreed"),
        *("١ ١ agreed", "² ² agreed", "+1 1 agreed", "1 1_0 agreed", "01 1 agreed", "1" * 5000 + " 1 agreed"),
    ],
)
def test_a_result_that_is_none(result: str) -> None:
    text = f'[Game "quixo"]\n[Seats "a; b"]\n[Result "{result}"]\n\n1. a1a5\n'
    with pytest.raises(NotationError) as error:
        Record.parse(text)
    assert (error.value.line, error.value.column) == (3, 10)


@pytest.mark.parametrize("reason", ["agreed", "resigned", "time", "too-long"])
def test_a_result_beyond_the_moves(reason: str) -> None:
    record = Record.parse(f'[Game "quixo"]\n[Seats "a; b"]\n[Result "2 1 {reason}"]\n\n1. a1a5\n')
    assert record.outcome == Outcome(OwnCode(reason), (2, 1))


def test_a_result_by_repetition_needs_one() -> None:
    head = '[Game "quixo"]\n[Seats "a; b"]\n[Start "quixo x..../...../...../...../o.... x"]\n'
    moves = "1. a5e5 a1e1\n2. e5a5 e1a1\n3. a5e5 a1e1\n4. e5a5 e1a1\n"
    text = f'{head}[Result "1 1 repetition"]\n\n{moves}'
    assert Record.parse(text).outcome == Outcome("repetition", (1, 1))
    with pytest.raises(NotationError):
        Record.parse(text.removesuffix(" e1a1\n"))


# Decisions that are still to come


def test_sealed_decisions_pending() -> None:
    """Those who have decided already stand in the record, in their place; - stands for the others."""
    record = Record.new("qwixx", ["a", "b", "c"]).played([Ply(0, "413526"), Ply(3, "r5"), Ply(1, "pass")])
    assert str(record).endswith("\n1. 413526 | pass - r5\n")
    again = Record.parse(str(record))
    assert again == record
    assert again.last_state.awaiting == (2,)
    on = again.played([Ply(2, "y5"), Ply(1, "b10")])
    assert str(on).endswith("\n1. 413526 | pass y5 r5 | b10\n")


def test_decisions_out_of_seat_order_are_put_into_it() -> None:
    record = Record.new("qwixx", ["a", "b"]).played([Ply(0, "413526"), Ply(2, "r5", ("!",)), Ply(1, "pass")])
    assert record.plies == (Ply(0, "413526"), Ply(1, "pass"), Ply(2, "r5", ("!",)))


def test_comments_wherever_they_stand_are_kept() -> None:
    """A comment behind a number, a bar or a pending decision belongs to what was said, too."""
    text = '[Game "qwixx"]\n[Seats "a; b"]\n\n{A} 1. {B} 413526 {C} | {D} r5 {E} - {F}\n'
    record = Record.parse(text)
    said = [*record.comments, *(comment for ply in record.plies for comment in ply.comments)]
    assert said == ["A", "B", "C", "D", "E", "F"]
    assert Record.parse(str(record)) == record


@pytest.mark.parametrize("comment", ["}", "{", "a{b}c", "two\r\nlines"])
def test_a_comment_that_could_not_be_read_back_is_not_written(comment: str) -> None:
    start = Record.new("quixo", ["a", "b"])
    for record in (replace(start, comments=(comment,)), start.played([Ply(1, "a1a5", (comment,))])):
        with pytest.raises(ValueError, match="comment"):
            str(record)


@pytest.mark.parametrize("seats", [["", "b"], [" ", "b"], ["a", "b\n"], ["a", "\x00"]])
def test_a_name_that_could_not_be_read_back_is_not_written(seats: list[str]) -> None:
    with pytest.raises(ValueError, match=r"name|control"):
        str(Record.new("quixo", seats))


def test_start_tag_for_other_boards() -> None:
    for game, size in (("quixo", 3), ("quixo", 4), ("quixo4", 3), ("quixo4", 4)):
        seats = ["a", "b", "c", "d"][: GAMES[game].seat_counts[0]]
        record = Record.new(game, seats, 2, size=size)
        assert record.tag("Start") == str(GAMES[game].start(len(seats), 2, size=size))
        assert record.tag("First") is None
        assert Record.parse(str(record)) == record
    assert Record.new("quixo", ["a", "b"], 2, size=5).tag("First") == "2"


# What is no record


def read_record(text: str) -> None:
    """Either it is read, replays, and comes back; or the error says where the fault is."""
    try:
        record = Record.parse(text)
    except NotationError as error:
        plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
        in_place, one_line = place_is_in(error, plain), fits_a_line(str(error))
    else:
        event("read")
        in_place = one_line = True
        again = Record.parse(str(record))
        assert again == record
        assert str(again) == str(record)
        assert len(list(record.states())) == len(record.plies) + 1
        assert record.seats
        assert record.outcome is None or len(record.outcome.places) == len(record.seats)
    assert in_place, text
    assert one_line, text


@given(anything)
def test_any_text(text: str) -> None:
    read_record(text)
    read_record(f'[Game "quixo"]\n[Seats "a; b"]\n{text}')
    read_record(f'[Game "qwixx"]\n[Seats "a; b"]\n\n1. 413526 | r5 {text}')


@given(records(), seeds)
@example(Record.new("quixo", ["a", "b"]), 0)
def test_a_record_with_slips(record: Record, seed: int) -> None:
    read_record(with_slips(Random(seed), str(record)))
