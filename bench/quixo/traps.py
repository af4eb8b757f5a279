"""What it brings if master prefers, among pushes that seem about as good, those that a level answers wrongly.

python -m bench quixo.traps [--against hard] [--games 80] [--nodes 50000] [--slack 0.03]

Of up to four pushes whose values in the graph are at most the slack below that of master's own, it plays the one after
which the level's likely answers leave it most by a search of three plies, if that is 0.02 more, and if none of these
answers loses it the game. That takes time of its own, which the limit does not know. Prints how the games ended.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import replace

from rowlock.bots import BOTS, Limit
from rowlock.bots.arena import arena
from rowlock.bots.question import Answer, Question
from rowlock.bots.quixo import worth
from rowlock.bots.quixo.graph import IS_OPEN, Branches, value_of
from rowlock.bots.quixo.levels import MANNERS, Manner
from rowlock.bots.quixo.mind import QuixoMind, _name, _number
from rowlock.bots.quixo.scores import SURE
from rowlock.bots.quixo.searcher import Root
from rowlock.bots.registry import LevelBot
from rowlock.rules import Move
from rowlock.rules.quixo import Quixo

MOST = 4
"""Pushes that are tried."""
ANSWERS = 8
"""Of the other side that are looked at."""
WORTH_IT = 0.02
"""So much more a trap is to bring."""
NAME = "trapper"


class Trapper(QuixoMind):
    """A master who sets traps."""

    against = MANNERS["hard"]
    slack = 0.03

    def _by_search(self, state: Quixo, only: list[Move], manner: Manner, question: Question) -> Answer:
        grower, heard = self.master.grower, []
        usual = type(grower).grow

        def listening(*given: object) -> Branches | None:
            heard.append(usual(grower, *given))  # type: ignore[arg-type]
            return heard[-1]

        vars(grower)["grow"] = listening
        answer = super()._by_search(state, only, manner, question)
        del vars(grower)["grow"]
        branches, score = heard[-1] if heard else None, answer.options[0].score
        mine = _number(answer.move)
        if not branches or score is None or abs(score) > SURE or branches.facts.get(mine) != IS_OPEN:
            return answer
        root = self._root(state, only, question)
        least = branches.values[mine] - self.slack
        near = [
            push
            for push in branches.pushes
            if push == mine
            or (_name(push) in only and branches.facts[push] == IS_OPEN and branches.values[push] >= least)
        ]
        best, most = mine, -1.0
        for push in [mine, *(one for one in near if one != mine)][:MOST]:
            after = state.play(question.seat, _name(push))
            before = after.sides in root.once or any(after.sides in some for some in root.twice)
            if push != mine and (after.outcome or before):
                continue
            hope, loses = self._hope(after, question.seat)
            hope += WORTH_IT if push == mine else 0
            if hope > most and (push == mine or not loses):
                best, most = push, hope
        if best == mine:
            return answer
        move = _name(best)
        return replace(answer, move=move, options=(worth.judged(move, score, self._line(state, move)),))

    def _hope(self, after: Quixo, seat: int) -> tuple[float, bool]:
        """What the level's likely answers leave to the seat, from -1 to 1; and does one of them win?"""
        searcher = self.master.searcher
        found = searcher.think(Root(*after.sides, tables=False), depth=2, margin=self.against.margin)
        gaps = [found.scores[0] - score for score in found.scores[:ANSWERS]]
        likely = [
            math.exp(-gap / self.against.spread) if gap < 3 * self.against.spread else 0.0 for gap in gaps
        ]
        hope, loses = 0.0, False
        for push, chance in zip(found.pushes, likely, strict=False):
            if not chance:
                continue
            then = after.play(after.active, _name(push))
            if then.outcome:
                value = 1.0 if seat in then.outcome.winners else -1.0
            else:
                score = searcher.think(Root(*then.sides), depth=3).scores[0]
                value = value_of(score) if abs(score) <= SURE else math.copysign(1.0, score)
            hope += chance / sum(likely) * value
            loses |= value <= -0.9
        return hope, loses


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--against", default="hard", choices=("medium", "hard"))
    options.add_argument("--games", type=int, default=80)
    options.add_argument("--nodes", type=int, default=50_000)
    options.add_argument("--slack", type=float, default=Trapper.slack)
    given = options.parse_args(arguments)
    Trapper.against, Trapper.slack = MANNERS[given.against], given.slack
    BOTS["quixo"][NAME] = LevelBot("master", lambda means: Trapper())  # noqa: ARG005 (it needs none)
    own, other = arena("quixo", [NAME, given.against], given.games, limit=Limit(nodes=given.nodes))
    drawn = own.shared
    won, lost = (round(one.wins * given.games - drawn / 2) for one in (own, other))
    print(f"{given.games} games against {given.against}: {won} won, {drawn} drawn, {lost} lost")
    del BOTS["quixo"][NAME]
