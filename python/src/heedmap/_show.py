"""`show`: from what a caller has to a figure."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from ._captured import Captured
from ._choose import Choice, heads_of
from ._figure import Figure
from ._files import opened
from ._heads import Heads, Rule
from ._heads_in import heads_in, needs_page
from ._image import picture_file
from ._inputs import Given, check_whole, naming_files, prepared
from ._kinds import check_numbers
from ._look import Look, best_key, state_of_kind
from ._mean import mean_in
from ._metadata import kind_of, metadata_for, tokens_in
from ._numbers import Bits
from ._open_heads import chosen_state, place_in
from ._options import HeadOptions, check_option
from ._page import page
from ._parts import parts_shown
from ._read import Part, find, parts_of_output
from ._settings import Colormap, Kind, Language, Source, Theme, View
from ._sizes import LARGEST, TooLarge, bits_of, too_large
from ._stores import archive_of, is_store
from ._tables import table_in
from ._tokens import ids_of, place_of, token_list, tokens_of
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
    batch: int | Literal["mean"] | None = None,
    layers: Sequence[int] | None = None,
    heads: Sequence[int] | None = None,
    layer: int | None = None,
    head: int | None = None,
    query: int | str | None = None,
    key: int | str | None = None,
    image: Any = None,
    view: View | None = None,
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
            - the path of a file that Heedmap reads;
            - the path of a store of `heedmap.corpus` or of an export of HeadVis, as a folder or an archive (.zarr.zip, .headvis.zip): all heads
              by their measures, and the texts of each.
        tokens: One string for each key, or a list of them for each sequence of the batch; or one string, which is split at spaces, or by
            the tokenizer if there is one; or the inputs of the model, with `input_ids` and `attention_mask`. For a model, the text.
        query_tokens: One string for each query, where these are not the keys, as in cross attention: of an encoder with a decoder, the tokens
            of the decoder.
        tokenizer: Turns `input_ids` into tokens, if `tokens` is not given.
        input_ids: (tokens,) or (batch, tokens).
        attention_mask: (tokens,) or (batch, tokens), 0 for padding. Padding is left out of the figure.
        part: "encoder", "decoder" or "cross", where the output has several: only this one. Without it, the figure has all of them, and its
            reader chooses; with `layers` or `heads`, it has the first. Of what was captured, one of `seen.parts`: "layers" are all
            layers, with those that keep a state.
        batch: Which sequence, counted from 0; the first one if it is not given. "mean": the mean weights of each head over all sequences of
            the length that most have, without padding.
        layers: Only these layers, counted from 0.
        heads: Only these heads of each layer.
        layer: The layer that is open. Without it and `head`, the figure chooses a head that is worth seeing.
        head: The head that is open.
        query: The query that is selected: its place or its token.
        key: The key that is selected.
        image: The picture whose patches are keys or queries, which is drawn under their weights: a path, the bytes of a file, an image of Pillow
            or an array (height, width, 3). The figure contains it. The page recognizes the grid of patches from the number of tokens, and
            from `image_grid_thw` in the inputs of the model.
        view: "map", "lines", "table", "picked" or "image"; by default the map, or "image" with `image`.
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
    check_option("view", view, [*page()["views"], None])
    check_option("bits", bits, [8, 16, 32, None])
    check_option("source", source, ["head", "mean", "max", "rollout", "each"])
    for option, value in (("layer", layer), ("head", head)):
        check_whole(option, value)
    options = HeadOptions(part, batch, layers, heads, kind, causal, scale, window, softcap, num_heads, num_key_heads)
    picture = None if image is None else picture_file(image)
    view = view or ("map" if picture is None else "image")
    # The options that a figure does not take if the page itself reads what it shows.
    of_page = {
        "layer": layer, "head": head, "query": query, "key": key, "bits": bits, "attention_mask": attention_mask, "query_tokens": query_tokens,
        "image": image, "chosen": list(chosen) or None, "source": None if source == "head" else source,
    }
    others = [option for option, value in of_page.items() if value is not None]
    look = Look(colormap=colormap, theme=theme, language=language, title=title, height=height)
    metadata: Mapping[str, str] = {}
    if isinstance(x, (str, os.PathLike)):
        path = Path(x)
        if is_store(path):
            _refuse_options(path, [*options.given(), *others, *([] if tokens is None else ["tokens"])])
            return Figure.of_packed(*archive_of(path, large), look)
        arrays = opened(path)
        if arrays is None:
            _refuse_options(path, [*options.given(*([] if kind == "scores" else ["kind"])), *others])
            figure = Figure.of_file(path, look, view, tokens=None if tokens is None else token_list(tokens), kind=kind)
            table = table_in(path.read_text(encoding="utf-8-sig")) if kind is None and path.suffix.lower() != ".json" else None
            if table is not None:
                read = heads_of(find(table, None), Choice(), Rule())
                if problem := check_numbers(replace(read, name=path.name)):
                    warn(problem)
            return figure
        metadata = arrays.metadata or {}
        if needs_page(arrays.items, part, metadata):
            # Tokens in the file count before those beside it.
            of_inputs = {"tokens": tokens if arrays.tokens is not None else None, "tokenizer": tokenizer, "input_ids": input_ids}
            _refuse_options(path, [*options.given(), *others, *(option for option, value in of_inputs.items() if value is not None)])
            beside = path.with_suffix(".json")
            own = None if tokens is None else token_list(tokens)
            return Figure.of_file(path, look, view, tokens=own, beside=None if beside == path else beside)
        name = name or path.name
        # Of a file with several parts, `tokens` are those of the encoder, as elsewhere.
        said, said_of_queries = arrays.tokens, tokens_in(metadata.get("query_tokens"))
        if parts_of_output(arrays.items):
            said, said_of_queries = (tokens_in(metadata.get(f"{side}_tokens")) for side in ("encoder", "decoder"))
        tokens = tokens if tokens is not None else said
        query_tokens = query_tokens if query_tokens is not None else said_of_queries
        x = arrays.items
        options = replace(options, kind=kind or kind_of(metadata))
    given = prepared(Given(x, tokens, query_tokens, tokenizer, input_ids, attention_mask), part)
    if isinstance(given.x, Captured) and given.x._is_for_files and (part == "layers" or not given.x._groups()):
        one = None if batch == "mean" else batch
        # The mask of a run is known.
        refused = [*options.given("part", "batch", "num_heads", "num_key_heads"), *(each for each in others if x is given.x or each != "attention_mask")]
        refused += ["batch"] if batch == "mean" else []
        if refused:
            raise ValueError(f"a figure of all layers of {given.x.model} does not take {' and '.join(f'{option}=' for option in refused)}")
        tokens = given.tokens
        if tokens is None and given.tokenizer is not None and given.input_ids is not None:
            tokens = tokens_of(given.tokenizer, ids_of(given.input_ids, one))
        return _of_states(given.x, look, view, None if tokens is None else token_list(tokens, one), one or 0, name)
    first, *further = parts_shown(given, options)
    taken = mean_in if batch == "mean" else heads_in
    shown, is_captured = taken(*first, name=name, metadata=metadata_for(metadata, first[1].part))
    rest = [(each.part, taken(own, each, name=name, metadata=metadata_for(metadata, each.part))[0]) for own, each in further]
    figure_options: dict[str, Any] = dict(
        bits=bits, large=large, view=view, source=source, chosen=chosen, layer=layer, head=head, query=query, key=key,
        checks=not is_captured, picture=picture,
    )
    if rest:
        warnings: list[str] = []
        with contextlib.suppress(TooLarge):
            figure = figure_of([(first[1].part, shown), *rest], look, warns=warnings.append, **figure_options)
            for each in warnings:
                warn(each)
            return figure
        there = " and ".join(str(part) for part, _ in rest)
        note = f"There is also attention of {there}, which would make the figure too large: part={rest[0][0]!r}."
        shown = replace(shown, notes=[*shown.notes, note])
    return figure_of([(None, shown)], look, **figure_options)


def figure_of(
    parts: Sequence[tuple[str | None, Heads]],
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
    picture: tuple[str, bytes] | None = None,
    warns: Callable[[str], None] = warn,
) -> Figure:
    """Heads as a figure: what is open, and whether it is small enough. With `checks`, a warning names rows that are not weights.

    An encoder-decoder model has several parts, between which the reader chooses; the first one is open. Any other model has one part without
    a name.
    """
    first, heads = parts[0]
    stored = [(part, each, bits_of(each, bits, large, warns)) for part, each in parts]
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
    for _, each, _ in stored if checks else ():
        if problem := check_numbers(each):
            warns(problem)
    state.update(state_of_kind(heads.kind))
    row = place_of(query, queries, heads.shape[2], "query")
    column = place_of(key, heads.tokens, heads.shape[3], "key")
    if row is not None and column is None:
        # The key that the query attends to most in the open head.
        place = [int(each) for each in state.get("head", "0:0").split(":")]
        column = best_key(heads, place[0], place[1], row)
    if row is not None or column is not None:
        state["cursor"] = f"{row or 0}:{(column or 0) + heads.sinks}"
    if first is not None:
        state["part"] = first
    figure = Figure.of_heads(stored, look, state, picture=picture)
    if not large and figure.size > LARGEST:
        raise TooLarge(too_large(heads, figure.size, f"with bits={stored[0][2]}"))
    return figure


def _of_states(seen: Captured, look: Look, view: View, tokens: list[str] | None, batch: int, name: str | None) -> Figure:
    """A figure of a run with layers that keep a state, which the page reads as a file."""
    with tempfile.TemporaryDirectory(prefix="heedmap-") as folder:
        called = re.sub(r"[^\w.-]+", "-", name or seen.model) or "model"
        return Figure.of_file(seen.save(Path(folder) / f"{called}.safetensors", tokens, batch=batch), look, view)


def _refuse_options(path: Path, options: list[str]) -> None:
    """Refuses options for a file that the figure itself reads."""
    if options:
        named = " and ".join(f"{option}=" for option in options)
        raise ValueError(f"{path.name} is read by the figure itself, which does not take {named}: read the numbers in Python, and pass them as an array")
