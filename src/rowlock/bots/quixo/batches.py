"""What those who think about Quixo compile."""

from __future__ import annotations

from rowlock.bots.quixo.levels import Manner
from rowlock.solve.batch import Batch


def _search() -> None:
    from rowlock.bots.quixo.mind import network
    from rowlock.bots.quixo.searcher import Searcher

    Searcher(network(), table_bits=4)


def _graph() -> None:
    from rowlock.bots.quixo.master import new_grower
    from rowlock.bots.quixo.mind import network
    from rowlock.bots.quixo.searcher import Searcher

    new_grower(Searcher(network(), table_bits=4))


def _teams() -> None:
    from rowlock.bots.quixo.mind import network
    from rowlock.bots.quixo.teams import TeamSearcher

    TeamSearcher(network())


SEARCH = Batch("how Quixo's bots look ahead", 20, _search)
GRAPH = Batch("how Quixo's master looks ahead", 15, _graph, after=(SEARCH,))
TEAMS = Batch("how Quixo's teams look ahead", 8, _teams, after=(SEARCH,))

BATCHES = SEARCH, GRAPH, TEAMS


def needed(manner: Manner) -> tuple[Batch, ...]:
    """What somebody who thinks in this manner on 5×5 needs."""
    return (SEARCH,) if manner.depth else (SEARCH, GRAPH)
