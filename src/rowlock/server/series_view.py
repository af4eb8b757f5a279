"""A series as it is shown."""

from __future__ import annotations

from rowlock.series import decide
from rowlock.series.series import Round, Series
from rowlock.series.standing import standings
from rowlock.server.series_wire import MeetingView, PersonView, RoundView, SeriesView, StandingView
from rowlock.table import dice


def as_all_see_it(series: Series) -> SeriesView:
    """The series for somebody who takes no part in it."""
    plan = series.plan
    shared = plan.duplicate and not series.ended
    return SeriesView(
        id=series.id,
        name=plan.name,
        game=plan.game,
        size=plan.size,
        system=plan.system,
        odd=plan.odd,
        duplicate=plan.duplicate,
        options=plan.options,
        status=series.status,
        revision=series.revision,
        team_size=series.team_size,
        people=tuple(
            PersonView(person=number, name=one.name, face=one.face, team=one.team, gone=one.gone)
            for number, one in enumerate(series.people, 1)
        ),
        rounds=tuple(_round(series, number, one) for number, one in enumerate(series.rounds, 1)),
        planned=series.of or decide.rounds_planned(series),
        next_commitment=dice.commitment(series.round_secret(len(series.rounds) + 1)) if shared else None,
        standings=tuple(
            StandingView(
                place=line.place,
                team=line.team,
                points=float(line.points),
                opponents=float(line.opponents),
                direct=float(line.direct),
                ahead=float(line.ahead),
                played=line.played,
                byes=line.byes,
            )
            for line in standings(series)
        ),
        host=False,
        you=None,
        table=None,
        seat=None,
    )


def as_seen_by(view: SeriesView, series: Series, token: str) -> SeriesView:
    """The same for the holder of a (hashed) token."""
    you = series.holder(token)
    table, seat = (series.plays_at(you) if you else None) or (None, None)
    own = {"host": token == series.host, "you": you, "table": table, "seat": seat}
    return view.model_copy(update=own)


def _round(series: Series, number: int, one: Round) -> RoundView:
    secret = series.round_secret(number) if series.plan.duplicate else None
    return RoundView(
        round=number,
        meetings=tuple(
            MeetingView(table=each.table, teams=each.teams, places=each.places, scores=each.scores)
            for each in one.meetings
        ),
        byes=one.byes,
        over=one.over,
        commitment=dice.commitment(secret) if secret else None,
        secret=secret if one.over else None,
    )
