"""The day, asked of a real server: what everybody plays, the table of the day, and how one's game went."""

from datetime import date, timedelta
from typing import Any

import pytest

from rowlock.rules import DICE, GAMES, Ply, Record
from rowlock.server import clock
from rowlock.server.daily import account
from rowlock.study import day_of
from rowlock.study.qwixx.day import perfect
from rowlock.table import days, dice
from tests.server.serving import Address, Opened

HUMAN = [{"kind": "human", "name": "Ada"}]


def today() -> date:
    return days.today(clock.now())


def played(address: Address, when: date, *, penalties: bool = False) -> Opened:
    """A finished game of the day: as well as can be, or all penalties."""
    table = address.open("qwixx", HUMAN, day=str(when), auto_pass=False)
    if penalties:
        while (view := table.view())["status"] == "playing":
            table.play(1, "roll" if view["phase"] == "roll" else "pass")
        return table
    for ply in perfect(when).plies:
        table.play(1, ply.move if ply.seat else "roll")
    return table


def enter(address: Address, table: Opened, when: date, name: str) -> Any:
    path = f"/days/{when}/results"
    return address.post(path, {"table": table.id, "name": name}, table.tokens[1])


def refused(address: Address, table: Opened, when: object, name: str, token: str | None) -> tuple[int, str]:
    return address.refused(f"/days/{when}/results", {"table": table.id, "name": name}, token)


def test_today_is_the_day_that_everybody_has(address: Address) -> None:
    found = address.get("/days/today")
    when = date.fromisoformat(found["date"])
    own = day_of(when)
    assert when in (today(), today() - timedelta(1))
    assert (found["link"], found["best"], found["game"]) == (own.link, own.best, own.game)
    assert found["puzzle_game"] == own.puzzle.game
    puzzle = found["puzzle"]
    assert puzzle["position"] == own.puzzle.position
    assert tuple(puzzle["worth"][0]["moves"]) == own.puzzle.best
    assert 0 < found["ends"] - clock.now() <= 24 * 3600 * 1000
    assert found == address.get(f"/days/{when}")


def test_days_that_are_not_there(address: Address) -> None:
    tomorrow = today() + timedelta(1)
    assert address.refused(f"/days/{tomorrow}", None, method="GET") == (422, "not-yet")
    for wrong in ("2026-10-31", "2026-02-30", "never", "1"):
        assert address.refused(f"/days/{wrong}", None, method="GET") == (422, "malformed")
    body = {"game": "qwixx", "seats": HUMAN, "options": {"day": str(tomorrow)}}
    assert address.refused("/tables", body) == (422, "not-yet")


def test_the_table_of_the_day(address: Address) -> None:
    when = today()
    best, worst = played(address, when), played(address, when, penalties=True)
    assert best.view()["scores"] == [day_of(when).best]
    assert worst.view()["scores"] == [-20]
    assert enter(address, worst, when, "Boris") == [{"place": 1, "name": "Boris", "score": -20}]
    listed = enter(address, best, when, "  A\u202ed\na ")
    assert [(one["place"], one["name"], one["score"]) for one in listed] == [
        (1, "Ad a", day_of(when).best),
        (2, "Boris", -20),
    ]
    assert address.get(f"/days/{when}")["results"] == listed
    assert address.get(f"/days/{when - timedelta(1)}")["results"] == []
    # Each game and each name once.
    assert refused(address, best, when, "Cleo", best.tokens[1]) == (409, "already-entered")
    again = played(address, when, penalties=True)
    assert refused(address, again, when, "Boris", again.tokens[1]) == (409, "name-taken")
    enter(address, again, when, "Dora")
    assert [one["place"] for one in address.get(f"/days/{when}")["results"]] == [1, 2, 2]


def test_what_is_not_entered(address: Address) -> None:
    when = today()
    begun = address.open("qwixx", HUMAN, day=str(when))
    assert refused(address, begun, when, "Ada", begun.tokens[1]) == (409, "not-over")
    assert refused(address, begun, when, "Ada", None) == (401, "not-seated")
    assert refused(address, begun, when, "Ada", "x") == (401, "not-seated")
    assert refused(address, begun, when - timedelta(1), "Ada", begun.tokens[1]) == (422, "malformed")
    assert refused(address, begun, when, "", begun.tokens[1]) == (422, "malformed")
    assert refused(address, begun, when, "x" * 201, begun.tokens[1]) == (422, "malformed")
    alone = address.open("qwixx", HUMAN)
    assert refused(address, alone, when, "Ada", alone.tokens[1]) == (422, "malformed")


def test_the_account_of_a_game(address: Address) -> None:
    when = today()
    best, worst = played(address, when), played(address, when, penalties=True)
    begun = address.open("qwixx", HUMAN, day=str(when))
    assert address.refused(f"{begun.path}/account", None, method="GET") == (409, "not-over")
    assert address.refused(f"{best.path}/review", None, method="GET") == (422, "no-review")
    found = address.get(f"{best.path}/account")
    assert found["best"] == found["result"] == day_of(when).best
    assert found["decisions"] == pytest.approx(0)
    found = address.get(f"{worst.path}/account")
    assert (found["best"], found["result"]) == (day_of(when).best, -20)
    assert found["start"] + found["luck"] + found["decisions"] == pytest.approx(-20)
    assert found["decisions"] < -50
    assert len(found["choices"]) > 4
    two = address.post("/records", {"record": two_seats()})["id"]
    assert address.refused(f"/tables/{two}/account", None, method="GET") == (422, "no-review")


def two_seats() -> str:
    """A finished game of two: four penalties."""
    record = Record.new("qwixx", ["a", "b"])
    state, plies = record.start, list[Ply]()
    while not state.outcome:
        seat = state.awaiting[0]
        ply = Ply(seat, "123456" if seat == DICE else "pass")
        plies.append(ply)
        state = state.play(ply.seat, ply.move)
    return str(record.with_plies(plies).ended(state.outcome))


def test_a_record_of_the_day_is_entered(address: Address) -> None:
    """As of a game that was played without a connection: it is told first, and its dice are looked at."""
    when = today() - timedelta(1)
    record = perfect(when)

    def kept(other: Record) -> str:
        return str(address.post("/records", {"record": str(other)})["id"])

    table = kept(record)
    path = f"/days/{when}/results"
    (entered,) = address.post(path, {"table": table, "name": "Ada"})
    assert entered == {"place": 1, "name": "Ada", "score": day_of(when).best}
    assert address.refused(path, {"table": table, "name": "Cleo"}) == (409, "already-entered")
    assert address.get(f"/tables/{table}/account")["best"] == day_of(when).best
    start = "qwixx 2,3,4,5,6/-/-/-/0 1 roll -"
    ahead = Record((("Game", "qwixx"), ("Seats", "Ada"), ("Start", start)))
    for wrong in (
        perfect(when - timedelta(1)),
        perfect(when - timedelta(1)).tagged("DiceDay", str(when)),
        given_up(ahead.tagged("DiceDay", str(when)), when),
    ):
        assert address.refused(path, {"table": kept(wrong), "name": "Cleo"}) == (422, "malformed")


def given_up(record: Record, when: date) -> Record:
    """A record of the day in which only penalties are taken."""
    state, plies = record.start, list[Ply]()
    while not state.outcome:
        seat = state.awaiting[0]
        secret, entropy = days.link(when), dice.first_entropy(str(when))
        rolls = 1 + sum(ply.seat == DICE for ply in plies)
        move = dice.roll_for_all(secret, entropy, rolls, state.legal_moves(DICE)) if seat == DICE else "pass"
        plies.append(Ply(seat, move))
        state = state.play(seat, move)
    return record.with_plies(plies).ended(state.outcome)


def test_beyond_what_lies_in_the_package() -> None:
    """Then the account tells what perfect play makes of the day."""
    record = perfect(date(2037, 1, 5))
    assert f'"best":{record.last_state.scores[0]}' in account(str(record))


def test_the_record_is_verified(address: Address) -> None:
    when = today()
    record = Record.parse(played(address, when).record())
    assert record.tag("DiceDay") == str(when)
    assert dice.verify(record) > 5


def test_only_games_for_one(address: Address) -> None:
    for game in GAMES:
        body = {"game": game, "seats": HUMAN}
        if GAMES[game].alone:
            assert address.post("/tables", body)["token"]
        else:
            assert address.refused("/tables", body) == (422, "seat-count")
