"""What `capture` keeps: q and k of each layer of a run."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ._arrays import Array, to_numpy
from ._heads import Rule, weights_of
from ._read import Found

#: What the modules of cross attention are called.
CROSS = re.compile(r"cross|encoder_attn|encdec", re.IGNORECASE)


@dataclass
class Record:
    """What one attention module computed with, step by step. Every array is (batch, heads, tokens, size) on the CPU."""

    name: str
    layer: int
    q: list[Any] = field(default_factory=list)
    k: list[Any] = field(default_factory=list)
    v: list[Any] = field(default_factory=list)
    weights: list[Any] = field(default_factory=list)
    rule: Rule = field(default_factory=Rule)
    keep: Any = None
    run: int = -1
    length: int = 0
    why: str = ""

    def restart(self, run: int) -> None:
        """Forgets the run before."""
        self.q, self.k, self.v, self.weights = [], [], [], []
        self.keep, self.run, self.length, self.why = None, run, 0, ""


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
        self._run = 0

    @property
    def parts(self) -> list[str]:
        """The groups of layers: "encoder", "decoder" and "cross" of an encoder with a decoder, else names of modules."""
        return list(self._groups())

    def __repr__(self) -> str:
        groups = self._groups()
        groups_text = ", ".join(f"{len(records)} layers of {part}" for part, records in groups.items())
        return f"<heedmap.Captured: {self.model}, {groups_text or 'nothing yet'}>"

    def keep(self, layer: int, q: Any, k: Any, v: Any = None, *, name: str = "attention", **rule: Any) -> None:
        """Keeps q and k of a layer, for models that are not of transformers.

        Args:
            layer: The number of the layer.
            q: (batch, heads, queries, size), after RoPE.
            k: (batch, key heads, keys, size), after RoPE.
            v: (batch, key heads, keys, size); only its norms are kept.
            name: Which group of layers it is of, if there are several.
            rule: `scale`, `causal`, `window`, `softcap` and `sinks`, as `heedmap.show` has them.

        >>> seen = Captured("mine")
        >>> seen.keep(0, np.zeros((1, 2, 3, 4)), np.zeros((1, 2, 3, 4)), causal=True)
        >>> seen
        <heedmap.Captured: mine, 1 layers of attention>
        """
        record = Record(name=name, layer=layer, rule=Rule(**rule))
        record.q, record.k = [kept(q)], [kept(k)]
        record.v = [] if v is None else [norms(v)]
        self._records[name, layer] = record

    def _groups(self) -> dict[str, list[Record]]:
        """The records by group, each in the order of its layers."""
        found: dict[str, list[Record]] = {}
        for record in self._records.values():
            if record.q or record.weights:
                found.setdefault(re.sub(r"\d+", "N", record.name), []).append(record)
        named: dict[str, list[Record]] = {}
        for name, records in found.items():
            part = _part(name, len(found))
            named[part if part not in named else name] = sorted(records, key=lambda each: each.layer)
        return named

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
        keep = records[0].keep
        mask = None if keep is None else np.asarray(keep[(batch or 0) if len(keep) > 1 else 0])
        if mask is not None:
            # What was generated after the step that said it is not padding.
            mask = np.pad(mask, (0, max(0, records[0].length - len(mask))), constant_values=True)
        common = Found(
            layers=[record.layer for record in records],
            name=self.model,
            others=others,
            keep=mask,
            crossed=chosen == "cross",
            origin={"model": self.model},
            note=" ".join(dict.fromkeys(record.why for record in records if record.why)),
        )
        if any(record.weights for record in records):
            return replace(common, weights=[record.weights or [_weights_of(record)] for record in records])
        pairs = [
            (_joined(record.q), _joined(record.k), _joined(record.v) if record.v else None) for record in records
        ]
        return replace(common, pairs=pairs, rules=[record.rule for record in records])


def _part(name: str, count: int) -> str:
    if count == 1:
        return "attention"
    if CROSS.search(name):
        return "cross"
    if re.search(r"vision|visual|image", name):
        return "vision"
    return "encoder" if re.search(r"(^|\.)encoder\.", name) else "decoder" if "decoder" in name else name


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


def _weights_of(record: Record) -> Array:
    """The weights of a layer, (batch, heads, queries, keys), from its q and k."""
    q, k = to_numpy(_joined(record.q)), to_numpy(_joined(record.k))
    shared = q.shape[1] // k.shape[1]
    sinks = record.rule.sinks
    return np.stack([
        np.stack([
            weights_of(q[b, head], k[b, head // shared], record.rule, None if sinks is None else float(sinks[head]))
            for head in range(q.shape[1])
        ])
        for b in range(q.shape[0])
    ])
