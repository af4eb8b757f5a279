"""What a site of a million people would need: the arithmetic, and a simulation of its queues that checks it.

People sit two at a table, at any process each or, with --apart 0, both at one, and a table moves every so many seconds.
A move waits for the processor of the process that takes it, is decided, waits for the commit that is under way there
and is written with the others that have gathered, in a database with so many cores; then it is acknowledged, and told,
through Redis, to the process of the other player, who sees it after waiting for that processor. Besides, every process
says every few seconds who is at which of its tables.

What each step costs are the options; docs/scale.md says where their defaults are from. As many processes are taken
as keep each busy for the part of the time that is asked for. The arithmetic says how busy everything is; the
simulation says so, too, and how long people wait.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import math
import statistics
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

Then = Callable[[], None]


@dataclass(slots=True)
class Costs:
    """In milliseconds of a processor, but `sync` of a disk."""

    move: float
    """To take a move, decide, acknowledge and tell it."""
    transaction: float
    """To write a group of moves, for the process that writes."""
    tell: float
    """To tell Redis of a move."""
    hear: float
    """To take in a move that another process has decided."""
    word: float
    """To say who is at a table, and to hear who else is."""
    row: float
    """For the database, each move."""
    commit: float
    """For the database, each transaction."""
    sync: float
    """Until the disk has it."""
    gather: float
    """What a process waits for more to write."""
    news: float
    """For Redis, each move."""
    note: float
    """For Redis, each word about who is at a table."""


class Agenda:
    """What happens when."""

    def __init__(self) -> None:
        self.now = 0.0
        self._events: list[tuple[float, int, Then]] = []
        self._numbers = itertools.count()

    def after(self, wait: float, then: Then) -> None:
        """In so many milliseconds."""
        heapq.heappush(self._events, (self.now + wait, next(self._numbers), then))

    def run(self, until: float) -> None:
        while self._events and self._events[0][0] < until:
            self.now, _, then = heapq.heappop(self._events)
            then()


class Station:
    """Somebody does one thing after the other, or several do."""

    def __init__(self, agenda: Agenda, hands: float) -> None:
        self._agenda = agenda
        self._free = max(1, math.floor(hands))
        self._speed = hands / self._free
        """Whoever has something else to do, too, is slower."""
        self._waiting: deque[tuple[float, Then]] = deque()
        self.busy = 0.0

    def use(self, work: float, then: Then) -> None:
        """Does so much work as soon as it is its turn."""
        if self._free:
            self._free -= 1
            self._begin(work, then)
        else:
            self._waiting.append((work, then))

    def _begin(self, work: float, then: Then) -> None:
        took = work / self._speed
        self.busy += took

        def done() -> None:
            if self._waiting:
                self._begin(*self._waiting.popleft())
            else:
                self._free += 1
            then()

        self._agenda.after(took, done)


@dataclass(slots=True)
class Site:
    """The queues, and how long people have waited at them."""

    costs: Costs
    processes: int
    rate: float
    """Moves a millisecond."""
    cores: int
    """Of the database."""
    apart: float
    """Part of the moves whose other player may be at any process."""
    words: float
    """Said by each process in a millisecond."""
    chance: Random
    agenda: Agenda = field(default_factory=Agenda)
    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)

    def play(self, seconds: float) -> tuple[float, float]:
        """For so long; how busy a process was, and the database."""
        left = 1 - self.words * self.costs.word
        processors = [Station(self.agenda, left) for _ in range(self.processes)]
        database = Station(self.agenda, self.cores)
        writers = [Committer(self, processor, database) for processor in processors]

        def come() -> None:
            self.agenda.after(self.chance.expovariate(self.rate), come)
            writer = self.chance.choice(writers)
            apart = self.chance.random() < self.apart
            writer.take(self.agenda.now, self.chance.choice(processors) if apart else writer.processor)

        come()
        self.agenda.run(seconds * 1000)
        spent = sum(processor.busy for processor in processors) / self.processes / seconds / 1000
        return spent * left + 1 - left, database.busy / self.cores / seconds / 1000


class Committer:
    """One process, which writes what has gathered while it wrote."""

    def __init__(self, site: Site, processor: Station, database: Station) -> None:
        self._site, self.processor, self._database = site, processor, database
        self._gathered: list[tuple[float, Station]] = []
        self._writing = False

    def take(self, came: float, other: Station) -> None:
        def decided() -> None:
            self._gathered.append((came, other))
            if not self._writing:
                self._writing = True
                self._write()

        # Half of the work comes before the commit.
        self.processor.use(self._some(self._site.costs.move / 2), decided)

    def _write(self) -> None:
        wait = self._site.costs.gather if len(self._gathered) > 1 else 0.0
        self._site.agenda.after(wait, lambda: self.processor.use(self._site.costs.transaction, self._commit))

    def _commit(self) -> None:
        group, self._gathered = self._gathered, []
        costs, agenda = self._site.costs, self._site.agenda
        self._site.groups.append(len(group))

        def synced() -> None:
            for came, other in group:
                self.processor.use(self._some(costs.move / 2 + costs.tell), partial(self._tell, came, other))
            if self._gathered:
                self._write()
            else:
                self._writing = False

        work = costs.commit + costs.row * len(group)
        self._database.use(work, lambda: agenda.after(self._some(costs.sync), synced))

    def _tell(self, came: float, other: Station) -> None:
        site = self._site
        site.acknowledged.append(site.agenda.now - came)

        def seen() -> None:
            site.seen.append(site.agenda.now - came)

        if other is self.processor:
            seen()
        else:
            other.use(self._some(site.costs.hear), seen)

    def _some(self, mean: float) -> float:
        """Around so much: never less than half, at times much more."""
        return mean / 2 + self._site.chance.expovariate(2 / mean)


def processes_for(costs: Costs, rate: float, busy: float, apart: float, words: float) -> int:
    """So many that each is busy for that part of its time; groups are taken as small as they are at worst."""
    work = costs.move + costs.tell + costs.transaction / group_size(costs, rate, 0) + costs.hear * apart
    return math.ceil((rate * work + words * costs.word) / busy)


def group_size(costs: Costs, rate: float, processes: int) -> float:
    """How many moves gather while a process writes."""
    if not processes:
        return 2.0
    return max(1.0, rate / processes * (costs.gather + costs.transaction + costs.commit + costs.sync))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--people", default="10000,100000,1000000", help="how many at once (10000,100000,1000000)")
    add("--pause", type=float, default=8, help="seconds between two moves at a table (8)")
    add("--busy", type=float, default=0.6, help="part of the time that a process works (0.6)")
    add("--apart", type=float, default=1, help="part of the tables whose players come to any process (1)")
    add("--cores", type=int, default=32, help="cores of the database (32)")
    add("--seconds", type=float, default=3, help="simulated time (3)")
    for name, default in DEFAULTS.items():
        add(f"--{name}", type=float, default=default, help=f"milliseconds ({default})")
    options = parser.parse_args(arguments)
    costs = Costs(**{name: getattr(options, name) for name in DEFAULTS})
    print(
        f"{'people':>10}{'moves/s':>9}{'processes':>11}{'busy':>13}{'database':>13}{'group':>12}"
        f"{'acknowledged':>16}{'seen':>14}{'Redis':>8}{'MB/s':>7}"
    )
    for people in map(int, options.people.split(",")):
        print(line(costs, people, options), flush=True)
    print(
        "busy, database, group: by arithmetic and by simulation; acknowledged, seen: p50 and p99 in ms, simulated"
    )


def line(costs: Costs, people: int, options: argparse.Namespace) -> str:
    tables = people / 2
    rate = tables / options.pause / 1000
    # One for each table at each process where somebody is at it.
    words = tables * (1 + options.apart) / TELLING / 1000
    processes = processes_for(costs, rate, options.busy, options.apart, words)
    if processes == 1:
        words = 0.0
    group = group_size(costs, rate, processes)
    elsewhere = options.apart * (1 - 1 / processes)
    work = costs.move + costs.tell + costs.transaction / group + costs.hear * elsewhere
    told = (rate * work + words * costs.word) / processes
    stored = rate * (costs.row + costs.commit / group) / options.cores
    site = Site(costs, processes, rate, options.cores, options.apart, words / processes, Random(1))
    worked, wrote = site.play(options.seconds)
    waits = [f"{middle:.0f}, {late:.0f}" for middle, late in (ends(site.acknowledged), ends(site.seen))]
    redis = (rate * costs.news + words * costs.note) if processes > 1 else 0.0
    return (
        f"{people:>10,}{rate * 1000:>9,.0f}{processes:>11,}{told:>6.0%}{worked:>7.0%}{stored:>6.0%}{wrote:>7.0%}"
        f"{group:>6.1f}{statistics.mean(site.groups):>6.1f}{waits[0]:>16}{waits[1]:>14}{redis:>8.0%}"
        f"{rate * 1000 * NEWS_SIZE * elsewhere / 1e6:>7.1f}"
    )


def ends(waits: Sequence[float]) -> tuple[float, float]:
    """The middle, and what one of a hundred waits for longer."""
    found = statistics.quantiles(waits, n=100)
    return found[49], found[98]


TELLING = 3
"""Seconds between one word about who is there and the next."""
NEWS_SIZE = 133
"""Bytes that tell of one move."""
DEFAULTS = {
    "move": 0.30,
    "transaction": 0.6,
    "tell": 0.04,
    "hear": 0.18,
    "word": 0.015,
    "row": 0.04,
    "commit": 0.27,
    "sync": 2.0,
    "gather": 6.0,
    "news": 0.007,
    "note": 0.004,
}


if __name__ == "__main__":
    main()
