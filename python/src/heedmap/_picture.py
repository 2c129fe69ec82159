"""One head as a picture: an SVG with tokens, or the cells alone as a PNG."""

from __future__ import annotations

import base64
import struct
import zlib
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ._arrays import Array
from ._heads import SINK, Heads
from ._page import filled, page, words
from ._settings import Colormap, Theme

if TYPE_CHECKING:
    from ._look import Look

#: The longer side of the cells in pixels, and the largest and smallest cell.
_SIDE, _LARGEST, _LEAST = 800, 40, 1
#: Cells that are smaller than this have no token of their own.
_LEGIBLE = 9


@lru_cache(maxsize=None)
def _ramp(colormap: Colormap, theme: Theme) -> Array:
    """256 colors from weight 0 to 1, (256, 3)."""
    return np.frombuffer(bytes.fromhex(page()["ramps"][colormap][theme]), dtype=np.uint8).reshape(256, 3)


def _pixels(matrix: Array, look: Look) -> Array:
    """A color for each cell, (queries, keys, 3). The scale ends at 1, or at the largest weight above 1."""
    top = max(1.0, float(np.nanmax(matrix, initial=0.0)))
    places = np.nan_to_num(np.clip(matrix / top, 0, 1) * 255)
    pixels: Array = _ramp(look.colormap, look.theme or "light")[np.rint(places).astype(np.uint8)]
    return pixels


def png_of_pixels(pixels: Array) -> bytes:
    """Pixels (height, width, 3) of 8 bits as a PNG."""
    height, width, _ = pixels.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)) + chunk(b"IEND", b"")


def _cell(queries: int, keys: int) -> int:
    return max(_LEAST, min(_LARGEST, _SIDE // max(queries, keys)))


def write_picture(path: Path, heads: Heads, place: tuple[int, int], look: Look) -> None:
    """Writes the head at a place, layer and head, as a .svg or a .png."""
    layer, head = place
    matrix = heads.columns(layer, head)
    if path.suffix.lower() == ".png":
        path.write_bytes(png_of(matrix, look))
        return
    called = filled(words(look.language)["called"], heads.called(layer, head))
    path.write_text(svg_of(matrix, heads, look, title=f"{called}, {heads.name}"), encoding="utf-8", newline="\n")


def png_of(matrix: Array, look: Look) -> bytes:
    """The cells of a head as a PNG, without tokens."""
    cell = _cell(*matrix.shape)
    return png_of_pixels(np.repeat(np.repeat(_pixels(matrix, look), cell, axis=0), cell, axis=1))


def svg_of(matrix: Array, heads: Heads, look: Look, *, title: str) -> str:
    """A head as an SVG: cells, tokens, axes and a legend."""
    queries, keys = matrix.shape
    cell = _cell(queries, keys)
    inks = page()["inks"][look.theme or "light"]
    axes = words(look.language)["axes"]
    sinks = heads.sinks
    key_tokens = [SINK] * sinks + (heads.tokens or [str(at) for at in range(keys - sinks)])
    query_tokens = heads.query_tokens or (heads.tokens if queries == keys - sinks else []) or [str(at) for at in range(queries)]
    labeled = cell >= _LEGIBLE
    size = min(13, cell) if labeled else 12
    left = 24 + (int(max(map(len, query_tokens)) * size * 0.62) if labeled else 0)
    top = 52 + (int(max(map(len, key_tokens)) * size * 0.62) if labeled else 0)
    width, height = left + keys * cell + 24, top + queries * cell + 52
    image = base64.b64encode(png_of_pixels(_pixels(matrix, look))).decode()
    ink, soft = inks["ink"], inks["soft"]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="system-ui, sans-serif" font-size="{size}">',
        f"<title>{_text(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{inks["paper"]}"/>',
        f'<text x="12" y="24" font-size="15" font-weight="bold" fill="{ink}">{_text(title)}</text>',
        f'<text x="{left}" y="42" font-size="12" fill="{soft}">{_text(axes["key"])} →  {_text(axes["query"])} ↓</text>',
        f'<image x="{left}" y="{top}" width="{keys * cell}" height="{queries * cell}" preserveAspectRatio="none" '
        f'style="image-rendering: pixelated" href="data:image/png;base64,{image}"/>',
    ]
    if labeled:
        for at, token in enumerate(query_tokens):
            y = top + at * cell + cell / 2
            parts.append(f'<text x="{left - 6}" y="{y:g}" text-anchor="end" dominant-baseline="central" fill="{ink}">{_text(token)}</text>')
        for at, token in enumerate(key_tokens):
            x = left + at * cell + cell / 2
            parts.append(
                f'<text transform="translate({x:g} {top - 6}) rotate(-90)" dominant-baseline="central" fill="{ink}">{_text(token)}</text>'
            )
    ramp = base64.b64encode(png_of_pixels(_ramp(look.colormap, look.theme or "light")[None])).decode()
    bottom = top + queries * cell + 18
    most = max(1.0, float(np.nanmax(matrix, initial=0.0)))
    parts += [
        f'<image x="{left}" y="{bottom}" width="160" height="10" preserveAspectRatio="none" href="data:image/png;base64,{ramp}"/>',
        f'<text x="{left}" y="{bottom + 24}" font-size="11" fill="{soft}">0</text>',
        f'<text x="{left + 160}" y="{bottom + 24}" font-size="11" text-anchor="end" fill="{soft}">{most:.4g}</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _text(text: str) -> str:
    return escape("".join("\ufffd" if ord(sign) < 32 or 0x7F <= ord(sign) <= 0x9F else sign for sign in text))
