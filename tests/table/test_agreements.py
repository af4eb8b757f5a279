"""Draws, giving up, leaving and coming back, playing again, phrases, the house rule about repetition."""

import pytest

from rowlock.rules import Refusal
from rowlock.table import standing_in
from rowlock.table.apply import replay
from rowlock.table.commands import (
    AskTakeback,
    DeclineDraw,
    Leave,
    OfferDraw,
    Play,
    Replace,
    Resign,
    Return,
    Say,
    WantRematch,
)
from rowlock.table.events import BotFailed, Rematched, RematchWanted, Returned, Said
from rowlock.table.options import Options
from tests.table.sitting import Sitting

CIRCLE = ("a1e1", "a5e5", "e1a1", "e5a5")
"""Four moves that turn the cubes of two rows round; twice repeated they bring every position back."""


def reason(sitting: Sitting) -> str | None:
    return sitting.table.outcome.reason if sitting.table.outcome else None


class TestDraws:
    def test_offered_and_accepted(self) -> None:
        sitting = Sitting()
        sitting.do(1, OfferDraw())
        assert sitting.table.draw_offered == {1}
        assert sitting.refused(1, OfferDraw()) == "already-decided"
        sitting.do(2, OfferDraw())
        assert reason(sitting) == "agreed"
        assert sitting.table.outcome is not None
        assert sitting.table.outcome.places == (1, 1)

    def test_one_of_a_team_speaks_for_both(self) -> None:
        sitting = Sitting("quixo4", "hhhh")
        sitting.do(1, OfferDraw())
        sitting.do(3, OfferDraw())
        assert reason(sitting) is None
        sitting.do(4, OfferDraw())
        assert reason(sitting) == "agreed"

    def test_declined_or_withdrawn(self) -> None:
        sitting = Sitting()
        for seat in (2, 1):
            sitting.do(1, OfferDraw())
            sitting.do(seat, DeclineDraw())
            assert sitting.table.draw_offered == set()
        assert sitting.refused(2, DeclineDraw()) == "no-offer"

    def test_a_move_declines(self) -> None:
        sitting = Sitting()
        sitting.do(2, OfferDraw())
        sitting.play(1, "a1a5")
        assert sitting.table.draw_offered == set()

    def test_bots_play_on(self) -> None:
        sitting = Sitting(seats="hb")
        sitting.do(1, OfferDraw())
        assert sitting.table.draw_offered == set()
        assert sitting.table.status == "playing"

    def test_qwixx_knows_no_draw(self) -> None:
        assert Sitting("qwixx").refused(1, OfferDraw()) == "no-draw"


class TestRepetition:
    def test_the_third_time_is_a_draw(self) -> None:
        sitting = Sitting()
        counts: dict[object, int] = {}
        while sitting.table.status == "playing":
            key = sitting.table.state.key
            counts[key] = counts.get(key, 0) + 1
            assert counts[key] < 3
            sitting.take_turns(CIRCLE[len(sitting.table.plies) % 4])
        assert reason(sitting) == "repetition"
        assert counts[sitting.table.state.key] == 2

    def test_unless_it_was_agreed_otherwise(self) -> None:
        sitting = Sitting(options=Options(first=1, repetition=False))
        sitting.take_turns(*CIRCLE * 10)
        assert sitting.table.status == "playing"

    def test_taken_back_positions_do_not_count(self) -> None:
        sitting = Sitting(seats="hb")
        for _ in range(5):
            sitting.play(1, "a1a5")
            sitting.do(1, AskTakeback())
        assert sitting.table.status == "playing"


class TestResigning:
    def test_loses_for_ones_side(self) -> None:
        for game, seats, places in (("quixo", "hh", (1, 2)), ("quixo4", "hhhh", (1, 3, 1, 3))):
            sitting = Sitting(game, seats)
            sitting.do(2, Resign())
            assert reason(sitting) == "resigned"
            assert sitting.table.outcome is not None
            assert sitting.table.outcome.places == places

    def test_with_two_at_qwixx(self) -> None:
        sitting = Sitting("qwixx", "hh")
        sitting.do(1, Resign())
        assert sitting.table.outcome is not None
        assert sitting.table.outcome.winners == (2,)

    def test_with_more_at_qwixx_one_can_only_leave(self) -> None:
        assert Sitting("qwixx", "hhh").refused(1, Resign()) == "cannot-resign"


class TestLeaving:
    def test_the_seat_stays_theirs(self) -> None:
        sitting = Sitting()
        sitting.do(1, Leave())
        assert list(sitting.table.present) == [2]
        assert sitting.refused(1, Leave()) == "already-left"
        sitting.do(1, Return())
        assert sitting.table.present == (1, 2)
        assert sitting.refused(1, Return()) == "not-away"

    def test_whoever_plays_is_back(self) -> None:
        sitting = Sitting()
        sitting.do(1, Leave())
        sitting.play(1, "a1a5")
        assert isinstance(sitting.events[-2], Returned)
        assert sitting.table.present == (1, 2)

    def test_a_bot_takes_over_at_once(self) -> None:
        sitting = Sitting(options=Options(first=1, grace=60))
        assert sitting.refused(2, Replace(1)) == "still-there"
        sitting.do(1, Leave())
        sitting.do(2, Replace(1, "hard"))
        assert sitting.table.seats[0].by_bot
        assert sitting.table.humans == (2,)
        assert sitting.refused(2, Replace(1)) == "no-such-seat"

    def test_for_someone_who_lost_the_connection_after_the_grace_time(self) -> None:
        sitting = Sitting(options=Options(first=1, grace=60))
        gone = {1: sitting.now}
        assert sitting.refused(2, Replace(1)) == "still-there"  # connected
        sitting.now += 59_000
        assert sitting.refused(2, Replace(1), gone) == "still-there"
        sitting.now += 1_000
        sitting.do(2, Replace(1), gone)
        assert sitting.table.seats[0].by_bot

    def test_that_bot_plays(self) -> None:
        sitting = self.replaced()
        assert sitting.refused_move(1, "a1a5") == "bot-plays"
        sitting.add(standing_in.bot_decides(sitting.table, 1, "a1a5", sitting.table.turn, sitting.now))
        assert sitting.table.awaiting == (2,)

    def test_the_owner_takes_the_seat_back(self) -> None:
        sitting = self.replaced()
        turn = sitting.table.turn
        sitting.do(1, Return())
        assert not sitting.table.seats[0].by_bot
        # What the bot was thinking about comes too late.
        with pytest.raises(Refusal) as refusal:
            standing_in.bot_decides(sitting.table, 1, "a1a5", turn, sitting.now)
        assert refusal.value.code == "not-away"
        sitting.play(1, "b1b5")

    def test_a_bots_own_seat_is_nobodys_to_take(self) -> None:
        assert Sitting(seats="hb").refused(1, Replace(2)) == "no-such-seat"
        assert Sitting(seats="hb").refused(1, Replace(5)) == "no-such-seat"

    def test_a_bot_that_fails_is_reported_once(self) -> None:
        sitting = Sitting(seats="hb")
        assert sitting.add(standing_in.bot_failed(sitting.table, 2, sitting.now)) == [
            BotFailed(sitting.now, 2)
        ]
        assert standing_in.bot_failed(sitting.table, 2, sitting.now) == []
        assert standing_in.bot_failed(sitting.table, 1, sitting.now) == []  # a person

    @staticmethod
    def replaced() -> Sitting:
        sitting = Sitting(options=Options(first=1, grace=0))
        sitting.do(1, Leave())
        sitting.do(2, Replace(1))
        return sitting


class TestPlayingAgain:
    def test_same_people_same_seats_same_agreements(self) -> None:
        sitting = Sitting("quixo", "hb", options=Options(first=1, chosen={"size": 3}))
        assert sitting.refused(1, WantRematch()) == "not-over"
        sitting.do(1, Resign())
        events = sitting.do(1, WantRematch(id="again"))
        assert events == [RematchWanted(sitting.now, 1, "1:again"), Rematched(sitting.now, "next")]
        assert sitting.refused(1, WantRematch()) == "already-decided"
        assert sitting.table.next == "next"
        table = replay(sitting.opened)
        assert (table.id, table.previous, table.options) == ("next", "table", sitting.table.options)
        assert table.seats == sitting.table.seats
        assert table.status == "playing"
        assert sitting.do(1, WantRematch(id="again")) == []  # it was done

    def test_only_when_all_who_are_there_want_to(self) -> None:
        sitting = Sitting("qwixx", "hh")
        sitting.do(1, Resign())
        sitting.do(1, WantRematch())
        assert not sitting.opened
        sitting.do(2, WantRematch())
        assert sitting.table.next == "next"

    def test_only_once(self) -> None:
        sitting = Sitting("qwixx", "hh")
        sitting.do(1, Resign())
        for command in (WantRematch(), Leave()):
            sitting.do(2, command)
            sitting.do(1, command)
        assert sum(isinstance(event, Rematched) for event in sitting.events) == 1

    def test_not_when_nobody_is_left(self) -> None:
        sitting = Sitting("qwixx", "hh")
        sitting.do(1, Resign())
        sitting.do(1, Leave())
        sitting.do(2, Leave())
        assert not sitting.opened

    def test_who_has_left_is_not_waited_for(self) -> None:
        for last in (1, 2):
            sitting = Sitting("qwixx", "hh")
            sitting.do(1, Resign())
            sitting.do(last, WantRematch() if last == 1 else Leave())
            assert not sitting.opened
            sitting.do(3 - last, Leave() if last == 1 else WantRematch())
            assert sitting.table.next == "next"
            assert replay(sitting.opened).id == "next"


class TestPhrases:
    def test_at_any_time(self) -> None:
        sitting = Sitting(seats="ho")
        assert sitting.do(1, Say("hello")) == [Said(sitting.now, 1, "hello")]
        sitting = Sitting()
        sitting.do(2, Resign())
        sitting.do(2, Say("well-played"))

    def test_to_ones_partner_if_that_was_agreed(self) -> None:
        sitting = Sitting("quixo4", "hhhh")
        assert sitting.do(1, Say("my-cube", team=True)) == [Said(sitting.now, 1, "my-cube", team=True)]
        quiet = Sitting("quixo4", "hhhh", options=Options(team_talk=False))
        assert quiet.refused(1, Say("my-cube", team=True)) == "no-team-talk"

    def test_who_has_no_partner_has_no_team(self) -> None:
        for game in ("quixo", "qwixx"):
            assert Sitting(game).refused(1, Say("oops", team=True)) == "no-team-talk"

    def test_they_change_no_turn(self) -> None:
        sitting = Sitting()
        turn = sitting.table.turn
        sitting.do(2, Say("hurry"))
        sitting.do(1, Play("a1a5", turn))
