"""The game in the terminal: show, ask, play, until the game is over or the people have had enough."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from rowlock.locale import Catalogue
from rowlock.rules import DICE, IllegalMove, Ply, Record
from rowlock.rules.record import actions
from rowlock.terminal import files
from rowlock.terminal.answers import COMMANDS, Command, command, moves_meant, roll_meant, tidy
from rowlock.terminal.match import Match
from rowlock.terminal.scene import Scene, display_names
from rowlock.terminal.views import VIEWS

Ask = Callable[[str], str]
"""Shows a prompt and returns a line. Raises `EOFError` when there is none."""

MOST_CHOICES = 8
LONGEST_ECHO = 30


class Leave(Exception):
    """Whoever is at the keyboard wants to go."""


class Loop:
    """One match at one keyboard."""

    def __init__(
        self, match: Match, catalogue: Catalogue, console: Console, ask: Ask, *, real_dice: bool = False
    ) -> None:
        self.match = match
        self.catalogue = catalogue
        self.text = catalogue.text
        self.console = console
        self.ask = ask
        self.real_dice = real_dice
        self.names = display_names(match.begun.seats, catalogue)
        self.view = VIEWS[match.table.game]
        self.told = match.revealed
        """How many plies the people had been told about when one of them last decided."""
        self.saved: Record = match.record
        """What is in a file, or not worth one."""
        self.file = Path()

    def run(self) -> int:
        """Play until somebody leaves; the exit code of the command."""
        try:
            while True:
                self._step()
        except Leave:
            code = 0
        except EOFError:
            self.console.print()
            code = 0
        except KeyboardInterrupt:
            self.console.print()
            code = 130
        self.say(self.text("play.bye"))
        return code

    def _step(self) -> None:
        match = self.match
        if match.outcome:
            self._show_end()
            self._ask_until_done(None)
        elif (seat := match.next_seat) in match.bots:
            match.play(seat, match.bot_move(seat))
        elif seat == DICE and not match.people:
            match.play(DICE, match.roll())
        else:
            self._show(seat)
            self._ask_until_done(seat)

    # What is shown

    def say(self, text: str, style: str = "") -> None:
        """One sentence, or a few."""
        self.console.print(Text(text, style))

    def _scene(self) -> Scene:
        moves = [ply.move for ply in self.match.table.plies if ply.seat != DICE]
        return Scene(self.catalogue, self.names, self.console.width, moves[-1] if moves else None)

    def _show(self, seat: int) -> None:
        """The game as the seat that decides may see it; before a roll, as the active player does."""
        match, state = self.match, self.match.state
        people = match.people or (state.active,)
        looker = seat or (state.active if state.active in people else people[0])
        self._clear()
        self.console.print(self.view.draw(state.seen_by(looker), looker, self._scene()))
        self.console.print()
        self._tell_news()
        name = self.names[(seat or state.active) - 1]
        if seat == DICE and self.real_dice:
            self.say(self.text("ask.real-roll", name=name), "bold")
        else:
            example = next(iter(state.legal_moves(seat)))
            self.say(self.text(f"ask.{state.phase}", name=name, example=example), "bold")
        if self._sealed:
            self.say(self.text("play.sealed"))

    def _clear(self) -> None:
        """Begin a new picture, with the commands above it."""
        if self.console.is_terminal:
            self.console.clear()
        else:
            self.console.print()
        title = self.text(f"game.{self.match.table.game}")
        self.say(f"{title} · {' · '.join(COMMANDS)}", "dim")

    @property
    def _sealed(self) -> bool:
        """Do several people decide at the same time now?"""
        return len(self.match.people) > 1 and self.match.simultaneous

    def _tell_news(self) -> None:
        """What has happened since a person last decided, as far as everybody may know it."""
        match, scene, revealed = self.match, self._scene(), self.match.revealed
        states, new = match.table.states, match.table.plies[self.told : revealed]
        moves = Text("  ").join(
            Text(f"{self.catalogue.isolate(self.names[ply.seat - 1])}: ").append(ply.move, "bold")
            for _, action in actions(states[self.told], (Ply(ply.seat, ply.move) for ply in new))
            for ply in action
            if ply.seat != DICE
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
        self.say(self.text(f"outcome.{outcome.reason}"), "bold")
        names = ", ".join(self.catalogue.isolate(self.names[seat - 1]) for seat in outcome.winners)
        if len(outcome.winners) == match.state.seats and not outcome.scores:
            self.say(self.text("play.draw"), "bold")
        else:
            self.say(self.text("play.winners", count=len(outcome.winners), names=names), "bold")
        if outcome.scores:
            self.console.print()
            self.console.print(self.view.result(match.state, outcome, self._scene()))
        if not match.people:
            raise Leave
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
            raise Leave
        if seat == DICE and not self.real_dice:
            self._play(DICE, self.match.roll())
        return True

    def _try(self, seat: int, line: str) -> bool:
        legal = self.match.state.legal_moves(seat)
        move = roll_meant(line, legal) if seat == DICE else tidy(line)
        try:
            self._play(seat, move)
        except IllegalMove as error:
            facts = {**error.facts, "move": line[:LONGEST_ECHO]}
            self.say(self.text(f"reason.{error.code}", **facts), "bold red")
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

    def _obey(self, given: Command, seat: int | None) -> bool:
        match given.name:
            case "moves":
                self._list_moves(seat)
            case "undo":
                return self._undo()
            case "save":
                self._save(given.argument)
            case "rules":
                self.say(self.text(f"rules.{self.match.table.game}"))
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
        self.say(self.text(f"help.{self.match.table.game}"))
        width = max(map(len, COMMANDS)) + 6
        for name in COMMANDS:
            usage = f"{name} FILE" if name == "save" else name
            self.console.print(Text(f"  {usage:{width}}", "bold").append(self.text(f"help.{name}")))

    def _quit(self) -> None:
        if self.match.record != self.saved:
            name = self._question(self.text("play.save-before-leaving", no=self.text("play.no")))
            if self._means("play.yes", name):
                name = str(self.file) if self.file.name else self._question(self.text("play.save-where"))
            if name and not self._means("play.no", name) and not self._save(name):
                return
        raise Leave

    def _question(self, text: str) -> str:
        """A question that may be longer than a line, and its answer."""
        self.say(text)
        return self._read("> ")

    def _means(self, word: str, answer: str) -> bool:
        """Is the answer yes, or no, in this language or in English? Its first letters are enough."""
        english = Catalogue.of("en").text(word)
        return answer != "" and any(meant.startswith(answer.lower()) for meant in (self.text(word), english))

    def _save(self, name: str) -> bool:
        """Write the record into a file; has it been written?"""
        path = Path(name) if name else self.file
        if not path.name or path.is_dir():
            self.say(self.text("play.save-needs-name"))
            return False
        path = path if path.suffix else path.with_suffix(files.SUFFIX)
        try:
            if path.exists() and not self._may_replace(path):
                self.say(self.text("play.not-saved"))
                return False
            files.write(path, str(self.match))
        except OSError as error:
            self.say(self.text("play.save-failed", file=str(path), problem=str(error.strerror)), "bold red")
            return False
        self.say(self.text("play.saved", file=str(path)))
        self.saved, self.file = self.match.record, path
        return True

    def _may_replace(self, path: Path) -> bool:
        question = self.text("play.overwrite", file=str(path), yes=self.text("play.yes"))
        return self._means("play.yes", self._question(question))
