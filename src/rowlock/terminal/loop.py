"""The game in the terminal: show, ask, play, until the game is over or the people have had enough."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from rowlock import files
from rowlock.rules import DICE, GAMES, IllegalMove, Ply
from rowlock.rules.record import actions
from rowlock.terminal.answers import COMMANDS, Typed, command, means, moves_meant, roll_meant, tidy
from rowlock.terminal.left import LeftGame
from rowlock.terminal.match import REAL_DICE, Match
from rowlock.terminal.scene import Scene, display_names
from rowlock.terminal.texts import texts_of, title_of
from rowlock.terminal.views import view_of

Ask = Callable[[str], str]
"""Shows a prompt and returns a line. Raises `EOFError` when there is none."""

MOST_CHOICES = 8
LONGEST_ECHO = 30
LONGEST_SILENCE = 1.0
"""Seconds."""


class Goodbye(Exception):
    """Whoever is at the keyboard wants to go."""


class Loop:
    """One match at one keyboard."""

    def __init__(
        self,
        match: Match,
        language: str,
        console: Console,
        ask: Ask,
        left: LeftGame | None = None,
        note: str = "",
    ) -> None:
        self.match = match
        self.game = GAMES[match.table.game]
        self.catalogue = texts_of(self.game.name, language)
        self.text = self.catalogue.text
        self.title = title_of(self.game.name, language)
        self.console = console
        self.ask = ask
        self.left = left
        self.note = note
        """Something that is said below the next picture."""
        self.real_dice = match.begun.tag(REAL_DICE[0]) == REAL_DICE[1]
        self.names = display_names(match.begun.seats, self.catalogue)
        self.view = view_of(self.game)
        self.told = match.revealed
        """How many plies the people had been told about when one of them last decided."""
        self.saved = None if left and left.ours else match.record
        """What is in a file of somebody's choice, or not worth one."""
        self.file = Path()

    def run(self) -> int:
        """Play until somebody leaves; the exit code of the command."""
        try:
            while True:
                self._step()
        except Goodbye:
            self._forget()
            code = 0
        except EOFError:
            self._keep()
            code = 0
        except KeyboardInterrupt:
            self._keep()
            code = 130
        except BaseException:  # whatever has gone wrong, the game is not to blame
            self._keep()
            raise
        self.say(self.text("play.bye"))
        return code

    def _keep(self) -> None:
        """Whoever goes without a word finds the game again. What is said comes last: the window may be gone."""
        problem = ""
        if self.left and self.match.outcome:
            self._forget()
        elif self.left and self.match.record != self.saved:
            try:
                self.left.keep(self.match.record)
            except OSError as error:
                problem = str(error.strerror)
        self.console.print()
        if self.left and problem:
            self._say_not_saved(self.left.path, problem)
            self.say(str(self.match))  # so that it can at least be copied
        elif self.left and self.left.ours:
            command = f"rowlock play {self.game.name}"
            self.say(self.text("play.kept", command=command, file=str(self.left.path)))

    def _forget(self) -> None:
        if self.left:
            with contextlib.suppress(OSError):  # then it will be offered once more
                self.left.forget()

    def _step(self) -> None:
        match = self.match
        if match.outcome:
            self._show_end()
            self._ask_until_done(None)
        elif (seat := match.next_seat) in match.bots:
            self._let_bot_play(seat)
        elif seat == DICE and not match.people:
            match.play(DICE, match.roll())
        else:
            self._show(seat)
            self._ask_until_done(seat)

    def _let_bot_play(self, seat: int) -> None:
        name = self.names[seat - 1]
        with self._patience(self.text("play.getting-ready", name=name)):
            self.match.get_ready(seat)
        with self._patience(self.text("play.thinking", name=name)):
            move = self.match.bot_move(seat)
        self.match.play(seat, move)

    @contextlib.contextmanager
    def _patience(self, text: str) -> Iterator[None]:
        """Nobody is left before a silent screen for long."""
        soon = Timer(LONGEST_SILENCE, self.say, (text, "dim"))
        soon.daemon = True
        soon.start()
        try:
            yield
        finally:
            soon.cancel()
            soon.join()

    # What is shown

    def say(self, text: str, style: str = "") -> None:
        """One sentence, or a few."""
        self.console.print(Text(text, style))

    def _scene(self) -> Scene:
        moves = [ply.move for ply in self.match.table.plies if ply.seat != DICE]
        return Scene(
            self.catalogue,
            self.names,
            self.console.width,
            moves[-1] if moves else None,
            few_colours=self.console.color_system in ("standard", "windows"),
        )

    def _show(self, seat: int) -> None:
        """The game as the seat that decides may see it; before a roll, as the active player does."""
        match, state = self.match, self.match.state
        people = match.people or (state.active,)
        looker = seat or (state.active if state.active in people else people[0])
        self._clear()
        self.console.print(self.view.draw(state.seen_by(looker), looker, self._scene()))
        self.console.print()
        self._tell_news()
        if self.note:
            self.say(self.note)
            self.note = ""
        name = self.names[(seat or state.active) - 1]
        if seat == DICE and self.real_dice:
            self.say(self.text(f"ask.real-roll.{self.game.name}", "ask.real-roll", name=name), "bold")
        elif seat == DICE:
            self.say(self.text("ask.roll", name=name), "bold")
        else:
            example = next(iter(state.legal_moves(seat)))
            self.say(self.text(f"ask.{state.phase}", "ask.any", name=name, example=example), "bold")
        if self._sealed:
            self.say(self.text("play.sealed"))

    def _clear(self) -> None:
        """Begin a new picture, with the commands above it."""
        if self.console.is_terminal:
            self.console.clear()
        else:
            self.console.print()
        self.say(f"{self.title} · {' · '.join(COMMANDS)}", "dim")
        if self.console.width < self.view.columns:
            self.say(self.text("play.narrow", columns=self.view.columns), "bold red")

    @property
    def _sealed(self) -> bool:
        """Do several people decide at the same time now?"""
        return len(self.match.people) > 1 and self.match.simultaneous

    def _tell_news(self) -> None:
        """What has happened since a person last decided, as far as everybody may know it."""
        match, scene, revealed = self.match, self._scene(), self.match.revealed
        states, new = match.table.states, match.table.plies[self.told : revealed]
        names = (self.text("replay.dice"), *self.names)
        moves = Text("  ").join(
            Text(f"{self.catalogue.isolate(names[ply.seat])}: ").append(ply.move, "bold")
            for _, action in actions(states[self.told], (Ply(ply.seat, ply.move) for ply in new))
            for ply in action
            if ply.seat != DICE or not self.view.shows_dice
        )
        if moves:
            self.console.print(moves)
        for number in range(self.told, revealed):
            for sentence in self.view.news(states[number], states[number + 1], scene):
                self.say(sentence)

    def _show_end(self) -> None:
        match, outcome = self.match, self.match.outcome
        assert outcome
        self._clear()
        looker = (match.people or (1,))[0]
        if not outcome.scores:
            self.console.print(self.view.draw(match.state, looker, self._scene()))
            self.console.print()
        if match.people:
            self._tell_news()
        self.say(self.text(f"outcome.{outcome.reason}", "outcome.any", code=outcome.reason), "bold")
        names = ", ".join(self.catalogue.isolate(self.names[seat - 1]) for seat in outcome.winners)
        if len(outcome.winners) == match.state.seats and not outcome.scores:
            self.say(self.text("play.draw"), "bold")
        elif match.state.seats == 1:
            from rowlock.terminal.day import best_of

            self.say(self.text("play.points", count=outcome.scores[0]), "bold")
            if (best := best_of(match.begun)) is not None:
                self.say(f"{self.text('day.best')}: {best}")
        else:
            self.say(self.text("play.winners", count=len(outcome.winners), names=names), "bold")
        if outcome.scores:
            self.console.print()
            self.console.print(self.view.result(match.state, outcome, self._scene()))
        if not match.people:
            raise Goodbye
        self.console.print()
        self.say(self.text("play.end"))

    # What is asked

    def _ask_until_done(self, seat: int | None) -> None:
        """Ask until the seat has decided, or the picture has to be drawn again; no seat: the game is over."""
        while not self._answered(seat, self._read("> ")):
            pass

    def _read(self, prompt: str) -> str:
        line = self.ask(prompt)
        return "".join(letter if letter.isprintable() else " " for letter in line).strip()

    def _answered(self, seat: int | None, line: str) -> bool:
        """Has the line led to something new that is worth a picture?"""
        if not line:
            return self._empty_line(seat)
        meant = [] if seat is None or seat == DICE else moves_meant(line, self.match.state.legal_moves(seat))
        if len(meant) == 1 and seat is not None:
            self._play(seat, meant[0])
            return True
        if given := command(line):
            return self._obey(given, seat)
        if len(meant) > 1:
            self._ask_back(meant)
        elif seat is None:
            self.say(self.text("play.end"))
        elif seat == DICE and not self.real_dice:
            if line.strip().lower() == "roll":
                return self._empty_line(seat)
            self.say(self.text("play.press-enter"))
        else:
            return self._try(seat, line)
        return False

    def _empty_line(self, seat: int | None) -> bool:
        """Enter alone leaves a finished game and rolls the dice, and nothing else: a decision has to be written."""
        if seat is None:
            raise Goodbye
        if seat == DICE and not self.real_dice:
            self._play(DICE, self.match.roll())
        return True

    def _try(self, seat: int, line: str) -> bool:
        legal = self.match.state.legal_moves(seat)
        move = roll_meant(line, legal) if seat == DICE else tidy(line)
        try:
            self._play(seat, move)
        except IllegalMove as error:
            facts = {**error.facts, "move": line[:LONGEST_ECHO], "code": error.code}
            self.say(self.text(f"reason.{error.code}", "reason.any", **facts), "bold red")
            return False
        return True

    def _play(self, seat: int, move: str) -> None:
        sealed, told = self._sealed, self.match.revealed
        self.match.play(seat, move)
        self.told = told
        if sealed and self.console.is_terminal:
            # The next player must not find the decision on the screen or above it.
            self.console.control(Control((ControlType.CURSOR_UP, 1), (ControlType.ERASE_IN_LINE, 2)))

    def _ask_back(self, moves: list[str]) -> None:
        few = ", ".join(moves[:MOST_CHOICES]) + (" …" if len(moves) > MOST_CHOICES else "")
        self.say(self.text("play.which", moves=few))

    # Commands

    def _obey(self, given: Typed, seat: int | None) -> bool:
        match given.name:
            case "moves":
                self._list_moves(seat)
            case "undo":
                return self._undo()
            case "save":
                self._save(given.argument)
            case "rules":
                self.say(self.text(f"rules.{self.game.name}", "rules.any"))
            case "help":
                self._help()
            case "quit":
                self._quit()
        return False

    def _list_moves(self, seat: int | None) -> None:
        if seat is None:
            self.say(self.text("reason.game-over"))
        elif seat == DICE:
            self.say(self.text("reason.roll-first"))
        else:
            moves = self.match.state.legal_moves(seat)
            self.say(self.text("play.moves", count=len(moves)))
            self.say("  ".join(moves), "bold")

    def _undo(self) -> bool:
        if not self.match.undo():
            self.say(self.text("play.nothing-to-undo"))
            return False
        self.told = min(self.told, self.match.revealed)
        return True

    def _help(self) -> None:
        self.say(self.text(f"help.{self.game.name}", "help.any"))
        width = max(map(len, COMMANDS)) + 6
        for name in COMMANDS:
            usage = f"{name} FILE" if name == "save" else name
            self.console.print(Text(f"  {usage:{width}}", "bold").append(self.text(f"help.{name}")))

    def _quit(self) -> None:
        if self.match.record != self.saved:
            name = self._question(self.text("play.save-before-leaving", no=self.text("play.no")))
            if means(name, "play.yes", self.catalogue):
                name = str(self.file) if self.file.name else self._question(self.text("play.save-where"))
            if name and not means(name, "play.no", self.catalogue) and not self._save(name):
                return
        raise Goodbye

    def _question(self, text: str) -> str:
        """A question that may be longer than a line, and its answer."""
        self.say(text)
        return self._read("> ")

    def _save(self, name: str) -> bool:
        """Write the record into a file; has it been written?"""
        path = Path(name) if name else self.file
        try:
            if not path.name or path.is_dir():
                self.say(self.text("play.save-needs-name"))
                return False
            path = path if path.suffix else path.with_suffix(files.SUFFIX)
            if path.exists() and not self._may_replace(path):
                self.say(self.text("play.not-saved"))
                return False
            files.write(path, str(self.match))
        except OSError as error:
            self._say_not_saved(path, str(error.strerror))
            return False
        self.say(self.text("play.saved", file=str(path)))
        self.saved, self.file = self.match.record, path
        self._forget()
        return True

    def _say_not_saved(self, path: Path, problem: str) -> None:
        self.say(self.text("play.save-failed", file=str(path), problem=problem), "bold red")

    def _may_replace(self, path: Path) -> bool:
        question = self.text("play.overwrite", file=str(path), yes=self.text("play.yes"))
        return means(self._question(question), "play.yes", self.catalogue)
