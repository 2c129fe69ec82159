"""Whether the weights that `capture` keeps of a call are those that the model used: times the values, they must be its output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import Array, to_numpy
from ._heads import weights_of
from ._masks import added_of

if TYPE_CHECKING:
    from ._captured import Record

#: How far apart a number and the same number of another implementation may be, as a share: 32 bits may be multiplied with 11.
_ROUNDING = {"bfloat16": 2.0**-7, "float16": 2.0**-10}
#: What attention is passed, besides q, k, v and the mask, that weights follow from or that does not change them.
_KNOWN = (
    "scaling", "dropout", "softcap", "sliding_window", "is_causal", "s_aux", "sinks", "position_bias", "indices", "block_indices", "position_ids",
    "cu_seq_lens_q", "cu_seq_lens_k", "max_length_q", "max_length_k", "deterministic", "output_attentions", "use_cache", "cache_position",
)


def check_output(record: Record, q: Any, k: Any, v: Any, output: Any, given: dict[str, Any]) -> None:
    """Compares two rows of the first and the last sequence, in every head, in the first two steps of a run.

    Raises:
        ValueError: if they differ by more than rounding; the message names the layer and what it was passed.
    """
    heads, queries, keys = q.shape[1], q.shape[2], k.shape[2]
    if len(record.weights or record.q) > 2 or record.entries is not None or given.get("dropout"):
        return
    if tuple(getattr(output, "shape", ())) != (q.shape[0], queries, heads, v.shape[3]):
        return
    rounding = _ROUNDING.get(str(q.dtype).rpartition(".")[2], 2.0**-10)
    for batch in sorted({0, q.shape[0] - 1}):
        real = record.real_of(batch)[-keys:]
        # Rows of padding may be anything.
        rows = np.arange(queries) if record.is_cross or queries > len(real) else np.flatnonzero(real[-queries:])
        own_q, own_k, values = (to_numpy(each[batch]) for each in (q, k, v))
        for row in sorted({int(rows[len(rows) // 2]), int(rows[-1])} if len(rows) else ()):
            weights, largest = _row(record, own_q, own_k, batch, row, real)
            expected = np.stack([weights[head] @ values[head * len(values) // heads] for head in range(heads)])
            found = to_numpy(output[batch, row])
            # An error of a score is a share of its weight.
            most = float(np.abs(values).max(initial=0)) * (np.expm1(min(2 * rounding * (largest + 1), 2.0)) + 4 * rounding)
            is_seen = weights.sum(axis=1) > 0
            if not (np.abs(expected - found)[is_seen] <= most).all():
                raise ValueError(_different(record, given))


def _row(record: Record, q: Array, k: Array, batch: int, row: int, real: Array) -> tuple[Array, float]:
    """The weights of a query in each head, (heads, keys), and its largest score without masks."""
    scale = record.rule.scale or 1.0
    shared = len(q) // len(k)
    every = np.repeat(k, shared, axis=0)
    largest = float(np.abs(np.einsum("hd,hkd->hk", q[:, row], every)).max(initial=0)) * scale
    if record.weights:
        step = record.weights[-1]
        return step[batch % len(step)][:, row, -k.shape[1] :], largest
    sinks = record.rule.sinks
    added = [None if real.all() else added_of(real)[None]] * len(q)
    if record.distances is not None:
        # The last query is at the last key.
        start = q.shape[1] - 1 - row
        biases = record.distances[:, None, start : start + k.shape[1]]
        largest += float(np.abs(biases).max(initial=0))
        added = [bias if own is None else own + bias for own, bias in zip(added, biases, strict=True)]
    rows = [
        weights_of(q[head], every[head], record.rule, None if sinks is None else float(sinks[head]), query=row, added=added[head])[0]
        for head in range(len(q))
    ]
    return np.stack(rows), largest


def _different(record: Record, given: dict[str, Any]) -> str:
    unknown = [name for name, value in given.items() if name not in _KNOWN and value is not None]
    also = f"; it also passes {', '.join(sorted(unknown))}" if unknown else ""
    return (
        f"{record.name} cannot be captured: the weights that follow from its q, k, mask and scale, times its values, are not what it "
        f"computes{also}. attn_implementation=\"eager\" with output_attentions=True may return its weights"
    )
