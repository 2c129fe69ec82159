"""Functions with the names and arguments of BertViz and CircuitsVis: a notebook changes one import."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ._figure import Figure
from ._show import show


def head_view(
    attention: Any = None,
    tokens: Sequence[str] | None = None,
    sentence_b_start: int | None = None,
    prettify_tokens: bool = True,
    layer: int | None = None,
    heads: Sequence[int] | int | None = None,
    encoder_attention: Any = None,
    decoder_attention: Any = None,
    cross_attention: Any = None,
    encoder_tokens: Sequence[str] | None = None,
    decoder_tokens: Sequence[str] | None = None,
    include_layers: Sequence[int] | None = None,
    html_action: Literal["view", "return"] = "view",
    **options: Any,
) -> Figure:
    """`bertviz.head_view`, with the same arguments: lines between queries and keys.

    Args:
        attention: A tuple of (1, heads, queries, keys), one for each layer.
        tokens: One string for each token.
        layer: The layer that is open.
        heads: The first of these heads is open. All heads are shown.
        encoder_attention: In place of `attention`, that of an encoder; likewise `decoder_attention` and `cross_attention`. The figure has
            all of them, and its reader chooses; with `part="cross"` it has only this one.
        include_layers: Only these layers.
        options: Options of `heedmap.show`.

    `sentence_b_start`, `prettify_tokens` and `html_action` are accepted and change nothing: tokens are always shown
    readably, and the figure is always returned.

    >>> import numpy as np
    >>> head_view(tuple(np.full((1, 2, 3, 3), 1 / 3) for _ in range(4)), ["a", "b", "c"])
    <heedmap.Figure: 4 layers × 2 heads, 3 tokens, ... KB>
    """
    parts = {
        "attentions": (attention, tokens, None),
        "encoder_attentions": (encoder_attention, encoder_tokens, None),
        "decoder_attentions": (decoder_attention, decoder_tokens, None),
        "cross_attentions": (cross_attention, encoder_tokens, decoder_tokens),
    }
    given = {name: part for name, part in parts.items() if part[0] is not None} or {"attentions": parts["attentions"]}
    wanted = f"{options['part']}_attentions" if options.get("part") else next(iter(given))
    found, keys, queries = given.get(wanted, (None, None, None))
    if len(given) > 1 and "attentions" not in given and not options.get("part") and include_layers is None:
        # The reader chooses between them.
        keys, queries = encoder_tokens, decoder_tokens
    x = found if wanted == "attentions" else {name: weights for name, (weights, _, _) in given.items()}
    settings: dict[str, Any] = {"view": "lines", "layer": layer, "layers": include_layers, **options}
    if heads is not None:
        settings["head"] = heads if isinstance(heads, int) else list(heads)[0]
    return show(x, keys, query_tokens=queries, **settings)


def attention_heads(
    attention: Any,
    tokens: Sequence[str],
    attention_head_names: Sequence[str] | None = None,
    max_value: float | None = None,
    min_value: float | None = None,
    negative_color: str | None = None,
    positive_color: str | None = None,
    mask_upper_tri: bool | None = None,
    **options: Any,
) -> Figure:
    """`circuitsvis.attention.attention_heads`, with the same arguments.

    Args:
        attention: (heads, queries, keys), or (1, heads, queries, keys).
        tokens: One string for each token.
        options: Options of `heedmap.show`.

    The names of heads, the colors and the ends of the scale are accepted and change nothing.

    >>> import numpy as np
    >>> attention_heads(attention=np.full((2, 3, 3), 1 / 3), tokens=["a", "b", "c"])
    <heedmap.Figure: 1 layer × 2 heads, 3 tokens, ... KB>
    """
    return show(attention, tokens, **{"name": "attention", **options})
