"""A table is its events: each is text and back, and a replay makes the same table as playing did."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rowlock.rules import DICE, Record, Refusal
from rowlock.table import decide, dice, playing, seating, standing_in
from rowlock.table.apply import apply, opening, replay
from rowlock.table.commands import (
    AddSalt,
    AnswerTakeback,
    AskTakeback,
    ChooseFace,
    Command,
    DecideAhead,
    DeclineDraw,
    Fill,
    Leave,
    OfferDraw,
    Play,
    Replace,
    Resign,
    Return,
    Say,
    Swap,
    Unroll,
    WantRematch,
)
from rowlock.table.events import Event, Filled, Moved, Opened, Started, from_texts, to_text
from rowlock.table.options import Clock, Options, SeatPlan, game_options
from tests.table.sitting import Sitting

TYPES: tuple[type[Event], ...] = get_args(Event)


# Hypothesis does not know pydantic's patterns.
st.register_type_strategy(
    SeatPlan, st.builds(SeatPlan, name=..., level=..., face=st.sampled_from(("", "cat-3", "fish-6")))
)

TRIES = settings.get_profile(settings.get_current_profile_name()).max_examples


@pytest.mark.filterwarnings("ignore:Ignoring unsupported Strict")  # a number made by hypothesis is one
@settings(max_examples=TRIES // 20)
@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_every_event_is_text_and_back(kind: type[Event], data: st.DataObject) -> None:
    event = data.draw(st.from_type(kind).filter(is_storable))
    [back] = from_texts([to_text(event)])
    assert back == event
    assert type(back) is kind


def is_storable(event: Event) -> bool:
    """Hypothesis knows the types, but not the limits that pydantic keeps, nor which options the games have."""
    if isinstance(event, Opened) and not event.options.chosen.keys() <= game_options().keys():
        return False
    try:
        from_texts([to_text(event)])
    except ValueError:
        return False
    return True


def test_a_table_begins_with_its_opening() -> None:
    with pytest.raises(TypeError):
        replay([Started(0, 1)])


def test_unknown_events_are_no_events() -> None:
    for text in ('{"type": "exploded", "at": 1}', "{}", "[]", "nonsense"):
        with pytest.raises(ValueError, match="validation error"):
            from_texts([text])


# Random commands


OPTIONS = st.builds(
    Options,
    first=st.sampled_from(["random", "first-six", 1, 2]),
    symbols=st.sampled_from(["seated", "random"]),
    repetition=st.booleans(),
    team_talk=st.booleans(),
    chosen=st.sampled_from([{}, {"size": 3}]),
    auto_pass=st.booleans(),
    grace=st.sampled_from([0, 60]),
) | st.builds(
    Options,
    first=st.just(1),
    clock=st.sampled_from([Clock(per_move=5), Clock(per_game=20, increment=1)]),
)


def without_size(options: Options) -> Options:
    return replace(options, chosen={})


REAL = st.builds(Options, first=st.just(1), dice=st.just("real"))
TABLES = st.one_of(
    st.tuples(st.just("quixo"), st.sampled_from(["hh", "hb", "ho"]), OPTIONS),
    st.tuples(st.just("quixo4"), st.sampled_from(["hhhh", "hbhb", "hoob"]), OPTIONS),
    st.tuples(st.just("qwixx"), st.sampled_from(["hh", "hbh", "hohb"]), OPTIONS.map(without_size) | REAL),
)
IDS = st.sampled_from(["", "", "a", "b", "c"])
OTHER_COMMANDS = st.one_of(
    st.builds(DecideAhead, st.sampled_from([("r7",), ("y5", "pass"), ()]), id=IDS),
    st.builds(Unroll, st.integers(0, 9), id=IDS),
    st.builds(AddSalt, st.sampled_from(["x", "y"]), id=IDS),
    st.builds(Fill, id=IDS),
    st.builds(OfferDraw, id=IDS),
    st.builds(DeclineDraw, id=IDS),
    st.builds(AskTakeback, id=IDS),
    st.builds(AnswerTakeback, st.booleans(), id=IDS),
    st.builds(Say, st.just("hello"), st.booleans(), id=IDS),
    st.builds(Leave, id=IDS),
    st.builds(Return, id=IDS),
    st.builds(Replace, st.integers(1, 5), id=IDS),
    st.builds(Swap, st.integers(1, 5), st.integers(1, 5), id=IDS),
    st.builds(ChooseFace, st.sampled_from(["", "owl-3"]), id=IDS),
    st.builds(WantRematch, id=IDS),
    st.builds(Play, st.sampled_from(["a1a5", "pass", "roll", "413526", "r5", ""]), st.integers(0, 9), IDS),
    st.builds(Resign, id=IDS),
)


class RandomTable(Sitting):
    """Random commands, most of them moves that may be played."""

    def step(self, data: st.DataObject) -> None:
        table = self.table
        self.now += data.draw(st.sampled_from([0, 10, 1_000, 7_000]))
        match data.draw(st.sampled_from(["move", "move", "move", "other", "tick", "sit", "dead", "failed"])):
            case "move" if table.awaiting:
                seat = data.draw(st.sampled_from(table.awaiting))
                move = self.some_move(seat, data)
                self.attempt(lambda: decide.drafted(table, seat, Play(move, table.turn), self.now).events)
            case "tick":
                self.add(playing.tick(table, self.now))
            case "sit":
                seat = data.draw(st.integers(1, len(table.seats)))
                self.attempt(lambda: seating.sit(table, seat, "Eve", "hash", self.now))
            case "dead":
                self.add(playing.resume(table, self.now - 500, self.now))
            case "failed":
                self.add(standing_in.bot_failed(table, 1, self.now))
            case _:
                seat = data.draw(st.sampled_from([n for n, seat in enumerate(table.seats, 1)]))
                command: Command = data.draw(OTHER_COMMANDS)
                if table.seats[seat - 1].kind == "human":
                    self.attempt(lambda: decide.drafted(table, seat, command, self.now, {seat: 0}).events)

    def some_move(self, seat: int, data: st.DataObject) -> str:
        if self.table.state.awaiting == (DICE,) and self.table.options.dice == "real":
            return data.draw(st.sampled_from(self.table.state.legal_moves(DICE)))
        return data.draw(st.sampled_from(self.table.choices.get(seat, ())))

    def attempt(self, action) -> None:  # type: ignore[no-untyped-def]
        before = self.table
        try:
            events = action()
        except Refusal:
            assert self.table == before
        else:
            self.add(events)


@settings(max_examples=TRIES // 2)
@given(TABLES, st.data())
def test_a_replay_makes_the_table_that_playing_made(
    table: tuple[str, str, Options], data: st.DataObject
) -> None:
    game, seats, options = table
    sitting = RandomTable(game, seats, options=options)
    for _ in range(data.draw(st.integers(0, 30))):
        sitting.step(data)
    assert replay(sitting.events) == sitting.table
    assert replay(from_texts(map(to_text, sitting.events))) == sitting.table
    check_sense(sitting)


def check_sense(sitting: Sitting) -> None:
    """What holds at every table."""
    table = sitting.table
    assert table.revision == len(sitting.events)
    assert (table.outcome is not None) == (table.status == "over")
    assert (table.awaiting == ()) == (table.status != "playing")
    assert len(table.states) == (len(table.plies) + 1 if table.status != "waiting" else 0)
    assert 0 <= table.action <= len(table.plies)
    state = table.states[0] if table.states else None
    for ply, after in zip(table.plies, table.states[1:], strict=True):
        assert state is not None
        state = state.play(ply.seat, ply.move)
        assert state == after
    if table.clocks:
        running = {seat for seat in range(1, len(table.seats) + 1) if table.clocks.deadline(seat) is not None}
        assert running == set(table.awaiting)
    record = table.record()
    assert Record.parse(str(record)) == record
    if table.status == "over" and table.options.dice == "server" and table.rules.dice:
        assert dice.verify(record) == table.rolls


def test_events_in_between_make_the_same_table() -> None:
    sitting = Sitting("qwixx", "hoo")
    sitting.do(1, Fill())
    sitting.roll()
    opened, *rest = sitting.events
    assert isinstance(opened, Opened)
    table = opening(opened)
    for event in rest:
        table = apply(table, event)
        if isinstance(event, Filled | Moved):
            assert table != sitting.table or event is rest[-1]
    assert table == sitting.table
