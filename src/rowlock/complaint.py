"""What every command says when it can't use what it was given."""

from __future__ import annotations


class BadInput(Exception):
    """What is wrong with what the user gave us, and where, in one line; `rowlock` says it and ends with exit code 2."""
