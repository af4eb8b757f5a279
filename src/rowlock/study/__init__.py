"""Asking the bots: what a position is worth, which move was the mistake, and whether it was you or the dice."""

from rowlock.study.analysis import Analysis, analyse
from rowlock.study.puzzles import Puzzle, Solved, choose_puzzle, puzzles
from rowlock.study.review import Choice, Reckoning, Review, ReviewStep, can_review, review

__all__ = [
    "Analysis",
    "Choice",
    "Puzzle",
    "Reckoning",
    "Review",
    "ReviewStep",
    "Solved",
    "analyse",
    "can_review",
    "choose_puzzle",
    "puzzles",
    "review",
]
