"""Makes the puzzles of the package: finds positions with one best answer, and rates them by which bots fail.

    python -m training.puzzles            (all games that have puzzles)
    python -m training.puzzles quixo --seed 1
    python -m training.puzzles quixo --rate    (those that are there, because the bots have changed)

The same seed makes the same puzzles. docs/puzzles.md tells how they are chosen and rated.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from rowlock.bots import Limit, Question, bot
from rowlock.rules import parse_position
from rowlock.rules.levels import LEVELS, Level
from rowlock.solve.progress import progress
from rowlock.study.puzzles import GamePuzzles, Puzzle, as_data, games, of_puzzles, puzzles

TIMES, LIMIT = 4, Limit(nodes=2_000)
"""Each level is asked so often, and may look at so many positions each time."""
MIDDLE, SPREAD = 1500, 400
"""What is expected of a rating before anybody has been asked: the mean and the deviation."""
LOGIT = 400 / math.log(10)
"""Ratings as chess players know them: 400 more is ten to one."""
ROUNDS = 200


def find(game: str, offered: GamePuzzles, seed: int) -> Iterator[Puzzle]:
    """New puzzles, not rated yet."""
    seen = set()
    for name, source in offered.sources.items():
        left = Counter(source.wanted)
        for number, state in enumerate(source.positions(Random(f"{seed} {game} {name}")), 1):
            if not left.total() or number > source.most:
                break
            progress(f"{game}, {name}: {number:,} positions, {left.total()} more puzzles are wanted")
            task = offered.judge(state)
            if task is None or (image := offered.image(state)) in seen:
                continue
            wanted = f"{task.theme} {task.kind}".strip()
            if not left[wanted]:
                continue
            seen.add(image)
            left[wanted] -= 1
            yield Puzzle(game, str(state), state.active, task.theme, MIDDLE, task.moves)
        progress("")
        print(f"{game}, {name}: {number:,} positions; not found: {dict(+left) or 'nothing'}", flush=True)


def solved_by(offered: GamePuzzles, puzzle: Puzzle, seed: int) -> dict[Level, int]:
    """How often each level finds the best move."""
    view = offered.seen_by_bots(parse_position(puzzle.position))
    found = {}
    for level in LEVELS:
        asked = bot(puzzle.game, level)
        chance = Random(f"{seed} {level} {puzzle.position}")
        answers = [asked(Question(view, puzzle.seat, chance=chance, limit=LIMIT)) for _ in range(TIMES)]
        found[level] = sum(move in puzzle.best for move in answers)
    return found


def ratings(solved: Sequence[Mapping[Level, int]]) -> tuple[list[float], dict[Level, float]]:
    """The rating of each puzzle and each level, so that the chance of a level to solve a puzzle depends on the
    difference alone (Rasch's model); the likeliest ones, with what is expected of them beforehand."""
    puzzles, levels = [0.0] * len(solved), dict.fromkeys(LEVELS, 0.0)
    prior = (LOGIT / SPREAD) ** 2
    for _ in range(ROUNDS):
        for number, found in enumerate(solved):
            puzzles[number] -= _newton(puzzles[number], levels.values(), found.values(), prior, -1)
        for level in LEVELS:
            found_by = [found[level] for found in solved]
            levels[level] -= _newton(levels[level], puzzles, found_by, prior, 1)
    return [MIDDLE + LOGIT * one for one in puzzles], {
        level: MIDDLE + LOGIT * one for level, one in levels.items()
    }


def _newton(own: float, others: Iterable[float], found: Iterable[int], prior: float, sign: int) -> float:
    """One step towards the likeliest rating of one, those of the others being what they are."""
    slope, curve = prior * own, prior
    for other, right in zip(others, found, strict=True):
        chance = 1 / (1 + math.exp(-sign * (own - other)))
        slope -= sign * (right - TIMES * chance)
        curve += TIMES * chance * (1 - chance)
    return slope / curve


def make(game: str, seed: int) -> None:
    """New puzzles instead of those that are there."""
    rate(game, list(find(game, of_puzzles(game), seed)), seed)


def rate(game: str, found: Sequence[Puzzle], seed: int) -> None:
    """Keep these puzzles, rated by the bots of today."""
    offered = of_puzzles(game)
    solved = []
    for number, puzzle in enumerate(found, 1):
        progress(f"{game}: {number} of {len(found)} puzzles shown to the bots")
        solved.append(solved_by(offered, puzzle, seed))
    progress("")
    rated, levels = ratings(solved)
    with_rating = [replace(puzzle, rating=round(rating)) for puzzle, rating in zip(found, rated, strict=True)]
    # In an order that no rating changes, so that what has changed is seen.
    kept = [
        json.dumps(as_data(puzzle), ensure_ascii=False)
        for puzzle in sorted(with_rating, key=lambda puzzle: puzzle.position)
    ]
    head = json.dumps({level: round(rating) for level, rating in levels.items()})
    offered.data.parent.mkdir(exist_ok=True)
    offered.data.write_text(
        f'{{"levels": {head}, "puzzles": [\n' + ",\n".join(kept) + "\n]}\n", encoding="utf-8"
    )
    print(f"{game}: {len(found)} puzzles; levels {head}")
    for theme in offered.themes:
        of_theme = [number for number, puzzle in enumerate(found) if puzzle.theme == theme]
        if of_theme:
            share = {
                level: sum(solved[n][level] for n in of_theme) / len(of_theme) / TIMES for level in LEVELS
            }
            shares = ", ".join(f"{level} {one:.0%}" for level, one in share.items())
            print(f"  {theme}: {len(of_theme)}, solved by {shares}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", metavar="GAME", nargs="*", default=list(games()), help="all, if not given")
    parser.add_argument(
        "--seed", metavar="N", type=int, default=1, help="other puzzles with another seed (1)"
    )
    parser.add_argument("--rate", action="store_true", help="keep the puzzles, and rate them anew")
    options = parser.parse_args(arguments)
    for game in options.games:
        if options.rate:
            rate(game, puzzles(game), options.seed)
        else:
            make(game, options.seed)


if __name__ == "__main__":
    main()
