"""The numbers of a figure, as its page holds them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._heads import Heads
from ._metadata import are_numbered, metadata_of
from ._numbers import Bits, Stored, error_text, stored
from ._page import deflated

if TYPE_CHECKING:
    from ._look import Look


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
