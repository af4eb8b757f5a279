"""From a command to the events it causes, or to a refusal; nothing happens here, it is only said what would."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rowlock.rules import DICE, IllegalMove, Record, Refusal, places, repeated
from rowlock.table import dice
from rowlock.table.commands import (
    AddSalt,
    AnswerTakeback,
    AskTakeback,
    Command,
    DeclineDraw,
    Fill,
    Leave,
    OfferDraw,
    Play,
    Replace,
    Resign,
    Return,
    Say,
    Unroll,
    WantRematch,
)
from rowlock.table.events import (
    BotFailed,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Filled,
    Left,
    Moved,
    Opened,
    Rematched,
    RematchWanted,
    Replaced,
    Resumed,
    Returned,
    Said,
    Salted,
    Sat,
    Started,
    TakebackAgreed,
    TakebackAsked,
    TakebackDeclined,
    TakenBack,
    Unrolled,
)
from rowlock.table.options import Milliseconds, Options, SeatPlan, check_plan, clean_name
from rowlock.table.table import ROLL, Table, apply, opening

MOST_SALTS = 50


@dataclass(slots=True)
class Draft:
    """A table with the events that are about to be added to it."""

    table: Table
    now: Milliseconds
    events: list[Event] = field(default_factory=list)

    @staticmethod
    def of(table: Table, now: Milliseconds, events: list[Event]) -> Draft:
        """A table with these events."""
        draft = Draft(table, now)
        for event in events:
            draft.add(event)
        return draft

    def add(self, event: Event) -> None:
        """One more event."""
        self.table = apply(self.table, event)
        self.events.append(event)


# Opening, sitting down, beginning


def open_table(
    table: str,
    game: str,
    seats: tuple[SeatPlan, ...],
    tokens: tuple[str, ...],
    options: Options,
    secret: str,
    now: Milliseconds,
    previous: str = "",
) -> list[Event]:
    """The events of a new table; `tokens` are the hashes of the tokens for its people. Raises `Refusal`."""
    check_plan(game, seats, options)
    named = tuple(
        replace(plan, name=clean_name(plan.name, number) if plan.kind == "human" else "")
        for number, plan in enumerate(seats, 1)
    )
    opened = Opened(now, table, game, named, tokens, options, secret, previous)
    draft = Draft(opening(opened), now, [opened])
    _begin_if_full(draft)
    return draft.events


def sit(table: Table, seat: int, name: str, token: str, now: Milliseconds) -> list[Event]:
    """Somebody sits down in an open seat."""
    if not 1 <= seat <= len(table.seats):
        raise Refusal("no-such-seat", f"there is no seat {seat}", seat=seat)
    if table.seats[seat - 1].kind != "open":
        raise Refusal("seat-taken", f"seat {seat} is taken", seat=seat)
    draft = Draft(table, now)
    draft.add(Sat(now, seat, clean_name(name, seat), token))
    _begin_if_full(draft)
    return draft.events


def _begin_if_full(draft: Draft) -> None:
    table = draft.table
    if any(seat.kind == "open" for seat in table.seats):
        return
    options, secret, entropy, rolls = table.options, table.secret, table.entropy, tuple[int, ...]()
    match options.first:
        case "random":
            first = dice.first_player(secret, entropy, len(table.seats))
        case "first-six":
            rolls = dice.first_six(secret, entropy)
            first = (len(rolls) - 1) % len(table.seats) + 1
        case int(first):
            pass
    dealt = options.symbols == "random" and table.rules.two_sides
    moved_on = dealt and dice.draw(secret, entropy, "symbols", 2) == 1
    draft.add(Started(draft.now, first, rolls, moved_on))
    _play_on(draft)


def keep_record(table: str, text: str, now: Milliseconds) -> list[Event]:
    """The events of a table that only keeps a finished game. Raises `Refusal`."""
    record = Record.parse(text)
    if record.outcome is None:
        raise Refusal("not-over", "only finished games can be kept")
    seats = tuple(SeatPlan("human", clean_name(name, number)) for number, name in enumerate(record.seats, 1))
    return [Opened(now, table, record.game, seats, ("",) * len(seats), Options(), "", record=text)]


def rematch(table: Table, new: str, secret: str, now: Milliseconds) -> tuple[list[Event], list[Event]]:
    """If all people want to play again: the last event of this table, and the events of the next one."""
    if table.next or not set(table.present) <= table.rematch_wanted:
        return [], []
    seats = tuple(
        SeatPlan(seat.kind, seat.name, seat.level)
        if seat.kind == "bot" and seat.level
        else SeatPlan("human", seat.name)
        for seat in table.seats
    )
    tokens = tuple(seat.token for seat in table.seats)
    opened = open_table(new, table.game, seats, tokens, table.options, secret, now, previous=table.id)
    return [Rematched(now, new)], opened


# What a seat asks for


def decide(
    table: Table,
    seat: int,
    command: Command,
    now: Milliseconds,
    away: Mapping[int, Milliseconds] | None = None,
) -> list[Event]:
    """The events that a seat's command causes; none if it was carried out before. Raises `Refusal`.

    `away` says since when which players have had no connection.
    """
    return drafted(table, seat, command, now, away).events


def drafted(
    table: Table,
    seat: int,
    command: Command,
    now: Milliseconds,
    away: Mapping[int, Milliseconds] | None = None,
) -> Draft:
    """The same, together with the table after those events."""
    draft = Draft(table, now)
    if command.id:
        known = f"{seat}:{command.id}"
        if known in table.commands:
            return draft
    else:
        known = ""
    _come_back(draft, seat, command)
    match command:
        case Play():
            _play(draft, seat, command, known)
        case Unroll():
            _unroll(draft, seat, command, known)
        case AddSalt():
            _salt(draft, seat, command, known)
        case Fill():
            _fill(draft, command, known)
        case Resign():
            _resign(draft, seat, known)
        case OfferDraw():
            _offer_draw(draft, seat, known)
        case DeclineDraw():
            if not table.draw_wanted:
                raise Refusal("no-offer", "nobody offers a draw")
            draft.add(DrawDeclined(now, seat, known))
        case AskTakeback():
            _ask_takeback(draft, seat, known)
        case AnswerTakeback():
            _answer_takeback(draft, seat, command, known)
        case Say():
            if command.team and not (len(table.partners(seat)) > 1 and table.options.team_talk):
                raise Refusal("no-team-talk", "it was agreed that partners don't talk")
            draft.add(Said(now, seat, command.phrase, command.team, known))
        case Leave():
            if table.seats[seat - 1].left_at is not None:
                raise Refusal("already-left", "you have left already")
            draft.add(Left(now, seat, known))
        case Return():
            if table.seats[seat - 1].left_at is None and not table.seats[seat - 1].by_bot:
                raise Refusal("not-away", "this seat is yours already")
            draft.add(Returned(now, seat, known))
        case Replace():
            _replace(draft, command, known, away or {})
        case WantRematch():
            if table.status != "over":
                raise Refusal("not-over", "this game is not over yet")
            if seat in table.rematch_wanted:
                raise Refusal("already-decided", "you have said so already")
            draft.add(RematchWanted(now, seat, known))
    return draft


def _come_back(draft: Draft, seat: int, command: Command) -> None:
    """Whoever does something is there again; but where a bot has taken over, they must take the seat back first."""
    holder = draft.table.seats[seat - 1]
    if isinstance(command, Return | Leave | Say | WantRematch) or holder.kind != "human":
        return
    if holder.by_bot:
        raise Refusal("bot-plays", "a bot plays for you: take your seat back first")
    if holder.left_at is not None:
        draft.add(Returned(draft.now, seat))


def _playing(table: Table, turn: int | None = None) -> None:
    if table.status == "waiting":
        raise Refusal("not-started", "this game has not begun yet")
    if table.status == "over":
        raise Refusal("game-over", "this game is over")
    if turn is not None and turn != table.turn:
        raise Refusal("stale-turn", f"this is turn {table.turn}, not {turn}", turn=table.turn)


def _play(draft: Draft, seat: int, command: Play, known: str) -> None:
    table, now = draft.table, draft.now
    _playing(table, command.turn)
    deadline = table.clocks.deadline(seat) if table.clocks else None
    if deadline is not None and now >= deadline:
        raise Refusal("out-of-time", "your time is up")
    state = table.state
    if state.awaiting == (DICE,):
        if seat not in table.asked:
            raise IllegalMove(state, command.move, "not-your-turn", seat=seat, to_move=state.active)
        draft.add(Moved(now, DICE, _rolled(table, command.move), command=known))
    else:
        draft.add(Moved(now, seat, command.move, command=known))  # which raises `IllegalMove` if it is one
    _play_on(draft)


def _rolled(table: Table, move: str) -> str:
    """The faces of the server's dice, or the ones that were tapped in."""
    if table.options.dice == "real":
        table.state.play(DICE, move)
        return move
    if move != ROLL:
        raise IllegalMove(table.state, move, "roll-first")
    possible = table.state.legal_moves(DICE)
    label = f"roll {table.rolls + 1}"
    return possible[dice.draw(table.secret, table.entropy, label, len(possible))]


def _play_on(draft: Draft) -> None:
    """What follows from a move by itself: the house rule about repetition, and seats with nothing to decide."""
    while draft.table.status == "playing":
        table = draft.table
        if table.rules.two_sides and table.options.repetition and repeated(table.states):
            draft.add(Ended(draft.now, "repetition", (1,) * len(table.seats)))
        elif table.options.auto_pass and (only := _only_move(table)):
            draft.add(Moved(draft.now, only[0], only[1], why="only-move"))
        else:
            break


def _only_move(table: Table) -> tuple[int, str] | None:
    if table.state.awaiting != (DICE,):
        for seat in table.asked:
            moves = table.state.legal_moves(seat)
            if len(moves) == 1:
                return seat, moves[0]
    return None


def _unroll(draft: Draft, seat: int, command: Unroll, known: str) -> None:
    table = draft.table
    _playing(table, command.turn)
    if table.options.dice != "real":
        raise Refusal("no-takeback", "only dice that people rolled can be corrected")
    rolls = [index for index, ply in enumerate(table.plies) if ply.seat == DICE]
    if not rolls or any(ply.why == "chosen" for ply in table.plies[rolls[-1] + 1 :]):
        raise Refusal("no-takeback", "somebody has decided about this roll already")
    roller = table.states[rolls[-1]].active
    if seat != roller and not table.seats[roller - 1].by_bot:
        raise Refusal("not-your-turn", f"seat {roller} rolled these dice", seat=seat, to_move=roller)
    draft.add(Unrolled(draft.now, known))


def _salt(draft: Draft, seat: int, command: AddSalt, known: str) -> None:
    if draft.table.status == "over":
        raise Refusal("game-over", "this game is over")
    if len(draft.table.salts) >= MOST_SALTS:
        raise Refusal("too-many", f"{MOST_SALTS} salts are enough for these dice")
    draft.add(Salted(draft.now, seat, command.salt, known))


def _fill(draft: Draft, command: Fill, known: str) -> None:
    open_seats = [number for number, seat in enumerate(draft.table.seats, 1) if seat.kind == "open"]
    if not open_seats:
        raise Refusal("seat-taken", "no seat is open any more")
    for number in open_seats:
        draft.add(Filled(draft.now, number, command.level, known))
    _begin_if_full(draft)


def _lose(draft: Draft, seat: int, event: Ended) -> None:
    """The game is lost for a seat's side."""
    side = draft.table.rules.side(seat, len(draft.table.seats))
    lost = places([number not in side for number in range(1, len(draft.table.seats) + 1)])
    draft.add(replace(event, places=lost, seat=seat))


def _resign(draft: Draft, seat: int, known: str) -> None:
    table = draft.table
    _playing(table)
    if len(table.rules.side(seat, len(table.seats))) * 2 != len(table.seats):
        raise Refusal(
            "cannot-resign", "with so many players nobody can give the game up alone; you can leave"
        )
    _lose(draft, seat, Ended(draft.now, "resigned", (), command=known))


def _offer_draw(draft: Draft, seat: int, known: str) -> None:
    table, now = draft.table, draft.now
    _playing(table)
    if not table.rules.two_sides:
        raise Refusal("no-draw", "this game knows no draw")
    if seat in table.draw_wanted:
        raise Refusal("already-decided", "you have offered a draw already")
    draft.add(DrawOffered(now, seat, known))
    # A team speaks with one voice: one player of each side is enough, and a side of bots alone plays on.
    sides = [table.rules.side(number, len(table.seats)) for number in (1, 2)]
    if all(draft.table.draw_wanted & set(side) for side in sides):
        draft.add(Ended(now, "agreed", (1,) * len(table.seats)))
    elif not any(set(side) & set(table.present) for side in sides if seat not in side):
        draft.add(DrawDeclined(now, next(other for side in sides if seat not in side for other in side)))


def _ask_takeback(draft: Draft, seat: int, known: str) -> None:
    table, now = draft.table, draft.now
    _playing(table)
    own = [i for i, ply in enumerate(table.plies) if ply.seat == seat and ply.why == "chosen"]
    if not own:
        raise Refusal("no-takeback", "you have decided nothing yet")
    if any(ply.seat == DICE for ply in table.plies[own[-1] :]):
        raise Refusal("no-takeback", "dice have been rolled since, and what is seen is seen")
    if own[-1] >= table.action:
        draft.add(TakenBack(now, seat, own[-1], alone=True, command=known))
    elif set(table.present) <= {seat}:
        draft.add(TakenBack(now, seat, own[-1], command=known))
    elif table.takeback is not None:
        raise Refusal("already-decided", "a takeback is asked for already")
    else:
        draft.add(TakebackAsked(now, seat, known))


def _answer_takeback(draft: Draft, seat: int, command: AnswerTakeback, known: str) -> None:
    table, now, asking = draft.table, draft.now, draft.table.takeback
    _playing(table)
    if asking is None or seat in table.takeback_agreed:
        raise Refusal("no-offer", "nobody asks you for a takeback")
    if not command.agree or asking == seat:
        draft.add(TakebackDeclined(now, seat, known))
        return
    draft.add(TakebackAgreed(now, seat, known))
    if set(table.present) - {asking} <= draft.table.takeback_agreed:
        own = max(i for i, ply in enumerate(table.plies) if ply.seat == asking and ply.why == "chosen")
        draft.add(TakenBack(now, asking, own))


def _replace(draft: Draft, command: Replace, known: str, away: Mapping[int, Milliseconds]) -> None:
    table, now = draft.table, draft.now
    _playing(table)
    if command.seat not in table.humans:
        raise Refusal("no-such-seat", f"nobody is missing in seat {command.seat}", seat=command.seat)
    left_at = table.seats[command.seat - 1].left_at
    gone = [since for since in (left_at, away.get(command.seat)) if since is not None]
    wait = min(gone) + table.options.grace * 1000 - now if gone else 1
    if wait > 0:
        seconds = -(-wait // 1000) if gone else table.options.grace
        raise Refusal("still-there", f"wait {seconds} more seconds for them", seconds=seconds)
    draft.add(Replaced(now, command.seat, command.level, known))


# What time and the server bring


def tick(table: Table, now: Milliseconds) -> list[Event]:
    """What happens because time is up."""
    draft = Draft(table, now)
    while (deadline := draft.table.deadline) is not None and deadline <= now:
        clocks, state = draft.table.clocks, draft.table.state
        late = [seat for seat in draft.table.asked if clocks and clocks.deadline(seat) == deadline]
        if state.awaiting == (DICE,):
            draft.add(Moved(now, DICE, _rolled(draft.table, ROLL), why="late"))
        elif (move := state.without_time(late[0])) is None:
            _lose(draft, late[0], Ended(now, "time", ()))
        else:
            draft.add(Moved(now, late[0], move, why="late"))
        _play_on(draft)
    return draft.events


def resume(table: Table, alive_until: Milliseconds, now: Milliseconds) -> list[Event]:
    """After a time without a server: the clocks that ran get back what they lost."""
    lost = now - max(alive_until, table.changed_at)
    if table.deadline is None or lost <= 0:
        return []
    return [Resumed(now, lost)]


def bot_decides(table: Table, seat: int, move: str, turn: int, now: Milliseconds) -> list[Event]:
    """The events that a bot's decision causes. Raises `Refusal`, also if the seat's owner is back meanwhile."""
    if not table.seats[seat - 1].by_bot:
        raise Refusal("not-away", f"no bot plays in seat {seat} any more", seat=seat)
    draft = Draft(table, now)
    _play(draft, seat, Play(move, turn), "")
    return draft.events


def bot_failed(table: Table, seat: int, now: Milliseconds) -> list[Event]:
    """A bot could not decide even when asked twice."""
    holder = table.seats[seat - 1]
    return [BotFailed(now, seat)] if holder.by_bot and not holder.failed else []
