"""The game in the terminal, and games that are over: `rowlock play`, `rowlock replay`, `rowlock verify`."""
