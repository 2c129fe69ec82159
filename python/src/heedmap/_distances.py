"""Biases of scores that depend on the distance of key and query alone, such as those of T5, in memory linear in the tokens."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arrays import Array, to_numpy


def by_distance(bias: Any, queries: int, keys: int, before: Array | None = None) -> Array | None:
    """The biases of distances, (heads, distances): the first is that of key 0 and the last query. None if they depend on more.

    Args:
        bias: What is added to the scores, (1, heads, queries, keys); the last query is at the last key.
        queries: How many queries there are.
        keys: How many keys there are.
        before: What the steps before gave, whose keys are the first of these keys; None in the first step.

    >>> table = np.arange(5.0)[None]
    >>> whole = of_pairs(table, 3, 3)
    >>> whole[0].tolist()
    [[2.0, 3.0, 4.0], [1.0, 2.0, 3.0], [0.0, 1.0, 2.0]]
    >>> by_distance(whole[None], 3, 3).tolist()
    [[0.0, 1.0, 2.0, 3.0, 4.0]]
    >>> by_distance(whole[None, :, ::-1], 3, 3) is None
    True
    """
    found = to_numpy(bias, "position_bias")
    if found.ndim != 4 or found.shape[2:] != (queries, keys) or not (found == found[:1]).all():
        return None
    rows = found[0]
    table: Array = np.concatenate([rows[:, -1], rows[:, -2::-1, -1] if queries > 1 else rows[:, :0, -1]], axis=1)
    if not np.array_equal(of_pairs(table, queries, keys), rows):
        return None
    if before is None:
        return table
    new = queries
    known = table[:, new : new + before.shape[1]]
    if not np.array_equal(known, before[:, : known.shape[1]]):
        return None
    return np.concatenate([table[:, :new], before], axis=1)


def of_pairs(table: Array, queries: int, keys: int) -> Array:
    """The biases of all queries and keys, (heads, queries, keys), from those of their distances."""
    return np.lib.stride_tricks.sliding_window_view(table[:, : queries + keys - 1], keys, axis=1)[:, ::-1]


def whole(table: Array, tokens: int) -> Array:
    """The biases of all distances of as many queries as keys. Those of later keys, which no step has seen, are 0."""
    return np.pad(table, ((0, 0), (0, max(0, 2 * tokens - 1 - table.shape[1]))))
