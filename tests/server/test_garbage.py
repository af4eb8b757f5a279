"""What nobody needs any more is freed: most of it at once, the rest at the latest when somebody looks everywhere."""

import gc
import socket
import time
import weakref
from pathlib import Path

from websockets.server import ServerProtocol

from rowlock.server.garbage import look_everywhere, short_looks
from rowlock.server.line import SocketProtocol
from rowlock.server.live import Connection
from tests.server.serving import PATIENCE, Background, lavish

LINES = {Connection, SocketProtocol, ServerProtocol}
"""What is made for each connection."""


class Knot:
    """Something that knows itself, which Python can't free at once."""

    def __init__(self) -> None:
        self.itself = self


def test_young_garbage_is_freed_soon_and_old_garbage_when_somebody_looks_everywhere() -> None:
    with short_looks():
        old = Knot()
        gc.collect(0)
        kept, young = weakref.ref(old), weakref.ref(Knot())
        del old
        gc.collect()
        assert young() is None
        assert kept() is not None
        look_everywhere()
        assert kept() is None
    assert gc.get_freeze_count() == 0


def test_games_and_sockets_leave_no_garbage(tmp_path: Path) -> None:
    """They are freed without anybody looking; otherwise they would pile up until somebody does."""

    def play() -> None:
        table = server.address.open()
        with table.socket(1) as ada, table.socket(2) as boris, table.socket():
            ada.do(1, "play", move="a1a5", turn=1)
            ada.do(1, "play", move="no move", turn=1)
            boris.do(2, "play", move="b1b5", turn=2)
            boris._socket.socket.shutdown(socket.SHUT_RDWR)  # a phone that has no network any more
        table.view(1)

    with Background(lavish(tmp_path / "db")) as server:
        play()  # what is made only once
        gc.collect()
        gc.disable()
        try:
            for _ in range(3):
                play()
            give_up = time.monotonic() + PATIENCE
            while server.server.server_state.tasks:
                assert time.monotonic() < give_up
                time.sleep(0.01)
            while left := LINES & {type(thing) for thing in gc.get_objects()}:
                if time.monotonic() > give_up:
                    break
                time.sleep(0.05)  # the last of them goes when the loop turns again
        finally:
            gc.enable()
    assert not left
