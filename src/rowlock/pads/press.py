"""Typst makes the pages. Its fonts come along with Rowlock, so a pad looks the same on every machine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import typst

Kind = Literal["pdf", "png"]
FOLDER = Path(__file__).parent
PIXELS_AN_INCH = 110.0
"""Of a PNG, which is to be looked at; a PDF is to be printed."""


@cache
def _fonts() -> typst.Fonts:
    import typst

    return typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[FOLDER / "fonts"]
    )


def press(drawing: Path, data: Mapping[str, Any], kind: Kind, pixels: float = PIXELS_AN_INCH) -> bytes:
    """What a drawing makes of its data: a PDF, or its first page as PNG."""
    import typst

    made: Any = typst.compile(
        drawing,
        root=FOLDER,
        font_paths=_fonts(),
        format=kind,
        ppi=pixels,
        sys_inputs={"data": json.dumps(data)},
    )
    first: bytes = made[0] if isinstance(made, list) else made  # its types know of one page only
    return first
