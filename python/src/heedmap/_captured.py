"""What `capture` keeps: q and k of each layer of a run."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from ._arrays import Array, to_numpy
from ._differential import subtracted
from ._distances import of_pairs, whole
from ._entries import Entries
from ._files import write_safetensors
from ._heads import Rule, allowed, weights_of
from ._layers import arrays_of
from ._masks import added_of, ends_off
from ._read import Found
from ._states import StateRecord
from ._tokens import token_list

#: What the modules of cross attention are called.
CROSS = re.compile(r"cross|encoder_attn|encdec", re.IGNORECASE)


@dataclass
class Record:
    """What one call of an attention module computed with, step by step. Every array is (batch, heads, tokens, size) on the CPU.

    `real`, (batch, keys), says which keys are not padding; None if all are. `length` is the number of keys so far, `last` the last of
    them, and `order` the place of the call among all calls of the run. A module that computes attention several times in one call, as
    for each image of an input, has a record with another `within` for each. `share` is lambda of differential attention, and
    `distances`, (heads, distances), what is added to scores by the distance of key and query.
    """

    name: str
    layer: int | None
    within: int = 0
    q: list[Any] = field(default_factory=list)
    k: list[Any] = field(default_factory=list)
    v: list[Any] = field(default_factory=list)
    weights: list[Any] = field(default_factory=list)
    rule: Rule = field(default_factory=Rule)
    real: Array | None = None
    is_cross: bool = False
    run: int = -1
    order: int = 0
    length: int = 0
    last: Array | None = None
    why: str = ""
    entries: Entries | None = None
    share: float | None = None
    distances: Array | None = None

    def restart(self, run: int, order: int) -> None:
        """Forgets the run before."""
        self.q, self.k, self.v, self.weights = [], [], [], []
        self.real, self.last, self.run, self.order, self.length, self.why = None, None, run, order, 0, ""
        self.entries = self.share = self.distances = None

    def add_values(self, v: Any) -> None:
        """Adds further features to the values of the last step."""
        if self.v:
            last = to_numpy(self.v[-1])
            self.v[-1] = np.hypot(last, to_numpy(norms(v))[:, :, -last.shape[2] :])

    def to_weights(self, why: str) -> None:
        """Puts the weights of the steps so far in the place of their q and k."""
        self.why = why
        if self.q:
            self.weights = [weights_of_record(self)]
            self.q, self.k, self.v, self.distances = [], [], [], None

    def real_of(self, batch: int) -> Array:
        """Which keys of a sequence are not padding, (keys,). Of weights, which may have any mask, only those at the ends are padding."""
        if self.real is None:
            return np.ones(self.weights[-1].shape[3] if self.weights else sum(each.shape[2] for each in self.k), dtype=bool)
        real: Array = self.real[batch % len(self.real)]
        return ends_off(real) if self.weights else real


class Captured:
    """What `capture` kept of the last forward pass or `generate()`; `heedmap.show` shows it.

    Attributes:
        model: The name of the model, or of its class.
        notes: What could not be captured as q and k, in sentences.

    >>> seen = Captured("mine")
    >>> seen.keep(0, q=np.zeros((1, 2, 3, 4)), k=np.zeros((1, 1, 3, 4)), causal=True)  # (batch, heads, tokens, size)
    >>> seen.parts
    ['attention']
    """

    def __init__(self, model: str) -> None:
        self.model = model
        self.notes: list[str] = []
        self._records: dict[Any, Record] = {}
        self._states: dict[str, StateRecord] = {}
        self._run = 0
        self._order = 0

    @property
    def parts(self) -> list[str]:
        """The groups of layers: "encoder", "decoder" and "cross" of an encoder with a decoder, "vision" and "text", else names of modules.

        Where some layers keep a state, have entries, are differential or have biases by distance, "layers" are all layers.
        """
        return [*self._groups(), *(["layers"] if self._is_for_files else [])]

    @property
    def _is_for_files(self) -> bool:
        """Whether some layers are shown whole only as a file for the Models room."""
        return bool(self._states) or any(
            record.entries or record.share is not None or record.distances is not None for record in self._records.values()
        )

    def __repr__(self) -> str:
        groups = self._groups()
        texts = [f"{len(records)} layers of {part}" for part, records in groups.items()]
        groups_text = ", ".join([*texts, *([f"{len(self._states)} layers that keep a state"] if self._states else [])])
        return f"<heedmap.Captured: {self.model}, {groups_text or 'nothing yet'}>"

    def keep(self, layer: int, q: Any, k: Any, v: Any = None, *, name: str = "attention", **rule: Any) -> None:
        """Keeps q and k of a layer, for models that are not of transformers.

        Args:
            layer: The number of the layer.
            q: (batch, heads, queries, size), after RoPE.
            k: (batch, key heads, keys, size), after RoPE.
            v: (batch, key heads, keys, size); only its norms are kept.
            name: Which group of layers it is of, if there are several.
            rule: `scale`, `causal`, `window`, `softcap`, `sinks` and `chunk`, the tokens of a chunk, as `heedmap.show` has them.

        >>> seen = Captured("mine")
        >>> seen.keep(0, np.zeros((1, 2, 3, 4)), np.zeros((1, 2, 3, 4)), causal=True)
        >>> seen
        <heedmap.Captured: mine, 1 layers of attention>
        """
        record = Record(name=name, layer=layer, rule=Rule(**rule), order=len(self._records))
        record.q, record.k = [kept(q)], [kept(k)]
        record.v = [] if v is None else [norms(v)]
        self._records[name, layer] = record

    def save(self, path: str | os.PathLike[str], tokens: Any = None, *, batch: int = 0, part: str | None = None) -> Path:
        """Writes all layers, with those that keep a state, to a `.safetensors` file for the Models room (docs/format.md).

        Args:
            path: The file, which ends in `.safetensors`.
            tokens: One string for each token, with those of padding or without.
            batch: Which sequence, counted from 0.
            part: Which of `parts` is written; None for the first.

        Returns:
            The path.

        Raises:
            ValueError: for another ending, and for what such a file cannot have.

        ```python
        with heedmap.capture(model) as seen:
            model(**inputs)
        seen.save("layers.safetensors", tokenizer.convert_ids_to_tokens(inputs.input_ids[0]))
        ```
        """
        path = Path(path)
        if path.suffix.lower() != ".safetensors":
            raise ValueError(f"{path.name} does not end in .safetensors, which captured layers are written as")
        if not self._is_for_files:
            raise ValueError("No layer keeps a state, has entries, is differential or has biases by distance: `heedmap.show(seen).save(path)` writes q and k")
        arrays, metadata = arrays_of(self, None if tokens is None else token_list(tokens, batch), batch, part)
        write_safetensors(path, arrays, metadata)
        return path

    def _names(self) -> set[str]:
        """The names of the modules whose attention is kept."""
        return {record.name for record in self._records.values()}

    def _groups(self) -> dict[str, list[Record]]:
        """The records of the last run by group, each in the order of its layers."""
        found: dict[tuple[str, int], list[Record]] = {}
        for record in self._records.values():
            if record.q or record.weights:
                found.setdefault((re.sub(r"\d+", "N", record.name), record.within), []).append(record)
        named: dict[str, list[Record]] = {}
        count = len({name for name, _ in found})
        for (name, within), every in found.items():
            # A run may call a module less often than the run before it.
            records = [each for each in every if each.run == max(each.run for each in every)]
            part, number = _part(name, count, records[0].is_cross), f" {within + 1}" if within else ""
            named[part + number if part + number not in named else name + number] = sorted(records, key=_place(records))
        return named

    def _said_of_layers(self) -> list[str]:
        if self._states:
            return [f'{len(self._states)} layers keep a state and are not shown here: part="layers" shows all layers, `seen.save` writes them.']
        if any(record.share is not None for record in self._records.values()):
            return [
                "Heads are pairs, as in differential attention: the weights are softmax − λ softmax of both. part=\"layers\" shows them from q, k "
                "and λ, `seen.save` writes these."
            ]
        if any(record.distances is not None for record in self._records.values()):
            return [
                "Positions add to the scores, by the distance of key and query. part=\"layers\" shows the weights from q, k and these biases, "
                "`seen.save` writes them."
            ]
        if self._is_for_files:
            return [
                "The weight of an entry, a key that stands for several tokens, is shared evenly by these: part=\"layers\" shows the entries, "
                "`seen.save` writes them."
            ]
        return []

    def part_of(self, tokens: int) -> str | None:
        """The first part with so many keys, or one less, because the last token of `generate()` is no key; None if that is the first of all."""
        groups = self._groups()
        lengths = {part: sum(each.shape[2] for each in records[0].k) or records[0].weights[-1].shape[3] for part, records in groups.items()}
        fitting = next((part for part, length in lengths.items() if length in (tokens, tokens - 1)), None)
        return None if fitting == next(iter(groups), None) else fitting

    def found(self, part: str | None, batch: int | None) -> Found:
        """The layers of a part, as `heedmap.show` reads them.

        Raises:
            ValueError: where nothing was captured, or there is no such part.
        """
        groups = self._groups()
        if not groups:
            why = " ".join(self.notes) or "run the model within `with heedmap.capture(model) as seen:`"
            raise ValueError(f"Nothing was captured: {why}")
        if part is not None and part not in groups:
            raise ValueError(f"There is no part {part!r}: there are {', '.join(groups)}")
        chosen = part if part is not None else next(iter(groups))
        records = groups[chosen]
        others = tuple(name for name in groups if name != chosen)
        real = [record.real_of(batch or 0) for record in records]
        is_same = all(np.array_equal(each, real[0]) for each in real)
        # Padding is what no layer sees.
        shown = np.logical_or.reduce(real) if len({len(each) for each in real}) == 1 else None
        common = Found(
            layers=_numbers(records),
            name=self.model,
            others=others,
            keep=None if shown is None or shown.all() else shown,
            crossed=records[0].is_cross or chosen == "cross",
            origin={"model": self.model},
            note=" ".join(dict.fromkeys([*(record.why for record in records if record.why), *self.notes, *self._said_of_layers()])),
        )
        is_difference = any(record.share is not None for record in records)
        if not is_same or is_difference or any(
            record.weights or record.entries or record.distances is not None for record in records
        ):
            steps = [_shown(record) for record in records]
            weights = steps if len({len(each) for each in steps}) == 1 else [[_whole(each)] for each in steps]
            return replace(common, weights=weights, kind="difference" if is_difference else "weights")
        pairs = [
            (_joined(record.q), _joined(record.k), _joined(record.v) if record.v else None) for record in records
        ]
        # What `keep` was given may be one sequence, or have no scale.
        is_captured = all(record.rule.scale is not None and len(record.q[0].shape) == 4 for record in records)
        return replace(common, pairs=_alike(pairs) if is_captured else pairs, rules=[record.rule for record in records])


def _place(records: list[Record]) -> Callable[[Record], int]:
    """By what records are sorted: their layers, or the order of the calls where several have the same layer or one has none."""
    layers = [record.layer for record in records]
    is_numbered = len(set(layers)) == len(layers) and all(layer is not None and layer >= 0 for layer in layers)
    return lambda record: (record.layer or 0) if is_numbered else record.order


def _numbers(records: list[Record]) -> list[int]:
    """The numbers of sorted records: their layers, or 0, 1, 2 where those are in the order of the calls."""
    place = _place(records)
    numbers = [record.layer for record in records]
    return [number or 0 for number in numbers] if numbers == [place(record) for record in records] else list(range(len(records)))


def _part(name: str, count: int, is_cross: bool) -> str:
    if count == 1:
        return "attention"
    if is_cross or CROSS.search(name):
        return "cross"
    if re.search(r"vision|visual|image", name):
        return "vision"
    if re.search(r"(^|\.)encoder\.", name):
        return "encoder"
    return "decoder" if "decoder" in name else "text" if re.search(r"language_model|text_model", name) else name


def kept(tensor: Any) -> Any:
    """A copy on the CPU, in the type that it has."""
    if hasattr(tensor, "detach"):
        here = tensor.detach().cpu()
        return here.clone() if here.device == tensor.device and hasattr(here, "clone") else here
    return np.array(tensor)


def norms(v: Any) -> Any:
    """The norms of values, (batch, key heads, keys, 1)."""
    if hasattr(v, "norm"):
        return v.detach().float().norm(dim=-1, keepdim=True).cpu()
    v = to_numpy(v, "v")
    return np.linalg.norm(np.asarray(v, dtype=np.float32), axis=-1, keepdims=True)


def _joined(steps: list[Any]) -> Any:
    if len(steps) == 1:
        return steps[0]
    return np.concatenate([to_numpy(step) for step in steps], axis=2)


def _alike(pairs: list[tuple[Any, Any, Any]]) -> list[tuple[Any, Any, Any]]:
    """q, k and v of layers that differ in their head sizes or their key heads, with features of 0 and copies of keys, so that they do not.

    The scores are the same, because the rule of a captured layer has its scale.
    """
    sizes, heads = {q.shape[3] for q, _, _ in pairs}, {k.shape[1] for _, k, _ in pairs}
    if len(sizes) == len(heads) == 1:
        return pairs
    size, most = max(sizes), max(heads)

    def like(x: Any, copies: int, width: int) -> Any:
        x = np.repeat(to_numpy(x), copies, axis=1)
        return np.pad(x, ((0, 0), (0, 0), (0, 0), (0, width - x.shape[3])))

    if any(most % count for count in heads):
        return pairs
    return [
        (like(q, 1, size), like(k, most // k.shape[1], size), None if v is None else like(v, most // v.shape[1], v.shape[3]))
        for q, k, v in pairs
    ]


def _shown(record: Record) -> list[Array]:
    """The weights of the steps of a layer, or of all at once."""
    steps: list[Array] = record.weights or [weights_of_record(record)]
    share = record.share
    return steps if share is None else [subtracted(each, share) for each in steps]


def _whole(steps: list[Array]) -> Array:
    """The weights of all steps as one array: the steps before see none of the keys of a later step."""
    keys = steps[-1].shape[3]
    return np.concatenate([np.pad(each, ((0, 0), (0, 0), (0, 0), (0, keys - each.shape[3]))) for each in steps], axis=2)


def weights_of_record(record: Record) -> Array:
    """The weights of a layer, (batch, heads, queries, keys), from its q and k, without padding among the keys."""
    if record.entries is not None:
        return _with_entries(record, record.entries)
    added = None
    if record.real is not None and not record.real.all():
        added = added_of(record.real)[:, None, None]
    if record.distances is not None:
        queries, keys = (sum(each.shape[2] for each in steps) for steps in (record.q, record.k))
        bias = of_pairs(whole(record.distances, keys), queries, keys)[None]
        added = bias if added is None else added + bias
    return weights_in(_joined(record.q), _joined(record.k), record.rule, added)


def _with_entries(record: Record, entries: Entries) -> Array:
    """The same of a layer with entries, whose weights are shared by their tokens."""
    q, k = to_numpy(_joined(record.q)), to_numpy(_joined(record.k))
    queries, keys = q.shape[2], k.shape[2]
    tokens = np.broadcast_to(allowed(queries, keys, record.rule, np.arange(queries)), (len(entries.seen), queries, keys))
    added = added_of(np.concatenate([tokens, entries.seen], axis=2))[:, None]
    rule = replace(record.rule, causal=False, window=None, chunk=None)
    return entries.by_token(weights_in(q, np.concatenate([k, entries.k], axis=2), rule, added))


def weights_in(q: Any, k: Any, rule: Rule, added: Array | None = None, sinks: Any = None) -> Array:
    """The weights of every head, (batch, heads, queries, keys); `added` is broadcast to that and added to the scores.

    `sinks`, (batch, heads, queries, 1), are scores of sinks for each query, in place of those of the rule.
    """
    q, k = to_numpy(q, "q"), to_numpy(k, "k")
    shape = (*q.shape[:3], k.shape[2])
    shared = q.shape[1] // k.shape[1]
    every = None if added is None else np.broadcast_to(added, shape)
    of_queries = None if sinks is None else np.broadcast_to(to_numpy(sinks, "sinks"), (*shape[:3], 1))
    found = np.empty(shape, dtype=np.float32)
    for b, head in np.ndindex(shape[:2]):
        sink: float | Array | None = None if rule.sinks is None else float(rule.sinks[head])
        if of_queries is not None:
            sink = of_queries[b, head]
        found[b, head] = weights_of(
            q[b, head], k[b, head // shared], rule, sink, added=None if every is None else every[b, head]
        )
    return found
