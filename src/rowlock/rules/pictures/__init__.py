"""Positions as pictures: each is a self-contained SVG without words, so that it needs no translation."""
