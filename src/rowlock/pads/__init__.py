"""Printable pads: sheets to write on, sheets of a game that was played, boards to cut out."""

from __future__ import annotations

from rowlock.pads.wish import PadWish, draw_pad, games_with_pads, layouts_of, sheets_of

__all__ = ["PadWish", "draw_pad", "games_with_pads", "layouts_of", "sheets_of"]
