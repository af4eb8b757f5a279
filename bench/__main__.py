"""Runs one measurement, `python -m bench NAME [ARGUMENTS]`, or lists them all."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent


def benches() -> dict[str, str]:
    """What each of them measures, in one line. What has no `main` only helps them. Nothing is imported for that: some
    need what is not installed."""
    known: dict[str, str] = {}
    for path in sorted(HERE.rglob("*.py"), key=lambda path: (len(path.parts), path)):
        code = ast.parse(path.read_text(encoding="utf-8"))
        has_main = any(isinstance(part, ast.FunctionDef) and part.name == "main" for part in code.body)
        if has_main and not path.stem.startswith("__"):
            name = ".".join(path.relative_to(HERE).with_suffix("").parts)
            known[name] = (ast.get_docstring(code) or "").partition("\n")[0]
    return known


def main() -> int:
    known = benches()
    if len(sys.argv) == 1:
        width = max(map(len, known))
        for name, line in known.items():
            print(f"{name:{width}}  {line}")
        return 0
    name, *arguments = sys.argv[1:]
    if name not in known:
        print(f"there is no bench {name!r}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    sys.argv[0] = f"python -m bench {name}"  # what its --help and its errors call it
    import_module(f"bench.{name}").main(arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
