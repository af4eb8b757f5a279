"""What the page draws of Quixo, as the rules have it: the way of every push, and whose letter means which symbol."""

from rowlock.rules import quixo, quixo4
from rowlock.rules.board import SIZES, Board, Push, board


def way(on: Board, push: Push) -> str:
    """The squares from where the cube leaves to where it goes back in; they are the same on boards of every size."""
    squares = on.squares_of(push.taken | push.sliding)
    return " ".join(squares if push.step < 0 else reversed(squares))


FACTS = {
    "ways": {push.name: way(board(size), push) for size in SIZES for push in board(size).pushes},
    "letters": {"quixo": quixo.SYMBOLS, "quixo4": quixo4.SEATS},
    "first_turns": quixo4.FIRST_TURNS,
    "symbols": {letter: letter for letter in quixo.SYMBOLS} | quixo4.SYMBOLS,
}

TARGETS = list(board(SIZES[0]).squares)
"""All that can be tapped."""
