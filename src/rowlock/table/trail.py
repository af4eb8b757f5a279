"""What a table remembers of its past. It grows with every move and is never changed, so each next table shares it with
the one before instead of copying it: a move costs the same at the end of a long game as at its beginning."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, Self, TypeVar, overload

from rowlock.table.events import Event

T = TypeVar("T")


class Trail(Sequence[T]):
    """A sequence like a tuple. `plus` makes a longer one, which shares its items with this one; where this one has been
    prolonged already, in another way, the longer one gets a copy."""

    __slots__ = ("_items", "_length", "last")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)
        self.last: T | None = self._items[-1] if self._items else None
        """Asked for all the time."""

    def plus(self, item: T) -> Self:
        """This one with an item more."""
        items = self._items if len(self._items) == self._length else self._items[: self._length]
        items.append(item)
        longer = object.__new__(type(self))
        longer._items, longer._length, longer.last = items, len(items), item
        return longer

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...

    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if isinstance(place, slice):
            return tuple(self._items[slice(*place.indices(self._length))])
        if not -self._length <= place < self._length:
            raise IndexError(f"no item {place} among {self._length}")
        return self._items[place % self._length]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]


class Tally(Trail[Hashable]):
    """A trail that knows at once how often an item is on it."""

    __slots__ = ("_places",)

    def __init__(self, items: Iterable[Hashable] = ()) -> None:
        super().__init__(items)
        # Tuples, not lists: Python need not look for garbage behind a tuple of numbers.
        self._places: dict[Hashable, tuple[int, ...]] = {}
        for place, item in enumerate(self._items):
            self._places[item] = (*self._places.get(item, ()), place)

    def plus(self, item: Hashable) -> Tally:
        """This one with an item more."""
        if len(self._items) != self._length:
            return Tally((*self, item))
        longer = super().plus(item)
        longer._places = self._places
        longer._places[item] = (*self._places.get(item, ()), self._length)
        return longer

    def count(self, item: Hashable) -> int:
        """How often an item is on the trail."""
        return sum(place < self._length for place in self._places.get(item, ()))

    def __contains__(self, item: object) -> bool:
        return self.count(item) > 0


class Deed(NamedTuple):
    """A command that has been carried out, and what it had to do with."""

    command: str
    """Its seat and id."""
    event: Event
    turns: tuple[int, ...]
    """The table's, when it was carried out."""
    takeback: int | None
    """Who asked for one then."""

    def moved(self, to: Callable[[int], int]) -> Deed:
        """The same when people have moved to other seats."""
        seat, _, name = self.command.partition(":")
        return self._replace(command=f"{to(int(seat))}:{name}")


class Deeds(Trail[Deed]):
    """A trail on which a command is found at once."""

    __slots__ = ("_places",)

    def __init__(self, items: Iterable[Deed] = ()) -> None:
        super().__init__(items)
        self._places: dict[str, int] = {}
        for place, deed in enumerate(self._items):
            self._places.setdefault(deed.command, place)

    def plus(self, item: Deed) -> Deeds:
        """This one with a deed more; the first that a command brought about stands for all of them."""
        if len(self._items) != self._length:
            return Deeds((*self, item))
        longer = super().plus(item)
        longer._places = self._places
        longer._places.setdefault(item.command, self._length)
        return longer

    def moved(self, to: Callable[[int], int]) -> Deeds:
        """The same when people have moved to other seats: what somebody did stays theirs."""
        return Deeds(deed.moved(to) for deed in self)

    def under(self, command: str) -> Deed | None:
        """What was done by this command, if it was."""
        place = self._places.get(command, self._length)
        return self._items[place] if place < self._length else None
