"""Heads as one figure for print, by matplotlib: at a width on paper, with type in points."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import Array
from ._heads import SINK, Heads
from ._page import filled, page, words
from ._tokens import displayed

try:
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.colors import ListedColormap
    from matplotlib.figure import Figure as Drawing
    from matplotlib.font_manager import FontProperties, findfont
    from matplotlib.textpath import text_to_path
except ImportError as error:
    raise ImportError('figures for print need matplotlib: pip install "heedmap[print]"') from error

if TYPE_CHECKING:
    from ._look import Look

#: Points in a unit, and the ranges of a width in points, of type in points, and of a resolution.
_POINTS = {"mm": 72 / 25.4, "in": 72.0, "pt": 1.0}
_WIDTHS, _SIZES, _RESOLUTIONS = (10 * _POINTS["mm"], 1000 * _POINTS["mm"]), (3, 72), (30, 2400)
#: The most heads in a figure.
MOST_HEADS = 16
#: The same layout as on the page: the space around the figure in points; relative to the size of type, a line, the space between panels, and
#: the distance of labels from cells; the most of a panel's width that labels take; the highest label of a column, in sizes of type.
_EDGE, _LINE, _GAP, _LABEL_GAP, _MOST_LABELS, _MOST_HEIGHT = 2.0, 1.35, 1.2, 0.4, 0.4, 12
_INK, _SOFT, _EDGE_COLOR = "#1d1f24", "#4d525a", "#b9b4a8"


@dataclass(frozen=True)
class Print:
    """The options of a figure for print. See `Figure.save`."""

    width: str | float = "85mm"
    font_size: float = 7
    font: str = "serif"
    columns: int = 2
    background: str = "white"
    letters: bool = True
    names: bool = True
    legend: bool = True
    digits: bool = False

    def __post_init__(self) -> None:
        if not _WIDTHS[0] - 1e-6 <= self.points <= _WIDTHS[1] + 1e-6:
            raise ValueError(f"width={self.width!r} is not from 10mm to 1000mm")
        if isinstance(self.font_size, (bool, str)) or not _SIZES[0] <= float(self.font_size) <= _SIZES[1]:
            raise ValueError(f"font_size={self.font_size!r} is not from {_SIZES[0]} to {_SIZES[1]} points")
        if isinstance(self.columns, bool) or not isinstance(self.columns, (int, np.integer)) or self.columns < 1:
            raise ValueError(f"columns={self.columns!r} is not a whole number above 0")
        if self.background not in ("white", "none"):
            raise ValueError(f"background={self.background!r} is not one of 'white', 'none'")
        if not isinstance(self.font, str) or self.font == "":
            raise ValueError(f"font={self.font!r} is not the name of a font, such as 'serif'")

    @property
    def points(self) -> float:
        """The width in points."""
        if not isinstance(self.width, (str, int, float, np.number)) or isinstance(self.width, bool):
            raise ValueError(f"width={self.width!r} is not a length such as '84mm' or '3.3in'")
        found = re.fullmatch(r"\s*(\d{1,6}(?:\.\d{1,6})?)\s*(mm|in|pt)?\s*", str(self.width))
        if found is None:
            raise ValueError(f"width={self.width!r} is not a length such as '84mm' or '3.3in'")
        return float(found[1]) * _POINTS[found[2] or "mm"]


def drawing_of(heads: Heads, places: Sequence[tuple[int, int]], look: Look, options: Print) -> Drawing:
    """Heads as a figure of matplotlib. `places` are layers and heads by their position in the arrays."""
    if not 1 <= len(places) <= MOST_HEADS:
        raise ValueError(f"a figure for print has 1 to {MOST_HEADS} heads, not {len(places)}")
    size, width = float(options.font_size), options.points
    family = {"serif": "serif", "sans": "sans-serif"}.get(options.font, options.font)
    if family == options.font != "serif":
        try:
            findfont(family, fallback_to_default=False)
        except ValueError:
            raise ValueError(f"font={options.font!r} is no font that matplotlib finds") from None
    said = words(look.language)
    matrices = [_emptied(heads.columns(*place)) for place in places]
    queries, keys = matrices[0].shape
    key_tokens, query_tokens = _tokens(heads, queries, keys)

    def wide(text: str, weight: str = "normal") -> float:
        measured = text_to_path.get_text_width_height_descent(text, FontProperties(family=family, size=size, weight=weight), False)
        return float(measured[0])

    def fitted(text: str, length: float) -> str:
        if wide(text) <= length:
            return text
        while text and wide(f"{text}…") > length:
            text = text[:-1]
        return f"{text}…"

    columns = min(options.columns, len(places))
    across = (width - 2 * _EDGE - (columns - 1) * _GAP * size) / columns
    most, gap = across * _MOST_LABELS, _LABEL_GAP * size
    left = most
    rows: list[int] = []
    for _ in range(2):
        cell = (across - left - gap) / keys
        rows, cols = _thinned(queries, cell, size), _thinned(keys, cell, size)
        left = min(most, max((wide(query_tokens[row]) for row in rows), default=0.0))
    above = min(_MOST_HEIGHT * size, max((wide(key_tokens[col]) for col in cols), default=0.0)) + gap
    cell = (across - left - gap) / keys
    rows, cols = _thinned(queries, cell, size), _thinned(keys, cell, size)
    if cell * keys < max(24, 2.2 * size):
        raise ValueError("the labels leave no space for cells: take a larger width, fewer columns or a smaller font_size")
    heading = _LINE * size if options.letters or options.names else 0.0
    panel = heading + above + cell * queries
    lines = -(-len(places) // columns)
    below = (0.7 + _LINE) * size if options.legend else 0.0
    height = 2 * _EDGE + lines * panel + (lines - 1) * _GAP * size + below
    drawing = Drawing(figsize=(width / 72, height / 72), facecolor="white" if options.background == "white" else "none")
    FigureCanvasAgg(drawing)
    plain: dict[str, Any] = {"fontsize": size, "family": family, "color": _INK, "parse_math": False}
    low, high, colors = _scale(heads, matrices, look)

    def at(x: float, y: float) -> tuple[float, float]:
        return x / width, 1 - y / height

    for index, (place, matrix) in enumerate(zip(places, matrices)):
        x = _EDGE + index % columns * (across + _GAP * size)
        y = _EDGE + index // columns * (panel + _GAP * size)
        start = 0.0
        if options.letters:
            letter = f"({_letter(index)})"
            drawing.text(*at(x, y + size), letter, weight="bold", **plain)
            start = wide(f"{letter} ", "bold")
        if options.names:
            name = filled(said["called"], heads.called(*place))
            drawing.text(*at(x + start, y + size), fitted(name, across - start), **plain)
        x, y = x + left + gap, y + heading + above
        axes = drawing.add_axes(
            (x / width, 1 - (y + cell * queries) / height, cell * keys / width, cell * queries / height)
        )
        image = axes.imshow(
            matrix, cmap=colors, vmin=low, vmax=high, aspect="auto", interpolation="none", extent=(0, keys, queries, 0)
        )
        axes.set(xticks=[], yticks=[], facecolor="none")
        for side in axes.spines.values():
            side.set(linewidth=0.5, color=_EDGE_COLOR)
        for row in rows:
            drawing.text(*at(x - gap, y + (row + 0.5) * cell), fitted(query_tokens[row], left), ha="right", va="center_baseline", **plain)
        for col in cols:
            drawing.text(
                *at(x + (col + 0.5) * cell, y - gap), fitted(key_tokens[col], above - gap), rotation=90, ha="center", va="bottom", **plain
            )
        if options.digits and cell >= max(wide("0.00") + 1, 1.1 * size):
            for row, col in np.argwhere(~np.isnan(matrix)):
                value = float(matrix[row, col])
                red, green, blue, _ = (float(part) for part in image.to_rgba(np.array([value]))[0])
                ink = "black" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.45 else "white"
                axes.text(col + 0.5, row + 0.5, f"{value:.2f}", ha="center", va="center", **{**plain, "color": ink})
    if options.legend:
        bar = _EDGE + left + gap + wide(f"{low:.4g}") + 0.5 * size
        top = height - _EDGE - _LINE * size
        span = min(7 * size, (width - bar) / 2)
        scale = drawing.add_axes((bar / width, 1 - (top + 0.95 * size) / height, span / width, 0.85 * size / height))
        scale.imshow(np.linspace(low, high, 128)[None], cmap=colors, vmin=low, vmax=high, aspect="auto", interpolation="none")
        scale.set(xticks=[], yticks=[])
        for side in scale.spines.values():
            side.set(linewidth=0.5, color=_EDGE_COLOR)
        drawing.text(*at(bar - 0.5 * size, top + 0.85 * size), f"{low:.4g}", ha="right", **plain)
        drawing.text(*at(bar + span + 0.5 * size, top + 0.85 * size), f"{high:.4g}", **plain)
        right = bar + span + 1.5 * size + wide(f"{high:.4g}")
        text = f"{said['axes']['query']} ↓  {said['axes']['key']} →"
        drawing.text(*at(right, top + 0.85 * size), fitted(text, width - _EDGE - right), **{**plain, "color": _SOFT})
    return drawing


def write_drawing(drawing: Drawing, path: Path, options: Print, dpi: int | None, title: str) -> None:
    """Writes a figure: a PDF with its fonts in it, an SVG with text as text, or a PNG with its resolution."""
    if dpi is not None and (isinstance(dpi, bool) or not isinstance(dpi, (int, np.integer)) or not _RESOLUTIONS[0] <= dpi <= _RESOLUTIONS[1]):
        raise ValueError(f"dpi={dpi!r} is not a whole number from {_RESOLUTIONS[0]} to {_RESOLUTIONS[1]}")
    ending = path.suffix.lower()
    if dpi is not None and ending != ".png":
        raise ValueError(f"dpi={dpi!r} is for a .png, and {path.name} is none")
    about: dict[str, dict[str, Any]] = {".pdf": {"Title": title, "CreationDate": None}, ".svg": {"Title": title, "Date": None}, ".png": {"Title": title}}
    # Fonts of type 42 are embedded as they are; publishers refuse type 3.
    with matplotlib.rc_context({"pdf.fonttype": 42, "svg.fonttype": "none", "svg.hashsalt": "heedmap"}):
        drawing.savefig(
            os.fspath(path), dpi=dpi or 300, transparent=options.background == "none", metadata=about[ending]
        )


def _emptied(matrix: Array) -> Array:
    """The weights of a head, where the cells after their query are missing if no query of a square head has weight there."""
    found = np.array(matrix, np.float32)
    if found.shape[0] == found.shape[1] and found.shape[0] > 1:
        later = np.triu_indices(len(found), 1)
        if not np.nan_to_num(found[later]).any():
            found[later] = np.nan
    return found


def _tokens(heads: Heads, queries: int, keys: int) -> tuple[list[str], list[str]]:
    sinks = keys - heads.shape[3]
    named = heads.tokens or [str(at) for at in range(heads.shape[3])]
    own = heads.query_tokens or (heads.tokens if queries == heads.shape[3] else [])
    found = [SINK] * sinks + displayed(named), displayed(own) or [str(at) for at in range(queries)]
    return tuple([_visible(token) for token in each] for each in found)  # type: ignore[return-value]


def _visible(token: str) -> str:
    # A space before a token is a dot, and a line end an arrow, as on the page.
    token = token.replace(" ", "\u00b7").replace("\n", "\u21b5")
    return "".join("\ufffd" if ord(sign) < 32 or 0x7F <= ord(sign) <= 0x9F else sign for sign in token)


def _thinned(count: int, cell: float, size: float) -> list[int]:
    """The cells whose labels have space: all, or every second, fifth, tenth and so on."""
    step, at = 1, 0
    while step * cell < 1.05 * size and step < count:
        at += 1
        step = (1, 2, 5)[at % 3] * 10 ** (at // 3)
    return list(range(0, count, step))


def _scale(heads: Heads, matrices: Sequence[Array], look: Look) -> tuple[float, float, Any]:
    largest = max(float(np.nanmax(np.abs(matrix), initial=0.0)) for matrix in matrices)
    if heads.kind == "difference":
        return -(largest or 1.0), largest or 1.0, "RdBu_r"
    ramp = np.frombuffer(bytes.fromhex(page()["ramps"][look.colormap]["light"]), np.uint8).reshape(256, 3) / 255
    colors = ListedColormap(ramp).with_extremes(bad=(0, 0, 0, 0))
    return 0.0, max(1.0, largest), colors


def _letter(at: int) -> str:
    return ("" if at < 26 else _letter(at // 26 - 1)) + chr(97 + at % 26)
