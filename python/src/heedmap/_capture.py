"""`capture`: q and k of a running model, through the attention interface of transformers."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from ._arrays import Array, to_numpy
from ._calls import Calls, is_recomputed
from ._check_output import check_output
from ._captured import CROSS, Captured, Record, kept, norms, weights_in
from ._differential import lambda_in
from ._distances import by_distance
from ._entries import entries_in
from ._heads import Rule
from ._interface import all_queries, has_default, registered, restore
from ._masks import Mask, added_of, fitting, is_causal, is_run, mask_of, seen_in
from ._states import has_states, named_in, recording_states

#: The lines that show attention of a model of TransformerLens.
_BRIDGE = "`logits, cache = model.run_with_cache(tokens)`, then `heedmap.show(cache)`"
#: The models that are being captured.
_CAPTURED: set[int] = set()
#: How far apart a key of a cache and the same key of a step before may be, as a share of the largest number in them: a step of bfloat16.
_SAME = 2.0**-7
#: Why weights are kept.
_POSITIONS = "Weights are kept in place of q and k, because positions add to the scores."
_SINKS = "Weights are kept in place of q and k, because each query has a sink of its own; rows sum to less than 1 by its weight."
_NO_EXPRESSION = "Weights are kept in place of q and k, because the mask has no expression."


@contextmanager
def capture(model: Any, install: Callable[[Any, Callable[..., None]], Any] | None = None) -> Iterator[Captured]:
    """Keeps q and k of every layer while a model runs with its own fast attention.

    The model must be one of transformers (4.53 or later) that uses its attention interface with `eager`, `sdpa` or flash attention; it may
    `generate()`. Each forward pass without a cache starts over, so what is kept is the last run. Each call of a module within a forward
    pass is a layer, so that layers may share a module. Memory grows with the length of the text, not with its square, except in layers
    whose weights are not given by q, k, a rule and padding: these keep their weights. The implementation of attention is restored at
    the end, also after an exception.

    Of layers that keep a state in place of a softmax (gated DeltaNet, KDA, Mamba-2, lightning attention), it keeps q, k and v as the state sees them, the betas
    and the log decays; `seen.save` writes them. This needs transformers 5. Of other layers without a softmax, `seen.notes` says what is missing.

    Args:
        model: A `PreTrainedModel`; with `install`, any model.
        install: For other models: `install(model, keep)` registers hooks that call
            `keep(layer, q, k, v=None, causal=..., scale=...)`, and returns the handles, which have a method `remove`.

    Yields:
        What is captured, for `heedmap.show`.

    Raises:
        TypeError: for a model that is neither, that is compiled, or that is one of TransformerLens.
        ValueError: for a model whose attention cannot be replaced, and, from the call of the model, for a cache whose keys move
            between steps or do not exist yet.

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
    _check_model(model)
    config = model.config
    seen = Captured(getattr(config, "_name_or_path", "") or type(model).__name__)
    configs = _configs(model)
    before = [(each, each._attn_implementation_internal) for each in configs]
    original = config._attn_implementation or "eager"
    if id(model) in _CAPTURED:
        raise ValueError("The model is being captured already: end that `with` block first")
    if "flex" in original:
        raise ValueError("flex_attention compiles its mask, which cannot be read: use attn_implementation=\"sdpa\"")
    calls = Calls(model)
    with registered(original, _recorder(seen, model, original, calls)) as name:
        _CAPTURED.add(id(model))
        try:
            model.set_attn_implementation(name)
            if config._attn_implementation != name and not has_states(model):
                raise ValueError(
                    f"{type(model).__name__} computes attention in its own code, not through the interface of transformers: pass "
                    "install=, or run it with attn_implementation=\"eager\" and output_attentions=True"
                )
            if has_default():
                # The recorder is registered under the original name, too, which many models ask for.
                restore(before)
            with all_queries(model), recording_states(model, seen._states.__setitem__, seen.notes.append, seen._names):
                yield seen
        finally:
            _CAPTURED.discard(id(model))
            calls.remove()
            restore(before)
    if silent := calls.own_code():
        seen.notes.append(
            f"{named_in(silent, silent)} computed attention in {'its' if len(silent) == 1 else 'their'} own code, which is not captured: "
            "attn_implementation=\"eager\" with output_attentions=True may return its weights."
        )
    if not seen._groups() and not seen._states and not seen.notes:
        seen.notes.append(
            f"{type(model).__name__} called no attention of transformers in the `with` block; of a TransformerBridge, show the cache: "
            f"{_BRIDGE}"
        )


def _check_model(model: Any) -> None:
    """Raises TypeError for a model whose calls of attention cannot be seen."""
    name = type(model).__name__
    if hasattr(model, "run_with_cache"):
        raise TypeError(f"{name} is a model of TransformerLens, which keeps the weights itself: {_BRIDGE}")
    if not hasattr(model, "set_attn_implementation") or not hasattr(model, "config"):
        raise TypeError(
            f"{name} is not a model of transformers 4.53 or later: pass install=, a function that registers hooks "
            "and calls keep(layer, q, k)"
        )
    if hasattr(model, "_orig_mod"):
        raise TypeError(
            "A model of torch.compile cannot be captured: run the original, `original = model._orig_mod`, in "
            "`with heedmap.capture(original) as seen:`"
        )
    for path, module in model.named_modules():
        if hasattr(module, "_orig_mod") or getattr(module, "_compiled_call_impl", None) is not None:
            what = f"{path} of {name}" if path else name
            raise TypeError(f"{what} is compiled, and compiled code cannot be captured: load the model again and do not compile it")


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


def _recorder(seen: Captured, model: Any, original: str, calls: Calls) -> Callable[..., Any]:
    """A function of the attention interface that records, and then does what the original does."""
    from transformers import AttentionInterface  # type: ignore[import-not-found, unused-ignore]

    before: list[Any] = [None, None, None, None]
    wrapped = AttentionInterface().get(original)

    def attend(module: Any, query: Any, key: Any, value: Any, attention_mask: Any, **given: Any) -> Any:
        own = sys.modules[type(module).__module__]
        function = getattr(own, "ALL_ATTENTION_FUNCTIONS", AttentionInterface()).get(original)
        if function is None or function is attend:
            function = wrapped or getattr(own, "eager_attention_forward")
        if not calls.has(module):
            # Another model runs at the same time.
            return function(module, query, key, value, attention_mask, **given)
        if module is before[0] and query is before[1] and key is before[2]:
            # Differential attention calls twice with the same q and k: each time with one half of the values.
            if before[3].share is None:
                raise ValueError(f"{before[3].name} uses its q and k twice, and has no lambda that says how both are put together")
            before[3].add_values(value)
        elif not is_recomputed():
            call, within, name = calls.next(module)
            record = seen._records.setdefault((id(module), call, within), Record(name, _layer_of(module, name, call), within))
            _record(seen, record, module, query, key, value, attention_mask, given, original, calls.mask)
            before[:] = module, query, key, record
        else:
            return function(module, query, key, value, attention_mask, **given)
        output = function(module, query, key, value, attention_mask, **given)
        check_output(before[3], query, key, value, output[0], given)
        return output

    return attend


def _layer_of(module: Any, name: str, call: int) -> int | None:
    """The number of a layer, as the module has it, else its name. A module that several layers share may have -1, or that of the first."""
    layer = getattr(module, "layer_idx", None)
    if isinstance(layer, int) and layer >= 0 and call == 0:
        return layer
    numbers = re.findall(r"\d+", name)
    return int(numbers[0]) if numbers else None


def _record(
    seen: Captured, record: Record, module: Any, q: Any, k: Any, v: Any, mask: Any, given: dict[str, Any], original: str, padding: Any
) -> None:
    if original not in ("eager", "sdpa") and any(given.get(picks) is not None for picks in ("indices", "block_indices")):
        raise ValueError(
            f"{record.name}: with {original}, the picked keys are not part of the mask: use attn_implementation=\"sdpa\" or \"eager\""
        )
    queries = q.shape[2]
    entries = entries_in(record.name, module, k, mask, queries)
    if entries is not None:
        k, v, mask = k[:, :, :queries], v[:, :, :queries], mask[..., :queries]
    keys = k.shape[2]
    if mask is None and "flash" in original and _is_packed(given):
        raise ValueError(
            f"{record.name}: several texts are packed into one without a mask, so that their limits are not known: use "
            "attn_implementation=\"sdpa\", or a batch with padding"
        )
    record.is_cross = bool(CROSS.search(record.name)) or bool(getattr(module, "is_cross_attention", False))
    is_new = record.run != seen._run
    first = is_new if record.is_cross else queries == keys or not (record.q or record.weights)
    if first:
        if not record.is_cross and not is_new:
            seen._run += 1
        seen._order += 1
        record.restart(seen._run, seen._order)
    elif not record.is_cross:
        _check_cache(record, k, queries)
    read = mask_of(mask, keys)
    rule = _rule_of(record, module, q, read, given, original, first)
    if first and original == "sdpa" and mask is None and rule.causal and 1 < queries < keys:
        # sdpa counts the positions of queries from the first key then: the keys after them do not exist yet.
        raise ValueError(_static(record))
    total = keys if first or record.is_cross else record.length + queries
    bias = given.get("position_bias")
    distances = None
    if bias is not None and not record.weights and keys == total:
        distances = by_distance(bias, queries, keys, None if first else record.distances)
        if distances is not None and record.is_cross and not distances.any():
            bias = distances = None
    chunk = getattr(getattr(module, "config", None), "attention_chunk_size", None)
    sinks = given.get("sinks") if _is_of_queries(given.get("sinks"), queries) else None
    is_given = (bias is not None and (distances is None or record.is_cross)) or sinks is not None
    found = None if is_given else _expressed(record, rule, read, queries, keys, total, first, chunk)
    if entries is not None and (found is None or not found[1].all()):
        what = "padding, which its entries contain" if found else "a mask that has no expression"
        raise ValueError(f"{record.name} has entries of {entries.m} tokens and {what}, which cannot be captured")
    record.entries, record.share = entries, lambda_in(record.name, module, q)
    if found is None:
        record.to_weights(_POSITIONS if bias is not None else _SINKS if sinks is not None else record.why or _NO_EXPRESSION)
        added, real = _added(read, bias, keys)
        if getattr(module, "indexer", None) is not None and getattr(padding, "ndim", 2) == 2:
            # A key that no query picked is no padding.
            _, real = _added(mask_of(padding, keys), None, keys)
        record.real = real if first else _extended(record, real, queries)
        # A mask with a row for each query includes the rule.
        record.rule = rule if read.seen is None else replace(rule, causal=False, window=None, chunk=None)
        weights = weights_in(q, k, record.rule, added, sinks)
        # A cache of a window has forgotten the first keys.
        record.weights.append(np.pad(weights, ((0, 0), (0, 0), (0, 0), (total - keys, 0))))
    else:
        record.distances = distances
        record.rule, record.real = found
        record.q.append(kept(q))
        if first:
            record.k, record.v = [kept(k)], [norms(v)]
        elif not record.is_cross:
            record.k.append(kept(k[:, :, -queries:]))
            record.v.append(norms(v[:, :, -queries:]))
    record.length, record.last = total, to_numpy(k[:, :, -1])


def _is_packed(given: dict[str, Any]) -> bool:
    """Whether flash attention is told that one row of a batch holds several texts."""
    lengths, positions = given.get("cu_seq_lens_q"), given.get("position_ids")
    if lengths is not None:
        return len(lengths) > 2
    return positions is not None and len(positions) == 1 and bool((np.diff(to_numpy(positions)[0]) < 0).any())


def _rule_of(
    record: Record, module: Any, q: Any, mask: Mask, given: dict[str, Any], original: str, first: bool
) -> Rule:
    """The rule of a call, as its arguments state it."""
    sinks = given.get("s_aux", given.get("sinks", getattr(module, "sinks", None)))
    window = given.get("sliding_window") or None
    queries = q.shape[2]
    if record.is_cross:
        causal = False
    elif not first and queries == 1:
        causal = bool(record.rule.causal)
    elif mask.seen is not None:
        causal = queries == 1 or is_causal(mask.seen, queries)
    elif original == "eager":
        causal = False
    else:
        asked = given.get("is_causal")
        causal = bool(getattr(module, "is_causal", True) if asked is None else asked)
    return Rule(
        scale=float(given.get("scaling") or getattr(module, "scaling", None) or q.shape[-1] ** -0.5),
        causal=causal,
        window=int(window) if window is not None and not record.is_cross else None,
        softcap=float(given["softcap"]) if given.get("softcap") else None,
        sinks=None if sinks is None or _is_of_queries(sinks, queries) else to_numpy(sinks).ravel(),
    )


def _is_of_queries(sinks: Any, queries: int) -> bool:
    """Whether each query has scores of sinks of its own, (batch, heads, queries, 1), as in Inkling 2."""
    return len(getattr(sinks, "shape", ())) == 4 and sinks.shape[2] == queries and sinks.shape[0] * sinks.shape[2] > 1


def _expressed(
    record: Record, rule: Rule, mask: Mask, queries: int, keys: int, total: int, first: bool, chunk: int | None
) -> tuple[Rule, Array] | None:
    """The rule of the layer and which of all keys are not padding, (batch, total); None if these do not give the weights.

    `chunk` is the number of tokens of a chunk, if some layers of the model have chunks.
    """
    if record.weights or mask.is_bias:
        return None
    if not first and (rule.scale, rule.softcap) != (record.rule.scale, record.rule.softcap):
        return None
    forgotten = total - keys
    window = record.rule.window if not first else rule.window
    if forgotten and (window is None or forgotten > total - queries - window + 1):
        # A query would see keys that the cache has no more, as in layers of chunks.
        return None
    if mask.seen is None:
        real = mask.real if mask.real is not None else np.ones((1, keys), dtype=bool)
        if not first:
            real = _extended(record, real, queries)
        is_shifted = rule.window is not None and not all(is_run(each) for each in real)
        return None if is_shifted else (rule if first else record.rule, real)
    rules, known = [record.rule], None
    if first:
        # Models count the window of an encoder with or without the query.
        wider = [replace(rule, window=rule.window + 1)] if rule.window is not None and not rule.causal else []
        chunks = [] if chunk is None else [replace(rule, window=None, chunk=chunk)]
        rules = [rule, *wider, replace(rule, window=None), *chunks]
    else:
        known = record.real if record.real is None else record.real[:, forgotten:]
    found = fitting(mask.seen, rules, queries, known, is_cross=record.is_cross)
    return found if found is None or first else (found[0], _extended(record, found[1], queries))


def _extended(record: Record, real: Array, queries: int) -> Array:
    """Which keys are not padding, (batch, keys), after a further step: what the steps before said, and the keys of its queries."""
    before = record.real
    if before is None or record.is_cross:
        return real if before is None else before | real
    batch = max(len(before), len(real))
    new = real[:, -queries:]
    return np.concatenate([np.broadcast_to(each, (batch, each.shape[1])) for each in (before, new)], axis=1)


def _added(mask: Mask, bias: Any, keys: int) -> tuple[Array | None, Array]:
    """What a mask and a bias add to the scores, (batch, heads, queries, keys), and which keys a query sees, (batch, keys)."""
    parts: list[Array] = []
    real: Array = np.ones((1, keys), dtype=bool)
    if mask.real is not None:
        parts, real = [added_of(mask.real[:, None, None])], mask.real
    elif mask.seen is not None:
        parts, real = [mask.added if mask.added is not None else added_of(mask.seen)], np.logical_or.reduce(mask.seen, axis=(1, 2))
    if bias is not None:
        parts.append(to_numpy(bias, "position_bias")[..., :keys])
        real = np.where(seen_in(parts[-1]).any(axis=(1, 2)), real, False)
    return sum(parts[1:], parts[0]) if parts else None, real


def _check_cache(record: Record, k: Any, queries: int) -> None:
    """Whether the newest key before is the one that was recorded: beam search and some caches move it.

    Raises:
        ValueError: if it is another one.
    """
    assert record.last is not None
    before = to_numpy(k[:, :, -queries - 1])
    # MLA computes its keys again from the cache, and the sums of a product depend on its size. Another token is much farther off.
    if np.allclose(record.last, before, rtol=0, atol=_SAME * float(np.abs(before).max()), equal_nan=True):
        return
    if k.shape[2] == record.length and not record.last.any():
        raise ValueError(_static(record))
    raise ValueError(f"{record.name}: the cache was reordered or cropped between steps, as beam search does; generate with num_beams=1")


def _static(record: Record) -> str:
    return (
        f"{record.name}: the cache has places for keys that do not exist yet (a static cache); generate with "
        "cache_implementation=\"dynamic\""
    )
