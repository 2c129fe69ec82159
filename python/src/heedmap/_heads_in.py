"""From what a caller has to the heads of one sequence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from ._arrays import Array, is_array, shape_of
from ._captured import Captured
from ._choose import Choice, batch_of, heads_of
from ._heads import Heads, Rule
from ._inputs import Given
from ._kinds import sums_to_one
from ._metadata import is_tokens_first, layers_in, metadata_for, origin_of, rule_of, rules_of, saved_as, settings_of, unknown_keys
from ._options import HeadOptions
from ._read import find, parts_of_output, split_heads
from ._rope import OfPage
from ._segments import said_of
from ._tokens import fitted, ids_of, kept, place_of_sequence, token_list, tokens_of, unpadded


def heads_in(
    given: Given, options: HeadOptions = HeadOptions(), *, name: str | None = None, metadata: Mapping[str, str] = MappingProxyType({})
) -> tuple[Heads, bool]:
    """The heads of one sequence with their tokens, and whether `capture` kept them.

    `given` is prepared (`_inputs.prepared`), and `metadata` is that of a file.
    """
    # The mean of a batch is read one sequence after the other (`_mean.py`).
    batch, kind = None if options.batch == "mean" else options.batch, options.kind
    x, tokens, query_tokens = given.x, given.tokens, given.query_tokens
    tokenizer, input_ids, attention_mask = given.tokenizer, given.input_ids, given.attention_mask
    count, of_keys, lengths = settings_of(metadata)
    num_heads, num_key_heads = options.num_heads or count, options.num_key_heads or of_keys
    if isinstance(x, Mapping):
        tokens = x.get("tokens") if tokens is None and input_ids is None else tokens
        mask = x.get("attention_mask") if attention_mask is None else None
        if is_array(mask) and len(shape_of(mask)) <= 2:
            attention_mask = mask
    x = split_heads(x, num_heads, num_key_heads)
    if isinstance(x, Captured):
        # Of a model that reads a picture and a text, the tokens are those of the text.
        found = x.found(options.part or x.part_of(_count(given, batch)), batch)
    else:
        found = find(x, options.part)
    if metadata:
        tokens_first = is_tokens_first(metadata)
        found = replace(
            found,
            tokens_first=found.tokens_first if tokens_first is None else tokens_first,
            origin=origin_of(metadata),
        )
        numbers = layers_in(metadata)
        if numbers is not None and len(numbers) == len(found.weights or found.pairs or []):
            found = replace(found, layers=numbers)
    if kind is not None:
        if found.pairs is not None and kind != "weights":
            raise ValueError(f"kind={kind!r} is for numbers (queries, keys), but weights are computed from q and k here")
        found = replace(found, kind=kind)
    count = batch_of(found)
    _check_batch(batch, count)
    ids = input_ids if input_ids is not None else (found.ids if tokenizer is not None else None)
    if tokens is None and tokenizer is not None and ids is None:
        raise ValueError("tokenizer= needs input_ids=, or tokens= in place of both")
    if tokens is None and tokenizer is None and input_ids is not None:
        raise ValueError("input_ids= needs tokenizer=, or tokens= in place of both")
    if tokens is None and ids is not None and tokenizer is not None:
        tokens = tokens_of(tokenizer, ids_of(ids, batch))
    keys = token_list(tokens, batch) if tokens is not None else []
    queries = token_list(query_tokens, batch, "query_tokens") if query_tokens is not None else []
    # The rule of weights that are stored does not matter.
    rule = replace(Rule() if found.pairs is None else rule_of(metadata), **options.rule())
    if found.pairs is not None and (rules := rules_of(metadata)) is not None:
        found = replace(found, rules=[replace(each, **options.rule()) for each in rules])
    every = heads_of(found, Choice(batch=batch), rule)
    # The first column of weights may be a sink, which is no key.
    sinks = int(metadata.get("sinks") == "first column" and every.computed is None)
    key_count = every.shape[3] - sinks
    if attention_mask is None and lengths:
        length = lengths[0 if len(lengths) == 1 else place_of_sequence(len(lengths), batch, "lengths")]
        attention_mask = np.arange(key_count) < length
    is_run = isinstance(x, Captured) or found.is_generated
    keep = found.keep if attention_mask is None else kept(attention_mask, key_count, batch, is_run)
    if keep is not None and len(keys) == int(keep.sum()) < key_count:
        # Tokens without those of padding.
        real_tokens = iter(keys)
        keys = [next(real_tokens) if real else "" for real in keep]
    keys = fitted(keys, key_count, "keys", drop_last=is_run)
    queries = fitted(queries, every.shape[2], "queries")
    square = every.shape[2] == key_count and not found.crossed

    def kept_of(keep: Array | None) -> Heads:
        columns = keep if keep is None else np.concatenate([np.ones(sinks, dtype=bool), keep])
        return heads_of(
            found,
            Choice(batch=batch, layers=options.layers, heads=options.heads, keep_keys=columns, keep_queries=keep if square else None),
            rule,
        )

    by_tokens = unpadded(keys, tokenizer) if keep is None and keys else None
    chosen = kept_of(keep if by_tokens is None else by_tokens)
    if by_tokens is not None and not by_tokens.all():
        # The decoder of T5 starts a text with the padding token. Padding has no weight.
        whole = kept_of(None)
        is_start = square and "decoder" in found.name and bool(by_tokens[1:].all())
        if is_start or (not sums_to_one(chosen) and sums_to_one(whole)):
            by_tokens, chosen = None, whole
    keep = keep if by_tokens is None else by_tokens
    notes = list(chosen.notes)
    if found.kind == "scores":
        notes.append("Softmax was applied: the numbers that were given are scores before softmax.")
    if found.kind == "difference":
        notes.append("The numbers are a difference of weights.")
    if chosen.computed is not None and all(each.rule.causal is None for each in chosen.computed):
        notes.append("Nothing says whether queries see later keys, so they see all: pass causal=True for a model that looks back only.")
    if chosen.computed is not None and (unknown := unknown_keys(metadata)):
        notes.append(f"The metadata of the file has keys that are not read: {unknown}.")
    if count > 1:
        notes.append(f"Sequence {batch or 0} of {count}, counted from 0.")
    if keep is not None and keep.all():
        keep = None
    if keep is not None:
        keys = [token for token, real in zip(keys, keep) if real]
        if square and queries:
            queries = [token for token, real in zip(queries, keep) if real]
        padding = int((~keep).sum())
        notes.append(f"{padding} padding tokens are left out." if padding > 1 else "1 padding token is left out.")
    if found.others and options.part is None:
        notes.append(f"There is also attention of {' and '.join(found.others)}: part={found.others[0]!r}.")
    origin = {**chosen.origin, **(said_of(given.inputs, keys, keep, batch) if square else {})}
    shape = (*chosen.shape[:3], chosen.shape[3] - sinks)
    named = replace(
        chosen,
        shape=shape,
        name=name or chosen.name,
        tokens=keys,
        query_tokens=queries,
        notes=notes,
        sink_column=sinks > 0,
        origin=origin,
    )
    saved = saved_as(metadata)
    is_whole = every.shape[0] == 1 and len(saved["sources"]) == every.shape[1]
    saved["sources"] = [saved["sources"][head] for head in chosen.heads] if is_whole else []
    return replace(named, **saved), isinstance(x, Captured)


def needs_page(items: Any, part: str | None, metadata: Mapping[str, str]) -> bool:
    """Whether only the page computes the weights of a file, from arrays or by a rule that Python does not read."""
    shown: list[str | None] = [part] if part is not None else [*parts_of_output(items)] or [None]
    try:
        for each in shown:
            if find(items, each).pairs is not None:
                own = metadata_for(metadata, each)
                rule_of(own)
                rules_of(own)
    except OfPage:
        return True
    except (TypeError, ValueError):
        # It is told where the heads are read.
        return False
    return False


def sequences_in(given: Given, options: HeadOptions, metadata: Mapping[str, str]) -> int:
    """How many sequences there are."""
    count, of_keys, _ = settings_of(metadata)
    x = split_heads(given.x, options.num_heads or count, options.num_key_heads or of_keys)
    return batch_of(x.found(options.part, None) if isinstance(x, Captured) else find(x, options.part))


def _count(given: Given, batch: int | None) -> int:
    """How many tokens are given for the keys; 0 if none are."""
    if given.tokens is not None:
        return len(token_list(given.tokens, batch))
    return 0 if given.input_ids is None or given.tokenizer is None else len(ids_of(given.input_ids, batch))


def _check_batch(batch: int | None, count: int) -> None:
    if batch is not None and not 0 <= batch < count:
        raise ValueError(f"batch={batch}, but there {'is 1 sequence' if count == 1 else f'are {count} sequences'}")
