"""Captured layers as a file: those of a softmax, with entries or without, and those that keep a state (docs/format.md)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import Array, to_numpy
from ._differential import arrays_of_pairs
from ._distances import whole
from ._masks import is_run
from ._metadata import _said, sinks_of

if TYPE_CHECKING:
    from ._captured import Captured, Record
    from ._states import StateRecord


def arrays_of(seen: Captured, tokens: list[str] | None, batch: int, part: str | None = None) -> tuple[dict[str, Array], dict[str, str]]:
    """The arrays and the metadata of all layers of a run, without padding.

    Arrays are numbered in the order in which their layers run. A layer with both attention and a state is two, the attention first.

    Raises:
        ValueError: for what a file cannot have beside states: a batch that does not exist, weights in place of q and k, learned sinks,
            or padding that differs.
    """
    states = list(seen._states.values())
    groups = seen._groups()
    if part is not None and part not in groups:
        raise ValueError(f"There is no part {part!r}: there are {', '.join(groups)}")
    softmax = groups[part or next(iter(groups))] if groups else []
    layers: list[tuple[int, int, Any]] = [(record.layer or 0, 0, record) for record in softmax]
    layers += [(state.layer, 1, state) for state in states]
    layers.sort(key=lambda each: each[:2])
    keep = _kept(states, softmax, batch)
    arrays: dict[str, Array] = {}
    rules: list[dict[str, Any]] = []
    for at, (layer, is_state, record) in enumerate(layers):
        found, rule = _of_state(record) if is_state else _of_softmax(record, layer)
        for name, array in found.items():
            if name == "relative_bias":
                arrays[f"layers.{at}.{name}"] = _cut(array, keep, layer)
                continue
            if array.shape[0] <= batch:
                raise ValueError(f"batch={batch}, but there are {array.shape[0]} sequences")
            kept = array[batch] if name == "k_compressed" else array[batch][:, keep]
            arrays[f"layers.{at}.{name}"] = np.ascontiguousarray(kept, dtype=np.int32 if name == "selected" else np.float32)
        rules.append(rule)
        if states and not is_state and record.rule.sinks is not None:
            raise ValueError(f"Layer {layer} has learned sinks, which a file with layers that keep a state cannot have")
    metadata = {"heedmap": "1", "model": seen.model, "rope": "applied", "layout": "(heads, tokens, size)", "rules": json.dumps(rules)}
    numbers = [layer for layer, _, _ in layers]
    if numbers != list(range(len(numbers))) and len(set(numbers)) == len(numbers):
        # Other layers of the model mix no tokens.
        metadata["layers"] = json.dumps(numbers)
    metadata.update(sinks_of([record.rule for _, is_state, record in layers if not is_state]))
    if tokens is not None:
        # The last token of `generate` was never a key.
        whole = tokens[: len(keep)] if len(tokens) == len(keep) + 1 else tokens
        metadata["tokens"] = json.dumps([each for each, real in zip(whole, keep) if real] if len(whole) == len(keep) else whole)
    return arrays, metadata


def _kept(states: list[StateRecord], softmax: list[Record], batch: int) -> Array:
    """Which tokens are not padding."""
    every = [state.real[batch % len(state.real)] for state in states if state.real is not None]
    every += [record.real_of(batch) for record in softmax]
    keep: Array = every[0]
    if any(not np.array_equal(each, keep) for each in every):
        raise ValueError("The layers do not have the same tokens or the same padding, so they cannot be in one file")
    if states and not is_run(keep):
        raise ValueError(f"{states[0].name}: its state decays at the padding between tokens, so the tokens alone do not give its map")
    return keep


def _cut(table: Array, keep: Array, layer: int) -> Array:
    """The biases of the distances of the tokens that are kept."""
    if not is_run(keep):
        raise ValueError(f"Layer {layer}: positions add to its scores, and there is padding between the tokens, so their distances are not known")
    tokens, kept = len(keep), int(keep.sum())
    return np.ascontiguousarray(whole(table, tokens)[:, tokens - kept : tokens + kept - 1], dtype=np.float32)


def _of_state(record: StateRecord) -> tuple[dict[str, Array], dict[str, Any]]:
    return record.joined(), {"kind": record.kind}


def _of_softmax(record: Record, layer: int) -> tuple[dict[str, Array], dict[str, Any]]:
    if record.weights:
        raise ValueError(f"Layer {layer}: {record.why or 'its weights were kept in place of q and k, which a file beside states cannot have'}")
    joined = {name: np.concatenate([to_numpy(step) for step in getattr(record, name)], axis=2) for name in ("q", "k", "v") if getattr(record, name)}
    if record.share is not None:
        return arrays_of_pairs(joined, record.share), {"kind": "differential", **_said(record.rule)}
    rule = {"kind": "softmax", **_said(record.rule)}
    if record.distances is not None:
        joined["relative_bias"] = record.distances
    if record.entries is None:
        return joined, rule
    picks = record.entries.picks()
    joined |= {"k_compressed": record.entries.k, **({} if picks is None else {"selected": picks})}
    return joined, {**rule, "compress_rate": record.entries.m}
