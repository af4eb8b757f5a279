"""Moves: sealed decisions, seats with nothing to decide, turns, commands sent twice."""

from copy import deepcopy
from dataclasses import replace
from functools import cache

import pytest

from rowlock.rules import DICE, Outcome, Record
from rowlock.table.apply import replay
from rowlock.table.commands import (
    AddSalt,
    AnswerTakeback,
    AskTakeback,
    Command,
    DeclineDraw,
    Fill,
    Leave,
    OfferDraw,
    Play,
    Replace,
    Resign,
    Return,
    Say,
    Unroll,
    WantRematch,
)
from rowlock.table.events import Moved, from_texts, to_text
from rowlock.table.options import Options
from tests.table.sitting import Sitting, real_dice


def test_quixo_moves_alternate() -> None:
    sitting = Sitting()
    sitting.play(1, "a1a5")
    assert sitting.table.awaiting == (2,)
    assert sitting.refused_move(1, "b1b5") == "not-your-turn"
    assert sitting.refused_move(2, "a5a1") == "opponents-cube"
    assert sitting.refused_move(2, "nonsense") == "not-a-move"
    sitting.play(2, "b1b5")
    assert str(sitting.table.state) == "quixo xo.../...../...../...../..... x"


def test_only_the_active_player_rolls_and_only_once() -> None:
    sitting = Sitting("qwixx", "hhh", options=Options(first=2))
    assert sitting.table.awaiting == (2,)
    assert sitting.table.choices.get(2, ()) == ("roll",)
    assert sitting.refused_move(1, "roll") == "not-your-turn"
    assert sitting.refused_move(2, "pass") == "roll-first"
    assert sitting.refused_move(2, "111111") == "roll-first"  # the server rolls, not the player
    sitting.play(2, "roll")
    assert sitting.table.rolls == 1
    assert sitting.table.state.phase == "white"
    assert sitting.refused_move(2, "roll") == "not-a-move"


def test_everyone_decides_at_the_same_time_in_any_order() -> None:
    sitting = real_dice("hhh")
    sitting.roll("415555")
    assert list(sitting.table.awaiting) == [1, 2, 3]
    turn = sitting.table.turn
    sitting.do(3, Play("r5", turn))
    sitting.do(1, Play("y5", turn))  # a decision of another seat makes mine not stale
    assert sitting.table.turn == turn
    assert sitting.table.awaiting == (2,)
    assert sitting.refused_move(3, "pass") == "already-decided"
    sitting.do(2, Play("pass", turn))
    assert sitting.table.turn == turn + 1
    assert sitting.table.state.phase == "colour+"
    assert [ply.move for ply in sitting.table.last_action] == ["r5", "y5", "pass"]


def test_what_is_sealed_is_not_in_the_record_or_the_last_action() -> None:
    sitting = real_dice("hh")
    sitting.roll("415555")
    sitting.play(2, "g5")
    assert [ply.move for ply in sitting.table.last_action] == ["415555"]
    assert "g5" not in str(sitting.table.record())
    sitting.play(1, "pass")
    assert [(ply.seat, ply.move) for ply in sitting.table.last_action] == [(2, "g5"), (1, "pass")]
    assert "1. 415555 | pass g5\n" in str(sitting.table.record())


def test_a_stale_turn_is_refused() -> None:
    sitting = Sitting()
    sitting.take_turns("a1a5", "b1b5")
    for turn in (0, 1, 2, 4, 10**30):
        assert sitting.refused(1, Play("c1c5", turn)) == "stale-turn"
    sitting.do(1, Play("c1c5", 3))


def test_a_command_sent_twice_is_done_once() -> None:
    sitting = Sitting()
    assert len(sitting.do(1, Play("a1a5", 1, id="m1"))) == 1
    assert sitting.do(1, Play("a1a5", 1, id="m1")) == []
    sitting.take_turns("b1b5", "c1c5")
    assert sitting.do(1, Play("a1a5", 1, id="m1")) == []  # also much later
    assert len(sitting.table.plies) == 3


def test_ids_belong_to_a_seat() -> None:
    sitting = Sitting()
    sitting.do(1, Play("a1a5", 1, id="same"))
    assert len(sitting.do(2, Play("b1b5", 2, id="same"))) == 1


def test_an_id_that_stands_for_another_move_is_refused() -> None:
    """Otherwise the second move would be acknowledged, and not played."""
    sitting = Sitting()
    sitting.do(1, Play("a1a5", 1, id="m1"))
    sitting.do(2, Play("b1b5", 2, id="m1"))  # ids are each seat's own
    assert sitting.refused(1, Play("c1c5", 3, id="m1")) == "id-used"
    assert sitting.refused(1, Resign(id="m1")) == "id-used"
    assert sitting.do(1, Play("a1a5", 1, id="m1")) == []
    sitting.do(1, Play("c1c5", 3, id="m2"))


@cache
def before_a_command() -> dict[str, Sitting]:
    """Tables at which something is possible."""
    qwixx = real_dice("hh")
    qwixx.roll("415555")
    asked = Sitting()
    asked.take_turns("a1a5", "b1b5")
    own = deepcopy(asked)
    own.do(1, AskTakeback())
    asked.do(2, AskTakeback())
    offered, left, over = Sitting(), Sitting(), Sitting()
    offered.do(2, OfferDraw())
    left.do(1, Leave())
    over.do(1, Resign())
    return {
        "new": Sitting(),
        "teams": Sitting("quixo4", "hhhh"),
        "dice": Sitting("qwixx"),
        "tapped": qwixx,
        "open": Sitting(seats="ho"),
        "asked": asked,
        "own": own,
        "offered": offered,
        "left": left,
        "over": over,
    }


A_COMMAND_EACH: list[tuple[str, Command]] = [
    ("new", Play("a1a5", 1)),
    ("dice", Play("roll", 1)),
    ("tapped", Play("r5", 2)),
    ("tapped", Unroll(2)),
    ("dice", AddSalt("salt")),
    ("dice", AddSalt("more")),
    ("open", Fill("easy")),
    ("open", Fill("hard")),
    ("new", Resign()),
    ("new", OfferDraw()),
    ("offered", OfferDraw()),
    ("offered", DeclineDraw()),
    ("asked", AskTakeback()),
    ("asked", AnswerTakeback(True)),
    ("asked", AnswerTakeback(False)),
    ("own", AnswerTakeback(True)),
    ("own", AnswerTakeback(False)),
    ("new", Say("hello")),
    ("new", Say("wow")),
    ("teams", Say("hello", team=True)),
    ("new", Leave()),
    ("left", Return()),
    ("new", Replace(2, "easy")),
    ("teams", Replace(2, "hard")),
    ("teams", Replace(3, "easy")),
    ("over", WantRematch()),
]


@pytest.mark.parametrize("where, command", A_COMMAND_EACH, ids=repr)
def test_an_id_stands_for_one_command_and_its_content(where: str, command: Command) -> None:
    """Also in a server that has only read the events."""
    here = deepcopy(before_a_command()[where])
    if where == "asked" and isinstance(command, AskTakeback):
        here.do(1, AnswerTakeback(False))
    assert here.do(1, replace(command, id="id"), away={2: 0, 3: 0})
    here.table = replay(from_texts(map(to_text, here.events)))
    others: list[Command] = [
        Play("b1b5", 1),
        Play("a1a5", 3),
        Unroll(1),
        *(other for _, other in A_COMMAND_EACH),
    ]
    for other in others:
        # Whoever asks for a takeback takes the wish back with either answer.
        if other == command or (where == "own" and isinstance(other, AnswerTakeback)):
            assert here.do(1, replace(other, id="id")) == []
        else:
            assert here.refused(1, replace(other, id="id")) == "id-used"


def test_a_sealed_decision_sent_twice_is_done_once() -> None:
    sitting = real_dice("hh")
    sitting.roll("415555")
    turn = sitting.table.turn
    sitting.do(2, Play("g5", turn, id="m1"))
    assert sitting.do(2, Play("g5", turn, id="m1")) == []


def test_a_refused_command_may_be_sent_again_with_its_id() -> None:
    sitting = Sitting()
    assert sitting.refused(2, Play("a1a5", 1, id="m")) == "not-your-turn"
    sitting.play(1, "a1a5")
    assert len(sitting.do(2, Play("b1b5", 2, id="m"))) == 1


def test_commands_without_an_id_are_all_done() -> None:
    sitting = Sitting()
    sitting.take_turns("a1a5", "b1b5", "c1c5")
    assert len(sitting.table.plies) == 3


def test_who_has_something_to_cross_is_asked() -> None:
    sitting = real_dice("hh")
    sitting.roll("661111")
    assert sitting.table.awaiting == (1, 2)  # green and blue begin with 12
    sitting.play(1, "g12")
    sitting.play(2, "pass")
    assert sitting.table.choices.get(1, ()) == ("r7", "y7", "g7", "b7", "pass")
    sitting.play(1, "g7")
    sitting.roll("661111")
    sitting.play(2, "g12")
    assert sitting.table.choices.get(1, ()) == ("b12", "pass")


def test_a_seat_with_nothing_to_decide_passes_by_itself() -> None:
    sitting = real_dice("hh")
    sitting.roll("116666")  # only red and yellow begin with 2
    sitting.play(1, "r2")
    sitting.play(2, "r2")
    sitting.play(1, "y7")
    assert sitting.table.state.active == 2
    sitting.roll("111111")
    # Seat 1 has red 2 and yellow 7: a 2 fits nowhere but at the end of green and blue, which want five crosses.
    assert [(ply.seat, ply.move, ply.why) for ply in sitting.table.plies[-1:]] == [(1, "pass", "only-move")]
    assert sitting.table.awaiting == (2,)
    assert sitting.refused_move(1, "pass") == "already-decided"


def test_without_that_option_everyone_is_asked() -> None:
    sitting = real_dice("hh", auto_pass=False)
    sitting.roll("116666")
    sitting.play(1, "r2")
    sitting.play(2, "r2")
    sitting.play(1, "y7")
    sitting.roll("111111")
    assert sitting.table.awaiting == (1, 2)
    assert sitting.table.choices.get(1, ()) == ("pass",)


def test_an_automatic_pass_takes_the_penalty_that_is_due() -> None:
    sitting = real_dice("hh")
    for player in (1, 2):
        sitting.roll("116666")
        sitting.play(player, "r2" if player == 1 else "pass")
        if 3 - player in sitting.table.awaiting:
            sitting.play(3 - player, "pass")
        sitting.play(player, "r7" if player == 1 else "pass")
    assert sitting.table.state.scores == (3, -5)
    sitting.roll("111111")  # seat 1 again: red is past 2 and yellow 2 is free
    sitting.play(1, "y2")
    sitting.play(2, "pass")
    # Coloured 2: red is past it, yellow has it, green and blue need five crosses. Nothing is left to decide.
    assert sitting.table.state.active == 2
    assert sitting.table.plies[-1].why == "only-move"
    assert sitting.table.state.scores == (3 + 1, -5)


def test_quixo_is_over_when_a_line_is_there() -> None:
    sitting = Sitting(options=Options(first=1, chosen={"size": 3}))
    sitting.take_turns("a1a3", "c1c3", "a1a3", "c1c3", "a1a3")
    assert sitting.table.status == "over"
    assert sitting.table.awaiting == ()
    outcome = sitting.table.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.places) == ("own-line", (1, 2))
    assert sitting.refused_move(2, "c1c3") == "game-over"
    assert sitting.refused(1, Resign()) == "game-over"


@pytest.mark.parametrize("faces", ["41355", "4135267", "41352.", "41352x", "roll", "000000", ""])
def test_real_dice_show_what_dice_can_show(faces: str) -> None:
    assert real_dice().refused_move(1, faces) in ("not-a-roll", "die-missing")


def test_a_roll_belongs_to_no_seat() -> None:
    sitting = Sitting("qwixx")
    sitting.roll()
    rolled = sitting.events[2]
    assert isinstance(rolled, Moved)
    assert rolled.seat == DICE
    assert len(rolled.move) == 6


class TestWhatEndsSometime:
    """Neither bots nor people fill the disk."""

    CIRCLE = ("a1a5", "e1e5", "a5a1", "e5e1")

    def test_a_game_without_end_is_a_draw(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("rowlock.table.playing.LONGEST_GAME", 14)
        sitting = Sitting(options=Options(first=1, repetition=False))
        sitting.take_turns(*self.CIRCLE * 3, *self.CIRCLE[:1])
        assert sitting.table.status == "playing"
        sitting.take_turns(self.CIRCLE[1])
        assert sitting.table.outcome == Outcome("too-long", (1, 1))
        assert Record.parse(str(sitting.table.record())).outcome == sitting.table.outcome

    def test_a_move_that_wins_still_wins(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("rowlock.table.playing.LONGEST_GAME", 5)
        sitting = Sitting(options=Options(first=1, chosen={"size": 3}))
        sitting.take_turns("a1a3", "b1b3", "a1a3", "b1b3", "a1a3")
        assert sitting.table.outcome is not None
        assert sitting.table.outcome.reason == "own-line"

    def test_after_very_much_only_the_game_goes_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("rowlock.table.decide.MOST_EVENTS", 4)
        sitting = Sitting()
        sitting.do(1, Say("hello"))
        sitting.do(1, Say("hello", id="again"))
        for command in (Say("hello"), OfferDraw(), AskTakeback(), Leave(), AddSalt("salt")):
            assert sitting.refused(1, command) == "too-many"
        assert sitting.do(1, Say("hello", id="again")) == []  # it was done
        sitting.play(1, "a1a5")
        sitting.do(2, Resign())
        sitting.do(1, WantRematch())
