"""The game in the terminal: `rowlock play`."""

from rowlock.terminal.command import add_parser

__all__ = ["add_parser"]
