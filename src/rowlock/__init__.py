"""Rowlock: Qwixx and Quixo, the rules as a library, bots, and a table to play at."""

__version__ = "0.1.0"
