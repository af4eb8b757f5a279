"""Asking the bots: what a position is worth, which move was the mistake, and whether it was you or the dice."""

from rowlock.study.analysis import Analysis, analyse
from rowlock.study.review import Reckoning, Review, ReviewStep, review

__all__ = ["Analysis", "Reckoning", "Review", "ReviewStep", "analyse", "review"]
