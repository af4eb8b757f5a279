"""Prints the files with the inks that the page shares with the pictures: one for its styles, one for its scripts."""

import json
import sys

from rowlock.rules.pictures.inks import ROWS, of_the_page

inks = of_the_page()
styles = [
    f"  --{name}: {ink if ink.night == ink else f'light-dark({ink}, {ink.night})'};"
    for name, ink in inks.items()
]
rows = {letter: {"strong": row.strong, "tint": row.tint, "ink": row.ink} for letter, row in ROWS.items()}
scripts = [
    "/** By day, as in every picture. */",
    f"export const INKS = {json.dumps(inks)} as const",
    f"export const ROW_INKS = {json.dumps(rows)} as const",
]
files = {
    "inks.css": "\n".join([":root {", *styles, "}", ""]),
    "inks.ts": "\n".join([*scripts, ""]),
}
json.dump(files, sys.stdout)
