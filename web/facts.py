"""Prints what the page has to know of the games, from the rules themselves: of each game, and of all of them."""

import json
import runpy
import sys
from pathlib import Path

from rowlock.rules import GAMES
from rowlock.rules.levels import LEVELS
from rowlock.server.call_wire import GameFacts
from rowlock.table import days

ROOMS = Path(__file__).parent / "src" / "games"

# A game that an installed package brings along is no part of this page; the server tells of it.
ours = {name: GameFacts.about(game) for name, game in GAMES.items() if game.rooms.startswith("rowlock.")}
facts: dict[str, object] = {
    "games": {name: game.model_dump(mode="json") for name, game in ours.items()},
    "levels": LEVELS,
    "days": {"beginning": days.BEGINNING, "first": str(days.FIRST)},
}
for script in sorted(ROOMS.glob("*/facts.py")):
    facts[script.parent.name] = runpy.run_path(str(script))["FACTS"]
json.dump(facts, sys.stdout)
