"""What a link to a table says of itself where it is sent: title, description and picture for messengers (Open Graph),
in the language of the table."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

from fastapi import Request

from rowlock.locale import DEFAULT, LANGUAGES, Catalogue
from rowlock.pads.card import HEIGHT, WIDTH, cards_can_be_made
from rowlock.rules.levels import BOT
from rowlock.server.ledger import NoSuchTable
from rowlock.store import StoreUnavailable
from rowlock.table.table import Table

if TYPE_CHECKING:
    from rowlock.server.tables import Tables

ICON = "/icon-512.png"
TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)


async def with_preview(page: str, name: str, look: str, request: Request) -> str:
    """The page with what its link says; `look` is how the game is looked at again, if it is. Where there is no such
    table now, the page alone."""
    tables: Tables = request.app.state.tables
    try:
        table = (await tables.ledger.get(name)).table
    except (NoSuchTable, StoreUnavailable):
        return page
    title, description = preview(table, look)
    host = request.headers.get("host", "")
    here = f"{request.url.scheme}://{quote(host, safe='.:[]')}"
    told = {
        "og:type": "website",
        "og:site_name": "Rowlock",
        "og:title": title,
        "og:description": description,
        "og:url": f"{here}{request.url.path}",
        "og:locale": texts_of(table).language,
    }
    if cards_can_be_made() and not table.dice_secret:
        # Messengers keep a picture under its address: with the revision, a link sent later shows how it stands then.
        told["og:image"] = f"{here}/api/tables/{table.id}/preview.png?revision={table.revision}"
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
    texts = texts_of(table)
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


def texts_of(table: Table) -> Catalogue:
    """The texts in the language of the table."""
    language = table.options.language
    return Catalogue.of(language if language in LANGUAGES else DEFAULT)
