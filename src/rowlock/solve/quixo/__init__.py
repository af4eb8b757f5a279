"""Quixo, solved: every position, on the processor or on a card."""
