"""Writes docs/reference.md: every public name with its signature and docstring, read from the source."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

MODULES = ("rowlock", "rowlock.rules", "rowlock.bots")

PREFACE = """# Public names

Made from the docstrings by `python -m docs.make`. Examples: [library.md](library.md) and [bots.md](bots.md).

## What may change

Versions follow [Semantic Versioning](https://semver.org/). Public, and so covered by it, are:

- the names on this page, with their signatures and public attributes; whatever else can be imported is not;
- positions, moves and records as text ([notation.md](notation.md));
- the commands with their options and exit codes, and the lines of the [engine](engine.md);
- HTTP and socket messages ([api.md](api.md));
- the entry-point group `rowlock.games` and what `rowlock.rules.laws` asks of a game
  ([CONTRIBUTING.md](../CONTRIBUTING.md#how-to-add-a-game)).

A patch changes none of it, except where it is wrong. A minor version adds to it. Only a major version takes something
away or changes what it means; before 1.0.0 a minor version may, and [CHANGELOG.md](../CHANGELOG.md) says so.

Not promised: how strong a bot is, which of several good moves it plays and how long it thinks, the words of messages
for people, and what lies in cache folders.
"""


class Definition(NamedTuple):
    """Where a name is defined: the module's name and source, and the statement with what stands behind it."""

    module: str
    source: str
    node: ast.stmt
    said: str


@cache
def _source(module: str) -> str:
    spec = importlib.util.find_spec(module)
    assert spec
    assert spec.origin
    return Path(spec.origin).read_text(encoding="utf-8")


def _said_behind(body: list[ast.stmt], place: int) -> str:
    """The string that stands behind an assignment, which is its docstring."""
    match body[place + 1 : place + 2]:
        case [ast.Expr(ast.Constant(str(said)))]:
            return inspect.cleandoc(said)
    return ""


def _name(node: ast.stmt) -> str | None:
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return None


def find(module: str, name: str) -> Definition:
    """Follow a name through the imports to where it is defined."""
    source = _source(module)
    body = ast.parse(source).body
    for place, node in enumerate(body):
        if _name(node) == name:
            said = ast.get_docstring(node) if isinstance(node, ast.ClassDef | ast.FunctionDef) else None
            return Definition(module, source, node, said or _said_behind(body, place))
    for inner in ast.walk(ast.parse(source)):
        if isinstance(inner, ast.ImportFrom) and inner.module:
            for alias in inner.names:
                if (alias.asname or alias.name) == name:
                    return find(inner.module, alias.name)
    raise LookupError(f"{module} has no {name}")


def _header(source: str, node: ast.ClassDef | ast.FunctionDef) -> str:
    """`def …` or `class …` on one line, without its body."""
    lines = source.splitlines()[node.lineno - 1 : node.body[0].lineno]
    text = " ".join(line.strip() for line in lines)
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == ":" and depth == 0:
            text = text[:place]
            break
    return re.sub(r",? *\)", ")", text.replace("( ", "("))


def _members(source: str, node: ast.ClassDef) -> list[str]:
    """The public attributes and methods of a class, as items of a list."""
    told = []
    for place, member in enumerate(node.body):
        name = _name(member)
        if name is None or name.startswith("_"):
            continue
        if isinstance(member, ast.FunctionDef):
            said = ast.get_docstring(member) or ""
            marks = {ast.unparse(mark) for mark in member.decorator_list}
            if marks & {"property", "cached_property"}:
                given = f": {ast.unparse(member.returns)}" if member.returns else ""
                signature = name + given
            else:
                signature = re.sub(r"\((self|cls)(, )?", "(", _header(source, member).removeprefix("def "))
        else:
            said = _said_behind(node.body, place)
            signature = " ".join((ast.get_source_segment(source, member) or name).split())
        told.append(f"- `{signature}`" + (f"  \n  {' '.join(said.split())}" if said else ""))
    return told


def entry(module: str, name: str) -> str:
    """One public name: what it is, what its docstring says, and for a class its members."""
    where, source, node, said = find(module, name)
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        code = _header(source, node)
    else:
        code = ast.get_source_segment(source, node) or name
    parts = [f"### {name}", f"```py\n{code}\n```"]
    if said:
        parts.append(said)
    if isinstance(node, ast.ClassDef) and (members := _members(source, node)):
        parts.append("\n".join(members))
    parts.append(f"<sub>`{where}`</sub>")
    return "\n\n".join(parts)


def _anchor(name: str, before: list[str]) -> str:
    """How forges name a heading: `Bot` and `bot` are `bot` and `bot-1`."""
    same = sum(other.lower() == name.lower() for other in before)
    return name.lower() + (f"-{same}" if same else "")


def reference() -> str:
    """The whole page. A name that two modules offer is described once, where the narrower one offers it."""
    offered = {name: list(getattr(importlib.import_module(name), "__all__", ())) for name in MODULES}
    homes = {name: module for module in MODULES for name in offered[module]}
    described = [name for module in MODULES for name in offered[module] if homes[name] == module]
    anchors = {name: _anchor(name, described[:place]) for place, name in enumerate(described)}
    parts = [PREFACE]
    for module in MODULES:
        said = " ".join((ast.get_docstring(ast.parse(_source(module))) or "").split())
        parts.append(f"## {module}\n\n{said.partition('. ')[0].rstrip('.')}.\n")
        elsewhere = [name for name in offered[module] if homes[name] != module]
        if elsewhere:
            parts.append("\n".join(f"- [`{name}`](#{anchors[name]})" for name in elsewhere) + "\n")
        parts += [entry(module, name) + "\n" for name in offered[module] if homes[name] == module]
    return "\n".join(parts)
