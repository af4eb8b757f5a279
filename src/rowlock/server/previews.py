"""What a link to a table, or to a series, says of itself where it is sent: title, description and picture for
messengers (Open Graph), in its own language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from fastapi import Request

from rowlock.locale import DEFAULT, LANGUAGES, Catalogue
from rowlock.pads.card import HEIGHT, WIDTH, cards_can_be_made
from rowlock.rules import Refusal
from rowlock.rules.levels import BOT
from rowlock.series.series import Series
from rowlock.series.standing import standings
from rowlock.server.ledger import NoSuchTable
from rowlock.store import StoreUnavailable
from rowlock.table.options import Options
from rowlock.table.table import Table

if TYPE_CHECKING:
    from rowlock.server.series_desk import SeriesDesk
    from rowlock.server.tables import Tables

ICON = "/icon-512.png"
MOST_NAMED = 5
"""How many of a series' standings a link names."""
TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a link says."""

    title: str
    description: str
    language: str
    picture: str = ""
    """The path of its picture; empty where there is none but the icon."""


async def of_table(state: Any, name: str, look: str) -> Preview | None:
    """Of a link to a table; `look` is how the game is looked at again, if it is. None where there is no such table."""
    tables: Tables = state.tables
    try:
        table = (await tables.ledger.get(name)).table
    except (NoSuchTable, StoreUnavailable):
        return None
    picture = "" if table.dice_secret else f"/api/tables/{name}/preview.png?revision={table.revision}"
    return Preview(*preview(table, look), texts_of(table.options).language, picture)


async def of_series(state: Any, name: str) -> Preview | None:
    """Of a link to a series. None where there is no such series."""
    desk: SeriesDesk = state.series
    try:
        series = await desk.current(name)
    except (Refusal, StoreUnavailable):
        return None
    picture = f"/api/series/{name}/preview.png?revision={series.revision}"
    return Preview(*series_preview(series), texts_of(series.plan.options).language, picture)


def with_preview(page: str, said: Preview, request: Request) -> str:
    """The page with what its link says."""
    host = request.headers.get("host", "")
    here = f"{request.url.scheme}://{quote(host, safe='.:[]')}"
    title, description = said.title, said.description
    told = {
        "og:type": "website",
        "og:site_name": "Rowlock",
        "og:title": title,
        "og:description": description,
        "og:url": f"{here}{request.url.path}",
        "og:locale": said.language,
    }
    if said.picture and cards_can_be_made():
        # Messengers keep a picture under its address: with the revision, a link sent later shows how it stands then.
        told["og:image"] = f"{here}{said.picture}"
        told |= {"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT), "og:image:alt": title}
        shown = "summary_large_image"
    else:
        told["og:image"] = f"{here}{ICON}"
        shown = "summary"
    tags = "".join(f'<meta property="{key}" content="{escape(text)}" />' for key, text in told.items())
    tags += f'<meta name="twitter:card" content="{shown}" />'
    tags = f'<title>{escape(title)} · Rowlock</title><meta name="description" content="{escape(description)}" />{tags}'
    return TITLE.sub(lambda _: tags, page, count=1)


def preview(table: Table, look: str = "") -> tuple[str, str]:
    """Title and description of a link to a table."""
    texts = texts_of(table.options)
    game = texts.text(f"game.{table.game}", "game.any", name=table.game)
    people = [seat.name for seat in table.seats if seat.kind == "human"]
    about = texts.text(f"about.{table.game}") if f"about.{table.game}" in texts.entries else game
    if table.status == "waiting":
        if people:
            return texts.text("join.by", name=people[0], game=game), about
        return texts.text("join.title", game=game), about
    names = [name_of(texts, table, seat) for seat in range(1, len(table.seats) + 1)]
    title = f"{game}: {', '.join(map(texts.isolate, names))}"
    if look:
        title = f"{texts.text({'replay': 'menu.replay', 'review': 'review.open'}[look])} · {title}"
    if table.dice_secret:  # how it stands is nobody else's business yet
        return title, about
    return title, _standing(texts, table, names)


def _standing(texts: Catalogue, table: Table, names: list[str]) -> str:
    outcome = table.outcome
    scores = outcome.scores if outcome else table.state.scores
    points = ", ".join(f"{texts.isolate(name)} {score}" for name, score in zip(names, scores, strict=False))
    if not outcome:
        return points or texts.text("preview.playing")
    winners = outcome.winners
    if table.rules.two_sides and len(winners) == len(names):
        return texts.text("result.draw")
    if len(names) == 1:
        return texts.text("play.points", count=outcome.scores[0])
    won = ", ".join(names[seat - 1] for seat in winners)
    shared = len(winners) > 1 and not table.rules.two_sides
    said = texts.text("result.shared" if shared else "result.won", names=won, count=len(winners))
    return f"{said} {points}".strip()


def name_of(texts: Catalogue, table: Table, seat: int) -> str:
    """Who sits there, for somebody who reads this language."""
    who = table.seats[seat - 1]
    if who.kind == "bot":
        return (
            texts.text(f"level.{who.level}") if f"level.{who.level}" in texts.entries else f"{BOT}{who.level}"
        )
    return who.name or texts.text("seat.player", number=seat)


def series_preview(series: Series) -> tuple[str, str]:
    """Title and description of a link to a series."""
    plan = series.plan
    texts = texts_of(plan.options)
    game = texts.text(f"game.{plan.game}", "game.any", name=plan.game)
    evening = texts.isolate(plan.name or texts.text("series.open"))
    if series.status == "gathering":
        there = sum(not person.gone for person in series.people)
        people = f" {texts.text('series.people', count=there)}." if there else ""
        return f"{evening}: {texts.text('join.title', game=game)}", f"{texts.text('series.lead')}{people}"
    lines = standings(series)
    names = {line.team: _team(texts, series, line.team) for line in lines}
    points = ", ".join(f"{names[line.team]} {_number(texts, line.points)}" for line in lines[:MOST_NAMED])
    if series.status == "over":
        first = [names[line.team] for line in lines if line.place == 1]
        said = texts.text("result.won", names=", ".join(first), count=len(first))
    else:
        said = texts.text("series.round", number=len(series.rounds), count=series.of) + "."
    return f"{evening} · {game}", f"{said} {points}".strip()


def _team(texts: Catalogue, series: Series, team: int) -> str:
    people = (series.people[number - 1].name for number in series.teams[team])
    return " & ".join(map(texts.isolate, people))


def _number(texts: Catalogue, points: Fraction) -> str:
    from babel.numbers import format_decimal  # slow to import

    return str(format_decimal(float(points), "0.##", texts.language))


def texts_of(options: Options) -> Catalogue:
    """The texts in the language of a table, or of a series."""
    language = options.language
    return Catalogue.of(language if language in LANGUAGES else DEFAULT)
