"""`show`: from what a caller has to a figure."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from ._arrays import Array, is_array, shape_of, to_numpy
from ._captured import Captured
from ._choose import Choice, batch_of, heads_of
from ._figure import Figure, Look, best_key, check_option, state_of_kind
from ._files import opened
from ._heads import SINK, Heads, Rule
from ._inputs import Given, check_whole, naming_files, prepared
from ._kinds import KINDS, check_numbers
from ._metadata import is_tokens_first, kind_of, origin_of, rule_of, rules_of, settings_of, tokens_in, unread_of
from ._numbers import Bits, size_text
from ._open_heads import chosen_state, place_in
from ._page import page
from ._read import Part, find, split_heads
from ._settings import Colormap, Kind, Language, Source, Theme, View
from ._sizes import LARGEST, bits_of, too_large
from ._tables import table_in
from ._tokens import fitted, ids_of, kept, place_of, place_of_sequence, token_list, tokens_of, unpadded
from ._warn import warn


@naming_files
def show(
    x: Any,
    tokens: Any = None,
    *,
    query_tokens: Any = None,
    tokenizer: Any = None,
    input_ids: Any = None,
    attention_mask: Any = None,
    part: Part | str | None = None,
    batch: int | None = None,
    layers: Sequence[int] | None = None,
    heads: Sequence[int] | None = None,
    layer: int | None = None,
    head: int | None = None,
    query: int | str | None = None,
    key: int | str | None = None,
    view: View = "map",
    source: Source = "head",
    chosen: Sequence[tuple[int, int]] = (),
    kind: Kind | None = None,
    causal: bool | None = None,
    scale: float | None = None,
    window: int | None = None,
    softcap: float | None = None,
    num_heads: int | None = None,
    num_key_heads: int | None = None,
    bits: Bits | None = None,
    colormap: Colormap = "ember",
    theme: Theme | None = None,
    language: Language = "en",
    title: str | None = None,
    name: str | None = None,
    height: int | None = None,
    large: bool = False,
) -> Figure:
    """Shows attention heads as an interactive figure.

    Args:
        x: What holds the attention:

            - a model of transformers, or of TransformerLens, with a text as `tokens`: `show(model, text, tokenizer=tokenizer)`
              runs it, within `heedmap.capture`;
            - `outputs.attentions`, a tuple with an array (batch, heads, queries, keys) for each layer;
            - a model's output, also of `generate(..., output_attentions=True, return_dict_in_generate=True)`;
            - what `heedmap.capture` kept;
            - a TransformerLens cache, or any mapping with `blocks.N.attn.hook_pattern`, or with `hook_attn_scores`, to which softmax is applied;
            - q, with k as the second argument;
            - a mapping with `q` and `k` (and `v`): (heads, tokens, size), (layers, heads, tokens, size) or
              (layers, batch, heads, tokens, size); or with `layers.N.q`: (batch, heads, tokens, size) or (heads, tokens, size);
            - an array (queries, keys), (heads, queries, keys), (layers, heads, queries, keys) or
              (layers, batch, heads, queries, keys) of NumPy, PyTorch, JAX, MLX or lists;
            - a DataFrame (queries, keys), whose labels are tokens where they are strings;
            - the path of a file that Heedmap reads.
        tokens: One string for each key, or a list of them for each sequence of the batch; or one string, which is split at spaces, or by
            the tokenizer if there is one; or the inputs of the model, with `input_ids` and `attention_mask`. For a model, the text.
        query_tokens: One string for each query, where these are not the keys, as in cross attention.
        tokenizer: Turns `input_ids` into tokens, if `tokens` is not given.
        input_ids: (tokens,) or (batch, tokens).
        attention_mask: (tokens,) or (batch, tokens), 0 for padding. Padding is left out of the figure.
        part: "encoder", "decoder" or "cross", where the output has several; of what was captured, one of `seen.parts`: "layers" are all
            layers, with those that keep a state.
        batch: Which sequence, counted from 0; the first one if it is not given.
        layers: Only these layers, counted from 0.
        heads: Only these heads of each layer.
        layer: The layer that is open. Without it and `head`, the figure chooses a head that is worth seeing.
        head: The head that is open.
        query: The query that is selected: its place or its token.
        key: The key that is selected.
        view: "map", "lines", "table", "picked" or "image".
        source: "head", or "mean", "max" or "rollout" over the heads of a layer. Of `chosen` heads: "mean" or "max" over these, or "each" in
            its own color, which is the default with them.
        chosen: Heads that are shown together, such as [(2, 9), (0, 2)]: pairs of a layer and a head, at most 64.
        kind: What the numbers (queries, keys) are: "weights", "scores" before softmax, which is applied here (scores of -inf, or of the minimum of
            their type, get weight 0), or a "difference" of weights, with its sign. By default the metadata of a file says it,
            `hook_attn_scores` of a cache are scores, and all others are weights.
        causal: For q and k, whether a query sees only keys up to its own position. Without it, a note says that
            all keys are shown.
        scale: For q and k, what scores are multiplied by; 1 / sqrt(size of a head) if it is not given.
        window: For q and k, how many keys a query sees, itself included.
        softcap: For q and k, the cap of scores: c * tanh(score / c).
        num_heads: For q and k whose heads stand side by side, (batch, tokens, heads * size), how many heads q has.
        num_key_heads: How many heads k has; as many as q if it is not given.
        bits: 8, 16 or 32 for each number. Weights take 8 if it is not given. q and k take 16, or 8 where 16 make a figure
            of more than 40 MB; a warning says so.
        colormap: "ember", "viridis", "cividis" or "grey".
        theme: "light" or "dark"; that of the reader if it is not given.
        language: A language of the page, such as "es".
        title: The title of the page.
        name: What the figure calls the data; by default the name of the field or file.
        height: Of the frame in a notebook, in pixels, until the figure says how high it is.
        large: Whether a figure may have more than 100 MB.

    Returns:
        A figure, which notebooks display and `save` writes.

    Raises:
        TypeError: for what is not attention.
        ValueError: for shapes, tokens or options that do not fit each other, and for whole numbers above 1, such as token ids; the message
            names them. For a file that cannot be shown; the message names it.

    Warns:
        UserWarning: if rows of weights do not sum to 1, are all 0, or have negative, infinite or missing numbers. The warning names the
            worst row and its sum. Nothing is changed in them.

    >>> import numpy as np
    >>> weights = np.full((2, 4, 3, 3), 1 / 3)  # (layers, heads, queries, keys)
    >>> show(weights, ["the", "cat", "sat"], layer=1, head=3, query="sat")
    <heedmap.Figure: 2 layers × 4 heads, 3 tokens, ... KB>
    """
    check_option("view", view, page()["views"])
    check_option("bits", bits, [8, 16, 32, None])
    check_option("source", source, ["head", "mean", "max", "rollout", "each"])
    check_option("kind", kind, [*KINDS, None])
    for option, value in (("layer", layer), ("head", head), ("batch", batch)):
        check_whole(option, value)
    for option, values in (("layers", layers), ("heads", heads)):
        if isinstance(values, str):
            raise TypeError(f"{option}={values!r} is a string: pass {option}=[0, 1] or range(2)")
        for value in values if isinstance(values, (list, tuple)) else ():
            check_whole(option, value, "{name}=[{value}]")
    for option, count in (("num_heads", num_heads), ("num_key_heads", num_key_heads)):
        check_whole(option, count)
        if count is not None and count < 1:
            raise ValueError(f"{option}={count} is not above 0")
    look = Look(colormap=colormap, theme=theme, language=language, title=title, height=height)
    metadata: Mapping[str, str] = {}
    if isinstance(x, (str, os.PathLike)):
        path = Path(x)
        arrays = opened(path)
        if arrays is None:
            refused = {
                "part": part, "batch": batch, "layers": layers, "heads": heads, "layer": layer, "head": head, "query": query, "key": key,
                "causal": causal, "scale": scale, "window": window, "softcap": softcap, "bits": bits, "attention_mask": attention_mask,
                "num_heads": num_heads, "num_key_heads": num_key_heads, "query_tokens": query_tokens,
                "kind": kind if kind == "scores" else None,
            }
            _refuse_options(path, [option for option, value in refused.items() if value is not None])
            figure = Figure.of_file(path, look, tokens=None if tokens is None else token_list(tokens, batch), kind=kind)
            table = table_in(path.read_text(encoding="utf-8-sig")) if kind is None and path.suffix.lower() != ".json" else None
            if table is not None:
                read = heads_of(find(table, None), Choice(), Rule())
                if problem := check_numbers(replace(read, name=path.name)):
                    warn(problem)
            return figure
        name = name or path.name
        tokens = tokens if tokens is not None else arrays.tokens
        metadata = arrays.metadata or {}
        query_tokens = query_tokens if query_tokens is not None else tokens_in(metadata.get("query_tokens"))
        x = arrays.items
        kind = kind or kind_of(metadata)
    if isinstance(x, Captured) and x._is_for_files and (part == "layers" or not x._groups()):
        given = prepared(Given(x, tokens, query_tokens, tokenizer, input_ids, attention_mask), part)
        refused = {
            "layers": layers, "heads": heads, "layer": layer, "head": head, "query": query, "key": key, "causal": causal,
            "scale": scale, "window": window, "softcap": softcap, "bits": bits, "attention_mask": attention_mask, "kind": kind,
            "query_tokens": query_tokens,
        }
        if options := [option for option, value in refused.items() if value is not None]:
            raise ValueError(f"a figure of all layers of {x.model} does not take {' and '.join(f'{option}=' for option in options)}")
        tokens = given.tokens
        if tokens is None and given.tokenizer is not None and given.input_ids is not None:
            tokens = tokens_of(given.tokenizer, ids_of(given.input_ids, batch))
        return _of_states(x, look, None if tokens is None else token_list(tokens, batch), batch or 0, name)
    shown, is_captured = heads_in(
        Given(x, tokens, query_tokens, tokenizer, input_ids, attention_mask),
        part=part,
        batch=batch,
        layers=layers,
        heads=heads,
        kind=kind,
        causal=causal,
        scale=scale,
        window=window,
        softcap=softcap,
        num_heads=num_heads,
        num_key_heads=num_key_heads,
        name=name,
        metadata=metadata,
    )
    return figure_of(
        shown,
        look,
        bits=bits,
        large=large,
        view=view,
        source=source,
        chosen=chosen,
        layer=layer,
        head=head,
        query=query,
        key=key,
        checks=not is_captured,
    )


def heads_in(
    given: Given,
    *,
    part: Part | str | None = None,
    batch: int | None = None,
    layers: Sequence[int] | None = None,
    heads: Sequence[int] | None = None,
    kind: Kind | None = None,
    causal: bool | None = None,
    scale: float | None = None,
    window: int | None = None,
    softcap: float | None = None,
    num_heads: int | None = None,
    num_key_heads: int | None = None,
    name: str | None = None,
    metadata: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Heads, bool]:
    """The heads of one sequence with their tokens, and whether `capture` kept them. The options are those of `show`."""
    given = prepared(given, part)
    x, tokens, query_tokens = given.x, given.tokens, given.query_tokens
    tokenizer, input_ids, attention_mask = given.tokenizer, given.input_ids, given.attention_mask
    said = rule_of(metadata)
    sink_column = metadata.get("sinks") == "first column"
    count, of_keys, lengths = settings_of(metadata)
    num_heads, num_key_heads = num_heads or count, num_key_heads or of_keys
    if isinstance(x, Mapping):
        tokens = x.get("tokens") if tokens is None and input_ids is None else tokens
        mask = x.get("attention_mask") if attention_mask is None else None
        if is_array(mask) and len(shape_of(mask)) <= 2:
            attention_mask = mask
    x = split_heads(x, num_heads, num_key_heads)
    found = x.found(part, batch) if isinstance(x, Captured) else find(x, part)
    if metadata:
        tokens_first = is_tokens_first(metadata)
        found = replace(
            found,
            tokens_first=found.tokens_first if tokens_first is None else tokens_first,
            origin=origin_of(metadata),
        )
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
    if sink_column and keys:
        queries, keys = queries or keys, [SINK, *keys]
    options = {"scale": scale, "causal": causal, "window": window, "softcap": softcap}
    given_options: dict[str, Any] = {option: value for option, value in options.items() if value is not None}
    rule = replace(said, **given_options)
    if found.pairs is not None and (rules := rules_of(metadata)) is not None:
        found = replace(found, rules=[replace(each, **given_options) for each in rules])
    every = heads_of(found, Choice(batch=batch), rule)
    if attention_mask is None and lengths:
        length = lengths[0 if len(lengths) == 1 else place_of_sequence(len(lengths), batch, "lengths")]
        attention_mask = np.arange(every.shape[3]) < length
    is_run = isinstance(x, Captured) or found.is_generated
    keep = found.keep if attention_mask is None else kept(attention_mask, every.shape[3], batch, is_run)
    if keep is not None and len(keys) == int(keep.sum()) < every.shape[3]:
        # Tokens without those of padding.
        real_tokens = iter(keys)
        keys = [next(real_tokens) if real else "" for real in keep]
    keys = fitted(keys, every.shape[3], "keys", drop_last=is_run)
    queries = fitted(queries, every.shape[2], "queries")
    if keep is None and keys:
        keep = unpadded(keys, tokenizer)
    square = every.shape[2] == every.shape[3] and not found.crossed
    choice = Choice(
        batch=batch, layers=layers, heads=heads, keep_keys=keep, keep_queries=keep if square else None
    )
    chosen = heads_of(found, choice, rule)
    notes = list(chosen.notes)
    if found.kind == "scores":
        notes.append("Softmax was applied: the numbers that were given are scores before softmax.")
    if found.kind == "difference":
        notes.append("The numbers are a difference of weights.")
    if chosen.computed is not None and all(each.rule.causal is None for each in chosen.computed):
        notes.append("Nothing says whether queries see later keys, so they see all: pass causal=True for a model that looks back only.")
    if unread := unread_of(metadata):
        notes.append(f"The mask of the file is not applied in {' and '.join(unread)}.")
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
    if found.others:
        notes.append(f"There is also attention of {' and '.join(found.others)}: part={found.others[0]!r}.")
    return replace(chosen, name=name or chosen.name, tokens=keys, query_tokens=queries, notes=notes), isinstance(x, Captured)


def figure_of(
    heads: Heads,
    look: Look,
    *,
    bits: Bits | None = None,
    large: bool = False,
    view: View = "map",
    source: Source = "head",
    chosen: Sequence[tuple[int, int]] = (),
    layer: int | None = None,
    head: int | None = None,
    query: int | str | None = None,
    key: int | str | None = None,
    checks: bool = True,
) -> Figure:
    """Heads as a figure: what is open, and whether it is small enough. With `checks`, a warning names rows that are not weights."""
    bits = bits_of(heads, bits, large)
    queries = heads.query_tokens or (heads.tokens if heads.shape[2] == heads.shape[3] else [])
    shape = (*heads.shape[:3], heads.shape[3] + heads.sinks)
    state: dict[str, str] = {"file": heads.name[:255], "shape": ":".join(str(side) for side in shape)}
    state["axes"] = f"layer,head,query,{'feature' if heads.computed is not None else 'key'}"
    if layer is not None or head is not None:
        at = place_in(layer if layer is not None else heads.layers[0], heads.layers, "layer")
        which = place_in(head if head is not None else heads.heads[0], heads.heads, "head")
        state["head"] = f"{at}:{which}"
    state.update(chosen_state(chosen, source, heads))
    if view != "map":
        state["view"] = view
    problem = check_numbers(heads) if checks else None
    if problem is not None:
        warn(problem)
    state.update(state_of_kind(heads.kind))
    row = place_of(query, queries, heads.shape[2], "query")
    column = place_of(key, heads.tokens, heads.shape[3], "key")
    if row is not None and column is None:
        # The key that the query attends to most in the open head.
        place = [int(each) for each in state.get("head", "0:0").split(":")]
        column = best_key(heads, place[0], place[1], row)
    if row is not None or column is not None:
        state["cursor"] = f"{row or 0}:{(column or 0) + heads.sinks}"
    figure = Figure.of_heads(heads, look, state, bits)
    if not large and figure.size > LARGEST:
        raise ValueError(too_large(heads, figure.size, f"with bits={bits}"))
    return figure


def _of_states(seen: Captured, look: Look, tokens: list[str] | None, batch: int, name: str | None) -> Figure:
    """A figure of a run with layers that keep a state, which the page reads as a file."""
    with tempfile.TemporaryDirectory(prefix="heedmap-") as folder:
        called = re.sub(r"[^\w.-]+", "-", name or seen.model) or "model"
        return Figure.of_file(seen.save(Path(folder) / f"{called}.safetensors", tokens, batch=batch), look)


def _check_batch(batch: int | None, count: int) -> None:
    if batch is not None and not 0 <= batch < count:
        raise ValueError(f"batch={batch}, but there {'is 1 sequence' if count == 1 else f'are {count} sequences'}")


def _refuse_options(path: Path, options: list[str]) -> None:
    """Refuses options for a file that the figure itself reads."""
    if options:
        named = " and ".join(f"{option}=" for option in options)
        raise ValueError(f"{path.name} is read by the figure itself, which does not take {named}: read the numbers in Python, and pass them as an array")
