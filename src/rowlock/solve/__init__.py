"""Exact answers: the Qwixx sheet by dynamic programming, Quixo by retrograde analysis."""
