"""From a seat's command to the events it causes, or to a refusal; nothing happens here, it is only said what would."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rowlock.rules import DICE, Refusal
from rowlock.rules.game import ROLL
from rowlock.table import agreeing, playing, seating, standing_in
from rowlock.table.commands import (
    AddSalt,
    AnswerTakeback,
    AskTakeback,
    ChooseFace,
    Command,
    DecideAhead,
    DeclineDraw,
    Fill,
    Leave,
    OfferDraw,
    Play,
    Replace,
    Resign,
    Return,
    Say,
    Swap,
    Unroll,
    WantRematch,
)
from rowlock.table.draft import Draft, Fresh
from rowlock.table.events import (
    DecidedAhead,
    DrawDeclined,
    DrawOffered,
    Ended,
    FaceChosen,
    Filled,
    Left,
    Moved,
    RematchWanted,
    Replaced,
    Returned,
    Said,
    Salted,
    Swapped,
    TakebackAgreed,
    TakebackAsked,
    TakebackDeclined,
    TakenBack,
    Unrolled,
)
from rowlock.table.options import Milliseconds, Options
from rowlock.table.table import Table, in_turn
from rowlock.table.trail import Deed

MOST_EVENTS = 10_000
"""After so many a table takes only what brings its game to an end."""


def drafted(
    table: Table,
    seat: int,
    command: Command,
    now: Milliseconds,
    away: Mapping[int, Milliseconds] | None = None,
    fresh: Callable[[], Fresh] | None = None,
) -> Draft:
    """The events that a seat's command causes, and the table after them; none if it was carried out before. Raises
    `Refusal`.

    `away` says since when which players have had no connection. `fresh` makes the name and the secret of the table
    where the game goes on if all want to play again; without it there is none.
    """
    draft = Draft(table, now)
    if command.id:
        command_id = f"{seat}:{command.id}"
        if deed := table.deeds.under(command_id):
            if not _did(seat, command, deed, table.options):
                raise Refusal(
                    "id-used", f"the id {command.id!r} stands for another command: give each its own"
                )
            return draft
    else:
        command_id = ""
    ending = Resign | WantRematch if table.rules.own_pace else Play | Resign | WantRematch
    if table.revision >= MOST_EVENTS and not isinstance(command, ending):
        raise Refusal("too-many", "enough has happened at this table: only moves are taken now")
    standing_in.come_back(draft, seat, command)
    match command:
        case Play():
            playing.play(draft, seat, command, command_id)
        case DecideAhead():
            playing.decide_ahead(draft, seat, command, command_id)
        case Unroll():
            playing.unroll(draft, seat, command, command_id)
        case AddSalt():
            playing.salt(draft, seat, command, command_id)
        case Fill():
            seating.fill(draft, command, command_id)
        case Swap():
            seating.swap(draft, seat, command)
        case ChooseFace():
            seating.choose_face(draft, seat, command, command_id)
        case Resign():
            agreeing.resign(draft, seat, command_id)
        case OfferDraw():
            agreeing.offer_draw(draft, seat, command_id)
        case DeclineDraw():
            if not table.draw_offered:
                raise Refusal("no-offer", "nobody offers a draw")
            draft.add(DrawDeclined(now, seat, command_id))
        case AskTakeback():
            agreeing.ask_takeback(draft, seat, command_id)
        case AnswerTakeback():
            agreeing.answer_takeback(draft, seat, command, command_id)
        case Say():
            if command.team and not (len(table.partners(seat)) > 1 and table.options.team_talk):
                raise Refusal("no-team-talk", "it was agreed that partners don't talk")
            draft.add(Said(now, seat, command.phrase, command.team, command_id))
        case Leave():
            if table.seats[seat - 1].left_at is not None:
                raise Refusal("already-left", "you have left already")
            draft.add(Left(now, seat, command_id))
            seating.play_again(draft, fresh, away)
        case Return():
            if table.seats[seat - 1].left_at is None and not table.seats[seat - 1].by_bot:
                raise Refusal("not-away", "this seat is yours already")
            draft.add(Returned(now, seat, command_id))
        case Replace():
            standing_in.replace(draft, command, command_id, away or {})
        case WantRematch():
            if table.status != "over":
                raise Refusal("not-over", "this game is not over yet")
            if seat not in table.rematch_wanted:
                draft.add(RematchWanted(now, seat, command_id))
            seating.play_again(draft, fresh, away)
            if not draft.events:  # said before, and those who have not are still there
                raise Refusal("already-decided", "you have said so already")
    return draft


def _did(number: int, command: Command, deed: Deed, options: Options) -> bool:
    """Was it this command that was carried out, so that it only comes a second time?"""
    match command, deed.event:
        case Play(), Moved(seat=seat, move=move):
            played = ROLL if seat == DICE and options.dice == "server" else move
            return command.move == played and in_turn(deed.turns, number, command.turn)
        case Unroll(), Unrolled():
            return in_turn(deed.turns, number, command.turn)
        case DecideAhead(), DecidedAhead(moves=moves):
            return command.moves == moves
        case AddSalt(), Salted(salt=salt):
            return command.salt == salt
        case Fill(), Filled(level=level):
            return command.level == level
        case Swap(), Swapped(one=one, other=other):
            return {command.one, command.other} == {one, other}
        case ChooseFace(), FaceChosen(face=face):
            return command.face == face
        case AnswerTakeback(), TakebackAgreed():
            return command.agree
        case AnswerTakeback(), TakebackDeclined(seat=seat):
            # Whoever asked for the takeback takes the wish back with either answer.
            return not command.agree or deed.takeback == seat
        case Say(), Said(phrase=phrase, team=team):
            return (command.phrase, command.team) == (phrase, team)
        case Replace(), Replaced(seat=seat, level=level):
            return (command.seat, command.level) == (seat, level)
    return isinstance(deed.event, _EVENTS.get(type(command), ()))


_EVENTS: dict[type, tuple[type, ...]] = {
    Resign: (Ended,),
    OfferDraw: (DrawOffered,),
    DeclineDraw: (DrawDeclined,),
    AskTakeback: (TakebackAsked, TakenBack),
    Leave: (Left,),
    Return: (Returned,),
    WantRematch: (RematchWanted,),
}
"""What commands that say nothing but their name bring about first."""
