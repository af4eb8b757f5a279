"""Every code by which something is refused or a game ends. Each but those of `VerifyCode` has a text in every language:
`reason.CODE` and `outcome.CODE` in the catalogues."""

from __future__ import annotations

from typing import Literal


class OwnCode(str):
    """The code of a game from outside, which brings its own text along."""

    __slots__ = ()


VerifyCode = Literal["commitment", "dice-tags", "first", "no-secret", "roll"]
"""Of a record whose dice are verified, which is said in English alone."""

ReasonCode = (
    # of the games
    Literal[
        "already-crossed",
        "already-decided",
        "arrow-at-opponent",
        "blank-first",
        "die-has-left",
        "die-missing",
        "game-over",
        "must-move",
        "must-skip",
        "needs-five",
        "not-a-coloured-sum",
        "not-a-move",
        "not-a-roll",
        "not-ahead",
        "not-an-end",
        "not-on-border",
        "not-the-white-sum",
        "not-your-turn",
        "notation",
        "off-board",
        "opponents-cube",
        "partners-cube",
        "passed-over",
        "pencil-down",
        "roll-first",
        "row-closed",
        "same-place",
    ]
    # of a table
    | Literal[
        "already-left",
        "bot-plays",
        "cannot-resign",
        "clock",
        "id-used",
        "malformed",
        "no-draw",
        "no-hint",
        "no-offer",
        "no-such-seat",
        "no-takeback",
        "no-team-talk",
        "nobody-rolls",
        "not-away",
        "not-over",
        "not-started",
        "not-yet",
        "out-of-time",
        "people-only",
        "round-open",
        "seat-count",
        "seat-taken",
        "seats-fixed",
        "stale-turn",
        "still-there",
        "too-many",
        "unknown-game",
    ]
    | VerifyCode
    # of a server
    | Literal[
        "already-entered",
        "busy",
        "foreign-host",
        "house-guest",
        "name-taken",
        "no-network",
        "no-review",
        "no-such-series",
        "no-such-table",
        "not-allowed",
        "not-found",
        "not-seated",
        "store-unavailable",
        "too-fast",
        "too-large",
        "too-many-tables",
    ]
    | OwnCode
)

EndCode = (
    # by the moves
    Literal["own-line", "opponents-line", "rows-closed", "penalties", "counted"]
    # in ways that the last move alone doesn't show
    | Literal["agreed", "resigned", "time", "repetition", "too-long"]
    | OwnCode
)
