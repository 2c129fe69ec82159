"""Heads as every input is read: weights, or what they are computed from."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ._arrays import Array
from ._rope import Rope
from ._settings import Kind

#: Reads the array of a layer when it is needed: the arrays of a large model are never in memory together.
Layer = Callable[[], Array]


@dataclass(frozen=True)
class Rule:
    """How the weights of a layer are computed from q and k.

    Attributes:
        scale: what scores are multiplied by; None for `1 / sqrt(size of a head)`.
        causal: whether a query sees only keys at its own position and before; None where nothing says so, and it sees all.
        window: how many keys a query sees at most, its own included; None for all.
        softcap: `c` of `c * tanh(score / c)`; None for no cap.
        sinks: one score for each head, (heads,) or (layers, heads), which takes part in the softmax and has no key; None for none.
        chunk: how many tokens a chunk has, outside of which a query sees no key; None for no chunks.
        rope: how q and k are still to be rotated; None where they are, or there is no RoPE.
        tuning: `attn_scale`, `floor_scale` and `first` of the factor that q is still to be multiplied by; None for none.
    """

    scale: float | None = None
    causal: bool | None = None
    window: int | None = None
    softcap: float | None = None
    sinks: Array | None = None
    rope: Rope | None = None
    chunk: int | None = None
    tuning: tuple[float, float, int] | None = None

    def __post_init__(self) -> None:
        for name in ("scale", "softcap"):
            value = getattr(self, name)
            if value is not None and (isinstance(value, (bool, str)) or not math.isfinite(float(value))):
                raise ValueError(f"{name}={value!r} is not a finite number")
        if self.softcap is not None and self.softcap <= 0:
            raise ValueError(f"softcap={self.softcap!r} is not above 0: pass softcap=None for no cap")
        for name, what in (("window", "the keys that a query sees"), ("chunk", "the tokens of a chunk")):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1):
                raise ValueError(f"{name}={value!r} is not a whole number from 1, {what}: pass {name}=None for all")

    def same(self, other: Rule) -> bool:
        """Whether the rules are equal, apart from their sinks."""
        return replace(self, sinks=None) == replace(other, sinks=None)

    @property
    def mask(self) -> str | None:
        """The keys that a query sees, as an expression of the Masks room; None where nothing says whether it sees later ones."""
        if self.causal is None:
            return None
        clauses = ["causal"] if self.causal else []
        if self.window is not None:
            clauses.append(f"window({self.window})")
        if self.chunk is not None:
            clauses.append(f"blocks({self.chunk})")
        return " and ".join(clauses) or "all"


@dataclass(frozen=True)
class QueriesKeys:
    """q and k of one layer: q (heads, queries, size), k (key heads, keys, size), values (key heads, keys, 1 or size)."""

    q: Layer
    k: Layer
    v: Layer | None = None
    rule: Rule = field(default_factory=Rule)


#: What the column of a learned sink is called among the tokens of keys.
SINK = "[sink]"


@dataclass(frozen=True)
class Heads:
    """Heads of layers, each (heads, queries, keys): weights, or q and k.

    `shape` is (layers, heads, queries, keys); `layers` and `heads` say what they are called in the model. With `sink_column`, weights have
    one column more, before the keys: that of a learned sink. `origin` is what a file says of where its numbers come from.
    `kind` is "difference" for a difference of weights, whose rows need not sum to 1, as those do not of which `is_cut` says that only
    the largest weights were kept. Chosen heads are one layer, and `sources` says the layer and the head that each is of the model.
    `rounding` is the step and the power of weights that were read from 8 bits.
    """

    shape: tuple[int, int, int, int]
    name: str
    weights: Sequence[Layer] | None = None
    computed: Sequence[QueriesKeys] | None = None
    key_heads: int = 0
    size: int = 0
    tokens: list[str] = field(default_factory=list)
    query_tokens: list[str] = field(default_factory=list)
    layers: list[int] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    sink_column: bool = False
    origin: Mapping[str, str] = field(default_factory=dict)
    kind: Kind = "weights"
    is_cut: bool = False
    sources: Sequence[tuple[int, int]] = ()
    rounding: tuple[float, int] | None = None

    def __post_init__(self) -> None:
        layers, heads, _, _ = self.shape
        if not self.layers:
            object.__setattr__(self, "layers", list(range(layers)))
        if not self.heads:
            object.__setattr__(self, "heads", list(range(heads)))

    @property
    def sinks(self) -> int:
        """How many columns the page shows before the keys: 1 for a learned sink, else 0."""
        computed = self.computed or []
        return int(self.sink_column or any(each.rule.sinks is not None for each in computed))

    def called(self, layer: int, head: int) -> dict[str, int]:
        """The numbers that a layer and a head have in the model, by their place."""
        at = self.sources[head] if self.sources else (self.layers[layer], self.heads[head])
        return {"layer": at[0], "head": at[1]}

    def matrix(self, layer: int, head: int) -> Array:
        """The weights of one head by place, (queries, keys), in 32 bits; without that of a sink."""
        if self.weights is not None:
            return self.columns(layer, head)[:, int(self.sink_column) :]
        return self._computed(layer, head, None)

    def columns(self, layer: int, head: int) -> Array:
        """The weights of one head as the page shows them, (queries, sinks + keys): the weight of a learned sink stands before the keys."""
        if self.weights is not None:
            found: Array = self.weights[layer]()[head].astype(np.float32)
            return found
        keys = self.matrix(layer, head)
        if not self.sinks or self.computed is None:
            return keys
        # The sink has what the keys do not get; in a layer without sinks that is nothing.
        has_sink = self.computed[layer].rule.sinks is not None
        sink = (1 - keys.sum(axis=1)).clip(0) if has_sink else np.zeros(len(keys), np.float32)
        return np.column_stack([sink, keys])

    def row(self, layer: int, head: int, query: int) -> Array:
        """The weights of one query, (keys,)."""
        if self.weights is not None:
            found: Array = self.weights[layer]()[head][query].astype(np.float32)
            return found[1:] if self.sink_column else found
        row: Array = self._computed(layer, head, query)[0]
        return row

    def _computed(self, layer: int, head: int, query: int | None) -> Array:
        assert self.computed is not None
        each = self.computed[layer]
        shared = self.shape[1] // self.key_heads
        sink = None if each.rule.sinks is None else float(each.rule.sinks[head])
        return weights_of(each.q()[head], each.k()[head // shared], each.rule, sink, query=query)


def weights_of(
    q: Array, k: Array, rule: Rule, sink: float | Array | None = None, *, query: int | None = None, added: Array | None = None
) -> Array:
    """The weights of one head, (queries, keys), or of one query: `softmax(scale * q @ k.T)` under a rule. A row without a key is all zeros.

    `sink` is one score, or (queries, 1). `added`, (queries, keys) or (1, keys), is added to the scores after the cap: minus infinity masks a key.

    >>> weights_of(np.zeros((2, 4)), np.zeros((2, 4)), Rule(causal=True)).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    queries = len(q)
    rows = np.arange(queries) if query is None else np.array([query])
    q, k = q[rows].astype(np.float32), k.astype(np.float32)
    scale = rule.scale if rule.scale is not None else q.shape[-1] ** -0.5
    scores = (q @ k.T) * np.float32(scale)
    if rule.softcap is not None:
        scores = np.float32(rule.softcap) * np.tanh(scores / np.float32(rule.softcap))
    if added is not None:
        scores = scores + (added if len(added) == 1 else added[rows])
    scores[~allowed(queries, scores.shape[1], rule, rows)] = -np.inf
    top = np.max(scores, axis=1, keepdims=True, initial=-np.inf)
    if sink is not None:
        top = np.maximum(top, np.asarray(sink, np.float32))
    exponents = np.exp(scores - np.where(np.isfinite(top), top, 0))
    total = exponents.sum(axis=1, keepdims=True)
    if sink is not None:
        total = total + np.exp(np.asarray(sink, np.float32) - top)
    found: Array = np.divide(exponents, total, out=np.zeros_like(exponents), where=total > 0)
    return found


def allowed(queries: int, keys: int, rule: Rule, rows: Array) -> Array:
    """Which keys the queries of some rows see; the last query stands at the last key."""
    query = rows[:, None] + (keys - queries if rule.causal or rule.window or rule.chunk else 0)
    key = np.arange(keys)[None, :]
    seen = np.ones((len(rows), keys), dtype=bool)
    if rule.causal:
        seen &= key <= query
    if rule.window is not None:
        seen &= query - key < rule.window
        seen &= key - query < rule.window
    if rule.chunk is not None:
        seen &= query // rule.chunk == key // rule.chunk
    return seen
