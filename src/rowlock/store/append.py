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
    due_at: int | None
    """When the table wants a server, which finds it then; None for not at all."""
    at: int
    """Milliseconds since 1970."""


def check(append: Append) -> None:
    """Refuses with a ValueError what a database couldn't hold, since it would take the rest of its group along."""
    if not append.events:
        raise ValueError(f"An append to table {append.table} has no events.")
    numbers = (append.after + len(append.events), append.at, append.due_at or 0)
    if not all(0 <= number <= LARGEST_INTEGER for number in numbers):
        raise ValueError(f"An append to table {append.table} has a number out of range.")
    text = "\n".join((append.table, append.game, append.status, *append.events))
    if not text.isascii():
        text.encode()  # half a surrogate pair is a UnicodeEncodeError, and that is a ValueError
    if "\0" in text:
        raise ValueError(f"An append to table {append.table} has a null character.")
