"""QR codes as a camera reads them: from the pixels of a picture to the text, by ISO/IEC 18004 and without lenience."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator

from tests.page.visitor import Visitor

DARK = """
async ({ png, left, top, right, bottom }) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes]))
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const pen = canvas.getContext('2d')
  pen.drawImage(picture, 0, 0)
  const [x, y] = [left * picture.width, top * picture.height].map(Math.round)
  const { data, width } = pen.getImageData(x, y, right * picture.width - x, bottom * picture.height - y)
  const rows = []
  for (let i = 0; i < data.length; i += 4) {
    if (i % (4 * width) === 0) rows.push('')
    rows[rows.length - 1] += data[i] + data[i + 1] + data[i + 2] < 384 ? '#' : ' '
  }
  return rows
}
"""
WHOLE = (0.0, 0.0, 1.0, 1.0)
Code = list[list[bool]]

# By version, from 1: bytes in all; blocks, and bytes for correction in each, at level M.
BYTES = (26, 44, 70, 100, 134, 172, 196, 242, 292, 346)
BLOCKS = (1, 1, 1, 2, 2, 4, 4, 4, 5, 5)
CORRECTION = (10, 16, 26, 18, 24, 16, 18, 22, 22, 26)
MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda y, x: (y + x) % 2,
    lambda y, _: y % 2,
    lambda _, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)


def text_of(visitor: Visitor, png: bytes, part: tuple[float, float, float, float] = WHOLE) -> str:
    """What the code says that is the one dark thing in this part of a picture. The browser reads the pixels."""
    left, top, right, bottom = part
    encoded = base64.b64encode(png).decode()
    wanted = {"png": encoded, "left": left, "top": top, "right": right, "bottom": bottom}
    return read(squares(visitor.page.evaluate(DARK, wanted)))


def squares(rows: list[str]) -> Code:
    """The squares of a code, looked at in their middles; how large they are tells the corner, which is seven wide."""
    rows = [row for row in rows if "#" in row]
    first = min(row.index("#") for row in rows)
    rows = [row[first : 1 + max(row.rindex("#") for row in rows)] for row in rows]
    corner = len(rows[0]) - len(rows[0].lstrip("#"))
    count = round(7 * len(rows) / corner)
    places = [int((place + 0.5) * len(rows) / count) for place in range(count)]
    return [[rows[y][x] == "#" for x in places] for y in places]


def read(code: Code) -> str:
    """The text of a code of level M; every byte of it must be right."""
    version = (len(code) - 17) // 4
    blocks, correction = BLOCKS[version - 1], CORRECTION[version - 1]
    about = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
    form = number(code[y][x] for y, x in about) ^ 0b101010000010010
    assert form >> 13 == 0, "not of level M"
    mask = MASKS[form >> 10 & 7]
    bits = [code[y][x] ^ (mask(y, x) == 0) for y, x in path(len(code))]
    data = [number(bits[at : at + 8]) for at in range(0, 8 * BYTES[version - 1], 8)]
    inner = len(data) - blocks * correction
    lengths = [(inner + block) // blocks for block in range(blocks)]
    found = b""
    for block, length in enumerate(lengths):
        own = [data[block + blocks * at] for at in range(inner // blocks)]
        own += [data[inner - blocks + block]] * (length - len(own))
        assert right(own + data[inner + block :: blocks], correction), "a byte is wrong"
        found += bytes(own)
    value = int.from_bytes(found, "big")
    count = 8 if version < 10 else 16
    rest = 8 * len(found) - 4 - count
    assert value >> (rest + count) == 0b0100, "not of bytes"
    length = value >> rest & (1 << count) - 1
    return (value >> (rest - 8 * length) & (1 << 8 * length) - 1).to_bytes(length, "big").decode()


def number(bits: Iterator[bool] | list[bool]) -> int:
    return int("".join("01"[bit] for bit in bits), 2)


def path(size: int) -> Iterator[tuple[int, int]]:
    """The squares that hold data, in their order: up and down in pairs of columns, from the right."""
    version = (size - 17) // 4
    centres = [] if version == 1 else [6, size - 7] if version < 7 else [6, size // 2, size - 7]
    corners = ((6, 6), (6, size - 7), (size - 7, 6))
    taken = {
        (y + down, x + right)
        for y in centres
        for x in centres
        if (y, x) not in corners
        for down in range(-2, 3)
        for right in range(-2, 3)
    }
    if version >= 7:
        told = {(y, x) for y in range(6) for x in range(size - 11, size - 8)}
        taken |= told | {(x, y) for y, x in told}
    upwards = True
    for right in (x for x in (*range(size - 1, 6, -2), 5, 3, 1)):
        for y in range(size - 1, -1, -1) if upwards else range(size):
            for x in (right, right - 1):
                corner = (y < 9 and (x < 9 or x >= size - 8)) or (y >= size - 8 and x < 9)
                if not corner and y != 6 and x != 6 and (y, x) not in taken:
                    yield y, x
        upwards = not upwards


def right(block: list[int], correction: int) -> bool:
    """Is a block of data and correction without a fault? Then it is nought at the first powers of 2 in GF(256)."""
    power = 1
    for _ in range(correction):
        total = 0
        for byte in block:
            total = times(total, power) ^ byte
        if total:
            return False
        power = times(power, 2)
    return True


def times(one: int, other: int) -> int:
    product = 0
    while other:
        product ^= one * (other & 1)
        one = one << 1 ^ 0x11D * (one >> 7)
        other >>= 1
    return product
