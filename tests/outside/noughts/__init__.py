"""Noughts and crosses, as a package of its own: its rules, its bots, its view for the terminal and its texts."""
