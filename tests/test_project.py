"""The promises of the project itself: what is locked, and what is in the package."""

import ast
import re
import subprocess
import sys
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


def test_wheel_holds_code_and_data(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("rowlock/")}
    wanted = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == wanted
    assert "rowlock/py.typed" in packed
