"""What `deploy/` says holds: backups come back, nginx takes its file and passes sockets on, and nothing is named that
isn't there."""

import asyncio
import os
import re
import shutil
import signal
import socket as sockets
import ssl
import subprocess
from pathlib import Path

import httpx
import pytest
import yaml  # type: ignore[import-untyped]
from websockets.sync.client import connect

from rowlock.server.settings import Settings
from rowlock.store import Append, open_store
from tests.postgres import Postgres, postgres, programs
from tests.server.serving import PATIENCE, Background, free_port, lavish
from tests.server.test_restart import wait

__all__ = ["postgres"]

DEPLOY = Path(__file__).parents[1] / "deploy"


def script(name: str, argument: Path, database: str) -> subprocess.CompletedProcess[str]:
    path = f"{programs() / 'bin'}:{os.environ['PATH']}"
    environment = {**os.environ, "ROWLOCK_DATABASE": database, "PATH": path}
    return subprocess.run(
        [DEPLOY / name, argument], env=environment, capture_output=True, text=True, check=False
    )


async def write(address: str, begin: int, end: int) -> None:
    store = await open_store(address)
    for number in range(begin, end):
        await store.append(Append(f"t{number}", 0, (f'"{number}"',), "quixo", "over", False, None, number))
    await store.close()


async def read(address: str) -> list[str]:
    store = await open_store(address)
    found = [text for row in await store.tables(limit=None) for text in await store.events(row.id)]
    await store.close()
    return sorted(found, key=lambda text: int(text.strip('"')))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


def test_a_backup_comes_back(database: str, tmp_path: Path) -> None:
    async def back_up_while_open() -> Path:
        """While a server has the database open, with its newest moves still in the log beside the file."""
        store = await open_store(database)
        await write(database, 0, 50)
        done = await asyncio.to_thread(script, "backup.sh", tmp_path, database)
        await store.close()
        assert done.returncode == 0, done.stderr
        return Path(done.stdout.strip())

    backup = asyncio.run(back_up_while_open())
    assert backup.stat().st_mode & 0o077 == 0  # for nobody else
    asyncio.run(write(database, 50, 60))
    done = script("restore.sh", backup, database)
    assert done.returncode == 0, done.stderr
    assert asyncio.run(read(database)) == [f'"{number}"' for number in range(50)]
    asyncio.run(write(database, 50, 51))  # and it goes on from there
    assert len(asyncio.run(read(database))) == 51


def test_what_is_restored_belongs_to_whom_it_did(tmp_path: Path) -> None:
    """An administrator restores it, and the server, which is somebody else, may go on writing."""
    path = tmp_path / "games.db"
    asyncio.run(write(str(path), 0, 3))
    backup = Path(script("backup.sh", tmp_path, str(path)).stdout.strip())
    path.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(path, 12345, 12345)
    before = path.stat()
    assert script("restore.sh", backup, str(path)).returncode == 0
    after = path.stat()
    assert (after.st_uid, after.st_gid, after.st_mode) == (before.st_uid, before.st_gid, before.st_mode)
    assert len(asyncio.run(read(str(path)))) == 3


def test_a_damaged_backup_replaces_nothing(database: str, tmp_path: Path) -> None:
    asyncio.run(write(database, 0, 3))
    (tmp_path / "damaged").write_bytes(b"PGDMP or SQLite format 3, but no more of it")
    assert script("restore.sh", tmp_path / "damaged", database).returncode != 0
    assert len(asyncio.run(read(database))) == 3


def test_a_backup_of_nothing_fails(tmp_path: Path) -> None:
    done = script("backup.sh", tmp_path, str(tmp_path / "none.db"))
    assert (done.returncode, done.stderr) == (1, f"there is no database {tmp_path / 'none.db'}\n")
    assert list(tmp_path.iterdir()) == []


def test_every_variable_is_a_setting() -> None:
    # The port is no setting of a process; the password is compose's own.
    known = {*Settings().environment(), "ROWLOCK_PORT", "ROWLOCK_PASSWORD"}
    named = {name for file in DEPLOY.iterdir() for name in re.findall(r"ROWLOCK_[A-Z_]+", file.read_text())}
    assert "ROWLOCK_DATABASE" in named
    assert named <= known


def test_the_services_of_compose() -> None:
    told = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = told["services"]
    assert set(services) == {"postgres", "redis", "server", "nginx"}
    settings = Settings.of(services["server"]["environment"])
    assert (settings.workers, settings.redis) == (2, "redis://redis")
    for service in services.values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in told["volumes"] or source == "./certificates" or (DEPLOY / source).is_file()


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_nginx(tmp_path: Path) -> None:
    """The file as it is, but for ports, certificate and address; with a call, a socket and what is kept from others."""
    certificate = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=play.example.org"
    files = ("-keyout", tmp_path / "privkey.pem", "-out", tmp_path / "fullchain.pem")
    subprocess.run([*certificate.split(), *files], check=True, capture_output=True)
    port, plain = free_port(), free_port()
    with Background(lavish(tmp_path / "db", hosts="play.example.org,127.0.0.1")) as server:
        text = (DEPLOY / "nginx.conf").read_text()
        text = text.replace("127.0.0.1:8421", f"127.0.0.1:{server.address.port}")
        text = text.replace("/etc/letsencrypt/live/play.example.org", str(tmp_path))
        text = re.sub(r"listen \[::\].*", "", text)
        text = text.replace("listen 443", f"listen 127.0.0.1:{port}").replace("listen 80", f"listen {plain}")
        folders = "".join(
            f"{what}_temp_path {tmp_path / what};"
            for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (tmp_path / "nginx.conf").write_text(
            f"pid {tmp_path}/pid; daemon off; error_log {tmp_path}/error; events {{}}\n"
            f"http {{ access_log off; {folders} {text} }}"
        )
        nginx = subprocess.Popen(
            ["nginx", "-c", tmp_path / "nginx.conf", "-e", tmp_path / "error"], stderr=subprocess.DEVNULL
        )
        try:
            trusting = ssl.create_default_context(cafile=str(tmp_path / "fullchain.pem"))
            trusting.check_hostname = False
            headers = {"Host": "play.example.org"}
            with httpx.Client(verify=trusting, trust_env=False, headers=headers, timeout=PATIENCE) as client:
                base = f"https://127.0.0.1:{port}"

                def status(path: str) -> int:
                    try:
                        return client.get(base + path).status_code
                    except httpx.TransportError:
                        assert nginx.poll() is None, (tmp_path / "error").read_text()
                        return 0

                wait(lambda: status("/api/health") == 200)
                assert status("/metrics") == 404
                answer = client.get(f"{base}/api/games")
                assert re.fullmatch("[0-9a-f]{32}", answer.headers["x-request-id"])  # nginx's own
                assert "strict-transport-security" in answer.headers
                moved = client.get(f"http://127.0.0.1:{plain}/t/x")
                assert (moved.status_code, moved.headers["location"]) == (301, "https://play.example.org/t/x")
            table = server.address.open()
            with connect(
                f"wss://play.example.org:{port}/api/tables/{table.id}/live",
                sock=sockets.create_connection(("127.0.0.1", port)),
                ssl=trusting,
                server_hostname="play.example.org",
                additional_headers={"Origin": "https://play.example.org"},
                proxy=None,
            ) as socket:
                socket.send('{"type":"hello"}')
                assert '"type":"welcome"' in str(socket.recv(PATIENCE))
        finally:
            nginx.send_signal(signal.SIGTERM)
            nginx.wait(PATIENCE)
