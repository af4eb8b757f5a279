"""docs/security.md names tests; each of them must be there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NAMED = re.findall(
    r"`(tests/[\w/.]+\.py)::(\w+)`", (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
)


def test_most_threats_name_one() -> None:
    assert len(NAMED) > 30


@pytest.mark.parametrize("path, name", sorted(set(NAMED)))
def test_each_is_there(path: str, name: str) -> None:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    assert name in defined
    assert name.startswith(("test_", "Test"))
