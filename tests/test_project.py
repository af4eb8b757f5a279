"""The promises of the project itself: what is locked, and what is in the package."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "rowlock"


@pytest.mark.parametrize("lock", ["uv.txt", "dev.txt"])
def test_lock_is_hashed_and_names_no_place(lock: str) -> None:
    requirements = (ROOT / "requirements" / lock).read_text().replace("\\\n", "").splitlines()
    for requirement in requirements:
        if not requirement.startswith("#"):
            assert re.match(r"[a-z0-9-]+==[^ ]+ .*--hash=sha256:[0-9a-f]{64}", requirement)
            assert not re.search(r"://|@|--(index|extra|find|trusted)", requirement)


def test_every_build_machine_calls_the_same_command() -> None:
    """It is what people call too, so that a red build is red at home."""
    assert "CI=true exec make test" in (ROOT / ".ci" / "run").read_text()
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text()
    assert re.findall(r"run: (.*)", workflow) == ["make setup", "make test"]
    assert 'CI: "true"' in workflow


def test_rules_use_only_the_standard_library() -> None:
    known = {"rowlock", *sys.stdlib_module_names}
    for path in (PACKAGE / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            for name in names:
                assert name.partition(".")[0] in known, f"{path} imports {name}"


def build(kind: str, source: Path, out: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A package, made with the tools that are here, or where the environment says."""
    command = [
        sys.executable,
        "-m",
        "build",
        f"--{kind}",
        "--no-isolation",
        "--outdir",
        str(out),
        str(source),
    ]
    return subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )


def packed_in(wheel: Path) -> set[str]:
    return {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("rowlock/")}


def test_wheel_holds_code_and_data(tmp_path: Path) -> None:
    done = build("wheel", ROOT, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    packed = packed_in(wheel)
    wanted = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == wanted
    assert "rowlock/py.typed" in packed


@pytest.fixture
def pageless(tmp_path: Path) -> Path:
    """As much of a clone as a builder reads, without the page."""
    source = tmp_path / "clone"
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src/rowlock/__init__.py"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    return source


def test_no_package_without_its_page(pageless: Path) -> None:
    done = build("wheel", pageless, pageless / "dist", PATH="")
    assert done.returncode == 1
    assert "the page is not built, and npm is missing: install Node 20 or newer" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_page_is_built_with_what_the_builder_has(pageless: Path) -> None:
    """pip lends it what it needs by a path."""
    (pageless / "web").mkdir()
    (pageless / "lent.py").touch()
    npm = pageless / "tools" / "npm"
    npm.parent.mkdir()
    npm.write_text('#!/bin/sh\nexec "$PYTHON" -c "import lent, rowlock; print(rowlock.__file__)"\n')
    npm.chmod(0o755)
    done = build("wheel", pageless, pageless / "dist", PATH=str(npm.parent), PYTHONPATH=str(pageless))
    assert done.returncode == 0, done.stderr
    assert done.stderr.count(str(pageless / "src" / "rowlock")) == 3


@pytest.mark.nightly
def test_a_clean_clone_makes_packages_with_the_page(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(
        listed, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines():
        if (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, clone / name)
    done = build("sdist", clone, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    unpacked = tmp_path / sdist.name.removesuffix(".tar.gz")
    done = build("wheel", unpacked, tmp_path, PATH="")  # from here on without Node
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    page = {name for name in packed_in(wheel) if name.startswith("rowlock/page/")}
    assert {"rowlock/page/index.html", "rowlock/page/sw.js"} < page
    assert any(re.fullmatch(r"rowlock/page/assets/index-.*\.js", name) for name in page)


def test_the_public_names_are_there() -> None:
    import rowlock

    assert sorted(rowlock.__all__) == dir(rowlock)
    for name in rowlock.__all__:
        assert getattr(rowlock, name) is not None
    with pytest.raises(AttributeError, match="rowlock has no 'Chess': the public names are BOTS, GAMES"):
        _ = rowlock.Chess


def test_one_thing_has_one_name() -> None:
    """Two classes of one name are two things, or one too many."""
    places: dict[str, list[str]] = {}
    for path in (
        path for room in (PACKAGE, ROOT / "bench", ROOT / "training") for path in room.rglob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(path.relative_to(ROOT).as_posix())
    assert {name: there for name, there in places.items() if len(there) > 1} == {}
