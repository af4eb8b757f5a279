"""Qwixx once more, slowly: plain lists and dictionaries, one sentence of the rulebook after the other.

Nothing is shared with the library, so whatever both agree on was understood the same way twice.
"""

from __future__ import annotations

from itertools import product

ROWS = {
    "r": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "y": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "g": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    "b": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
}
POINTS = {0: 0, 1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21, 7: 28, 8: 36, 9: 45, 10: 55, 11: 66, 12: 78}


class NaiveQwixx:
    def __init__(self, players: int, first: int = 1) -> None:
        self.players = players
        self.sheets: list[dict[str, list[int]]] = [
            {"r": [], "y": [], "g": [], "b": []} for _ in range(players)
        ]
        self.penalties = [0] * players
        self.active = first
        self.phase = "roll"
        self.dice: list[str] = []
        self.sealed: dict[int, str] = {}
        self.active_has_crossed = False

    @staticmethod
    def from_text(text: str) -> NaiveQwixx:
        words = text.split(" ")
        sheets = words[1:-3]
        game = NaiveQwixx(len(sheets), int(words[-3]))
        for player, sheet in enumerate(sheets):
            *rows, penalties = sheet.split("/")
            for colour, row in zip("rygb", rows, strict=True):
                if row != "-":
                    game.sheets[player][colour] = [int(number) for number in row.split(",")]
            game.penalties[player] = int(penalties)
        game.phase = words[-2].rstrip("+")
        game.active_has_crossed = words[-2] == "colour+"
        game.dice = [] if words[-1] == "-" else list(words[-1])
        return game

    # What stands on the table

    def locked(self, player: int, colour: str) -> bool:
        """The last number of a row is only ever crossed together with its lock."""
        return ROWS[colour][-1] in self.sheets[player][colour]

    def closed(self) -> list[str]:
        return [c for c in "rygb" if any(self.locked(player, c) for player in range(self.players))]

    def score(self, player: int) -> int:
        total = 0
        for colour in "rygb":
            crosses = len(self.sheets[player][colour])
            if self.locked(player, colour):
                crosses += 1
            total += POINTS[crosses]
        return total - 5 * self.penalties[player]

    def points(self) -> list[int]:
        return [self.score(player) for player in range(self.players)]

    def turn(self) -> int:
        return self.active

    def over(self) -> bool:
        return 4 in self.penalties or len(self.closed()) >= 2

    def outcome(self) -> tuple[str, list[int], list[int]] | None:
        if not self.over():
            return None
        reason = "penalties" if 4 in self.penalties else "rows-closed"
        scores = self.points()
        places = []
        for mine in scores:
            better = [other for other in scores if other > mine]
            places.append(1 + len(better))
        return reason, places, scores

    # Who decides what

    def owed(self) -> list[int]:
        if self.over():
            return []
        if self.phase == "roll":
            return [0]
        if self.phase == "white":
            return [seat for seat in range(1, self.players + 1) if seat not in self.sealed]
        return [self.active]

    def may_cross(self, seat: int, colour: str, number: int) -> bool:
        if colour in self.closed():
            return False
        row = ROWS[colour]
        crossed = self.sheets[seat - 1][colour]
        for right in row[row.index(number) :]:
            if right in crossed:
                return False
        return number != row[-1] or len(crossed) >= 5

    def offered(self) -> list[tuple[str, int]]:
        """The crosses that the dice offer, whether the sheet allows them or not."""
        whites = [int(self.dice[0]), int(self.dice[1])]
        if self.phase == "white":
            return [(colour, whites[0] + whites[1]) for colour in "rygb"]
        crosses = []
        for colour, die in zip("rygb", self.dice[2:], strict=True):
            if die != ".":
                for white in whites:
                    if (colour, white + int(die)) not in crosses:
                        crosses.append((colour, white + int(die)))
        return crosses

    def legal(self, seat: int) -> list[str]:
        """What a player may play. The rolls of the dice are in `rolls`, as there are so many."""
        if seat not in self.owed() or seat == 0:
            return []
        crosses = [
            f"{colour}{number}" for colour, number in self.offered() if self.may_cross(seat, colour, number)
        ]
        return [*crosses, "pass"]

    def rolls(self) -> list[str]:
        if self.owed() != [0]:
            return []
        closed = self.closed()
        faces = ["123456", "123456"] + ["." if colour in closed else "123456" for colour in "rygb"]
        return ["".join(roll) for roll in product(*faces)]

    # What happens then

    def play(self, seat: int, move: str) -> None:
        if self.phase == "roll":
            self.dice = list(move)
            self.phase = "white"
            self.active_has_crossed = False
        elif self.phase == "white":
            self.sealed[seat] = move
            if len(self.sealed) == self.players:
                self.show_white_decisions()
        else:
            self.cross(seat, move)
            self.end_turn()

    def cross(self, seat: int, move: str) -> None:
        if move == "pass":
            return
        self.sheets[seat - 1][move[0]].append(int(move[1:]))
        if seat == self.active:
            self.active_has_crossed = True

    def show_white_decisions(self) -> None:
        for seat, move in self.sealed.items():
            self.cross(seat, move)
        self.sealed = {}
        self.phase = "colour"
        for place, colour in enumerate("rygb", 2):
            if colour in self.closed():
                self.dice[place] = "."
        if self.over():
            self.phase = "over"
            self.dice = []

    def end_turn(self) -> None:
        if not self.active_has_crossed:
            self.penalties[self.active - 1] += 1
        self.dice = []
        if self.over():
            self.phase = "over"
        else:
            self.phase = "roll"
            self.active = self.active % self.players + 1

    # As text

    def text(self) -> str:
        sheets = []
        for player in range(self.players):
            rows = [",".join(str(n) for n in self.sheets[player][colour]) or "-" for colour in "rygb"]
            sheets.append("/".join([*rows, str(self.penalties[player])]))
        phase = "colour+" if self.phase == "colour" and self.active_has_crossed else self.phase
        return " ".join(["qwixx", *sheets, str(self.active), phase, "".join(self.dice) or "-"])
