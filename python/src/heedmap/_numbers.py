"""Numbers in 8, 16 or 32 bits, as figures store them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ._arrays import Array

Bits = Literal[8, 16, 32]

#: In 8 bits, what is missing; and how many steps are left beside it.
_MISSING, _STEPS = 255, 254


@dataclass(frozen=True)
class Stored:
    """A tensor as a figure stores it. `error` is the largest difference from the numbers that were given."""

    name: str
    shape: tuple[int, ...]
    bits: Bits
    data: bytes
    error: float
    low: float = 0.0
    step: float = 0.0
    power: int = 1

    def entry(self) -> dict[str, Any]:
        """What the page needs to read the bytes."""
        steps = {"low": self.low, "step": self.step, "power": self.power} if self.bits == 8 else {}
        return {"name": self.name, "shape": list(self.shape), "bits": self.bits, **steps}

    def layer(self, at: int) -> Array:
        """The numbers of one layer as the page reads them, in 32 bits."""
        shape = self.shape[1:]
        count = int(np.prod(shape))
        if self.bits != 8:
            kind = np.dtype(f"<f{self.bits // 8}")
            return np.frombuffer(self.data, kind, count, at * count * kind.itemsize).reshape(shape).astype(np.float32)
        return numbers_of_steps(self.low, self.step, self.power)[np.frombuffer(self.data, np.uint8, count, at * count)].reshape(shape)


def stored(name: str, layers: Iterable[Array], bits: Bits, *, ends: tuple[float, float] | None = None, has_zero: bool = False) -> Stored:
    """A tensor of layers, one after the other; with `ends`, the least and largest number are known.

    In 8 bits a number is `low + step * n ** power`. Where no number is below 0 the power is 2: the steps are small near 0, so that
    a row whose weight is spread over many keys keeps it. With `has_zero`, 0 is one of the steps also where numbers are below it: cells of a
    difference that are masked in both of its maps stay 0.

    Raises:
        ValueError: where numbers are too large for so few bits.
    """
    parts, shapes, error = [], [], 0.0
    layers = list(layers) if bits == 8 and ends is None else layers
    low, high = ends or (_ends(layers) if bits == 8 else (0.0, 0.0))
    if not np.isfinite([low, high]).all():
        raise ValueError(f"{name} holds infinite numbers, which 8 bits cannot hold: use bits=32, or kind=\"scores\" if they are scores before softmax")
    power = 2 if low >= 0 else 1
    low = 0.0 if power == 2 else low
    step = float(np.float64(high - low) / float(_STEPS) ** power)
    if has_zero and low < 0:
        step = max(high, -low) / (_STEPS // 2)
        low = -step * (_STEPS // 2)
    table = numbers_of_steps(low, step, power)
    for layer in layers:
        shapes.append(layer.shape)
        if bits == 32:
            parts.append(layer.astype("<f4").tobytes())
            continue
        wide = layer.astype(np.float32)
        if bits == 16:
            with np.errstate(over="ignore"):
                half = wide.astype("<f2")
            if np.any(np.isinf(half) & np.isfinite(wide)):
                raise ValueError(f"{name} holds numbers beyond 65504, which 16 bits cannot hold: use bits=32")
            back = half.astype(np.float32)
            parts.append(half.tobytes())
        else:
            whole = _steps(wide, low, step, power)
            back = table[whole]
            parts.append(whole.tobytes())
        with np.errstate(invalid="ignore"):
            error = max(error, float(np.fmax.reduce(np.abs(back - wide), axis=None, initial=0.0)))
    shape = (len(shapes), *shapes[0])
    return Stored(name, shape, bits, b"".join(parts), error, low, step, power)


def numbers_of_steps(low: float, step: float, power: int) -> Array:
    """The numbers that bytes stand for: `low + step * n ** power`, and NaN for 255.

    >>> numbers_of_steps(0.5, 0.25, 2)[[0, 3, 255]].tolist()
    [0.5, 2.75, nan]
    """
    numbers = (low + step * np.arange(256.0) ** power).astype(np.float32)
    numbers[_MISSING] = np.nan
    return numbers


def _ends(layers: Iterable[Array]) -> tuple[float, float]:
    lows, highs = [0.0], [0.0]
    for layer in layers:
        lows.append(float(np.fmin.reduce(layer, axis=None, initial=np.inf)))
        highs.append(float(np.fmax.reduce(layer, axis=None, initial=-np.inf)))
    return min(lows), max(highs)


def _steps(wide: Array, low: float, step: float, power: int) -> Array:
    missing = np.isnan(wide)
    if step == 0:
        return np.where(missing, _MISSING, 0).astype(np.uint8)
    shares = (wide - np.float32(low)) if low else wide.copy()
    shares /= np.float32(step)
    if power == 2:
        np.sqrt(shares, out=shares)
    np.rint(shares, out=shares)
    np.minimum(shares, _STEPS, out=shares)
    shares[missing] = _MISSING
    return shares.astype(np.uint8)


def error_text(error: float) -> str:
    """An error, rounded up to two digits: what is said holds.

    >>> error_text(0.0019421)
    '0.002'
    """
    if error == 0:
        return "0"
    exponent = int(np.floor(np.log10(error)))
    unit = 10.0 ** (exponent - 1)
    rounded = np.ceil(error / unit) * unit
    return f"{rounded:.2g}" if exponent < -4 else f"{rounded:.{max(0, 1 - exponent)}f}".rstrip("0").rstrip(".")


def size_text(count: float) -> str:
    """A number of bytes, as files are listed.

    >>> size_text(1234567)
    '1.2 MB'
    """
    for unit in ("bytes", "KB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "bytes" or count >= 100 else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"
