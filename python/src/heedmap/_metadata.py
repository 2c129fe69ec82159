"""What a file says of its heads besides their numbers (docs/format.md)."""

from __future__ import annotations

import json

from ._heads import Heads


def metadata_of(heads: Heads) -> dict[str, str]:
    """The metadata of heads, as a .safetensors file holds it: texts, of which lists are JSON."""
    found: dict[str, str] = {}
    if heads.tokens:
        found["tokens"] = json.dumps(heads.tokens, ensure_ascii=False)
    if heads.query_tokens:
        found["query_tokens"] = json.dumps(heads.query_tokens, ensure_ascii=False)
    if heads.computed is not None:
        rule = heads.computed[0].rule
        found["layout"] = "(layers, heads, tokens, size)"
        found["causal"] = "true" if rule.causal else "false"
        if rule.scale is not None:
            found["scale"] = repr(float(rule.scale))
        if rule.window is not None:
            found["window"] = str(rule.window)
        if rule.softcap is not None:
            found["softcap"] = repr(float(rule.softcap))
    return found
