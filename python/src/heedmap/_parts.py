"""The parts of an encoder-decoder model that a figure has."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ._captured import Captured
from ._inputs import Given
from ._options import HeadOptions
from ._read import parts_of_output

#: The parts between which the page lets its reader choose.
_PARTS = ("encoder", "decoder", "cross")


def parts_shown(x: Any, options: HeadOptions) -> list[HeadOptions]:
    """The options of each part that a figure has: all parts, unless the caller chooses among parts, layers or heads."""
    there = x.parts if isinstance(x, Captured) else parts_of_output(x)
    parts = [part for part in there if part in _PARTS]
    if len(parts) < 2 or options.given("batch", "kind", "causal", "scale", "window", "softcap", "num_heads", "num_key_heads"):
        return [options]
    return [replace(options, part=part) for part in parts]


def given_for(given: Given, part: str | None, is_one_of_several: bool) -> Given:
    """The arguments of one part of several: `tokens` are those of the encoder, and `query_tokens` those of the decoder."""
    if not is_one_of_several:
        return given
    if part == "encoder":
        return replace(given, query_tokens=None)
    if part == "decoder":
        return replace(given, tokens=given.query_tokens, query_tokens=None, tokenizer=None, input_ids=None, attention_mask=None, inputs=None)
    return replace(given, attention_mask=None)
