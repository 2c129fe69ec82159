"""The measures of a head, from its weights: the formulas of docs/maps.md, as the page computes them in Rust."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ._arrays import Array

#: The names of the measures, in the order of every list.
NAMES = (
    "entropy",
    "normalised_entropy",
    "sink_share",
    "previous_token",
    "next_token",
    "induction",
    "duplicate_token",
    "mean_distance",
    "diagonal_share",
    "causal_share",
)


class Measurer:
    """Measures heads of one shape over the same tokens.

    Query `i` is at position `p = i + offset` among the keys. Each measure is a mean over the queries whose row has weights and for which
    the formula names a key; without such queries it is NaN. A row with NaN, an infinity or a negative number counts in no measure, nor
    does a row of zeros.

    >>> measurer = Measurer(3, 3, ["a", "b", "a"])
    >>> found = measurer.of(np.array([[1, 0, 0], [0.5, 0.5, 0], [0, 1, 0]]))
    >>> found[[NAMES.index("induction"), NAMES.index("duplicate_token")]].tolist()
    [1.0, 0.0]
    """

    def __init__(self, queries: int, keys: int, tokens: Sequence[object] | None = None, offset: int = 0) -> None:
        """
        Args:
            queries: How many rows a head has.
            keys: How many columns.
            tokens: One for each key, equal where tokens are equal. Without them, induction and duplicate token are NaN.
            offset: The position of the first query.

        Raises:
            ValueError: if there is not one token for each key.
        """
        if tokens is not None and len(tokens) != keys:
            raise ValueError(f"{len(tokens)} tokens but {keys} keys")
        position = np.arange(queries) + offset
        key = np.arange(keys)
        self._position = position
        self._keys = keys
        self._past = key[None, :] <= position[:, None]
        self._distance = np.abs(position[:, None] - key[None, :])
        # How many keys there are up to the position of each query.
        self._past_keys = np.clip(position + 1, 0, keys)
        self._earlier: Array | None = None
        self._after: Array | None = None
        if tokens is not None:
            numbers = {token: number for number, token in enumerate(dict.fromkeys(tokens))}
            ids = np.array([numbers[token] for token in tokens], dtype=np.int64)
            # The token at the position of each query; -1 where that is no key.
            own = np.full(queries, -1)
            is_key = (position >= 0) & (position < keys)
            own[is_key] = ids[position[is_key]]
            earlier: Array = np.logical_and(own[:, None] == ids[None, :], key[None, :] < position[:, None])
            self._earlier = earlier
            # The key after each of these.
            after: Array = np.zeros((queries, keys), dtype=bool)
            after[:, 1:] = earlier[:, :-1]
            self._after = after

    def of(self, weights: Array) -> Array:
        """The measures of a head (queries, keys), (measures,) in 64 bits, in the order of `NAMES`."""
        w = np.asarray(weights, dtype=np.float64)
        are_weights: Array = np.all(np.isfinite(w) & (w >= 0), axis=1)
        rows: Array = np.logical_and(are_weights, np.where(are_weights[:, None], w, 0).sum(axis=1) > 0)
        w = np.where(rows[:, None], w, 0)
        positive = w > 0
        entropy = -(w * np.log(w, out=np.zeros_like(w), where=positive)).sum(axis=1)
        beyond = bool((positive & ~self._past).any())
        possible = np.full(len(w), self._keys) if beyond else self._past_keys
        several = possible > 1
        normalized = np.divide(entropy, np.log(np.maximum(possible, 1)), out=np.zeros_like(entropy), where=several)
        found = [
            _mean(entropy, rows),
            _mean(normalized, rows & several),
            _mean(w[:, 0] if self._keys else entropy, rows),
            self._at(w, rows, -1),
            self._at(w, rows, 1),
            _mean_of_some(w, rows, self._after, self._earlier),
            _mean_of_some(w, rows, self._earlier, self._earlier),
            _mean((w * self._distance).sum(axis=1), rows),
            _mean((w * (self._distance <= 1)).sum(axis=1), rows),
            _mean((w * self._past).sum(axis=1), rows),
        ]
        return np.array(found)

    def _at(self, w: Array, rows: Array, step: int) -> float:
        """The mean of the weights on the keys that are some steps from their queries."""
        key = self._position + step
        exists = (key >= 0) & (key < self._keys)
        if not exists.any():
            return float("nan")
        return _mean(w[np.arange(len(w)), np.clip(key, 0, self._keys - 1)], rows & exists)


def _mean(values: Array, rows: Array) -> float:
    return float(values[rows].mean()) if rows.any() else float("nan")


def _mean_of_some(w: Array, rows: Array, keys: Array | None, named: Array | None) -> float:
    """The mean of the weights on some keys, over the queries for which `named` has a key."""
    if keys is None or named is None:
        return float("nan")
    return _mean((w * keys).sum(axis=1), rows & named.any(axis=1))
