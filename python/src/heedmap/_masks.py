"""What the mask of an attention call means: a rule and padding, if these give it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._arrays import Array, to_numpy
from ._heads import Rule, allowed


@dataclass(frozen=True)
class Mask:
    """The mask of one call of attention.

    Attributes:
        seen: Which keys the queries see, (batch, heads, queries, keys); axes that do not matter may be 1. None if only the rule and
            padding hide keys.
        added: What is added to the scores, of the same shape; None if `seen` says it all.
        real: Which keys are not padding, (batch, keys), if the model passes that in place of a mask; None if all are, or `seen` says it.
    """

    seen: Array | None = None
    added: Array | None = None
    real: Array | None = None

    @property
    def is_bias(self) -> bool:
        """Whether the mask changes scores of keys that are seen."""
        return self.added is not None and self.seen is not None and bool((self.added[self.seen] != 0).any())


def mask_of(mask: Any, keys: int) -> Mask:
    """The mask that transformers passes: None, (batch, keys), or (batch, heads, queries, keys) of booleans or numbers to add.

    >>> mask_of(np.array([[0.0, -3.4e38]])[None, None], 2).seen.tolist()
    [[[[True, False]]]]
    """
    if mask is None:
        return Mask()
    if len(mask.shape) == 2:
        return Mask(real=np.asarray(to_numpy(mask) != 0)[:, -keys:])
    if "bool" in str(mask.dtype):
        return Mask(_booleans(mask)[..., :keys])
    added = to_numpy(mask, "The mask")[..., :keys]
    return Mask(seen_in(added), added)


def seen_in(added: Array) -> Array:
    """Which scores are not masked by what is added to them: infinity, or the lowest number of a type.

    >>> seen_in(np.array([0, -2, -65504], np.float16)).tolist()
    [True, True, False]
    """
    lowest = max(-1e30, float(np.finfo(added.dtype).min) / 2)
    seen: Array = added > lowest
    return seen


def added_of(seen: Array) -> Array:
    """What is added to scores so that keys that are not seen get no weight.

    >>> added_of(np.array([True, False])).tolist()
    [0.0, -inf]
    """
    return np.where(seen, np.float32(0), np.float32(-np.inf))


def _booleans(mask: Any) -> Array:
    # `to_numpy` would take four bytes for each.
    return np.asarray(mask if isinstance(mask, np.ndarray) else mask.detach().cpu().numpy())


def is_causal(seen: Array, queries: int) -> bool:
    """Whether no query of the first sequence sees the key after its own position; the last query is at the last key.

    >>> is_causal(np.tri(3, dtype=bool)[None, None], 3)
    True
    """
    first = np.broadcast_to(seen[0, 0], (queries, seen.shape[3]))
    last = first.shape[1] - queries
    return not bool(first[:-1, last + 1 :].diagonal().any())


def fitting(
    seen: Array, rules: Sequence[Rule], queries: int, known: Array | None, *, is_cross: bool
) -> tuple[Rule, Array] | None:
    """The first rule that gives a mask together with padding, and which keys are not padding, (batch, keys).

    Args:
        seen: The mask, (batch, heads, queries, keys).
        rules: What the layer may compute by.
        queries: How many queries there are; the last one is at the last key, except in cross attention.
        known: Which of the first keys are not padding, (batch, keys before), if the steps before have said so.
        is_cross: Whether the keys are of another sequence.

    Returns:
        None if no rule gives the mask in every row that is not padding.

    >>> seen = np.tri(3, dtype=bool) & np.array([False, True, True])  # The first key is padding.
    >>> rule, real = fitting(seen[None, None], [Rule(causal=True)], 3, None, is_cross=False)
    >>> rule.causal, real.tolist()
    (True, [[False, True, True]])
    """
    if seen.shape[1] > 1 and not bool((seen == seen[:, :1]).all()):
        return None
    shown, keys = seen[:, 0], seen.shape[3]
    for rule in rules:
        expected = allowed(queries, keys, rule, np.arange(queries))
        # Keys that the rule hides are not padding for that.
        real = np.logical_or(shown.any(axis=1), ~expected.any(axis=0))
        if known is not None:
            old = np.broadcast_to(known, (len(real), known.shape[1]))
            real = np.concatenate([old, real[:, known.shape[1] :]], axis=1)
        if rule.window is not None and not all(is_run(each) for each in real):
            # Without the padding between them, tokens would be nearer to each other.
            continue
        if rule.chunk is not None and not all(each[0] and is_run(each) for each in real):
            # Chunks count from the first token.
            continue
        # Rows of padding do not matter, where queries and keys are the same tokens.
        is_same = not is_cross and (queries == keys or (bool(rule.causal) and queries < keys))
        rows = real[:, keys - queries :] if is_same else np.ones((len(real), queries), dtype=bool)
        if all((each == (expected & keep))[kept].all() for each, keep, kept in zip(shown, real, rows)):
            return rule, real
    return None


def is_run(real: Array) -> bool:
    """Whether the keys that are not padding follow each other.

    >>> is_run(np.array([False, True, True])), is_run(np.array([True, False, True]))
    (True, False)
    """
    return bool((real == ends_off(real)).all())


def ends_off(real: Array) -> Array:
    """All keys except those before the first and after the last one that is not padding.

    >>> ends_off(np.array([False, True, False, True])).tolist()
    [False, True, True, True]
    """
    at = np.flatnonzero(real)
    found = np.zeros(len(real), dtype=bool)
    if len(at):
        found[at[0] : at[-1] + 1] = True
    return found
