"""RoPE that is still to be applied to q and k, as metadata describes it (docs/format.md)."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._arrays import Array


@dataclass(frozen=True)
class Rope:
    """How q and k are to be rotated: `dim` features, None for all, in pairs that are "half" a head apart or "interleaved"."""

    base: float
    pairs: str = "half"
    dim: int | None = None


def rope_in(text: str) -> Rope | None:
    """RoPE of metadata; None where it is applied already, or where the text makes no sense.

    Raises:
        ValueError: for a key that does not exist, such as that of a scaling.

    >>> rope_in('{"base": 10000, "pairs": "half", "dim": null}')
    Rope(base=10000.0, pairs='half', dim=None)
    """
    try:
        said: Any = json.loads(text) if text.startswith("{") else None
    except ValueError:
        return None
    unknown = unknown_in(said)
    if unknown is not None:
        raise ValueError(f"The metadata of the file has rope.{unknown} {json.dumps(said[unknown])[:40]}, which cannot be read")
    return rope_of(said)


def unknown_in(said: Any) -> str | None:
    """The first key of an object that RoPE does not have: angles without it would be other ones."""
    return next((key for key in said if key not in ("base", "pairs", "dim")), None) if isinstance(said, dict) else None


def rope_of(said: Any) -> Rope | None:
    """RoPE of an object; None where it makes no sense."""
    try:
        base, pairs, dim = float(said["base"]), said.get("pairs", "half"), said.get("dim")
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    is_dim = dim is None or (isinstance(dim, int) and dim >= 2)
    is_rope = math.isfinite(base) and base > 0 and pairs in ("half", "interleaved") and is_dim
    return Rope(base, pairs, dim) if is_rope else None


def rotated(numbers: Array, rope: Rope, first: int = 0) -> Array:
    """q or k, (heads, tokens, size), rotated by its positions, which begin at `first`.

    Raises:
        ValueError: for a number of features that cannot be rotated in pairs.

    >>> rotated(np.ones((1, 2, 2)), Rope(10000.0)).astype(float).round(3).tolist()
    [[[1.0, 1.0], [-0.301, 1.382]]]
    """
    size = numbers.shape[-1]
    dim = rope.dim or size
    if dim > size or dim % 2:
        raise ValueError(f"RoPE cannot rotate {dim} of {size} features: an even number of them is needed")
    positions = first + np.arange(numbers.shape[-2])
    angles = positions[:, None] * rope.base ** (-np.arange(0, dim, 2) / dim)
    cosines, sines = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
    half = rope.pairs == "half"
    left, right = (slice(0, dim // 2), slice(dim // 2, dim)) if half else (slice(0, dim, 2), slice(1, dim, 2))
    found = numbers.astype(np.float32)
    a, b = found[..., left].copy(), found[..., right].copy()
    found[..., left] = a * cosines - b * sines
    found[..., right] = b * cosines + a * sines
    return found
