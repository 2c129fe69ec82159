"""`capture`: q and k of a running model, through the attention interface of transformers."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from ._arrays import Array, to_numpy
from ._captured import CROSS, Captured, Record, kept, norms
from ._heads import Rule

#: So many queries are computed at once where weights must be kept.
_ROWS = 256


@contextmanager
def capture(model: Any, install: Callable[[Any, Callable[..., None]], Any] | None = None) -> Iterator[Captured]:
    """Keeps q and k of every layer while a model runs with its own fast attention.

    The model must be one of transformers (4.53 or later) that uses its attention interface; it may `generate()`. Each forward pass without a
    cache starts over, so what is kept is the last run. Memory grows with the length of the text, not with its square. The implementation
    of attention is restored at the end, also after an exception.

    Args:
        model: A `PreTrainedModel`; with `install`, any model.
        install: For other models: `install(model, keep)` registers hooks that call
            `keep(layer, q, k, v=None, causal=..., scale=...)`, and returns the handles, which have a method `remove`.

    Yields:
        What is captured, for `heedmap.show`.

    Raises:
        TypeError: for a model that is neither.
        ValueError: for a model whose attention cannot be replaced.

    ```python
    with heedmap.capture(model) as seen:
        model(**inputs)
    heedmap.show(seen, tokenizer=tokenizer, input_ids=inputs.input_ids)
    ```

    >>> def install(model, keep):
    ...     keep(0, np.zeros((1, 2, 3, 4)), np.zeros((1, 2, 3, 4)), causal=True)
    ...     return []
    >>> with capture(object(), install) as seen:
    ...     pass
    >>> seen
    <heedmap.Captured: object, 1 layers of attention>
    """
    if install is not None:
        seen = Captured(type(model).__name__)
        handles = install(model, seen.keep)
        try:
            yield seen
        finally:
            for handle in handles if isinstance(handles, (list, tuple)) else [handles]:
                if hasattr(handle, "remove"):
                    handle.remove()
        return
    if not hasattr(model, "set_attn_implementation") or not hasattr(model, "config"):
        raise TypeError(
            f"{type(model).__name__} is not a model of transformers 4.53 or later: pass install=, a function that registers hooks "
            "and calls keep(layer, q, k)"
        )
    config = model.config
    seen = Captured(getattr(config, "_name_or_path", "") or type(model).__name__)
    configs = _configs(model)
    before = [(each, each._attn_implementation_internal) for each in configs]
    original = config._attn_implementation or "eager"
    if original.startswith("heedmap"):
        raise ValueError("The model is being captured already: end that `with` block first")
    if "flex" in original:
        raise ValueError("flex_attention compiles its mask, which cannot be read: use attn_implementation=\"sdpa\"")
    name = f"heedmap_{original}"
    with _registered(name, original, _recorder(seen, model, original)):
        try:
            model.set_attn_implementation(name)
            if config._attn_implementation != name:
                raise ValueError(
                    f"{type(model).__name__} computes attention in its own code, not through the interface of transformers: pass "
                    "install=, or run it with attn_implementation=\"eager\" and output_attentions=True"
                )
            yield seen
        finally:
            for each, value in before:
                each._attn_implementation_internal = value
    if not seen._groups():
        seen.notes.append(f"{type(model).__name__} called no attention of transformers.")


def _configs(model: Any) -> list[Any]:
    """The configurations of a model and of the models in it."""
    found: dict[int, Any] = {}
    waiting = [each.config for each in model.modules() if hasattr(each, "config")]
    while waiting:
        config = waiting.pop()
        if id(config) in found or not hasattr(config, "_attn_implementation_internal"):
            continue
        found[id(config)] = config
        waiting += [getattr(config, name, None) for name in getattr(config, "sub_configs", {})]
    return list(found.values())


@contextmanager
def _registered(name: str, original: str, function: Callable[..., Any]) -> Iterator[None]:
    """An implementation of attention under a name, with the masks of the one that it wraps."""
    from transformers import AttentionInterface, AttentionMaskInterface  # type: ignore[import-not-found, unused-ignore]

    attention, masks = AttentionInterface._global_mapping, AttentionMaskInterface._global_mapping
    AttentionInterface.register(name, function)
    if original in masks:
        AttentionMaskInterface.register(name, masks[original])
    try:
        yield
    finally:
        attention.pop(name, None)
        masks.pop(name, None)


def _recorder(seen: Captured, model: Any, original: str) -> Callable[..., Any]:
    """A function of the attention interface that records, and then does what the original does."""
    from transformers import AttentionInterface  # type: ignore[import-not-found, unused-ignore]

    names = {id(module): name for name, module in model.named_modules()}

    def attend(module: Any, query: Any, key: Any, value: Any, attention_mask: Any, **given: Any) -> Any:
        own = sys.modules[type(module).__module__]
        function = getattr(own, "ALL_ATTENTION_FUNCTIONS", AttentionInterface()).get(original)
        function = function or getattr(own, "eager_attention_forward")
        name = names.get(id(module), type(module).__name__)
        record = seen._records.get(id(module))
        if record is None:
            numbers = re.findall(r"\d+", name)
            layer = getattr(module, "layer_idx", None)
            record = Record(name, int(numbers[0]) if layer is None and numbers else layer or 0)
            seen._records[id(module)] = record
        _record(seen, record, module, query, key, value, attention_mask, given, original)
        return function(module, query, key, value, attention_mask, **given)

    return attend


def _record(
    seen: Captured, record: Record, module: Any, q: Any, k: Any, v: Any, mask: Any, given: dict[str, Any], original: str
) -> None:
    queries, keys = q.shape[2], k.shape[2]
    crossed = bool(CROSS.search(record.name)) or bool(getattr(module, "is_cross_attention", False))
    first = record.run != seen._run if crossed else queries == keys or not (record.q or record.weights)
    if first:
        if not crossed and record.run == seen._run:
            seen._run += 1
        record.restart(seen._run)
    sinks = given.get("s_aux", getattr(module, "sinks", None))
    window = given.get("sliding_window") or None
    rule = Rule(
        scale=float(given.get("scaling") or getattr(module, "scaling", None) or q.shape[-1] ** -0.5),
        causal=not crossed and _is_causal(module, queries, mask, given, original, record.rule if not first else None),
        window=int(window) if window is not None and not crossed else None,
        softcap=float(given["softcap"]) if given.get("softcap") else None,
        sinks=None if sinks is None else to_numpy(sinks).ravel(),
    )
    read = _read_mask(mask, rule, queries, keys, record.length if not first else 0)
    bias = given.get("position_bias")
    if bias is not None or read is None or record.weights:
        record.why = (
            "Weights are kept in place of q and k, because positions add to the scores."
            if bias is not None
            else record.why or "Weights are kept in place of q and k, because the mask has no expression."
        )
        record.rule = rule
        if record.q:
            raise ValueError(f"{record.name}: the mask changed between steps, so that q and k do not give the weights")
        record.weights.append(_weights(q, k, mask, bias, rule, original))
        return
    record.rule = rule
    if read[0] is not None:
        record.keep = read[0]
    record.q.append(kept(q))
    if first:
        record.k, record.v = [kept(k)], [norms(v)]
    elif not crossed:
        _check_cache(record, k, queries, window is not None)
        record.k.append(kept(k[:, :, -queries:]))
        record.v.append(norms(v[:, :, -queries:]))
    record.length = keys if first or crossed else record.length + queries


def _is_causal(module: Any, queries: int, mask: Any, given: dict[str, Any], original: str, before: Rule | None) -> bool:
    """Whether no query sees a later key, as the implementation decides it."""
    if before is not None and queries == 1:
        return bool(before.causal)
    if mask is not None and mask.ndim == 4:
        seen = mask[0, 0] if mask.dtype.is_floating_point is False else mask[0, 0] > -1e30
        last = seen.shape[1] - queries
        # The diagonal above a query: nothing there is seen if the mask is causal.
        return not bool(seen[:-1, last + 1 :].diagonal().any()) if queries > 1 else True
    if original == "eager":
        return False
    asked = given.get("is_causal")
    return bool(getattr(module, "is_causal", True) if asked is None else asked)


def _read_mask(mask: Any, rule: Rule, queries: int, keys: int, past: int) -> tuple[Any] | None:
    """Which keys of each sequence are not padding, or (None,) for all; None if the rule and padding do not give the mask."""
    if mask is None:
        return (None,)
    if mask.ndim == 2:
        keep = (mask != 0).cpu().numpy()
        return (None,) if keep.all() else (keep,)
    seen = mask if not mask.dtype.is_floating_point else mask > -1e30
    if mask.dtype.is_floating_point and bool(((mask != 0) & seen).any()):
        return None
    if seen.shape[1] > 1 and not bool((seen == seen[:, :1]).all()):
        return None
    seen = seen[:, 0, :, :keys].cpu().numpy()
    keep = seen.any(axis=1)
    # A cache of a window has forgotten the keys before it.
    forgotten = max(0, past + queries - keys) if past else 0
    query = np.arange(queries)[:, None] + keys - queries
    key = np.arange(keys)[None, :]
    expected = np.ones((queries, keys), dtype=bool)
    if rule.causal:
        expected &= key <= query
    if rule.window is not None:
        expected &= query - key < rule.window
    for each, real in zip(seen, keep):
        rows = real[keys - queries :] if queries <= keys else np.ones(queries, dtype=bool)
        rows = rows if rule.causal or queries == keys else np.ones(queries, dtype=bool)
        if not (each == (expected & real))[rows].all():
            return None
    if rule.window is not None and queries < keys or forgotten:
        # Keys beyond the window are not padding: what the first step said holds.
        return (None,)
    return (None,) if keep.all() else (keep,)


def _check_cache(record: Record, k: Any, queries: int, windowed: bool) -> None:
    """Whether the keys before are those that were recorded: beam search and some caches move them."""
    if k.shape[2] == record.length and not windowed:
        raise ValueError(
            f"{record.name}: the cache has places for keys that do not exist yet (a static cache); generate with "
            "cache_implementation=\"dynamic\""
        )
    last = record.k[-1][:, :, -1]
    if last.shape != k[:, :, -queries - 1].shape or not bool((last == k[:, :, -queries - 1].detach().cpu()).all()):
        raise ValueError(f"{record.name}: the cache was reordered or cropped between steps, as beam search does; generate with num_beams=1")


def _weights(q: Any, k: Any, mask: Any, bias: Any, rule: Rule, original: str) -> Array:
    """The weights, (batch, heads, queries, keys), a few queries at a time."""
    import torch  # type: ignore[import-not-found, unused-ignore]

    k = k.repeat_interleave(q.shape[1] // k.shape[1], 1).float()
    pieces = []
    for start in range(0, q.shape[2], _ROWS):
        rows = slice(start, start + _ROWS)
        scores = q[:, :, rows].float() @ k.transpose(-1, -2) * rule.scale
        if rule.softcap is not None:
            scores = rule.softcap * torch.tanh(scores / rule.softcap)
        if bias is not None:
            scores = scores + bias[:, :, rows]
        if mask is not None and mask.ndim == 4:
            own = mask[:, :, rows, : k.shape[2]]
            scores = scores + own if own.dtype.is_floating_point else scores.masked_fill(~own, float("-inf"))
        elif rule.causal:
            at = torch.arange(k.shape[2], device=q.device)
            position = torch.arange(start, start + scores.shape[2], device=q.device) + k.shape[2] - q.shape[2]
            scores = scores.masked_fill(at[None, :] > position[:, None], float("-inf"))
        if rule.sinks is not None:
            sinks = torch.as_tensor(rule.sinks, device=q.device).reshape(1, -1, 1, 1).expand(*scores.shape[:3], 1)
            scores = torch.cat([scores, sinks.float()], -1)
        weights = scores.softmax(-1).nan_to_num(0.0)
        pieces.append(weights[..., : k.shape[2]].detach().cpu().numpy())
    return np.concatenate(pieces, axis=2)
