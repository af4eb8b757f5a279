"""The scores by which a search weighs positions."""

from __future__ import annotations

WIN_SCORE = 30000
"""The score of a won game; a win in d plies scores WIN_SCORE - d."""
SURE = WIN_SCORE - 1000
"""Beyond this, a score is a proven win."""
FAR = 400
"""So many plies a win seems to take that is known without its distance."""
RELUCTANCE = 60
"""So much less than an even game a repetition is worth to the side that thinks, as long as it wants to play on, and
half as much less a position that is certain to be drawn: it goes where the other can still err. Who plays on against a
weaker one wins more often than not."""
BACK = 6
"""This part of it less, at least, a push back to where the game has been is worth."""
DEEPEST = 60
