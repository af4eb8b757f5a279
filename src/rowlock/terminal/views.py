"""How each game looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from rich.console import RenderableType
from rich.text import Text

from rowlock.rules import Outcome
from rowlock.terminal import quixo, qwixx
from rowlock.terminal.scene import Scene


def _no_news(before: object, after: object, scene: Scene) -> Iterable[str]:  # noqa: ARG001
    return ()


def _no_scores(state: object, outcome: Outcome, scene: Scene) -> RenderableType:  # noqa: ARG001
    return Text()


class View(NamedTuple):
    """The pictures of one game."""

    draw: Callable[[Any, int, Scene], RenderableType]
    """The state as a seat may see it."""
    news: Callable[[Any, Any, Scene], Iterable[str]] = _no_news
    """What the step from one state to the next has brought, beside the move itself."""
    result: Callable[[Any, Outcome, Scene], RenderableType] = _no_scores
    """The scores at the end."""


VIEWS = {
    "qwixx": View(qwixx.draw, qwixx.news, qwixx.result),
    "quixo": View(quixo.draw),
    "quixo4": View(quixo.draw),
}
