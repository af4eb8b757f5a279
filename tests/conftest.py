"""How many random examples hypothesis tries: `make test` a hundred, `make nightly` very many.

And Ctrl-C: where the tests run in the background, a shell has had it ignored, and every command that they start would
ignore it, too.

And what begins: with several test processes, one that came to a long test last would keep all others waiting.
"""

import os
import signal

import pytest
from hypothesis import settings

# On the build machine the examples are always the same, so that a red build is red for its own change.
settings.register_profile("default", max_examples=100, deadline=None, derandomize="CI" in os.environ)
settings.register_profile("nightly", max_examples=10_000, deadline=None, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore = ["outside"]
"""Packages that the tests have beside Rowlock, to be found by other processes only."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests come first; among them those for which a stage is set, so that one process sets it for all of them."""
    items.sort(
        key=lambda item: (
            "stage" not in getattr(item, "fixturenames", ()),
            not item.get_closest_marker("long"),
        )
    )
