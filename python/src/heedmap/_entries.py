"""Entries of captured layers: keys that stand for several tokens each, as in DeepSeek V4 (docs/format.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ._arrays import Array, to_numpy
from ._masks import mask_of


@dataclass
class Entries:
    """The entries of one layer.

    Attributes:
        k: Their keys, (batch, key heads, entries, size).
        m: The number of tokens that one stands for.
        seen: Which of them each query attends to, (batch, queries, entries).
    """

    k: Any
    m: int
    seen: Array

    def picks(self) -> Array | None:
        """The entries that each query picked, (batch, 1, queries, places), -1 where there are fewer; None if it attends to all that are complete."""
        batch, queries, count = self.seen.shape
        complete = (np.arange(count) + 1) * self.m <= np.arange(queries)[:, None] + 1
        if (self.seen == complete).all():
            return None
        places = max(1, int(self.seen.sum(axis=2).max()))
        order = np.argsort(~self.seen, axis=2, kind="stable")[..., :places]
        return np.where(np.take_along_axis(self.seen, order, axis=2), order, -1)[:, None].astype(np.int32)

    def by_token(self, weights: Array) -> Array:
        """Weights of tokens and entries as weights of tokens: that of an entry is shared evenly by its tokens.

        >>> Entries(None, 2, np.ones((1, 1, 1), bool)).by_token(np.array([0.25, 0.25, 0.5])[None, None, None]).tolist()
        [[[[0.5, 0.5]]]]
        """
        count = self.seen.shape[2]
        tokens: Array = weights[..., : weights.shape[3] - count].copy()
        for entry in range(count):
            tokens[..., entry * self.m : (entry + 1) * self.m] += weights[..., tokens.shape[3] + entry, None] / self.m
        return tokens


def entries_in(name: str, module: Any, k: Any, mask: Any, queries: int) -> Entries | None:
    """The entries that a layer appends to its keys; None if it has none.

    Raises:
        ValueError: for what cannot be captured: a step with a cache, and a call without a mask that says which entries a query sees.
    """
    m = getattr(getattr(module, "compressor", None), "compress_rate", None)
    # A text that is shorter than an entry has none.
    if m is None or k.shape[2] == queries < m:
        return None
    if k.shape[2] != queries + queries // m:
        raise ValueError(f"{name} has entries of {m} tokens, whose tokens are not known with a cache: run the model once on the whole text")
    added = mask_of(mask, k.shape[2]).seen
    if added is None or added.shape[3] != k.shape[2]:
        raise ValueError(f"{name} has entries of {m} tokens, but no mask says which of them a query sees: use attn_implementation=\"eager\"")
    seen = np.broadcast_to(added[:, 0, :, queries:], (k.shape[0], queries, queries // m))
    return Entries(to_numpy(k)[:, :, queries:], int(m), seen.copy())
