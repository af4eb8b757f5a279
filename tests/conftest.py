"""How many random examples hypothesis tries: `make test` some hundreds, `make nightly` very many.

And Ctrl-C: where the tests run in the background, a shell has had it ignored, and every command that they start would
ignore it, too.
"""

import os
import signal

from hypothesis import settings

# On the build machine the examples are always the same, so that a red build is red for its own change.
settings.register_profile("default", max_examples=300, deadline=None, derandomize="CI" in os.environ)
settings.register_profile("nightly", max_examples=10_000, deadline=None, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore = ["outside"]
"""Packages that the tests have beside Rowlock, to be found by other processes only."""
