"""An address as a QR code."""

from __future__ import annotations

from typing import Any

LONGEST_ADDRESS = 200


def qr_path(text: str) -> dict[str, Any]:
    """How many modules a side has, and the dark ones as horizontal runs: column, row, length."""
    import segno

    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    runs = []
    for y, row in enumerate(rows):
        start = None
        for x, dark in enumerate([*row, 0]):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                runs.append((start, y, x - start))
                start = None
    return {"side": len(rows), "runs": runs}
