"""What a writer hands in."""

from dataclasses import dataclass

LARGEST_INTEGER = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Append:
    """Events to add to one table, and what is to be listed about it from then on."""

    table: str
    after: int
    """The revision the writer saw; 0 creates the table."""
    events: tuple[str, ...]
    """JSON texts, opaque to the store; the revision grows by one for each."""
    game: str
    status: str
    public: bool
    waiting_for: str
    """What the table waits for, to find it again after a restart; "" for nothing."""
    at: int
    """Milliseconds since 1970."""


def check(append: Append) -> None:
    """Refuses with a ValueError what a database couldn't hold, since it would take the rest of its group along."""
    if not append.events:
        raise ValueError(f"An append to table {append.table} has no events.")
    if not 0 <= append.after + len(append.events) <= LARGEST_INTEGER or not 0 <= append.at <= LARGEST_INTEGER:
        raise ValueError(f"An append to table {append.table} has a number out of range.")
    text = "\n".join((append.table, append.game, append.status, append.waiting_for, *append.events))
    if not text.isascii():
        text.encode()  # half a surrogate pair is a UnicodeEncodeError, and that is a ValueError
    if "\0" in text:
        raise ValueError(f"An append to table {append.table} has a null character.")
