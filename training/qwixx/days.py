"""Plays the games of the day as well as one can without looking ahead, and keeps the points in the package.

    python -m training.qwixx.days --until 2036-12-31

docs/day.md tells what for.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from datetime import date, timedelta

from rowlock.solve.progress import progress
from rowlock.study.qwixx.day import DATA, perfect
from rowlock.table import days


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--until", metavar="DATE", type=date.fromisoformat, required=True)
    count = days.place(parser.parse_args(arguments).until) + 1
    scores = []
    for number in range(count):
        progress(f"{number} of {count} days")
        scores.append(perfect(days.FIRST + timedelta(number)).last_state.scores[0])
    progress("")
    DATA.write_text(json.dumps(scores) + "\n", encoding="utf-8")
    print(f"{count} days, on the mean {sum(scores) / count:.2f} points")


if __name__ == "__main__":
    main()
