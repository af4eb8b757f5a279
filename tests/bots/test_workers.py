"""Processes that work for another."""

import subprocess
import sys

PROGRAM = """
import os, signal
from rowlock.bots.workers import Processes, end_with_parent
pool = Processes(1, end_with_parent)
found = pool.submit(os.getpid)
signal.signal(signal.SIGINT, signal.SIG_IGN)
os.killpg(0, signal.SIGINT)
print(found.result() != os.getpid())
pool.shutdown()
"""


def test_ctrl_c_is_not_heard_even_in_the_first_moment() -> None:
    """A terminal sends it to all processes, also to those that have not begun to say what they do about it."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, start_new_session=True, check=False
    )
    assert (done.stdout, done.stderr) == ("True\n", "")
