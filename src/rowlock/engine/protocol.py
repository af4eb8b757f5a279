"""The line protocol: positions in, decisions and values out; docs/engine.md describes it.

A wrong line answers `error …` and changes nothing. Lines are read while the engine thinks: `rowlock`, `isready` and
`stop` are heard at once, all others wait their turn.
"""

from __future__ import annotations

import queue
import secrets
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random

from rowlock import __version__
from rowlock.bots import Answer, Bot, Limit, Mind, Option, Question, bot, of_game
from rowlock.bots.question import Stop
from rowlock.bots.registry import LevelBot
from rowlock.rules import DICE, GAMES, IllegalMove, NotationError, State
from rowlock.rules.game import ROLL, shown
from rowlock.rules.games import play_word

DEFAULT_LEVEL = "master"
MOST = 10**9
NUMBERS = ("seat", "movetime", "nodes", "depth", "multipv")
AFTER_GO = "seat N, level L, movetime MS, nodes N, depth N, multipv K, infinite"
SEED = "seed"

Tell = Callable[[str], None]


class NotUnderstood(ValueError):
    """A line that can't be answered: says why, in one line."""


@dataclass(frozen=True, slots=True)
class InputLine:
    """A line as it was read, and by what thinking about it can be stopped."""

    text: str
    stop: Stop

    @property
    def endless(self) -> bool:
        """Would it be thought about for ever?"""
        return self.text.split()[:1] == ["go"] and "infinite" in self.text.split()


class Engine:
    """One conversation about one game at a time."""

    def __init__(self, game: str, tell: Tell, means: dict[str, str] | None = None) -> None:
        self._say, self._saying = tell, threading.Lock()
        self._means, self._seed = means or {}, secrets.token_hex()
        self._waiting: queue.Queue[InputLine | None] = queue.Queue()
        self._unanswered: list[InputLine] = []
        self._broken: BaseException | None = None
        self._begin(game)

    def tell(self, text: str) -> None:
        """Say a line; whoever reads and whoever thinks don't mix their words."""
        with self._saying:
            self._say(text)

    def converse(self, lines: Iterable[str]) -> None:
        """Answer line by line until `quit` or the end. What was asked before is answered first, unless it would be
        thought about for ever."""
        answering = threading.Thread(target=self._answer_all, daemon=True)
        answering.start()
        try:
            for text in lines:
                if self._broken:
                    break
                match text.split():
                    case ["quit"]:
                        break
                    case []:
                        pass
                    case ["rowlock"]:
                        self.tell(f"id name Rowlock {__version__}")
                        self.tell("ready")
                    case ["isready"]:
                        self.tell("readyok")
                    case ["stop"]:
                        self._stop(list(self._unanswered))
                    case _:
                        line = InputLine(text.strip(), Stop())
                        self._unanswered.append(line)
                        self._waiting.put(line)
        finally:
            self._waiting.put(None)
        self._stop([line for line in list(self._unanswered) if line.endless])
        answering.join()
        if self._broken:
            raise self._broken

    def _stop(self, lines: list[InputLine]) -> None:
        for line in lines:
            line.stop.say()

    def _answer_all(self) -> None:
        try:
            while (line := self._waiting.get()) is not None:
                try:
                    self._answer(line.text.split(), line)
                except ValueError as problem:  # not understood, no such position, level, move or table
                    self.tell(f"error {problem}")
                self._unanswered.remove(line)
        except BaseException as error:  # noqa: BLE001 (a thread tells nobody: whoever reads the lines does)
            self._broken = error

    def _begin(self, game: str) -> None:
        """A game from its start, with nothing remembered."""
        self.game = game
        self.states: list[State] = [GAMES[game].start()]
        self._bots: dict[str, Bot] = {}
        self._mind: Mind | None = None

    # What a line asks for

    def _answer(self, words: list[str], line: InputLine) -> None:
        match words:
            case ["newgame", game]:
                if game not in GAMES:
                    raise NotUnderstood(f"no game {shown(game)}, only {', '.join(GAMES)}")
                self._begin(game)
            case ["position", *rest] if rest:
                self.states = self._position(line.text.removeprefix("position").strip())
            case ["options"]:
                for name in of_game(self.game).means:
                    self.tell(f"option {name} {self._means.get(name, '-')}")
                self.tell(f"option {SEED} {self._seed}")
            case ["setoption", name, *_]:
                self._set(name, line.text.split(maxsplit=2)[2:])
            case ["go", *options]:
                self._go(options, line.stop)
            case _:
                raise NotUnderstood(f"not understood: {shown(line.text)}")

    def _position(self, text: str) -> list[State]:
        """The position and those that the moves behind it lead to."""
        position, _, moves = text.partition(" moves ")
        states = [GAMES[self.game].parse(position.removesuffix(" moves"))]
        for word in moves.split():
            states.append(_played(states[-1], word))
        return states

    def _set(self, name: str, value: list[str]) -> None:
        known = of_game(self.game).means
        if name != SEED and name not in known:
            raise NotUnderstood(f"no option {shown(name)}, only {', '.join((*known, SEED))}")
        if not value:
            raise NotUnderstood(f"setoption {name} needs a value")
        if name == SEED:
            self._seed = value[0]
        else:
            given = self._means | {name: value[0]}
            if make := of_game(self.game).mind:
                make(given)  # which refuses what is no good
            self._means = given
        self._bots, self._mind = {}, None

    # Thinking

    def _go(self, options: list[str], stop: Stop) -> None:
        told = _read_options(options)
        state = self.states[-1]
        if not state.awaiting:
            raise NotUnderstood("the game is over")
        deciding = range(1, state.seats + 1) if state.awaiting == (DICE,) else state.awaiting
        first = state.active if state.active in deciding else deciding[0]
        numbers = {
            name: _number(told[name], name, MOST) for name in NUMBERS if name in told and name != "seat"
        }
        seat = _number(told.get("seat", str(first)), "seat", state.seats)
        if seat not in deciding:
            raise NotUnderstood(f"seat {seat} has nothing to decide")
        seconds = numbers["movetime"] / 1000 if "movetime" in numbers else None
        if "infinite" in told:
            seconds = float("inf")
        question = Question(
            state.seen_by(seat),
            seat,
            self.states[:-1],
            Random(f"{self._seed} {len(self.states)} {state} {seat}"),
            Limit(seconds, numbers.get("nodes"), numbers.get("depth")),
            stop,
            lambda text: self.tell(f"info {text}"),
        )
        answer = self._think(question, told.get("level", DEFAULT_LEVEL), numbers.get("multipv"))
        for place, option in enumerate(answer.options[: numbers.get("multipv", 0)], 1):
            self.tell(f"info multipv {place} move {option.move} {_worth(option, answer)}".rstrip())
        self.tell(f"bestmove {answer.move}{_value(answer.chosen)}")

    def _think(self, question: Question, level: str, lines: int | None) -> Answer:
        """What a level plays, with what its move is worth, and every move's worth where some are to be told."""
        offered = of_game(self.game)
        if level not in self._bots:
            self._bots[level] = bot(self.game, level, self._means)
        player = self._bots[level]
        if question.view.awaiting == (DICE,) and offered.mind is None:
            return Answer(ROLL)
        all_of_them = None
        if offered.mind and (lines or offered.at_once):
            if self._mind is None:
                self._mind = offered.mind(self._means)
            all_of_them = self._mind.options(question)
            if level == DEFAULT_LEVEL or question.view.awaiting == (DICE,):
                return all_of_them
        answer = player.answer(question) if isinstance(player, LevelBot) else Answer(player(question))
        return answer if all_of_them is None else replace(all_of_them, move=answer.move)


def _played(state: State, word: str) -> State:
    try:
        return play_word(state, word)
    except NotationError as error:
        raise NotUnderstood(error.problem) from None
    except IllegalMove as refused:
        raise NotUnderstood(f"{shown(word)} may not be played: {refused.code}") from None


def _read_options(words: list[str]) -> dict[str, str]:
    """What stands behind `go`, each once."""
    told: dict[str, str] = {}
    rest = iter(words)
    for name in rest:
        value = "" if name == "infinite" else next(rest, None)
        if value is None or name in told or name not in (*NUMBERS, "level", "infinite"):
            raise NotUnderstood(f"after go: {AFTER_GO}")
        told[name] = value
    return told


def _worth(option: Option, answer: Answer) -> str:
    """What an option is worth, in words of the protocol."""
    words: list[str] = []
    if option.value is not None:
        words += ["value", option.value]
        words += ["plies", str(option.plies)] if option.plies is not None else []
    elif option.score is not None:
        words += ["score", str(option.score), "depth", str(answer.depth), "nodes", str(answer.nodes)]
    if option.chance is not None:
        words += ["chance", f"{option.chance:.4f}"]
    if option.points is not None:
        words += ["points", f"{option.points:.8f}" if option.exact else f"{option.points:.1f}"]
    words += ["exact"] if option.exact else []
    words += ["pv", *option.line] if option.line and not option.exact else []
    return " ".join(words)


def _value(option: Option) -> str:
    """What the move is worth, where it is known."""
    if option.value is not None:
        return f" value {option.value}"
    if option.chance is not None:
        return f" value {option.chance:.4f}"
    return "" if option.points is None else f" value {option.points:.8f}"


def _number(text: str, name: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:12]) <= most):
        raise NotUnderstood(f"{name} is 1 to {most}, not {shown(text)}")
    return int(text)
