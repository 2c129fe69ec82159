"""The parts of an encoder-decoder model that a figure has."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from ._captured import Captured
from ._inputs import Given
from ._options import HeadOptions
from ._read import Part, parts_of_output


def parts_shown(given: Given, options: HeadOptions) -> list[tuple[Given, HeadOptions]]:
    """The arguments and options of each part that a figure has: of all parts, unless the caller chooses among parts, layers or heads."""
    there = given.x.parts if isinstance(given.x, Captured) else parts_of_output(given.x)
    # The page lets its reader choose between these.
    parts = [part for part in there if part in get_args(Part)]
    is_chosen = any(each is not None for each in (options.part, options.layers, options.heads))
    if is_chosen or len(parts) < 2:
        return [(given, options)]
    return [(_given_for(given, part), replace(options, part=part)) for part in parts]


def _given_for(given: Given, part: str) -> Given:
    """The arguments of one part of several: `tokens` are those of the encoder, and `query_tokens` those of the decoder."""
    if part == "encoder":
        return replace(given, query_tokens=None)
    if part == "decoder":
        return replace(given, tokens=given.query_tokens, query_tokens=None, tokenizer=None, input_ids=None, attention_mask=None, inputs=None)
    return replace(given, attention_mask=None)
