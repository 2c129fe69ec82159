"""What numbers (queries, keys) are: weights after softmax, scores before it, or a difference of weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from ._arrays import Array
from ._settings import Kind

if TYPE_CHECKING:
    from ._heads import Heads

KINDS: tuple[Kind, ...] = get_args(Kind)

#: The smallest float16 above 0.
_LEAST_HALF = 2.0**-24


def softmax(scores: Array) -> Array:
    """The weights of scores, (..., queries, keys), in 32 bits: exp(score - m) / sum of exp(score - m), with m the largest score of the row.

    Scores of -inf, or near the minimum of their type, which models add as a mask, get weight 0. A row without another score is all zeros. A row
    with NaN or +inf is NaN.

    >>> softmax(np.array([[0.0, -np.inf], [1.0, 1.0], [-np.inf, -np.inf]])).tolist()
    [[1.0, 0.0], [0.5, 0.5], [0.0, 0.0]]
    """
    is_masked = scores <= np.finfo(scores.dtype).min / 2
    wide = np.where(is_masked, -np.inf, scores.astype(np.result_type(scores.dtype, np.float32)))
    top = wide.max(axis=-1, keepdims=True)
    with np.errstate(invalid="ignore"):
        exponents = np.exp(wide - np.where(np.isneginf(top), 0, top))
    total = exponents.sum(axis=-1, keepdims=True)
    found: Array = np.divide(exponents, total, out=np.zeros_like(exponents), where=total != 0)
    return found.astype(np.float32)


class _Rows:
    """Counts rows that are not weights, and keeps the one that is named."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.count = 0
        self.worst = -1.0
        self.place = ""

    def add(self, rows: Array, sums: Array, place: str) -> None:
        """Adds the rows of a head that are true. `sums` are the sums of all its rows."""
        at = np.flatnonzero(rows)
        if len(at) == 0:
            return
        self.count += len(at)
        distances = np.abs(sums[at] - 1)
        distances[np.isnan(distances)] = np.inf
        worst = int(distances.argmax())
        if distances[worst] > self.worst:
            self.worst = float(distances[worst])
            self.place = f"{place}, query {at[worst]}, with the sum {_number(sums[at[worst]])}"

    def sentence(self, rows: int) -> str:
        some = f"{self.count} of {rows} rows {self.what}"
        return f"{some}; the farthest from 1 is {self.place}"


def check_numbers(heads: Heads) -> str | None:
    """What is wrong with heads as attention weights, for a warning; None if nothing is, or if they are a difference.

    A row of weights has no negative, infinite or missing number and sums to 1. As on the page (`crates/interpretation/src/tolerance.rs`), the
    tolerance is what rounding can change: a share of 2^-11 in float16 (and half of the smallest number for each key), of 2^-8 in bfloat16;
    otherwise 2^-10, because numbers are often saved with few digits.

    Raises:
        ValueError: for whole numbers above 1, which are ids or counts, and for numbers that 32 bits cannot hold.
    """
    if heads.weights is None:
        for each in heads.computed or []:
            _check_range(each.q(), "q")
            _check_range(each.k(), "k")
        return None
    invalid = _Rows("have negative, infinite or missing numbers")
    off = _Rows("do not sum to 1")
    empty, rows = 0, 0
    is_whole, largest = True, 0.0
    for layer, read in enumerate(heads.weights):
        for head, numbers in enumerate(read()):
            _check_range(numbers, "The attention")
            if heads.kind == "difference" or heads.is_cut:
                continue
            place = f"layer {heads.layers[layer]}, head {heads.heads[head]}"
            sums = numbers.sum(axis=-1, dtype=np.float64)
            is_invalid = ~(np.isfinite(sums) & (numbers.min(axis=-1) >= 0))
            is_off = ~is_invalid & (sums != 0) & (np.abs(sums - 1) > _tolerance(numbers, sums, heads.rounding))
            invalid.add(is_invalid, sums, place)
            off.add(is_off, sums, place)
            empty += int((~is_invalid & (sums == 0)).sum())
            rows += len(sums)
            is_whole = is_whole and not is_invalid.any() and bool((numbers == np.rint(numbers)).all())
            largest = max(largest, float(np.fmax.reduce(numbers, axis=None, initial=0)))
    if rows and is_whole and largest > 1:
        raise ValueError(
            f"{heads.name} has whole numbers up to {largest:.0f}, such as token ids, not attention weights: pass outputs.attentions, and "
            "ids as input_ids= with tokenizer="
        )
    sentences = [each.sentence(rows) for each in (invalid, off) if each.count]
    if empty:
        sentences.append(f"{empty} of {rows} rows {'is' if empty == 1 else 'are'} all 0")
    if not sentences:
        return None
    hint = ' Pass kind="scores" for scores before softmax, or kind="difference" for a difference of weights.' if invalid.count or off.count else ""
    if off.count and not invalid.count:
        hint += " If the model is in training mode, dropout is applied to its weights: call model.eval()."
    return f"Not all rows of {heads.name} are attention weights: {'. '.join(sentences)}. They are shown unchanged.{hint}"


def sums_to_one(heads: Heads) -> bool:
    """Whether the rows of the first head sum to 1. Those that are computed from q and k do."""
    if heads.weights is None:
        return True
    numbers = heads.weights[0]()[0]
    sums = numbers.sum(axis=-1, dtype=np.float64)
    return bool((np.abs(sums - 1) <= _tolerance(numbers, sums, heads.rounding)).all())


def _tolerance(numbers: Array, sums: Array, rounding: tuple[float, int] | None) -> float:
    """How far rounding may move the sum of a row from 1."""
    if rounding is not None:
        step, power = rounding
        count = int(numbers.shape[-1])
        # n = sqrt(w / step) changes by at most 1/2 with power 2, and the sum of sqrt(w) is at most sqrt(keys).
        return count * step / 2 if power == 1 else float(np.sqrt(step * count)) + count * step / 4
    if numbers.dtype == np.float16:
        keys: int = numbers.shape[-1]
        return 2.0**-11 + keys * _LEAST_HALF / 2
    # bfloat16 is read as 32 bits, of which it has the upper half.
    is_near = bool((np.abs(sums - 1) > 2.0**-10).any()) and numbers.dtype == np.float32
    if is_near and not (np.ascontiguousarray(numbers).view(np.uint32) & 0xFFFF).any():
        return 2.0**-8
    return 2.0**-10


def _check_range(numbers: Array, what: str) -> None:
    if numbers.dtype == np.float64 and numbers.size:
        finite = np.abs(numbers[np.isfinite(numbers)])
        largest = float(finite.max(initial=0))
        if largest > float(np.finfo(np.float32).max):
            raise ValueError(f"{what} has numbers up to {largest:.3g}, which 32 bits cannot hold")


def _number(number: Any) -> str:
    return f"{float(number):.5g}"
