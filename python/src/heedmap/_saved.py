"""What `Figure.save` writes as numbers, and as a page of some of the heads; and how many bytes that will be."""

from __future__ import annotations

import io
import json
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ._arrays import Array
from ._files import safetensors_size, write_safetensors
from ._heads import Heads
from ._metadata import metadata_of, metadata_of_parts
from ._numbers import Bits, Stored
from ._numbers_of import tensors_of
from ._options import check_option
from ._subset import MOST_HEADS, only_heads, only_layers, with_weights

#: The heads of a figure by part; any model but an encoder with a decoder has one part without a name.
Parts = Sequence[tuple[str | None, Heads]]


@dataclass(frozen=True)
class Kept:
    """What is saved of the heads of a figure. See `Figure.save`."""

    part: str | None = None
    layers: Sequence[int] | None = None
    heads: Sequence[Any] | None = None
    bits: Bits | None = None
    most: int | None = None
    weights: bool = False

    def __post_init__(self) -> None:
        check_option("bits", self.bits, [8, 16, 32, None])
        if self.layers is not None and self.heads is not None:
            raise ValueError("heads= names layers and heads: leave layers= out")
        if self.most is not None and (isinstance(self.most, bool) or not isinstance(self.most, (int, np.integer)) or self.most < 1):
            raise ValueError(f"most={self.most!r} is not a whole number above 0, the weights that are kept of each row")

    def given(self) -> list[str]:
        """The options that change what is saved."""
        return [name for name in ("part", "layers", "heads", "bits", "most", "weights") if getattr(self, name) not in (None, False)]

    def of(self, parts: Parts) -> list[tuple[str | None, Heads]]:
        """The heads that are saved. Layers and heads without a part are those of the first part."""
        if self.part is not None or self.heads is not None or self.layers is not None:
            parts = [(None, heads_of_part(parts, self.part))]
        return [(part, self._of_one(heads)) for part, heads in parts]

    def _of_one(self, heads: Heads) -> Heads:
        if self.layers is not None:
            names = sorted({operator.index(layer) for layer in self.layers})
            if not names:
                raise ValueError("layers= is empty: name at least one layer")
            heads = only_layers(heads, [place_of(heads, layer, None)[0] for layer in names])
        if self.heads is not None:
            places = [place_of(heads, *pair_of(each)) for each in self.heads]
            if not 1 <= len(places) <= MOST_HEADS:
                raise ValueError(f"heads= has {len(places)} heads: 1 to {MOST_HEADS} can be saved one by one")
            heads = only_heads(heads, places)
        return with_weights(heads, self.most) if self.weights or self.most is not None else heads


def heads_of_part(parts: Parts, part: str | None) -> Heads:
    """The heads of a part; of the first one without a name."""
    if part is None:
        return parts[0][1]
    found = next((heads for name, heads in parts if name == part), None)
    if found is None:
        names = [repr(name) for name, _ in parts if name is not None]
        raise ValueError(f"part={part!r}, but the figure has {' and '.join(names) or 'no parts'}")
    return found


def pair_of(head: Any) -> tuple[int, int]:
    """A layer and a head."""
    pair = tuple(head) if isinstance(head, (tuple, list, np.ndarray)) else ()
    if len(pair) != 2 or not all(isinstance(each, (int, np.integer)) for each in pair):
        raise ValueError(f"heads has pairs of a layer and a head, such as (2, 9), not {head!r}")
    return int(pair[0]), int(pair[1])


def place_of(heads: Heads, layer: int | None, head: int | None, opened: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """Where a layer and a head are in the arrays; the open ones in place of None."""
    for wanted, names, what in ((layer, heads.layers, "layer"), (head, heads.heads, "head")):
        if wanted is not None and wanted not in names:
            raise ValueError(f"{what}={wanted}, but there are {len(names)}, from {names[0]} to {names[-1]}")
    return (
        opened[0] if layer is None else heads.layers.index(layer),
        opened[1] if head is None else heads.heads.index(head),
    )


def numbers_of(parts: Parts, bits: Bits | None) -> tuple[dict[str, Array], dict[str, str]]:
    """The arrays of a file and its metadata; with `bits`, rounded as in a figure."""
    arrays: dict[str, Array] = {}
    steps: dict[str, Stored] = {}
    for part, heads in parts:
        for name, array in (_given(heads) if bits is None else _rounded(heads, bits, steps, part)).items():
            arrays[name if part is None else f"{part}.{name}"] = array
    named = [(part, heads) for part, heads in parts if part is not None]
    metadata = metadata_of_parts(named) if named else metadata_of(parts[0][1])
    if steps:
        # The page and Python read the bytes by these, and tolerate sums of rows that are off by as much.
        metadata["byte_steps"] = json.dumps({name: {"low": each.low, "step": each.step, "power": each.power} for name, each in steps.items()})
        widest = max(steps.values(), key=lambda each: each.step)
        metadata["heedmap_rounding"] = f"{widest.step} {widest.power}"
    return arrays, metadata


def write_numbers(path: Path, parts: Parts, bits: Bits | None) -> None:
    """Writes a .npz, with a .json of its tokens and metadata beside it, or a .safetensors."""
    for name, content in _files(path, parts, bits).items():
        name.write_bytes(content) if isinstance(content, bytes) else write_safetensors(name, *content)


def numbers_size(path: Path, parts: Parts, bits: Bits | None) -> int:
    """The bytes of what `write_numbers` writes."""
    every = _files(path, parts, bits).values()
    return sum(len(content) if isinstance(content, bytes) else safetensors_size(*content) for content in every)


def _files(path: Path, parts: Parts, bits: Bits | None) -> dict[Path, bytes | tuple[dict[str, Array], dict[str, str]]]:
    """The files by their paths: bytes, or arrays with metadata."""
    if path.suffix.lower() == ".safetensors":
        return {path: numbers_of(parts, bits)}
    if bits == 8:
        raise ValueError(f"{path.name} cannot hold numbers in 8 bits, which need their steps: use .safetensors or .html, or bits=16")
    arrays, metadata = numbers_of(parts, bits)
    archive = io.BytesIO()
    np.savez_compressed(archive, **arrays)  # type: ignore[arg-type]
    return {path: archive.getvalue(), path.with_suffix(".json"): json.dumps(_beside(metadata)).encode()}


def _beside(metadata: Mapping[str, str]) -> dict[str, Any]:
    """The JSON file beside a .npz, which the Models room reads together with it."""
    rest = {key: value for key, value in metadata.items() if key != "tokens"}
    return {**({"tokens": json.loads(metadata["tokens"])} if "tokens" in metadata else {}), "metadata": rest}


def _given(heads: Heads) -> dict[str, Array]:
    """The numbers as they were given, in 16 or 32 bits."""
    if heads.weights is not None:
        return {"attention": _whole([read() for read in heads.weights])}
    assert heads.computed is not None
    found = {"q": _whole([each.q() for each in heads.computed]), "k": _whole([each.k() for each in heads.computed])}
    values = [each.v() for each in heads.computed if each.v is not None]
    return {**found, "v": _whole(values)} if len(values) == len(heads.computed) else found


def _rounded(heads: Heads, bits: Bits, steps: dict[str, Stored], part: str | None) -> dict[str, Array]:
    """The numbers in so many bits. Those of 8 bits are added to `steps`."""
    found = {}
    for each in tensors_of(heads, bits):
        kind = np.dtype(np.uint8 if bits == 8 else f"<f{bits // 8}")
        found[each.name] = np.frombuffer(each.data, kind).reshape(each.shape)
        if bits == 8:
            steps[each.name if part is None else f"{part}.{each.name}"] = each
    return found


def _whole(layers: list[Array]) -> Array:
    stacked = np.stack(layers)
    return stacked if stacked.dtype == np.float16 else stacked.astype(np.float32)
