"""What Prometheus may want to know. Several workers put their numbers into files of one folder, named by the variable
`PROMETHEUS_MULTIPROC_DIR`, and whichever of them is asked adds them up."""

import os
import re
from functools import cache
from pathlib import Path

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, multiprocess

FOLDER = "PROMETHEUS_MULTIPROC_DIR"

COMMAND_SECONDS = Histogram(
    "rowlock_command_seconds",
    "From a command's arrival until it is on disk",
    ["command"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
TABLES_OPENED = Counter("rowlock_tables_opened_total", "Tables opened since the start", ["game"])
LIVE_TABLES = Gauge("rowlock_live_tables", "Tables in memory", multiprocess_mode="livesum")
CONNECTIONS = Gauge("rowlock_connections", "Open sockets", multiprocess_mode="livesum")
REFUSALS = Counter("rowlock_refusals_total", "Requests that were refused", ["code"])
CALLS = Counter("rowlock_calls_total", "Calls back to a slow game through a push service", ["outcome"])
CLOCK_SKEW = Gauge(
    "rowlock_clock_skew_seconds", "How far the clock of this machine is ahead of the time that games go by"
)
HURRIED = Counter("rowlock_bots_hurried_total", "Answers of a simpler bot because too many questions waited")
BOT_FAILURES = Counter("rowlock_bot_failures_total", "Bots that gave no legal answer, twice")
BOTS_WAITING = Gauge("rowlock_bots_waiting", "Questions that wait for a bot", multiprocess_mode="livesum")
LOOP_LAG = Histogram(
    "rowlock_loop_lag_seconds",
    "How late the event loop comes to what is due",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
STORE_SECONDS = Histogram(
    "rowlock_store_seconds",
    "How long the database takes to answer a question",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2),
)
STORE_UP = Gauge("rowlock_store_up", "1 if the database answers every process", multiprocess_mode="livemin")
REDIS_UP = Gauge(
    "rowlock_redis_up", "1 if Redis answers every process, or none is set", multiprocess_mode="livemin"
)


@cache
def command_seconds(command: str) -> Histogram:
    """The histogram of one type of command."""
    return COMMAND_SECONDS.labels(command)


def everything() -> bytes:
    """The numbers of all workers, as Prometheus reads them."""
    if FOLDER not in os.environ:
        return prometheus_client.generate_latest()
    for file in Path(os.environ[FOLDER]).glob("gauge_live*.db"):
        process = re.search(r"_(\d+)\.db$", file.name)
        if process and not _lives(int(process[1])):  # one that was killed could not tidy up
            file.unlink(missing_ok=True)
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return prometheus_client.generate_latest(registry)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
