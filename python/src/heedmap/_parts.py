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
    if len(parts) < 2 or options.part is not None and options.part not in parts:
        return [(given, options)]
    if options.part is not None:
        return [(_given_for(given, options.part), options)]
    if options.layers is not None or options.heads is not None:
        return [(_given_for(given, parts[0]), options)]
    # Ids are those of the encoder.
    only_tokens = replace(given, tokens=None, tokenizer=None, input_ids=None, attention_mask=None, inputs=None)
    return [
        (_given_for(only_tokens if part == "decoder" else given, part), replace(options, part=part))
        for part in parts
    ]


def _given_for(given: Given, part: str) -> Given:
    """The arguments of one part of several: `tokens` are those of the encoder, and `query_tokens`, if they are given, those of the decoder."""
    if part == "encoder":
        return replace(given, query_tokens=None)
    if part == "decoder" and given.query_tokens is not None:
        return replace(given, tokens=given.query_tokens, query_tokens=None, tokenizer=None, input_ids=None, attention_mask=None, inputs=None)
    return given
