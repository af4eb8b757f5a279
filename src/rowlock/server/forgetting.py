"""Who has played may have themselves forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from fastapi import APIRouter

from rowlock.rules import Refusal
from rowlock.server.caller import AllTables, ATable, Bearer, held_seat
from rowlock.server.tables import token_hash
from rowlock.table.apply import replay
from rowlock.table.events import Event, FaceChosen, Opened, Sat, Swapped, from_texts, to_text

router = APIRouter()


def without(events: Iterable[Event], token: str) -> list[Event]:
    """A game without the name and face of one who played, and without their way back to the seat; nothing, if nobody is
    left whose game it is."""
    kept: list[Event] = []
    here = 0  # the seat, as long as people may still change places
    for event in events:
        match event:
            case Opened() if token in event.tokens:
                place = event.tokens.index(token)
                here = place + 1
                seats = tuple(
                    replace(plan, name="", face="") if number == place else plan
                    for number, plan in enumerate(event.seats)
                )
                tokens = tuple("" if known == token else known for known in event.tokens)
                identities = tuple(
                    "" if number == place else known for number, known in enumerate(event.identities)
                )
                kept.append(replace(event, seats=seats, tokens=tokens, identities=identities))
            case Swapped():
                here = event.to(here)
                kept.append(event)
            case FaceChosen(seat=seat) if seat == here:
                kept.append(replace(event, face=""))
            case Sat(token=known) if known == token:
                here = event.seat
                kept.append(replace(event, name="", token="", identity="", face=""))
            case _:
                kept.append(event)
    return kept if any(seat.token for seat in replay(kept).seats) else []


@router.delete("/api/tables/{id}/seats/{seat}", status_code=204)
async def forget_me(live: ATable, seat: int, tables: AllTables, token: Bearer) -> None:
    """Takes the holder's name out of a finished game, and their token; the game goes with the last one who held a seat
    in it."""
    if held_seat(tables, live, token) != seat:
        raise Refusal("not-seated", f"this token doesn't hold seat {seat}")
    if live.table.status != "over":
        raise Refusal("not-over", "the game is not over yet")
    hashed = token_hash(token or "")

    def change(texts: list[str]) -> list[str]:
        before = from_texts(texts)
        after = without(before, hashed)
        same = zip(before, after, texts, strict=False)
        return [text if was == now else to_text(now) for was, now, text in same]

    async with live.lock:
        await tables.store.rewrite(live.table.id, change)
        await tables.store.unsubscribe(token=hashed)
        tables.ledger.live.pop(
            live.table.id, None
        )  # whoever looks on keeps what they see; whoever comes reads anew
