"""Time: a limit for each move or for the whole game; and what happens when it is up."""

from rowlock.table import playing
from rowlock.table.commands import AskTakeback, Play, Say
from rowlock.table.events import Ended, Moved, Resumed
from rowlock.table.options import Clock, Options
from tests.table.sitting import NOON, Sitting


def timed(game: str = "quixo", seats: str = "hh", **limits: int) -> Sitting:
    return Sitting(game, seats, options=Options(first=1, clock=Clock(**limits)))


def left(sitting: Sitting) -> list[float]:
    """Seconds that each seat has left."""
    clocks = sitting.table.clocks
    assert clocks is not None
    return [clocks.left_at(seat, sitting.now) / 1000 for seat in range(1, len(clocks.left) + 1)]


def test_without_a_clock_nobody_is_ever_late() -> None:
    sitting = Sitting()
    assert sitting.table.deadline is None
    assert sitting.wait(10**6) == []


def test_a_limit_for_each_move_begins_anew_with_each_move() -> None:
    sitting = timed(per_move=10)
    sitting.wait(7)
    assert left(sitting) == [3, 10]
    sitting.play(1, "a1a5")
    sitting.wait(4)
    assert left(sitting)[1] == 6
    sitting.play(2, "b1b5")
    assert left(sitting)[0] == 10


def test_a_limit_for_the_game_runs_only_in_ones_own_turn() -> None:
    sitting = timed(per_game=60, increment=2)
    sitting.wait(7)
    sitting.play(1, "a1a5")
    assert left(sitting) == [55, 60]
    sitting.wait(20)
    assert left(sitting) == [55, 40]
    sitting.play(2, "b1b5")
    assert left(sitting) == [55, 42]


def test_out_of_time_loses_at_quixo() -> None:
    sitting = timed(per_move=10)
    sitting.play(1, "a1a5")
    assert sitting.wait(9.999) == []
    assert sitting.wait(0.001) == [Ended(sitting.now, "time", (1, 2), seat=2)]
    assert sitting.table.status == "over"
    assert sitting.table.deadline is None
    assert sitting.wait(100) == []


def test_out_of_time_loses_for_the_whole_team() -> None:
    sitting = timed("quixo4", "hhhh", per_move=10)
    sitting.play(1, "a1a5n")
    sitting.wait(10)
    outcome = sitting.table.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.places) == ("time", (1, 3, 1, 3))


def test_too_late_is_too_late_even_before_the_server_says_so() -> None:
    sitting = timed(per_move=10)
    sitting.now += 10_000
    assert sitting.refused_move(1, "a1a5") == "out-of-time"


def test_out_of_time_passes_at_qwixx_and_takes_the_penalty() -> None:
    sitting = timed("qwixx", "hhh", per_move=10)
    assert [type(event) for event in sitting.wait(10)] == [Moved]  # the dice are rolled for who doesn't
    assert sitting.table.state.phase == "white"
    late = sitting.wait(10)
    assert late == [Moved(sitting.now, seat, "pass", why="late") for seat in (1, 2, 3)]
    assert sitting.table.state.phase == "colour"
    sitting.wait(10)
    assert sitting.table.state.active == 2
    assert sitting.table.state.scores == (-5, 0, 0)


def test_who_decided_in_time_is_not_late() -> None:
    sitting = timed("qwixx", "hh", per_move=10)
    sitting.roll()
    assert sitting.table.awaiting == (1, 2)  # on empty sheets every sum fits somewhere
    cross = sitting.table.choices.get(2, ())[0]
    sitting.wait(6)
    sitting.play(2, cross)
    sitting.wait(6)
    assert [(ply.seat, ply.move, ply.why) for ply in sitting.table.plies[1:3]] == [
        (2, cross, "chosen"),
        (1, "pass", "late"),
    ]


def test_an_all_absent_table_plays_itself_to_the_end() -> None:
    sitting = timed("qwixx", "hh", per_move=1)
    for _ in range(100):
        sitting.wait(1)
    outcome = sitting.table.outcome
    assert outcome is not None
    assert outcome.reason == "penalties"
    # Only the active player is ever penalised, so after eight turns the one who began has four.
    assert sitting.table.state.scores == (-20, -15)


def test_a_phrase_stops_no_clock() -> None:
    sitting = timed(per_move=10)
    sitting.wait(9)
    sitting.do(1, Say("thinking"))
    assert left(sitting)[0] == 1


def test_a_decision_taken_back_lets_the_clock_go_on() -> None:
    sitting = timed("qwixx", "hh", per_game=60, increment=5)
    sitting.roll()
    assert left(sitting) == [65, 60]  # the roll brought an increment
    sitting.wait(3)
    sitting.play(1, "pass")
    assert left(sitting) == [67, 57]
    sitting.wait(20)
    sitting.do(1, AskTakeback())
    assert left(sitting) == [62, 37]  # no increment for nothing
    sitting.wait(4)
    assert left(sitting) == [58, 33]
    sitting.play(2, "pass")
    sitting.wait(58)
    assert (1, "pass", "late") in [(ply.seat, ply.move, ply.why) for ply in sitting.table.plies]


def test_time_without_a_server_is_nobodys() -> None:
    sitting = timed(per_game=60)
    sitting.wait(10)
    alive_until = sitting.now
    sitting.now += 3_600_000
    resumed = sitting.add(playing.resume(sitting.table, alive_until, sitting.now))
    assert resumed == [Resumed(sitting.now, 3_600_000)]
    assert left(sitting) == [50, 60]
    assert sitting.wait(49.999) == []
    sitting.wait(0.001)
    assert sitting.table.status == "over"


def test_a_change_after_the_last_heartbeat_proves_that_the_server_lived() -> None:
    sitting = timed(per_game=60)
    sitting.wait(10)
    sitting.play(1, "a1a5")
    moved_at = sitting.now
    sitting.now += 5_000
    assert playing.resume(sitting.table, NOON, sitting.now) == [Resumed(sitting.now, sitting.now - moved_at)]


def test_a_restart_that_dies_halfway_gives_the_time_back_once() -> None:
    sitting = timed(per_game=60)
    alive_until = sitting.now
    sitting.now += 100_000
    sitting.add(playing.resume(sitting.table, alive_until, sitting.now))
    sitting.now += 50_000  # it died before its first heartbeat
    sitting.add(playing.resume(sitting.table, alive_until, sitting.now))
    assert left(sitting) == [60, 60]


def test_where_no_clock_runs_there_is_nothing_to_give_back() -> None:
    assert playing.resume(Sitting().table, NOON, NOON + 10**6) == []
    over = timed(per_move=1)
    over.wait(1)
    assert playing.resume(over.table, NOON, NOON + 10**6) == []


def test_each_decides_in_their_own_time_when_all_decide_at_once() -> None:
    sitting = timed("qwixx", "hh", per_game=30)
    sitting.roll()
    assert sitting.table.awaiting == (1, 2)
    sitting.wait(4)
    sitting.do(1, Play("pass", sitting.table.turn))
    sitting.wait(5)
    assert left(sitting) == [26, 21]
