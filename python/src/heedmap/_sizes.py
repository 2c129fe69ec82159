"""How many bytes a figure has, estimated before its numbers are packed; and in how many bits they are stored."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ._arrays import Array
from ._heads import Heads
from ._numbers import Bits, size_text, stored
from ._page import deflated
from ._warn import warn

#: Above so many bytes a notebook becomes slow: q and k are stored in 8 bits, and a warning states the size.
SLOW = 40_000_000
#: A figure may have so many bytes without `large=True`. Causal weights of GPT-2 small at 1,024 tokens have
#: 75.6 million numbers that are not 0, and 8 bits of each need at most 93 MB, so they always fit.
LARGEST = 100_000_000

#: Letters hold 13 bits in 16 (`_page.letters`).
_LETTERS = 16 / 13
#: The part of a page that is not numbers, in bytes.
_PAGE = 735_000
#: Weights compress to a sixteenth at best, as far as real heads show.
_BEST = 16
#: What an estimate compresses: so many layers, and in each of their heads so many runs of so many rows. Rows that follow each other
#: are alike, and compress better than others.
_LAYERS, _RUNS, _ROWS = 4, 8, 16
#: Estimated are figures of more bytes than this, which are packed as `_page.deflated` packs large maps.
_LARGE = SLOW // 2


class TooLarge(ValueError):
    """A figure would be larger than `LARGEST`."""


def bits_of(heads: Heads, bits: Bits | None, large: bool, warns: Callable[[str], None] = warn) -> Bits:
    """In how many bits the numbers of heads are stored: `bits`, or what makes a figure that a notebook can show.

    If the figure is larger than `SLOW`, a warning states its size before the work is done.

    Raises:
        TooLarge: if the figure is larger than `LARGEST` and not `large`.
    """
    chosen: Bits = bits or (8 if heads.computed is None else 16)
    if large or _most(heads) * chosen / 8 * _LETTERS + _PAGE <= SLOW:
        return chosen
    # Nothing is read that could not fit anyway.
    raw = _most(heads) * (bits or 8) / 8
    if raw > _BEST * LARGEST:
        raise TooLarge(too_large(heads, raw, "before it is compressed"))
    size = estimated(heads, chosen)
    if bits is None and chosen == 16 and size > SLOW:
        chosen, wide, size = 8, size, estimated(heads, 8)
        said = f"q and k are stored in 8 bits, about {size_text(size)}; 16 bits make about {size_text(wide)}: pass bits=16"
    else:
        said = f"the figure has about {size_text(size)}, and above {size_text(SLOW)} a notebook becomes slow: {_less(heads, chosen)}"
    if size > LARGEST:
        raise TooLarge(too_large(heads, size, f"with bits={chosen}"))
    if size > SLOW or bits is None and heads.computed is not None:
        warns(f"heedmap: {said}")
    return chosen


def estimated(heads: Heads, bits: Bits) -> int:
    """The bytes of a figure, from some rows of some layers that are packed as all will be."""
    layers = np.unique(np.linspace(0, heads.shape[0] - 1, _LAYERS).astype(int))
    size = 0.0
    for layer in layers:
        for name, array in _arrays(heads, int(layer)):
            length = min(_ROWS, array.shape[1])
            starts = np.linspace(0, array.shape[1] - length, _RUNS).astype(int)
            sample = np.asarray(array[:, starts[:, None] + np.arange(length)])
            data = stored(name, [sample], bits).data
            # Each run by itself, because deflate adapts to the numbers around.
            run = max(1, len(data) // (len(sample) * _RUNS))
            packed = sum(len(deflated(data[at : at + run], size=_LARGE)) for at in range(0, len(data), run))
            size += packed * array.size / max(1, sample.size)
    return int(size / len(layers) * heads.shape[0] * _LETTERS) + _PAGE


def _arrays(heads: Heads, layer: int) -> list[tuple[str, Array]]:
    """The arrays of a layer, by name."""
    if heads.weights is not None:
        return [("attention", heads.weights[layer]())]
    assert heads.computed is not None
    each = heads.computed[layer]
    return [("q", each.q()), ("k", each.k()), *([("v", each.v())] if each.v is not None else [])]


def _most(heads: Heads) -> int:
    """How many numbers are stored at most; values may be stored as their norms."""
    layers, count, queries, keys = heads.shape
    if heads.computed is None:
        return layers * count * queries * (keys + heads.sinks)
    shared = 1 if heads.computed[0].v is None else 2
    return layers * heads.size * (count * queries + shared * heads.key_heads * keys)


def too_large(heads: Heads, size: float, when: str) -> str:
    """Why heads are not shown, and what can be shown instead."""
    layers, count, queries, keys = heads.shape
    return (
        f"{layers} layer{'s' * (layers != 1)} × {count} head{'s' * (count != 1)} of {queries} × {keys} make a figure of {size_text(size)} "
        f"{when}, and at most {size_text(LARGEST)} are allowed. {_less(heads, 8).capitalize()}, or pass large=True."
    )


def _less(heads: Heads, bits: int) -> str:
    """What makes a smaller figure."""
    fewer = "show fewer layers (layers=[0, 1]) or heads (heads=[0])"
    if heads.computed is None:
        return f"{fewer}, or q and k in place of weights (heedmap.capture)"
    return fewer if bits == 8 else f"{fewer}, or pass bits=8"
