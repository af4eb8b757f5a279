"""`rowlock puzzle`: a puzzle in the terminal, until it is solved or its answer is asked for."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from random import Random

from rich.console import Console
from rich.text import Text

from rowlock.bots import Option
from rowlock.complaint import BadInput
from rowlock.rules import GAMES, IllegalMove, Move
from rowlock.rules.game import shown
from rowlock.study.command import FIELDS
from rowlock.study.puzzles import OPEN, Puzzle, choose_puzzle, games, themes
from rowlock.terminal.answers import moves_meant, tidy
from rowlock.terminal.loop import LONGEST_ECHO, MOST_CHOICES, Ask
from rowlock.terminal.scene import Scene, display_names
from rowlock.terminal.texts import texts_of, title_of
from rowlock.terminal.views import view_of

QUIT = "quit"


def run(options: Namespace, language: str) -> int:
    """Show a puzzle, as told by the options of the command."""
    from rowlock.terminal.keyboard import ask, prepare_keyboard

    chance = Random(options.seed)
    having = [game for game in games() if options.theme in (None, *themes(game))]
    if not options.game and not having:
        known = dict.fromkeys(theme for game in games() for theme in themes(game))
        raise BadInput(f"there are no puzzles of the theme {shown(options.theme)}, only {', '.join(known)}")
    try:
        puzzle = choose_puzzle(options.game or chance.choice(having), options.theme, chance=chance)
    except ValueError as error:
        raise BadInput(str(error)) from None
    if options.json:
        ascii_only = not sys.stdout.encoding.lower().startswith("utf")
        print(json.dumps(as_json(puzzle), ensure_ascii=ascii_only, indent=2))
        return 0
    prepare_keyboard()
    Solving(puzzle, language, Console(highlight=False), ask).run()
    return 0


def as_json(puzzle: Puzzle) -> dict[str, object]:
    """The puzzle with its answer; docs/puzzles.md describes it."""
    moves = [{name: getattr(option, name) for name in FIELDS} for option in puzzle.moves]
    return {
        "game": puzzle.game,
        "position": puzzle.position,
        "seat": puzzle.seat,
        "theme": puzzle.theme,
        "rating": puzzle.rating,
        "best": puzzle.best,
        "moves": moves,
    }


class Solving:
    """One puzzle at one keyboard."""

    def __init__(self, puzzle: Puzzle, language: str, console: Console, ask: Ask) -> None:
        self.puzzle, self.state = puzzle, puzzle.state
        self.catalogue = texts_of(puzzle.game, language)
        self.text = self.catalogue.text
        self.title = title_of(puzzle.game, language)
        self.console = console
        self.ask = ask

    def run(self) -> None:
        """Ask until the puzzle is solved, or somebody has had enough."""
        self._show()
        try:
            while (line := self._read()) and line != QUIT:
                if (move := self._meant(line)) and self._right(move):
                    return
        except EOFError:
            self.console.print()
            return
        if not line:
            self._tell(self.text("puzzle.answer", **self._worth(self.puzzle.moves[0])))

    def _show(self) -> None:
        puzzle, view = self.puzzle, view_of(GAMES[self.puzzle.game])
        theme = self.text(f"puzzle.theme.{puzzle.theme}")
        self._say(self.text("puzzle.title", game=self.title, theme=theme, rating=puzzle.rating), "dim")
        if self.console.width < view.columns:
            self._say(self.text("play.narrow", columns=view.columns), "bold red")
        names = display_names((self.text("play.player"),) * self.state.seats, self.catalogue)
        few_colours = self.console.color_system in ("standard", "windows")
        scene = Scene(self.catalogue, names, self.console.width, few_colours=few_colours)
        self.console.print(view.draw(self.state, puzzle.seat, scene))
        self.console.print()
        self._say(self.text(f"puzzle.ask.{puzzle.theme}", count=puzzle.moves[0].plies or 0), "bold")
        self._say(self.text("puzzle.write"))

    def _read(self) -> str:
        line = self.ask("> ")
        return "".join(letter if letter.isprintable() else " " for letter in line).strip()

    def _meant(self, line: str) -> Move | None:
        """The one move that a line stands for; otherwise it is said what is wrong."""
        meant = moves_meant(line, self.state.legal_moves(self.puzzle.seat))
        if len(meant) == 1:
            return meant[0]
        if meant:
            few = ", ".join(meant[:MOST_CHOICES]) + (" …" if len(meant) > MOST_CHOICES else "")
            self._say(self.text("play.which", moves=few))
            return None
        try:
            self.puzzle.check(tidy(line))
        except IllegalMove as error:
            facts = {**error.facts, "move": line[:LONGEST_ECHO], "code": error.code}
            self._say(self.text(f"reason.{error.code}", "reason.any", **facts), "bold red")
        return None

    def _right(self, move: Move) -> bool:
        solved = self.puzzle.check(move)
        if solved.right:
            self._tell(self.text("puzzle.right", **self._worth(solved.move)))
        else:
            self._say(self.text("puzzle.wrong", **self._worth(solved.move)))
        return solved.right

    def _tell(self, sentence: str) -> None:
        """The answer, and what all the other moves are worth."""
        self._say(sentence, "bold")
        best = self.puzzle.best
        if len(best) > 1:
            self._say(self.text("puzzle.as-good", moves=" ".join(best)))
        rest: dict[str, list[Move]] = {}
        for option in self.puzzle.moves:
            if option.move not in best:
                rest.setdefault(self._worth(option)["worth"], []).append(option.move)
        self._say(self.text("puzzle.others"))
        for worth, moves in rest.items():
            self.console.print(Text("  ").append(" ".join(moves), "bold").append(f": {worth}"))

    def _worth(self, option: Option) -> dict[str, str]:
        """A move, and what it is worth, in words."""
        if option.points is not None:
            worth = self.text("study.points", points=f"{option.points:.2f}")
        elif option.plies is None:
            worth = self.text(f"value.{option.value or OPEN}")
        else:
            worth = self.text(f"value.{option.value}-in", count=option.plies)
        return {"move": option.move, "worth": worth}

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style))
