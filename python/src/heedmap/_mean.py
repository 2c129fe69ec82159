"""The mean of each head over several texts of one length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from ._arrays import Array
from ._heads import Heads, Layer
from ._heads_in import heads_in, sequences_in
from ._inputs import Given
from ._options import HeadOptions


def mean_in(
    given: Given, options: HeadOptions, *, name: str | None = None, metadata: Mapping[str, str] = MappingProxyType({})
) -> tuple[Heads, bool]:
    """The mean of each head over the sequences of a batch, and whether `capture` kept them; as `heads_in` reads one sequence."""
    count = sequences_in(given, options, metadata)
    every = [heads_in(given, replace(options, batch=batch), name=name, metadata=metadata) for batch in range(count)]
    return mean_of([heads for heads, _ in every], "Sequence"), every[0][1]


def mean_of(every: Sequence[Heads], what: str) -> Heads:
    """The mean weight of each cell, over the texts of the length that most have; of equally many, the one that comes first.

    `what` is what a text is called in the notes.
    """
    shape = Counter(heads.shape[2:] for heads in every).most_common(1)[0][0]
    same = [heads for heads in every if heads.shape[2:] == shape]
    others = [f"{number} ({heads.shape[3]} tokens)" for number, heads in enumerate(every) if heads.shape[2:] != shape]

    def reader(layer: int) -> Layer:
        return lambda: _mean([np.stack([heads.columns(layer, head) for head in range(heads.shape[1])]) for heads in same])

    first = same[0]
    left_out = [f"{what} {', '.join(others)}: left out, because the length differs. They are counted from 0."] if others else []
    return replace(
        first,
        weights=[reader(layer) for layer in range(first.shape[0])],
        computed=None,
        sink_column=first.sinks > 0,
        # Texts have different tokens at a place, except for special ones.
        tokens=first.tokens if all(heads.tokens == first.tokens for heads in same) else [],
        query_tokens=first.query_tokens if all(heads.query_tokens == first.query_tokens for heads in same) else [],
        notes=[f"The mean over {len(same)} of {len(every)} texts, {shape[1]} tokens each.", *left_out],
        rounding=None,
    )


def _mean(arrays: Sequence[Array]) -> Array:
    total = np.zeros(arrays[0].shape)
    for array in arrays:
        total += array
    found: Array = (total / len(arrays)).astype(np.float32)
    return found
