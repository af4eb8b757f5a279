"""Rated tables: when one is over, what it says of its people counts, once, by whichever process looks at it."""

from __future__ import annotations

from collections.abc import Mapping

from rowlock.server.tasks import Tasks
from rowlock.store import PersonRating, Store, StoreUnavailable
from rowlock.table.table import Table

MEAN, DEVIATION = 25.0, 25.0 / 3
"""Of somebody of whom nothing is known, on the scale of OpenSkill."""
SCALE = 40
"""As it is told, a newcomer has 1000."""
SURE = 1.96
"""Deviations within which the truth lies nineteen times out of twenty."""


def newcomer(game: str, identity: str, name: str, at: int) -> PersonRating:
    """Somebody of whom nothing is known."""
    return PersonRating(game, identity, name, MEAN, DEVIATION, 0, at)


def told(rating: PersonRating) -> tuple[int, int]:
    """The rating, and how far the truth may lie from it."""
    return round(SCALE * rating.mean), round(SCALE * SURE * rating.deviation)


def after(table: Table, before: Mapping[str, PersonRating]) -> list[PersonRating]:
    """The ratings of a finished table's people after it, by the places of its teams."""
    from openskill.models import PlackettLuce  # not everybody who plays is rated

    if table.outcome is None:
        raise ValueError(f"table {table.id} is not over")
    count = len(table.seats)
    sides = list(dict.fromkeys(table.rules.side(seat, count) for seat in range(1, count + 1)))
    model = PlackettLuce(mu=MEAN, sigma=DEVIATION)
    teams = [
        [
            model.rating(mu=one.mean, sigma=one.deviation)
            for one in (before[table.seats[seat - 1].identity] for seat in side)
        ]
        for side in sides
    ]
    places = [float(table.outcome.places[side[0] - 1]) for side in sides]
    found: list[PersonRating] = []
    for side, team in zip(sides, model.rate(teams, ranks=places), strict=True):
        for seat, rating in zip(side, team, strict=True):
            who = table.seats[seat - 1]
            games = before[who.identity].games + 1
            found.append(
                PersonRating(
                    table.game, who.identity, who.name, rating.mu, rating.sigma, games, table.changed_at
                )
            )
    return found


class Ratings:
    """Looks at every table that passes by. What could not be written is written when somebody looks again."""

    def __init__(self, store: Store, tasks: Tasks) -> None:
        self._store, self._tasks = store, tasks
        self._seen: set[str] = set()

    def look(self, table: Table) -> None:
        """Lets a table count that is over."""
        if table.status == "over" and table.counts and table.id not in self._seen:
            self._seen.add(table.id)
            self._tasks.spawn(self._rate(table))

    async def _rate(self, table: Table) -> None:
        people = [newcomer(table.game, who.identity, who.name, table.changed_at) for who in table.seats]
        try:
            await self._store.rate(table.id, people, lambda before: after(table, before))
        except StoreUnavailable:
            self._seen.discard(table.id)
