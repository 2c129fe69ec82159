"""How far weights change if q and k are rounded."""

from __future__ import annotations

import numpy as np

from ._arrays import Array
from ._heads import Heads, QueriesKeys, weights_of
from ._numbers import Stored

#: Up to this many cells in all heads together, the weights are computed before and after rounding; above it, their error is bounded.
_MEASURED = 1 << 25
#: Half the distance of 1 and the next 32-bit float.
_UNIT = 2.0**-24


def weight_error(heads: Heads, q: Stored, k: Stored) -> float:
    """A bound of the difference between the weights of the given and of the stored q and k.

    Up to 33 million cells, the weights are computed from both, and the bound is the largest difference plus what 32-bit arithmetic adds.
    Above, it is proved. If no score of a row changes by more than d, the odds w / (1 - w) of a weight change by a factor from exp(-2d) to
    exp(2d), and w changes most from 1 / (1 + exp(d)) to 1 / (1 + exp(-d)). The difference of these is tanh(d / 2).

    A score q . k changes by (q' - q) . k + q' . (k' - k). By the inequality of Cauchy and Schwarz this is at most |q' - q| |k| + |q'| |k' - k|,
    where |.| is the length of a vector. A softcap does not enlarge differences.
    """
    layers, count, queries, keys = heads.shape
    assert heads.computed is not None
    is_measured = layers * count * queries * keys <= _MEASURED
    error = 0.0
    for at, each in enumerate(heads.computed):
        given, rounded = (each.q(), each.k()), (q.layer(at), k.layer(at))
        for head in range(count):
            pairs = [(qs[head], ks[head * heads.key_heads // count]) for qs, ks in (given, rounded)]
            error = max(error, _error_of(each, head, *pairs, is_measured=is_measured))
    return min(error, 1.0)


def _error_of(
    layer: QueriesKeys, head: int, given: tuple[Array, Array], rounded: tuple[Array, Array], *, is_measured: bool
) -> float:
    rule = layer.rule
    scale = abs(rule.scale) if rule.scale is not None else given[0].shape[-1] ** -0.5
    (q, k), (new_q, new_k) = given, rounded
    key, new_key = _longest(k), _longest(new_k)
    # The error of a sum of products in 32 bits, in any order (Higham 2002, section 3.1), once for each computation: twice here, and in the page.
    arithmetic = q.shape[-1] * _UNIT * scale * (2 * _longest(q) * key + 2 * _longest(new_q) * new_key)
    if not is_measured:
        changed = _lengths(new_q - q) * key + _lengths(new_q) * _longest(new_k - k)
        largest = float(np.fmax.reduce(changed, initial=0.0))
        return float(np.tanh((scale * largest + arithmetic) / 2))
    sink = None if rule.sinks is None else float(rule.sinks[head])
    with np.errstate(invalid="ignore"):
        difference = np.abs(weights_of(new_q, new_k, rule, sink) - weights_of(q, k, rule, sink))
    return float(np.fmax.reduce(difference, axis=None, initial=0.0)) + float(np.tanh(arithmetic / 2))


def _lengths(vectors: Array) -> Array:
    found: Array = np.linalg.norm(vectors.astype(np.float64), axis=-1)
    return found


def _longest(vectors: Array) -> float:
    return float(np.fmax.reduce(_lengths(vectors), initial=0.0))
