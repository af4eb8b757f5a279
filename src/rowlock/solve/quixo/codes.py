"""Byte codes of solved positions: OPEN is a draw (while solving: not decided yet), WON + d is won in d plies, LOST + d
lost in d. Without distances d is 0. In two bits: 0 a draw, 1 won, 2 lost."""

from __future__ import annotations

OPEN = 0
WON = 1
LOST = 128
BEYOND = 256
"""No code is as great."""
FURTHEST = LOST - WON - 1
"""The greatest distance that a code can tell."""
WON_IN_TWO_BITS, LOST_IN_TWO_BITS = 1, 2
