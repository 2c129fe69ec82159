"""What a file says of its heads besides their numbers (docs/format.md)."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping

import numpy as np

from ._arrays import Array
from ._heads import Heads, Rule
from ._kinds import KINDS
from ._settings import Kind

#: The score of a sink in layers that have none: its weight is 0.
_NO_SINK = -1e9


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
    if heads.computed is not None:
        rule = heads.computed[0].rule
        found["key_heads"] = str(heads.key_heads)
        found["head_size"] = str(heads.size)
        found["layout"] = "(layers, heads, tokens, size)"
        if rule.causal is not None:
            clauses = ["causal"] if rule.causal else []
            if rule.window is not None:
                clauses.append(f"window({rule.window})")
            found["mask"] = " and ".join(clauses) or "all"
            found["causal"] = "true" if rule.causal else "false"
        found["offset"] = str(heads.shape[3] - heads.shape[2] if rule.causal else 0)
        found["rope"] = "applied"
        if rule.scale is not None:
            found["scale"] = repr(float(rule.scale))
        if rule.window is not None:
            found["window"] = str(rule.window)
        if rule.softcap is not None:
            found["softcap"] = repr(float(rule.softcap))
        if heads.sinks:
            none = np.full(heads.shape[1], _NO_SINK)
            scores = [none if each.rule.sinks is None else each.rule.sinks for each in heads.computed]
            found["sinks"] = json.dumps([[float(score) for score in layer] for layer in scores])
    else:
        # The page need not infer them from the lengths, which may be those of several axes.
        found["layout"] = "(layers, heads, queries, keys)"
        if heads.sink_column:
            found["sinks"] = "first column"
    if heads.kind != "weights":
        found["kind"] = heads.kind
    return found


def kind_of(metadata: Mapping[str, str]) -> Kind | None:
    """What metadata says the numbers are; None where it says nothing that is known.

    >>> kind_of({"kind": "difference"}), kind_of({"kind": "mean"})
    ('difference', None)
    """
    return next((kind for kind in KINDS if kind == metadata.get("kind")), None)


def rule_of(metadata: Mapping[str, str]) -> Rule:
    """The rule that metadata describes. Invalid values are ignored.

    >>> rule_of({"mask": "causal and window(4)", "scale": "0.5"})
    Rule(scale=0.5, causal=True, window=4, softcap=None, sinks=None)
    """
    mask = metadata.get("mask")
    clauses = _clauses(metadata)
    ranges = [found[1] for clause in clauses if (found := re.fullmatch(r"window\((\d+)\)", clause))]
    window = _number(metadata.get("window", ranges[0] if ranges else ""))
    causal = metadata.get("causal", metadata.get("is_causal"))
    softcap = _number(metadata.get("softcap", ""))
    by_mask = None if mask is None else "causal" in clauses
    return Rule(
        scale=_number(metadata.get("scale", "")),
        causal=by_mask if causal is None else causal.lower() in ("true", "1", "yes"),
        window=int(window) if window and window >= 1 else None,
        softcap=softcap if softcap and softcap > 0 else None,
        sinks=_sinks(metadata.get("sinks", "")),
    )


def unread_of(metadata: Mapping[str, str]) -> list[str]:
    """The clauses of a mask that are not applied.

    >>> unread_of({"mask": "causal and prefix(2)"})
    ['prefix(2)']
    """
    return [clause for clause in _clauses(metadata) if clause not in ("causal", "all", "") and not re.fullmatch(r"window\(\d+\)", clause)]


def _clauses(metadata: Mapping[str, str]) -> list[str]:
    return [clause.strip() for clause in re.split(r"\s+and\s+", metadata.get("mask", ""))]


def origin_of(metadata: Mapping[str, str]) -> dict[str, str]:
    """Where the numbers come from."""
    return {key: metadata[key] for key in ("model", "tokenizer", "synthetic") if key in metadata}


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
