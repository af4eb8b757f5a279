"""What a solved position is worth."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a position is worth for the side to move: 1, 0 or -1, and the plies to the end where they are known."""

    value: int
    plies: int | None = None

    @property
    def name(self) -> str:
        return {1: "win", 0: "draw", -1: "loss"}[self.value]
