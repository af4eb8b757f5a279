"""Rolls of dice: what `legal_moves(DICE)` is in every game that has any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from rowlock.rules.game import Move
from rowlock.rules.reasons import ReasonCode

FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Rolls(Sequence[Move]):
    """All rolls of some dice, of which those count that are still in the game; a roll names their faces in order."""

    in_play: tuple[bool, ...]

    def __len__(self) -> int:
        rolls: int = 6 ** sum(self.in_play)
        return rolls

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(f"there are {len(self)} rolls")
        faces = []
        for there in self.in_play:
            if there:
                index, face = divmod(index, 6)
                faces.append("123456"[face])
            else:
                faces.append(".")
        return "".join(faces)

    def __iter__(self) -> Iterator[Move]:
        return (self[i] for i in range(len(self)))

    def __contains__(self, roll: object) -> bool:
        return isinstance(roll, str) and len(roll) == len(self.in_play) and self.why_not(roll) is None

    def of(self, faces: Move) -> Move:
        """The roll that shows these faces of all dice, without those that have left the game."""
        return "".join(face if there else "." for face, there in zip(faces, self.in_play, strict=True))

    def why_not(self, begun: Move) -> ReasonCode | None:
        """The reason why a text is none of these rolls, nor the beginning of one."""
        if len(begun) > len(self.in_play) or any(face not in "123456." for face in begun):
            return "not-a-roll"
        for face, there in zip(begun, self.in_play, strict=False):
            if there != (face != "."):
                return "die-missing" if there else "die-has-left"
        return None
