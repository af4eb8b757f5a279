"""From what somebody wants to the events that it causes, or to a refusal; nothing happens here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rowlock.rules import GAMES, Refusal
from rowlock.rules.games import check_game
from rowlock.series.events import (
    Back,
    Event,
    Finished,
    Gone,
    Joined,
    RoundBegun,
    Seating,
    SeriesEnded,
    SeriesOpened,
    SeriesPlan,
    Teamed,
)
from rowlock.series.pairing import Group, circle, groups, met_in, swiss
from rowlock.series.series import BOT_TEAM, Series, apply
from rowlock.series.standing import standings
from rowlock.table.options import Milliseconds, SeatPlan, check_plan, clean_name, persons_name

FEWEST, MOST = 3, 32
"""People."""


def open_series(name: str, plan: SeriesPlan, host: str, secret: str, now: Milliseconds) -> list[Event]:
    """The events of a new series. Raises `Refusal`."""
    check_game(plan.game)
    check_plan(plan.game, (SeatPlan("human"),) * plan.size, plan.options)
    if isinstance(plan.options.first, int):
        raise Refusal("malformed", "who sits where is not known yet", place="options.first")
    if plan.duplicate and (plan.options.dice != "server" or not GAMES[plan.game].dice):
        raise Refusal("malformed", "only the server's dice can be the same everywhere", place="duplicate")
    if plan.options.symbols != "seated":
        raise Refusal("malformed", "the symbols go by the order of the pairs", place="options.symbols")
    title = clean_name(plan.name, 1) if plan.name.strip() else ""
    return [SeriesOpened(now, name, replace(plan, name=title), host, secret)]


def join(
    series: Series,
    name: str,
    token: str,
    team: int,
    now: Milliseconds,
    identity: str = "",
    face: str = "",
) -> list[Event]:
    """Somebody takes part, in a team where there are any."""
    if series.ended or (series.rounds and (series.plan.system == "round-robin" or series.team_size > 1)):
        raise Refusal("seats-fixed", "it has begun: nobody can join any more")
    if team and len(series.teams.get(team, (0,) * series.team_size)) >= series.team_size:
        raise Refusal("seat-taken", f"team {team} has no place", seat=team)
    if len(series.people) >= MOST:
        raise Refusal("too-many", f"{MOST} are enough for one series")
    number = len(series.people) + 1
    clean = persons_name(name, number)
    _check_name(series, clean)
    return [Joined(now, clean, token, team, identity, face)]


def go(series: Series, person: int, now: Milliseconds) -> list[Event]:
    """Somebody takes no part from the next round on; none if that is known."""
    if not 1 <= person <= len(series.people):
        raise Refusal("no-such-seat", f"there is no person {person}", seat=person)
    return [] if series.ended or series.people[person - 1].gone else [Gone(now, person)]


def come_back(series: Series, person: int, now: Milliseconds) -> list[Event]:
    """Somebody who had gone takes part again, with the points that they had; nothing if they are there."""
    if not 1 <= person <= len(series.people):
        raise Refusal("no-such-seat", f"there is no person {person}", seat=person)
    who = series.people[person - 1]
    if not who.gone:
        return []
    if series.ended or len(series.teams[who.team]) > series.team_size:
        raise Refusal("seats-fixed", "it is over, or somebody else plays in their place")
    _check_name(series, who.name)
    return [Back(now, person)]


def _check_name(series: Series, name: str) -> None:
    if name.casefold() in {person.name.casefold() for person in series.people if not person.gone}:
        raise Refusal("name-taken", "somebody of this name takes part already")


def finish(
    series: Series, table: str, places: Sequence[int], scores: Sequence[int], now: Milliseconds
) -> list[Event]:
    """A game is over, with these places and points of its seats; nothing if that is known."""
    for meeting in series.rounds[-1].meetings if table in series.unfinished else ():
        if meeting.table == table:
            teams = len(meeting.teams)
            return [Finished(now, table, tuple(places[:teams]), tuple(scores[:teams]))]
    return []


def next_round(series: Series, names: Sequence[str], now: Milliseconds) -> list[Event]:
    """The next round begins, at tables with these names as far as they are needed; what is not finished is called
    off. Raises `Refusal`."""
    if series.ended or (series.of and len(series.rounds) >= series.of):
        raise Refusal("game-over", "there are no more rounds")
    events = _teams_made(series, now) if not series.rounds else []
    for event in events:
        series = apply(series, event)
    people = sum(not person.gone for person in series.people)
    if len(series.present) < 2 or (not series.rounds and people < FEWEST):
        raise Refusal(
            "seat-count", f"at least {FEWEST} take part", low=FEWEST, high=MOST, players=f"{FEWEST}–{MOST}"
        )
    tables, byes = pairing(series)
    seatings = tuple(Seating(name, teams) for name, teams in zip(names, tables, strict=False))
    return [*events, RoundBegun(now, seatings, byes, series.of or rounds_planned(series))]


def end(series: Series, now: Milliseconds) -> list[Event]:
    """It is over; nothing if that is known."""
    return [] if series.ended else [SeriesEnded(now)]


def pairing(series: Series) -> tuple[list[Group], tuple[int, ...]]:
    """The tables of the next round, and who pauses."""
    number = len(series.rounds) + 1
    met = met_in([meeting.teams for one in series.rounds for meeting in one.meetings])
    present = set(series.present)
    order = [line.team for line in standings(series) if line.team in present]
    by_points = series.plan.system == "swiss"
    at_once = series.plan.size // series.team_size
    if at_once > 2:
        order = order if by_points else sorted(order)
        return groups(order, at_once, met, by_points=by_points, seed=number), ()
    if by_points:
        paused = {line.team: line.byes for line in standings(series)}
        paused = {team: byes + met.get(frozenset((team, BOT_TEAM)), 0) for team, byes in paused.items()}
        pairs, byes = swiss(order, met, paused)
    else:
        pairs, byes = circle(_from_the_start(series), number)
        byes = tuple(team for team in byes if team in present)
        byes += tuple(
            one for pair in pairs for one in pair if one in present and not present.issuperset(pair)
        )
        pairs = [pair for pair in pairs if present.issuperset(pair)]
    if series.plan.odd == "bye":
        return pairs, byes
    return [*pairs, *((team, BOT_TEAM) for team in byes)], ()


def _from_the_start(series: Series) -> tuple[int, ...]:
    """The teams that were there when it began, or would be if it began now."""
    if not series.rounds:
        return series.present
    first = series.rounds[0]
    met = {team for meeting in first.meetings for team in meeting.teams}
    return tuple(sorted((met | set(first.byes)) - {BOT_TEAM}))


def rounds_planned(series: Series) -> int:
    """How many there would be if it began now."""
    if series.plan.system == "swiss":
        return series.plan.rounds
    teams, at_once = max(2, len(series.present)), series.plan.size // series.team_size
    if at_once == 2:
        return teams - 1 + teams % 2
    return -(-(teams - 1) // (at_once - 1))


def _teams_made(series: Series, now: Milliseconds) -> list[Event]:
    """Whoever came without a partner gets one, in the order in which they came."""
    if series.team_size == 1:
        return []
    alone = [
        present[0]
        for people in series.teams.values()
        if len(present := [one for one in people if not series.people[one - 1].gone]) == 1
    ]
    return [
        Teamed(now, other, series.people[one - 1].team)
        for one, other in zip(alone[::2], alone[1::2], strict=False)
    ]


def seat_plans(series: Series, teams: Sequence[int]) -> list[tuple[SeatPlan, str, str]]:
    """Who sits where these teams meet, each with the hashes of their token and of their key."""
    level = "medium" if series.plan.odd == "bye" else series.plan.odd
    plans = list[tuple[SeatPlan, str, str]]()
    for number in series.seats(teams):
        if number:
            person = series.people[number - 1]
            plans.append((SeatPlan("human", person.name, face=person.face), person.token, person.identity))
        else:
            plans.append((SeatPlan("bot", level=level), "", ""))
    return plans
