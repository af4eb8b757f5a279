"""Qwixx: who can play it, and how they decide."""
