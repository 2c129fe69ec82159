"""The numbers of a figure: how its page holds them, and the files with the numbers as they were given."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import Array
from ._files import write_safetensors
from ._heads import Heads
from ._metadata import are_numbered, metadata_of
from ._numbers import Bits, Stored, error_text, stored
from ._page import deflated

if TYPE_CHECKING:
    from ._figure import Look


def tensors_of(heads: Heads, bits: Bits) -> list[Stored]:
    """The tensors of a page: the weights, or q, k and v."""
    if heads.weights is not None:
        return [stored("attention", (read() for read in heads.weights), bits, has_zero=heads.kind == "difference")]
    assert heads.computed is not None
    found = [
        stored("q", (each.q() for each in heads.computed), bits),
        stored("k", (each.k() for each in heads.computed), bits),
    ]
    values = [each.v for each in heads.computed]
    if all(value is not None for value in values):
        found.append(stored("v", (value() for value in values if value is not None), bits))
    return found


def file_of(heads: Heads, tensors: Sequence[Stored], part: str | None) -> dict[str, Any]:
    """Heads as a file of a figure. The names of tensors say the part of an encoder-decoder model."""
    named = "" if part is None else f"{part}."
    return {
        "name": f"{named}{heads.name}",
        "tensors": [{**tensor.entry(), "name": f"{named}{tensor.name}"} for tensor in tensors],
        "metadata": metadata_of(heads),
        "data": deflated(b"".join(tensor.data for tensor in tensors)),
    }


def renamed(heads: Heads) -> list[str]:
    """Which layers and heads these are, where the page counts others."""
    said = []
    for names, what in ((heads.layers, "layer"), (heads.heads, "head")):
        if what == "layer" and are_numbered(heads):
            continue
        if names != list(range(len(names))):
            renamed = ", ".join(f"{what} {at} is {what} {name} of the model" for at, name in enumerate(names[:8]))
            said.append(f"Here {renamed}{' and so on' if len(names) > 8 else ''}.")
    return said


def decimal(error: float, look: Look) -> str:
    """An error as text, with the decimal sign of the language."""
    text = error_text(error)
    return text if look.language == "en" else text.replace(".", ",")


def write_numbers(path: Path, heads: Heads, ending: str) -> None:
    """Writes a .npz or a .safetensors."""
    arrays: dict[str, Array] = {}
    if heads.weights is not None:
        arrays["attention"] = _whole([read() for read in heads.weights])
    else:
        assert heads.computed is not None
        arrays["q"] = _whole([each.q() for each in heads.computed])
        arrays["k"] = _whole([each.k() for each in heads.computed])
        values = [each.v() for each in heads.computed if each.v is not None]
        if len(values) == len(heads.computed):
            arrays["v"] = _whole(values)
    metadata = metadata_of(heads)
    if ending == ".safetensors":
        write_safetensors(path, arrays, metadata)
        return
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    path.with_suffix(".json").write_text(json.dumps(_beside(heads, metadata)), encoding="utf-8")


def _beside(heads: Heads, metadata: Mapping[str, str]) -> dict[str, Any]:
    """The JSON file beside a .npz, which the Models room reads together with it."""
    rest = {key: value for key, value in metadata.items() if key != "tokens"}
    return {**({"tokens": heads.tokens} if heads.tokens else {}), "metadata": rest}


def _whole(layers: list[Array]) -> Array:
    stacked = np.stack(layers)
    return stacked if stacked.dtype == np.float16 else stacked.astype(np.float32)
