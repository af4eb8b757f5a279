"""Qwixx, solved for one player: what a sheet is worth."""
