"""The end of a connection without a network, for tests of what goes over it."""

import asyncio


class Wire(asyncio.Transport):
    """The end of a connection, which keeps what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[object] = []
        self.waiting = 0

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def write(self, data: object) -> None:
        self.told.append(data)

    def pause_reading(self) -> None:
        self.told.append("pause")

    def resume_reading(self) -> None:
        self.told.append("resume")

    def close(self) -> None:
        self.told.append("close")

    def abort(self) -> None:
        self.told.append("abort")

    def is_closing(self) -> bool:
        return "close" in self.told or "abort" in self.told
