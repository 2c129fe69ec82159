"""Differential attention of captured layers: one softmax minus a share of another (docs/format.md)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arrays import Array, to_numpy

_FACTORS = ("lambda_q1", "lambda_k1", "lambda_q2", "lambda_k2")


def lambda_in(name: str, module: Any, q: Any) -> float | None:
    """What a layer multiplies the second softmax of each pair of heads by, as DiffLlama computes it; None if it subtracts nothing.

    Raises:
        ValueError: for a number of heads that cannot be paired.
    """
    if not all(hasattr(module, each) for each in (*_FACTORS, "lambda_init")):
        return None
    if q.shape[1] % 2:
        raise ValueError(f"{name} has {q.shape[1]} heads of differential attention, which cannot be paired")
    # The model rounds both to the type of its queries.
    typed = getattr(q, "new_tensor", np.float32)
    products = (getattr(module, _FACTORS[at]) * getattr(module, _FACTORS[at + 1]) for at in (0, 2))
    first, second = (typed(float(np.exp(to_numpy(product).sum(dtype=np.float32)))) for product in products)
    return float(first - second + module.lambda_init)


def subtracted(weights: Array, share: float) -> Array:
    """The difference of the heads of both halves, (batch, pairs, queries, keys): head h subtracts from head h that of h + pairs.

    >>> subtracted(np.array([0.5, 1.0]).reshape(1, 2, 1, 1), 0.25).tolist()
    [[[[0.25]]]]
    """
    first, second = np.split(weights, 2, axis=1)
    return first - np.float32(share) * second


def arrays_of_pairs(arrays: dict[str, Array], share: float) -> dict[str, Array]:
    """The arrays of a file from q, and k and v (batch, heads or fewer, tokens, size), whose heads are pairs."""
    q = arrays["q"]
    heads = q.shape[1]
    split: dict[str, Array] = {name: np.repeat(arrays[name], heads // arrays[name].shape[1], axis=1) for name in ("q", "k", "v") if name in arrays}
    found = {name: array[:, : heads // 2] for name, array in split.items()}
    found |= {f"{name}_subtracted": split[name][:, heads // 2 :] for name in ("q", "k")}
    return {**found, "lambda": np.full((len(q), heads // 2, q.shape[2]), share, np.float32)}
