"""Asking the bots: what a position is worth, which move was the mistake, and whether it was you or the dice."""

from rowlock.study.analysis import Analysis, CellOdds, analyse
from rowlock.study.day import Day, day_of
from rowlock.study.hint import Hint, Reason, Why, Words, can_hint, hint, said, why
from rowlock.study.puzzles import Puzzle, Solved, choose_puzzle, puzzles
from rowlock.study.review import Choice, Reckoning, Review, ReviewStep, can_review, review
from rowlock.study.skill import Played, Skill, skill

__all__ = [
    "Analysis",
    "CellOdds",
    "Choice",
    "Day",
    "Hint",
    "Played",
    "Puzzle",
    "Reason",
    "Reckoning",
    "Review",
    "ReviewStep",
    "Skill",
    "Solved",
    "Why",
    "Words",
    "analyse",
    "can_hint",
    "can_review",
    "choose_puzzle",
    "day_of",
    "hint",
    "puzzles",
    "review",
    "said",
    "skill",
    "why",
]
