"""A record as people read it: a row for each line, a column for each seat, and how it ended."""

from __future__ import annotations

from rowlock.locale import Catalogue
from rowlock.rules import DICE, GAMES, Outcome, Record
from rowlock.terminal.texts import texts_of, title_of


def account(record: Record, language: str) -> list[str]:
    """The game as a table: a row for each line of the record, a column for each seat."""
    names = [printable(name) for name in record.seats]
    catalogue, title = texts_of(record.game, language), title_of(record.game, language)
    lines = [f"{title}: {', '.join(map(catalogue.isolate, names))}"]
    lines += [f"{name}: {printable(value)}" for name, value in record.tags if name not in ("Game", "Seats")]
    lines += [f"{{{printable(comment)}}}" for comment in record.comments]
    return [*lines, "", *_table(record, names, catalogue), "", *_ending(record, names, catalogue)]


def _table(record: Record, names: list[str], catalogue: Catalogue) -> list[str]:
    start = record.start
    seats = list(range(1, start.seats + 1))
    if DICE not in start.awaiting:  # whoever begins stands first
        first = start.awaiting[0] - 1 if start.awaiting else 0
        seats = seats[first:] + seats[:first]
    dice = [DICE] if GAMES[record.game].dice else []
    rows = [["", *(catalogue.text("replay.dice") for _ in dice), *(names[seat - 1] for seat in seats), ""]]
    remarks: list[list[str]] = [[]]
    record_lines = list(record.lines())
    after = [*(line[0][0] for line in record_lines), record.last_state][1:]
    for number, (line, state) in enumerate(zip(record_lines, after, strict=True), 1):
        plies = [ply for _, action in line for ply in action]
        cells = {seat: " ".join(ply.move for ply in plies if ply.seat == seat) for seat in [*dice, *seats]}
        for seat, score in zip(seats, state.scores, strict=False):
            cells[seat] = f"{cells[seat]:9}{score:4}"
        position = "" if state.scores else str(state).removeprefix(f"{record.game} ")
        rows.append([f"{number:4}.", *cells.values(), position])
        said = [(ply, comment) for ply in plies for comment in ply.comments]
        remarks.append([f"      {{{ply.move}: {printable(comment)}}}" for ply, comment in said])
    widths = [min(max(map(len, column)), 16) for column in zip(*rows, strict=True)][:-1]
    table = []
    for row, said_here in zip(rows, remarks, strict=True):
        cells_of_row = [f"{cell[:width]:{width}}" for cell, width in zip(row, widths, strict=False)]
        table += ["  ".join([*cells_of_row, row[-1]]).rstrip(), *said_here]
    return table


def _ending(record: Record, names: list[str], catalogue: Catalogue) -> list[str]:
    outcome = record.outcome
    if outcome is None:
        owing = record.last_state.awaiting
        dice = catalogue.text("replay.dice")
        who = ", ".join(dice if seat == DICE else catalogue.isolate(names[seat - 1]) for seat in owing)
        return [catalogue.text("replay.not-over", names=who)]
    code = outcome.reason
    over = catalogue.text("outcome.any", code=code)
    if f"outcome.{code}" in catalogue.entries:
        over = catalogue.text("replay.over", reason=code, why=catalogue.text(f"outcome.{code}"))
    return [over, *_places(outcome, names)]


def _places(outcome: Outcome, names: list[str]) -> list[str]:
    lines = []
    for seat in sorted(range(len(names)), key=lambda seat: outcome.places[seat]):
        points = f"  {outcome.scores[seat]:4}" if outcome.scores else ""
        lines.append(f"{outcome.places[seat]:4}. {names[seat]:{max(map(len, names))}}{points}".rstrip())
    return lines


JOINERS, ISOLATES = "\u200c\u200d", "\u2068\u2069"


def printable(text: str) -> str:
    """Somebody's text on one line, without anything that could steer the terminal. Joiners are part of words, and
    isolates keep words of both directions apart."""
    line = " ".join(text.split())
    return "".join(
        letter if letter.isprintable() or letter in JOINERS + ISOLATES else "\ufffd" for letter in line
    )
