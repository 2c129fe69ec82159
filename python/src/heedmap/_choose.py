"""The heads of one sequence: what is chosen of the attention that was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ._arrays import Array, part_of, shape_of, shape_text, to_numpy
from ._heads import Heads, QueriesKeys, Rule
from ._kinds import softmax
from ._read import Found
from ._rope import rotated, scaled


@dataclass(frozen=True)
class Choice:
    """Which sequence of a batch, which layers and heads, and which tokens are kept."""

    batch: int | None = None
    layers: Sequence[int] | None = None
    heads: Sequence[int] | None = None
    keep_keys: Array | None = None
    keep_queries: Array | None = None


def batch_of(found: Found) -> int:
    """How many sequences there are."""
    layers = found.pairs if found.weights is None else found.weights
    if not layers:
        raise ValueError("There are 0 layers of heads: the array is empty")
    shape = shape_of(layers[0][0])
    return shape[0] if len(shape) == 4 else 1


def heads_of(found: Found, choice: Choice, rule: Rule) -> Heads:
    """Found attention as heads of one sequence."""
    if found.weights is not None:
        return _weights(found, choice)
    return _computed(found, choice, rule)


def _weights(found: Found, choice: Choice) -> Heads:
    assert found.weights is not None
    shapes = [[_three(shape_of(step), layer) for step in steps] for layer, steps in enumerate(found.weights)]
    first = shapes[0]
    for layer, each in enumerate(shapes):
        if each != first:
            raise ValueError(
                f"Layer {layer} has the shape {shape_text(each[0])} (heads, queries, keys), but layer 0 has {shape_text(first[0])}"
            )
    heads, _, keys = first[-1]
    queries = sum(step[1] for step in first)
    if any(step[0] != heads or step[2] > keys for step in first):
        raise ValueError(f"The steps do not fit each other: {', '.join(shape_text(step) for step in first[:4])}")
    names = found.layers or list(range(len(shapes)))
    chosen = _chosen(names, choice.layers, "layer")
    kept = _chosen(list(range(heads)), choice.heads, "head")
    queries_at = np.arange(queries) if choice.keep_queries is None else np.flatnonzero(choice.keep_queries)
    keys_at = np.arange(keys) if choice.keep_keys is None else np.flatnonzero(choice.keep_keys)

    def reader(steps: list[Any]) -> Callable[[], Array]:
        def read() -> Array:
            arrays = [_slice(step, choice.batch, "The attention") for step in steps]
            if found.kind == "scores":
                arrays = [softmax(array) for array in arrays]
            whole = arrays[0]
            if len(arrays) > 1:
                whole = np.zeros((heads, queries, keys), dtype=np.float32)
                row = 0
                for array in arrays:
                    whole[:, row : row + array.shape[1], : array.shape[2]] = array
                    row += array.shape[1]
            if choice.heads is not None:
                whole = whole[kept]
            if len(queries_at) < queries or len(keys_at) < keys:
                whole = whole[:, queries_at][:, :, keys_at]
            return whole

        return read

    return Heads(
        shape=(len(chosen), len(kept), len(queries_at), len(keys_at)),
        name=found.name,
        weights=[reader(found.weights[at]) for at in chosen],
        layers=[names[at] for at in chosen],
        heads=kept,
        notes=[found.note] if found.note else [],
        origin=found.origin,
        kind="difference" if found.kind == "difference" else "weights",
    )


def _slice(array: Any, batch: int | None, what: str) -> Array:
    """One sequence of an array: three axes. It is cut before it is copied to the CPU."""
    shape = shape_of(array)
    if len(shape) == 4:
        array = part_of(array, batch or 0)
    numbers = to_numpy(array, what)
    return numbers[None] if numbers.ndim == 2 else numbers


def _three(shape: tuple[int, ...], layer: int) -> tuple[int, int, int]:
    if len(shape) not in (2, 3, 4) or 0 in shape:
        raise ValueError(
            f"Layer {layer} has the shape {shape_text(shape)}, not (batch, heads, queries, keys), (heads, queries, keys) or (queries, keys)"
        )
    heads, queries, keys = (1, *shape)[-3:] if len(shape) == 2 else shape[-3:]
    return heads, queries, keys


def _chosen(names: list[int], wanted: Sequence[int] | None, what: str) -> list[int]:
    """The places of the layers or heads that are wanted."""
    if wanted is None:
        return list(range(len(names)))
    if not isinstance(wanted, Iterable):
        raise TypeError(f"{what}s={wanted!r} is not a list: pass {what}s=[{wanted!r}]")
    places = []
    for each in wanted:
        if each < 0:
            each = names[each] if -each <= len(names) else each
        if each not in names:
            raise ValueError(f"There is no {what} {each}: there are {len(names)}, from {names[0]} to {names[-1]}")
        places.append(names.index(each))
    if not places:
        raise ValueError(f"{what}s= is empty: name at least one {what}")
    return places


def _computed(found: Found, choice: Choice, rule: Rule) -> Heads:
    assert found.pairs is not None
    names = found.layers or list(range(len(found.pairs)))
    chosen = _chosen(names, choice.layers, "layer")
    computed, shapes = [], []
    for at in chosen:
        q, k, v = found.pairs[at]
        (heads, queries, size), (key_heads, keys, other) = (
            _projected(shape_of(each), found.tokens_first, what) for each, what in ((q, "q"), (k, "k"))
        )
        if size != other:
            beside = len(shape_of(q)) <= 3 and size % other == 0
            hint = ". If heads stand side by side in them, pass num_heads= and num_key_heads=" if beside else ""
            raise ValueError(f"A query has {size} features and a key {other}: q is {shape_text(shape_of(q))}, k is {shape_text(shape_of(k))}{hint}")
        if key_heads == 0 or heads % key_heads:
            raise ValueError(f"{heads} heads of q cannot share {key_heads} heads of k: q is {shape_text(shape_of(q))}, k is {shape_text(shape_of(k))}")
        shapes.append((heads, key_heads, queries, keys, size))
        computed.append((q, k, v))
    if len(set(shapes)) > 1:
        other = next(at for at, shape in enumerate(shapes) if shape != shapes[0])
        raise ValueError(
            f"Layers {names[chosen[0]]} and {names[chosen[other]]} differ in (heads, key heads, queries, keys, size): {shapes[0]} and {shapes[other]}"
        )
    heads, key_heads, queries, keys, size = shapes[0]
    kept = _chosen(list(range(heads)), choice.heads, "head")
    shared = heads // key_heads
    groups = [head // shared for head in kept]
    whole = choice.heads is None

    if found.rules is not None and len(found.rules) != len(found.pairs):
        missing = len(found.rules) < len(found.pairs)
        said = f"the rule of layer {names[len(found.rules)]} is missing" if missing else f"there are {len(found.rules)} rules"
        raise ValueError(f"{said[0].upper()}{said[1:]}: q has {len(found.pairs)} layers")

    def reader(array: Any, places: list[int] | None, keep: Array | None, what: str, rule: Rule) -> Callable[[], Array]:
        # A cache holds the keys before the queries.
        first = keys - queries if rule.causal else 0

        def read() -> Array:
            numbers = _slice(array, choice.batch, what)
            if found.tokens_first and len(shape_of(array)) >= 3:
                numbers = np.swapaxes(numbers, 0, 1)
            if rule.rope is not None and what != "v":
                numbers = rotated(numbers, rule.rope, first if what == "q" else 0, keys)
            if rule.tuning is not None and what == "q":
                numbers = scaled(numbers, rule.tuning, first)
            if places is not None:
                numbers = numbers[places]
            return numbers if keep is None else numbers[:, keep]

        return read

    return Heads(
        shape=(
            len(chosen),
            len(kept),
            queries if choice.keep_queries is None else int(choice.keep_queries.sum()),
            keys if choice.keep_keys is None else int(choice.keep_keys.sum()),
        ),
        name=found.name,
        computed=[
            QueriesKeys(
                q=reader(q, None if whole else kept, choice.keep_queries, "q", own),
                k=reader(k, None if whole else groups, choice.keep_keys, "k", own),
                v=None if v is None else reader(v, None if whole else groups, choice.keep_keys, "v", own),
                rule=_rule(own, names, at, heads, None if whole else kept),
            )
            for at, (q, k, v) in zip(chosen, computed)
            for own in [found.rules[at] if found.rules else rule]
        ],
        key_heads=key_heads if whole else len(kept),
        size=size,
        layers=[names[at] for at in chosen],
        heads=kept,
        notes=[*([found.note] if found.note else []), *_left_values([names[at] for at in chosen], [v is not None for _, _, v in computed])],
        origin=found.origin,
    )


def _left_values(layers: list[int], has_values: list[bool]) -> list[str]:
    """What is said of layers with v, if others have none: a figure has v of all layers or of none."""
    if all(has_values) or not any(has_values):
        return []
    with_values, without = ([at for at, has in zip(layers, has_values) if has == wanted] for wanted in (True, False))
    are, have = ("layer", "has") if len(without) == 1 else ("layers", "have")
    return [
        f"v of layer{'s' * (len(with_values) > 1)} {', '.join(map(str, with_values))} is ignored, because {are} {', '.join(map(str, without))} "
        f"{have} no v."
    ]


def _rule(rule: Rule, names: list[int], layer: int, heads: int, kept: list[int] | None) -> Rule:
    """A rule for vectors that are rotated and scaled, with the sinks of a layer and of the heads that are kept."""
    rule = replace(rule, rope=None, tuning=None)
    if rule.sinks is None:
        return rule
    sinks = rule.sinks
    if sinks.ndim == 2:
        if layer >= len(sinks):
            raise ValueError(f"The sinks of layer {names[layer]} are missing: q has {len(names)} layers, and there are sinks of {len(sinks)}")
        sinks = sinks[layer]
    if len(sinks) != heads:
        raise ValueError(f"There are {len(sinks)} sinks, but {heads} heads")
    return replace(rule, sinks=sinks if kept is None else sinks[kept])


def _projected(shape: tuple[int, ...], tokens_first: bool, what: str) -> tuple[int, int, int]:
    if len(shape) not in (2, 3, 4) or 0 in shape:
        order = "(batch, tokens, heads, size)" if tokens_first else "(batch, heads, tokens, size)"
        raise ValueError(f"{what} has the shape {shape_text(shape)}, not {order} or the same without axes in front")
    if len(shape) == 2:
        return 1, shape[0], shape[1]
    first, second, size = shape[-3:]
    return (second, first, size) if tokens_first else (first, second, size)
