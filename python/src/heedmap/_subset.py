"""Heads of which a reader saves some: layers, chosen heads, or the largest weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ._arrays import Array
from ._heads import Heads, Layer, QueriesKeys
from ._metadata import NO_SINK

#: The most heads that can be chosen one by one, as on the page.
MOST_HEADS = 64


def only_layers(heads: Heads, places: Sequence[int]) -> Heads:
    """The layers at some places, all of their heads."""
    return replace(
        heads,
        shape=(len(places), *heads.shape[1:]),
        layers=[heads.layers[at] for at in places],
        weights=None if heads.weights is None else [heads.weights[at] for at in places],
        computed=None if heads.computed is None else [heads.computed[at] for at in places],
    )


def only_heads(heads: Heads, places: Sequence[tuple[int, int]]) -> Heads:
    """Heads of any layers as one layer, whose `sources` say the layer and the head that each is of the model.

    Where the layers of q and k have different rules, which a layer of a file cannot have, the weights take their place.
    """
    if heads.computed is not None and not _are_alike(heads, [layer for layer, _ in places]):
        note = "The heads are computed by different rules, so their weights are stored."
        return only_heads(replace(with_weights(heads), notes=[*heads.notes, note]), places)
    chosen = replace(
        heads,
        shape=(1, len(places), *heads.shape[2:]),
        layers=[0],
        heads=list(range(len(places))),
        sources=[(heads.layers[layer], heads.heads[head]) for layer, head in places],
    )
    if heads.weights is not None:
        return replace(chosen, weights=[_stacked([(heads.weights[layer], head) for layer, head in places])])
    assert heads.computed is not None
    layers = [heads.computed[layer] for layer, _ in places]
    groups = [head * heads.key_heads // heads.shape[1] for _, head in places]
    values = [(each.v, group) for each, group in zip(layers, groups) if each.v is not None]
    has_sinks = any(each.rule.sinks is not None for each in layers)
    sinks = [NO_SINK if each.rule.sinks is None else each.rule.sinks[head] for each, (_, head) in zip(layers, places)]
    only = QueriesKeys(
        q=_stacked([(each.q, head) for each, (_, head) in zip(layers, places)]),
        k=_stacked([(each.k, group) for each, group in zip(layers, groups)]),
        v=_stacked(values) if len(values) == len(layers) else None,
        rule=replace(layers[0].rule, sinks=np.array(sinks) if has_sinks else None),
    )
    return replace(chosen, computed=[only], key_heads=len(places))


def with_weights(heads: Heads, most: int | None = None) -> Heads:
    """Weights in place of q and k, a learned sink as their first column. Of each row, only the `most` largest are kept."""

    def reader(layer: int) -> Layer:
        return lambda: largest_of_rows(np.stack([heads.columns(layer, head) for head in range(heads.shape[1])]), most)

    return replace(
        heads, weights=[reader(layer) for layer in range(heads.shape[0])], computed=None, sink_column=heads.sinks > 0, is_cut=most is not None
    )


def largest_of_rows(weights: Array, most: int | None) -> Array:
    """The largest weights of each row, and 0 in place of the others; of equal ones, those of the earlier keys. Missing weights stay.

    >>> largest_of_rows(np.array([[0.2, 0.3, 0.3, 0.2], [np.nan, 0.0, 0.5, 0.5]]), 1).tolist()
    [[0.0, 0.3, 0.0, 0.0], [nan, 0.0, 0.5, 0.0]]
    """
    if most is None or most >= weights.shape[-1]:
        return weights
    order = np.argsort(-weights, axis=-1, kind="stable")
    rest = np.take_along_axis(weights, order[..., most:], axis=-1)
    found = weights.copy()
    np.put_along_axis(found, order[..., most:], np.where(np.isnan(rest), rest, 0), axis=-1)
    return found


def _are_alike(heads: Heads, layers: Sequence[int]) -> bool:
    assert heads.computed is not None
    rules = [heads.computed[layer].rule for layer in layers]
    return all(rule.same(rules[0]) for rule in rules)


def _stacked(readers: Sequence[tuple[Layer, int]]) -> Layer:
    """A layer of the heads of several."""
    return lambda: np.stack([read()[head] for read, head in readers])
