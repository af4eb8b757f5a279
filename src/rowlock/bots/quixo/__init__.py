"""Quixo, for two players and in teams: who can play it, and how they think."""
