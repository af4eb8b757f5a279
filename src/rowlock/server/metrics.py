"""What Prometheus may want to know."""

from functools import cache

from prometheus_client import Counter, Gauge, Histogram

COMMAND_SECONDS = Histogram(
    "rowlock_command_seconds",
    "From a command's arrival until it is on disk",
    ["command"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
TABLES_OPENED = Counter("rowlock_tables_opened_total", "Tables opened since the start", ["game"])
LIVE_TABLES = Gauge("rowlock_live_tables", "Tables in memory")
CONNECTIONS = Gauge("rowlock_connections", "Open sockets")
REFUSALS = Counter("rowlock_refusals_total", "Requests that were refused", ["code"])
BOT_FAILURES = Counter("rowlock_bot_failures_total", "Bots that gave no legal answer, twice")


@cache
def command_seconds(command: str) -> Histogram:
    """The histogram of one type of command."""
    return COMMAND_SECONDS.labels(command)
