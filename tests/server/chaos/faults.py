"""What is done to a site. Each kind ends with everything running and every line open again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from random import Random

import asyncpg  # type: ignore[import-untyped]
import httpx
from websockets.asyncio.client import connect

from tests.server.chaos.link import Link, Mode
from tests.server.chaos.people import BROKEN, Match
from tests.server.chaos.site import Server, Site, aside

Fault = Callable[["Scene"], Awaitable[None]]


SHORTEST, LONGEST = 0.3, 12.0
"""Seconds that a fault lasts: short ones as often as long ones, and the longest longer than anything that a server
waits for (a commit 10, Redis 5, word of who is there 10, what another process serves 5)."""


class Scene:
    """Where a fault happens: which server, and for how long."""

    def __init__(self, site: Site, matches: list[Match], chance: Random, longest: float = LONGEST) -> None:
        self.site, self.matches, self.chance = site, matches, chance
        self.server: Server = chance.choice(site.servers)
        self.seconds = SHORTEST * (longest / SHORTEST) ** chance.random()

    async def pause(self) -> None:
        await asyncio.sleep(self.seconds)

    @property
    def table(self) -> str:
        return self.chance.choice([match.game.id for match in self.matches if match.games])


@asynccontextmanager
async def _stopped(processes: list[int]) -> AsyncIterator[None]:
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


# Servers and the processes in which they think


async def kill_server(scene: Scene) -> None:
    await scene.server.end(signal.SIGKILL)
    await scene.pause()
    await scene.server.start()
    await scene.server.answers()


async def end_server(scene: Scene) -> None:
    status = await scene.server.end(signal.SIGTERM)
    assert os.waitstatus_to_exitcode(status) == 0, f"it ended with {status}"
    await scene.server.start()
    await scene.server.answers()


async def stop_server(scene: Scene) -> None:
    async with _stopped([scene.server.process]):
        await scene.pause()


async def kill_thinker(scene: Scene) -> None:
    for child in scene.server.children():
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


async def stop_thinker(scene: Scene) -> None:
    async with _stopped(scene.server.children()):
        await scene.pause()


async def die_before_telling(scene: Scene) -> None:
    """Its news reach nobody, and then it dies: as if between an acknowledgement and the news of it."""
    await scene.server.redis.set("stall")
    await asyncio.sleep(0.3)
    await scene.server.end(signal.SIGKILL)
    await scene.server.redis.set("cut")
    await scene.server.redis.set("open")
    await scene.pause()
    await scene.server.start()
    await scene.server.answers()


# The database and Redis


async def kill_database(scene: Scene) -> None:
    await aside(scene.site.postgres.stop, signal.SIGKILL)
    await scene.pause()
    await aside(scene.site.postgres.start)


async def restart_database(scene: Scene) -> None:
    await aside(scene.site.postgres.stop, signal.SIGINT)
    await scene.pause()
    await aside(scene.site.postgres.start)


async def stop_database(scene: Scene) -> None:
    async with _stopped(scene.site.database_processes()):
        await scene.pause()


async def kill_backends(scene: Scene) -> None:
    with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        await scene.site.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rowlock'"
        )


async def full_disk(scene: Scene) -> None:
    """No process of the database can write a byte to any file; it gives up, and is started when there is room."""
    for process in scene.site.database_processes():
        # As its own user: even root may not limit the processes of others everywhere.
        command = ["prlimit", "--pid", str(process), "--fsize=0:"]
        await aside(partial(subprocess.run, command, stderr=subprocess.DEVNULL, **scene.site.postgres.user))
    await scene.pause()
    with contextlib.suppress(ProcessLookupError):
        await aside(scene.site.postgres.stop, signal.SIGKILL)
    await aside(scene.site.postgres.start)


async def kill_redis(scene: Scene) -> None:
    await aside(scene.site.redis.stop)
    await scene.pause()
    await aside(scene.site.redis.start)


async def stop_redis(scene: Scene) -> None:
    scene.site.redis.pause()
    await scene.pause()
    scene.site.redis.resume()


# Lines


def line(which: str, mode: Mode) -> Fault:
    async def fault(scene: Scene) -> None:
        link: Link = getattr(scene.server, which)
        await link.set(mode)
        await scene.pause()
        await link.set("open")

    return fault


# Clocks


DAY = 86_400_000


async def skewed_clock(scene: Scene) -> None:
    scene.server.set_clock(scene.chance.choice([-2_000, 2_000]))
    await scene.pause()
    scene.server.set_clock(0)


async def jumping_clock(scene: Scene) -> None:
    for ahead in (DAY, -DAY, 0, DAY, 0):
        scene.server.set_clock(ahead)
        await asyncio.sleep(scene.seconds / 5)


async def start_with_a_wrong_clock(scene: Scene) -> None:
    scene.server.set_clock(scene.chance.choice([-DAY, DAY]))
    await kill_server(scene)
    scene.server.set_clock(0)


async def skewed_database(scene: Scene) -> None:
    await scene.site.set_clock(scene.chance.choice([-2_000, 2_000]))
    await scene.pause()
    await scene.site.set_clock(0)


async def jumping_database(scene: Scene) -> None:
    for ahead in (DAY, -DAY, 0, DAY, 0):
        await scene.site.set_clock(ahead)
        await asyncio.sleep(scene.seconds / 5)


# Clients


async def slow_reader(scene: Scene) -> None:
    """Opens sockets, asks for much and takes nothing."""
    lines = []
    for _ in range(20):
        reader, writer = await asyncio.open_connection("127.0.0.1", scene.server.port)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(
            f"GET /api/tables/{scene.table}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        lines.append((reader, writer))
    await asyncio.sleep(0.3)
    hello = b'{"type":"hello","since":0}'
    ping = b'{"type":"ping"}'
    for _, writer in lines:
        for text in (hello, *(ping,) * 400):
            writer.write(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text)
    await scene.pause()
    for _, writer in lines:
        writer.transport.abort()


async def flooder(scene: Scene) -> None:
    """Sends pings as fast as it can, without a look at the answers."""
    over = asyncio.get_running_loop().time() + scene.seconds
    with contextlib.suppress(*BROKEN):
        url = f"ws://127.0.0.1:{scene.server.port}/api/tables/{scene.table}/live"
        async with connect(
            url, proxy=None, compression=None, close_timeout=0.1, ping_interval=None
        ) as socket:
            await socket.send('{"type":"hello"}')
            while asyncio.get_running_loop().time() < over:
                await socket.send('{"type":"ping"}')


BEGINNINGS = (b"", b"POST /api/tables HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nUpgrade: websocket\r\n")


async def garbage(scene: Scene) -> None:
    """Bytes that mean nothing, before, in and after what means something."""
    for number in range(40):
        noise = scene.chance.randbytes(scene.chance.randrange(1, 3_000))
        with contextlib.suppress(*BROKEN):
            if number % 2:
                _, writer = await asyncio.open_connection("127.0.0.1", scene.server.port)
                writer.write(BEGINNINGS[number % 3] + noise)
                await writer.drain()
                writer.close()
            else:
                url = f"ws://127.0.0.1:{scene.server.port}/api/tables/{scene.table}/live"
                async with connect(url, proxy=None, compression=None, close_timeout=0.1) as socket:
                    await socket.send('{"type":"hello"}' if number % 3 else noise)
                    await socket.send(noise.decode("latin-1"))


async def reconnect_storm(scene: Scene) -> None:
    """A hundred times a second somebody comes and goes."""
    over = asyncio.get_running_loop().time() + scene.seconds

    async def come_and_go() -> None:
        while asyncio.get_running_loop().time() < over:
            began = asyncio.get_running_loop().time()
            with contextlib.suppress(*BROKEN):
                url = f"ws://127.0.0.1:{scene.server.port}/api/tables/{scene.table}/live"
                async with connect(
                    url, proxy=None, compression=None, close_timeout=0.1, open_timeout=2
                ) as socket:
                    await socket.send('{"type":"hello"}')
            await asyncio.sleep(max(0.0, began + 0.1 - asyncio.get_running_loop().time()))

    await asyncio.gather(*(come_and_go() for _ in range(10)))


async def half_requests(scene: Scene) -> None:
    """Calls that never come to their end."""
    lines = []
    for _ in range(50):
        _, writer = await asyncio.open_connection("127.0.0.1", scene.server.port)
        writer.write(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        lines.append(writer)
    with contextlib.suppress(*BROKEN):
        async with httpx.AsyncClient(trust_env=False, timeout=5) as client:
            await client.get(f"http://127.0.0.1:{scene.server.port}/api/health")
    await scene.pause()
    for writer in lines:
        writer.transport.abort()


WAYS: Mapping[str, Mode] = {"cut": "cut", "stalled": "stall", "slow": "slow", "muted": "mute"}
KINDS: Mapping[str, Fault] = {
    "server killed": kill_server,
    "server asked to end": end_server,
    "server stopped": stop_server,
    "thinking process killed": kill_thinker,
    "thinking process stopped": stop_thinker,
    "death before telling": die_before_telling,
    "database killed": kill_database,
    "database restarted": restart_database,
    "database stopped": stop_database,
    "backends killed": kill_backends,
    "disk full": full_disk,
    "Redis killed": kill_redis,
    "Redis stopped": stop_redis,
    **{f"line to the database: {what}": line("database", mode) for what, mode in WAYS.items()},
    **{f"line to Redis: {what}": line("redis", mode) for what, mode in WAYS.items()},
    "answer to COMMIT muted": line("database", "mute-commit"),
    "clock of a server 2 s off": skewed_clock,
    "clock of a server jumps by days": jumping_clock,
    "server started a day off": start_with_a_wrong_clock,
    "clock of the database 2 s off": skewed_database,
    "clock of the database jumps by days": jumping_database,
    "reader too slow": slow_reader,
    "flood": flooder,
    "garbage": garbage,
    "reconnecting 100 times a second": reconnect_storm,
    "requests by half": half_requests,
}
BOTH = "two at once"
"""The kind of fault that is two others at the same time."""
PAIRS = (
    ("line to the database: muted", "Redis killed"),
    ("server killed", "Redis stopped"),
    ("backends killed", "line to Redis: stalled"),
    ("answer to COMMIT muted", "line to Redis: cut"),
    ("thinking process killed", "line to the database: slow"),
    ("reconnecting 100 times a second", "database killed"),
    ("server stopped", "flood"),
)


async def inject(name: str, scene: Scene) -> str:
    """Does it; the name of what was done."""
    if name != BOTH:
        await KINDS[name](scene)
        return name
    pair = scene.chance.choice(PAIRS)
    await asyncio.gather(*(KINDS[part](scene) for part in pair))
    return " + ".join(pair)
