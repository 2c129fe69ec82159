"""What a file says of its heads besides their numbers (docs/format.md)."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ._arrays import Array
from ._heads import Heads, Rule
from ._kinds import KINDS
from ._rope import OfPage, Unread, rope_of, tuning_of
from ._settings import Kind

#: The score of a sink in layers that have none: its weight is 0.
NO_SINK = -1e9


def are_numbered(heads: Heads) -> bool:
    """Whether the page calls the layers what the model does, because they are not 0, 1, 2 and so on."""
    numbers = heads.layers
    return numbers != list(range(len(numbers))) and all(a < b for a, b in zip(numbers, numbers[1:], strict=False))


def metadata_of(heads: Heads) -> dict[str, str]:
    """The metadata of heads, as a .safetensors file holds it: texts, of which lists are JSON."""
    found: dict[str, str] = {}
    if heads.tokens:
        found["tokens"] = json.dumps(heads.tokens, ensure_ascii=False)
    if heads.query_tokens:
        found["query_tokens"] = json.dumps(heads.query_tokens, ensure_ascii=False)
    found["heedmap"] = "1"
    found.update(heads.origin)
    found["heads"] = str(heads.shape[1])
    if are_numbered(heads):
        found["layers"] = json.dumps(heads.layers)
    if heads.computed is not None:
        rules = [each.rule for each in heads.computed]
        found["key_heads"] = str(heads.key_heads)
        found["head_size"] = str(heads.size)
        found["layout"] = "(layers, heads, tokens, size)"
        is_last = any(rule.causal or rule.window or rule.chunk for rule in rules)
        found["offset"] = str(heads.shape[3] - heads.shape[2] if is_last else 0)
        found["rope"] = "applied"
        said = [_said(rule) for rule in rules]
        for key in ("mask", "causal", "scale", "window", "softcap"):
            values = [each.get(key) for each in said]
            if values[0] is not None and all(value == values[0] for value in values):
                found[key] = values[0] if isinstance(values[0], str) else json.dumps(values[0])
                for each in said:
                    del each[key]
        if any(each != said[0] for each in said):
            # A key that some layers lack is null in these: what a layer does not say is what the file says.
            keys = sorted({key for each in said for key in each})
            found["rules"] = json.dumps([{key: each.get(key) for key in keys} for each in said])
        found.update(sinks_of(rules))
    else:
        # The page need not infer them from the lengths, which may be those of several axes.
        found["layout"] = "(layers, heads, queries, keys)"
        if heads.sink_column:
            found["sinks"] = "first column"
    if heads.kind != "weights":
        found["kind"] = heads.kind
    if heads.sources:
        found["heedmap_sources"] = json.dumps([{"of": "head", "layer": layer, "head": head} for layer, head in heads.sources])
    if heads.is_cut:
        found["heedmap_unchecked"] = "true"
    return found


def saved_as(metadata: Mapping[str, str]) -> dict[str, Any]:
    """What a saved figure says of its heads: whose they are, and what was done to their weights.

    >>> saved_as({"heedmap_sources": '[{"of": "head", "layer": 2, "head": 9}]', "heedmap_rounding": "0.5 2"})
    {'sources': [(2, 9)], 'rounding': (0.5, 2), 'is_cut': False}
    """
    sources = re.findall(r'"layer": ?(\d+), ?"head": ?(\d+)\}', metadata.get("heedmap_sources", ""))
    step, _, power = metadata.get("heedmap_rounding", "").partition(" ")
    return {
        "sources": [(int(layer), int(head)) for layer, head in sources],
        "rounding": (_number(step) or 0.0, int(power)) if power in ("1", "2") else None,
        "is_cut": "heedmap_unchecked" in metadata,
    }


def metadata_of_parts(parts: Sequence[tuple[str, Heads]]) -> dict[str, str]:
    """The metadata of a file with several parts. A key that is not the same in all of them begins with the part, such as `decoder.mask`."""
    found: dict[str, str] = {}
    every = {part: metadata_of(heads) for part, heads in parts}
    for part, heads in parts:
        keys, queries = ("encoder", "decoder") if part == "cross" else (part, None)
        for of, tokens in ((keys, heads.tokens), (queries, heads.query_tokens)):
            if of is not None and tokens:
                found[f"{of}_tokens"] = json.dumps(tokens, ensure_ascii=False)
        for key, text in every[part].items():
            if key not in ("tokens", "query_tokens"):
                is_common = all(each.get(key) == text for each in every.values())
                found[key if is_common else f"{part}.{key}"] = text
    return found


def metadata_for(metadata: Mapping[str, str], part: str | None) -> Mapping[str, str]:
    """The metadata of a part of a file: its own keys count before those of the file.

    >>> metadata_for({"mask": "all", "decoder.mask": "causal"}, "decoder")["mask"]
    'causal'
    """
    start = f"{part}."
    return {**metadata, **{key.removeprefix(start): text for key, text in metadata.items() if key.startswith(start)}}


def _said(rule: Rule) -> dict[str, Any]:
    """What a rule says, by the keys of metadata."""
    scale, softcap = (None if value is None else float(value) for value in (rule.scale, rule.softcap))
    window = None if rule.window is None else int(rule.window)
    said = {"mask": rule.mask, "causal": rule.causal, "scale": scale, "window": window, "softcap": softcap}
    return {key: value for key, value in said.items() if value is not None}


def sinks_of(rules: Sequence[Rule]) -> dict[str, str]:
    """The scores of learned sinks by layer and head, as metadata has them; empty if no layer has sinks.

    >>> sinks_of([Rule(), Rule(sinks=np.array([0.5, -1.0]))])
    {'sinks': '[[-1000000000.0, -1000000000.0], [0.5, -1.0]]'}
    """
    heads = next((len(rule.sinks) for rule in rules if rule.sinks is not None), 0)
    scores = [np.full(heads, NO_SINK) if rule.sinks is None else rule.sinks for rule in rules]
    return {"sinks": json.dumps([[float(score) for score in layer] for layer in scores])} if heads else {}


def kind_of(metadata: Mapping[str, str]) -> Kind | None:
    """What metadata says the numbers are; None where it says nothing that is known.

    >>> kind_of({"kind": "difference"}), kind_of({"kind": "mean"})
    ('difference', None)
    """
    return next((kind for kind in KINDS if kind == metadata.get("kind")), None)


def rule_of(metadata: Mapping[str, str]) -> Rule:
    """The rule that metadata describes for all layers.

    Raises:
        ValueError: for a value that cannot be read, with its key.

    >>> rule_of({"mask": "causal and window(4)", "scale": "0.5"})
    Rule(scale=0.5, causal=True, window=4, softcap=None, sinks=None, rope=None, chunk=None, tuning=None)
    """
    is_kind = metadata.get("kind", "softmax") in (*KINDS, "softmax", *_STATES)
    given = {key: _value(text) for key, text in metadata.items() if key in _NAMES or key in _OF_PAGE}
    try:
        if not is_kind:
            raise Unread("kind", metadata["kind"])
        if metadata.get("kind") in _STATES:
            raise OfPage(f"The file states kind {metadata['kind']}")
        rule = Rule(sinks=_sinks(metadata.get("sinks", "")))
        rule = _changed(_masked(rule, metadata["mask"]) if "mask" in metadata else rule, given)
        ids = metadata.get("position_ids")
        return _placed(rule, ids) if ids is not None else rule
    except Unread as error:
        raise ValueError(f"The metadata of the file has {error}") from error


def _value(text: str) -> Any:
    """The value of a text: what JSON it is, or itself."""
    try:
        found = json.loads(text)
    except ValueError:
        return text
    return found


def _masked(rule: Rule, mask: str) -> Rule:
    """A rule with what a mask says of its keys."""
    if not {*re.findall("[^\\W\\d]+", mask)} <= _WORDS or not mask.strip():
        raise Unread("mask", mask)
    clauses = [clause.strip() for clause in re.split(r"\s+and\s+", mask)]
    sizes = {name: [int(found[1]) for each in clauses if (found := re.fullmatch(rf"{name}\(([1-9]\d*)\)", each))] for name in ("window", "blocks")}
    plain = [each for each in clauses if each in ("causal", "all")]
    if len(plain) + sum(map(len, sizes.values())) < len(clauses) or any(len(each) > 1 for each in sizes.values()):
        raise OfPage(f"The file states mask {json.dumps(mask)[:60]}")
    window, chunk = (next(iter(each), None) for each in sizes.values())
    return replace(rule, causal="causal" in clauses, window=window, chunk=chunk)


def _placed(rule: Rule, ids: str) -> Rule:
    """A rule whose RoPE has positions, `[0, 1, 2]` or a list for each section of mRoPE."""
    lists = _value(ids)
    lists = [lists] if isinstance(lists, list) and all(isinstance(each, int) for each in lists) else lists
    is_list = isinstance(lists, list) and len(lists) > 0 and all(isinstance(each, list) and len(each) == len(lists[0]) > 0 for each in lists)
    if not is_list or not all(isinstance(position, int) for each in lists for position in each):
        raise Unread("position_ids", ids)
    if rule.rope is None:
        return rule
    return replace(rule, rope=replace(rule.rope, positions=tuple(tuple(each) for each in lists)))


def rules_of(metadata: Mapping[str, str]) -> list[Rule] | None:
    """The rule of each layer, where metadata has a list of them. What a layer does not say is what the file says.

    Raises:
        ValueError: for a rule that cannot be read; the message names its layer.

    >>> rules_of({"mask": "causal", "rules": '[{}, {"window": 4}]'})[1]
    Rule(scale=None, causal=True, window=4, softcap=None, sinks=None, rope=None, chunk=None, tuning=None)
    >>> rules_of({"mask": "causal and window(2)", "rules": '[{"mask": null}]'})[0].window is None
    True
    """
    text = metadata.get("rules")
    if text is None:
        return None
    given = _value(text)
    if not isinstance(given, list):
        raise ValueError("rules in the metadata is not a list with an object for each layer")
    file = rule_of(metadata)
    without_mask = rule_of({key: text for key, text in metadata.items() if key != "mask"})
    names = layers_in(metadata) or range(len(given))
    names = names if len(names) >= len(given) else range(len(given))
    return [_rule_in(names[at], each, file, without_mask, metadata.get("position_ids")) for at, each in enumerate(given)]


def _rule_in(layer: int, given: Any, file: Rule, without_mask: Rule, ids: str | None) -> Rule:
    if isinstance(given, dict) and "heads" in given:
        raise OfPage(f"The rule of layer {layer} has one for each head")
    try:
        if not isinstance(given, dict):
            raise Unread("rules", given)
        rule = without_mask if "mask" in given and given["mask"] is None else file
        if given.get("mask") is not None:
            if not isinstance(given["mask"], str):
                raise Unread("mask", given["mask"])
            rule = _masked(rule, given["mask"])
        rule = _changed(rule, given)
        return _placed(rule, ids) if ids is not None else rule
    except Unread as error:
        raise ValueError(f"The rule of layer {layer} has {error}") from error


def _changed(rule: Rule, given: Mapping[str, Any]) -> Rule:
    """A rule with what an object says besides its mask.

    Raises:
        Unread: for a key that does not exist or whose value cannot be read.
        OfPage: for a part of a rule that only the page computes.
    """
    for key, value in given.items():
        if key in _OF_PAGE and value not in (None, "none"):
            raise OfPage(f"The file states {key} {json.dumps(value)[:40]}")
        name = _NAMES.get(key)
        if key in _OF_PAGE or name == "mask":
            continue
        if name is None:
            raise Unread(key, value)
        changed: Any = None if value in ("none", "null") else value
        if name == "rope":
            rope = rope_of(value)
            rule = replace(rule, rope=rope, tuning=rule.tuning if rope is None or rope.tuning is None else rope.tuning)
            continue
        if name == "tuning":
            changed = tuning_of(value)
        elif name == "causal":
            words = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
            changed = value if isinstance(value, bool) else words.get(str(value).lower())
            if changed is None:
                raise Unread(key, value)
        try:
            rule = replace(rule, **{name: changed})
        except ValueError as error:
            raise Unread(key, value) from error
    return rule


#: The keys of a rule, and the attributes of `Rule` that they set.
_NAMES = {
    "mask": "mask", "causal": "causal", "is_causal": "causal", "window": "window", "sliding_window": "window", "scale": "scale",
    "softcap": "softcap", "rope": "rope", "rope_parameters": "rope", "attn_temperature_tuning": "tuning",
}
#: The keys of a rule that only the page computes.
_OF_PAGE = ("temperature", "slope", "prefix")
#: The keys of metadata that are none of a rule, or are read with arrays.
_OTHER_KEYS = (
    "tokens", "query_tokens", "encoder_tokens", "decoder_tokens", "rules", "layers", "sinks", "image_grid_thw", "segments", "layout", "synthetic",
    "offset", "heads", "key_heads", "lengths", "head_size", "model", "tokenizer", "byte_steps", "heedmap", "position_ids", "format", "name",
    "source", "off", "kind", "selected_block", "compress_rate",
)
#: The words of expressions of the Masks room.
_WORDS = {
    "all", "none", "causal", "window", "prefix", "padding_left", "padding_right", "documents", "global", "dilated", "blocks", "block_local",
    "random_blocks", "images", "block_list", "cells", "and", "or", "not", "upper_left", "lower_right", "offset",
}
#: The kinds of layers without a softmax, or with two.
_STATES = ("gated_delta", "kda", "mamba2", "simple_gla", "lightning", "differential")


def unknown_keys(metadata: Mapping[str, str]) -> str:
    """The first keys that do not exist, with their values.

    >>> unknown_keys({"softcaps": "50", "decoder.mask": "all", "heedmap_rounding": "0.5 2"})
    'softcaps "50"'
    """
    known = {*_NAMES, *_OF_PAGE, *_OTHER_KEYS}
    unknown = [key for key in metadata if not key.startswith("heedmap_") and re.sub(r"^(encoder|decoder|cross)\.", "", key) not in known]
    return ", ".join(f"{key[:40]} {json.dumps(metadata[key][:40], ensure_ascii=False)}" for key in unknown[:4])


def origin_of(metadata: Mapping[str, str]) -> dict[str, str]:
    """Where the numbers come from, and what was off in the run that computed them."""
    return {key: metadata[key] for key in ("model", "tokenizer", "synthetic", "off") if key in metadata}


def tokens_in(text: str | None) -> list[str] | None:
    """A JSON list of tokens; None for anything else.

    >>> tokens_in('["the", "cat"]'), tokens_in("the cat")
    (['the', 'cat'], None)
    """
    try:
        found = json.loads(text or "")
    except ValueError:
        return None
    return [str(each) for each in found] if isinstance(found, list) else None


def layers_in(metadata: Mapping[str, str]) -> list[int] | None:
    """What each layer is called; None unless these are whole numbers that ascend.

    >>> layers_in({"layers": "[3, 11]"}), layers_in({"layers": "[3, 3]"})
    ([3, 11], None)
    """
    text = metadata.get("layers", "")
    found = json.loads(text) if re.fullmatch(r"\[\s*\d{1,8}(\s*,\s*\d{1,8})*\s*\]", text) else []
    return found if found and all(a < b for a, b in zip(found, found[1:], strict=False)) else None


def is_tokens_first(metadata: Mapping[str, str]) -> bool | None:
    """Whether the layout has tokens before heads; None where it says nothing.

    >>> is_tokens_first({"layout": "(layers, tokens, heads, size)"})
    True
    """
    words = re.split(r"[^a-z_]+", metadata.get("layout", "").lower())
    heads = [at for at, word in enumerate(words) if re.fullmatch(r"(n_?|num_?)?heads?|h", word)]
    tokens = [at for at, word in enumerate(words) if re.match(r"pos|seq|tok|time|quer|len|[ntl]$", word)]
    return tokens[0] < heads[0] if heads and tokens else None


def settings_of(metadata: Mapping[str, str]) -> tuple[int | None, int | None, list[int]]:
    """How many heads q and k have, and how many tokens of each text are not padding.

    >>> settings_of({"heads": "8", "lengths": "[5, 3]"})
    (8, None, [5, 3])
    """
    heads, key_heads = (_number(metadata.get(name, "")) for name in ("heads", "key_heads"))
    text = metadata.get("lengths", "")
    lengths = json.loads(text) if re.fullmatch(r"\[\d+(,\s*\d+)*\]", text) else []
    return int(heads) if heads else None, int(key_heads) if key_heads else None, lengths


def _sinks(text: str) -> Array | None:
    """Scores of learned sinks, (layers, heads)."""
    if not text.startswith("[["):
        return None
    try:
        scores = np.array(json.loads(text), dtype=np.float32)
    except ValueError:
        return None
    return scores if scores.ndim == 2 and np.isfinite(scores).all() else None


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
