"""Decisions taken back, and real dice that were tapped in wrongly."""

from rowlock.table.commands import AnswerTakeback, AskTakeback, Leave, Play, Unroll
from rowlock.table.events import TakebackAsked, TakenBack
from tests.table.sitting import Sitting, real_dice


def test_against_bots_at_once() -> None:
    sitting = Sitting(seats="hb")
    sitting.take_turns("a1a5", "b1b5")
    turn = sitting.table.turn
    assert [type(event) for event in sitting.do(1, AskTakeback())] == [TakenBack]
    assert str(sitting.table.state) == "quixo ...../...../...../...../..... x"
    assert sitting.table.plies == ()
    assert sitting.table.turn == turn + 1
    assert sitting.refused(1, Play("c1c5", turn)) == "stale-turn"
    sitting.play(1, "c1c5")


def test_while_a_bot_still_thinks() -> None:
    sitting = Sitting(seats="hb")
    sitting.play(1, "a1a5")
    thought_about = sitting.table.turn
    sitting.do(1, AskTakeback())
    assert sitting.refused(2, Play("b1b5", thought_about)) == "stale-turn"


def test_otherwise_by_consent_of_all_who_are_there() -> None:
    sitting = Sitting("quixo4", "hhhh")
    sitting.take_turns("a1a5n")
    assert [type(event) for event in sitting.do(1, AskTakeback())] == [TakebackAsked]
    assert sitting.table.takeback == 1
    sitting.do(2, AnswerTakeback(True))
    assert sitting.refused(2, AnswerTakeback(True)) == "no-offer"
    sitting.do(4, Leave())  # whoever has left needs not be asked
    assert [ply.move for ply in sitting.table.plies] == ["a1a5n"]
    sitting.do(3, AnswerTakeback(True))
    assert not sitting.table.plies
    assert sitting.table.takeback is None


def test_one_refusal_is_enough() -> None:
    sitting = Sitting()
    sitting.play(1, "a1a5")
    sitting.do(1, AskTakeback())
    assert sitting.refused(1, AskTakeback()) == "already-decided"
    sitting.do(2, AnswerTakeback(False))
    assert sitting.table.takeback is None
    assert len(sitting.table.plies) == 1
    assert sitting.refused(2, AnswerTakeback(True)) == "no-offer"


def test_a_wish_can_be_withdrawn() -> None:
    sitting = Sitting()
    sitting.play(1, "a1a5")
    sitting.do(1, AskTakeback())
    sitting.do(1, AnswerTakeback(True))  # one can't agree with oneself
    assert sitting.table.takeback is None
    assert len(sitting.table.plies) == 1


def test_a_move_is_an_answer_too() -> None:
    sitting = Sitting()
    sitting.play(1, "a1a5")
    sitting.do(1, AskTakeback())
    sitting.play(2, "b1b5")
    assert sitting.table.takeback is None
    assert sitting.refused(2, AnswerTakeback(True)) == "no-offer"


def test_the_opponents_answer_goes_with_it() -> None:
    sitting = Sitting()
    sitting.take_turns("a1a5", "b1b5")
    sitting.do(1, AskTakeback())
    sitting.do(2, AnswerTakeback(True))
    assert sitting.table.plies == ()
    assert sitting.table.awaiting == (1,)


def test_nothing_to_take_back() -> None:
    sitting = Sitting()
    assert sitting.refused(1, AskTakeback()) == "no-takeback"
    sitting.play(1, "a1a5")
    assert sitting.refused(2, AskTakeback()) == "no-takeback"


def test_never_across_a_visible_roll() -> None:
    for seats in ("hh", "hb"):
        sitting = real_dice(seats)
        sitting.roll("415555")
        sitting.play(1, "r5")
        sitting.play(2, "pass")
        sitting.play(1, "y9")
        sitting.roll("234444")
        assert sitting.refused(1, AskTakeback()) == "no-takeback"


def test_a_roll_itself_is_never_taken_back() -> None:
    sitting = Sitting("qwixx", "hb")
    sitting.roll()
    assert sitting.refused(1, AskTakeback()) == "no-takeback"


def test_ones_own_sealed_decision_at_once() -> None:
    sitting = real_dice("hhh")
    sitting.roll("415555")
    turn = sitting.table.turn
    sitting.play(1, "r5")
    sitting.play(2, "y5")
    [taken] = sitting.do(1, AskTakeback())
    assert isinstance(taken, TakenBack)
    assert taken.alone
    assert sitting.table.awaiting == (1, 3)
    assert [(ply.seat, ply.move) for ply in sitting.table.plies[1:]] == [(2, "y5")]
    # What its maker had decided before is stale; nobody else's decision becomes so by it.
    assert sitting.table.turn == turn + 1
    assert sitting.refused(1, Play("b5", turn)) == "stale-turn"
    assert sitting.refused(3, Play("pass", turn - 1)) == "stale-turn"
    assert sitting.refused(3, Play("pass", turn + 2)) == "stale-turn"
    sitting.play(1, "b5")
    sitting.do(3, Play("pass", turn, "late"))
    assert sitting.do(3, Play("pass", turn, "late")) == []  # sent twice, done once
    assert [(ply.seat, ply.move) for ply in sitting.table.last_action] == [(2, "y5"), (1, "b5"), (3, "pass")]


def test_after_a_sealed_takeback_the_next_turn_is_new_for_all() -> None:
    sitting = real_dice("hhh")
    sitting.roll("415555")
    turn = sitting.table.turn
    sitting.play(1, "r5")
    sitting.do(1, AskTakeback())
    for seat in (1, 2, 3):
        sitting.play(seat, "pass")
    assert sitting.table.turn == turn + 2
    assert sitting.table.turns == (turn + 2,) * 3
    assert sitting.refused(1, Play("pass", turn + 1)) == "stale-turn"


def test_a_revealed_decision_needs_consent() -> None:
    sitting = real_dice("hh")
    sitting.roll("415555")
    sitting.play(2, "r5")
    sitting.play(1, "y5")
    sitting.do(2, AskTakeback())
    sitting.do(1, AnswerTakeback(True))
    # What seat 1 decided after seat 2 is to be decided again.
    assert sitting.table.awaiting == (1, 2)
    assert sitting.table.state.phase == "white"


def test_no_takeback_when_the_game_is_over_or_has_not_begun() -> None:
    assert Sitting(seats="ho").refused(1, AskTakeback()) == "not-started"
    assert Sitting(seats="ho").refused(1, AnswerTakeback(True)) == "not-started"


class TestRealDice:
    def test_the_one_who_tapped_them_in_can_correct_them(self) -> None:
        sitting = real_dice()
        sitting.roll("415555")
        turn = sitting.table.turn
        assert sitting.refused(2, Unroll(turn)) == "not-your-turn"
        sitting.do(1, Unroll(turn))
        assert sitting.table.state.phase == "roll"
        assert sitting.table.rolls == 0
        assert sitting.refused(1, Unroll(sitting.table.turn)) == "no-takeback"
        sitting.roll("425555")
        assert str(sitting.table.state).endswith("white 425555")

    def test_not_after_anyone_has_decided(self) -> None:
        sitting = real_dice()
        sitting.roll("415555")
        sitting.play(2, "pass")
        assert sitting.refused(1, Unroll(sitting.table.turn)) == "no-takeback"

    def test_an_automatic_pass_is_no_decision(self) -> None:
        sitting = real_dice()
        sitting.roll("116666")
        sitting.play(1, "r2")
        sitting.play(2, "r2")
        sitting.play(1, "y7")
        sitting.roll("111111")
        assert sitting.table.plies[-1].why == "only-move"
        sitting.do(2, Unroll(sitting.table.turn))
        assert sitting.table.state.phase == "roll"

    def test_decisions_about_another_roll_are_stale(self) -> None:
        sitting = real_dice()
        sitting.roll("415555")
        turn = sitting.table.turn
        sitting.do(1, Unroll(turn))
        sitting.roll("145555")
        assert sitting.refused(2, Play("r5", turn)) == "stale-turn"

    def test_anyone_rolls_for_a_bot(self) -> None:
        sitting = real_dice("hbh")
        sitting.roll("415555")
        for seat in (1, 2, 3):
            sitting.play(seat, "pass")
        sitting.play(1, "pass")
        assert sitting.table.state.active == 2
        assert sitting.table.awaiting == (1, 3)
        sitting.play(3, "235555")
        assert sitting.table.state.phase == "white"
        sitting.do(1, Unroll(sitting.table.turn))

    def test_the_servers_dice_cannot_be_corrected(self) -> None:
        sitting = Sitting("qwixx")
        sitting.roll()
        assert sitting.refused(1, Unroll(sitting.table.turn)) == "no-takeback"
