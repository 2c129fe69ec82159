"""What callers have, as heads: model outputs, caches, q and k, arrays and lists of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from ._arrays import is_array, is_numbers, part_of, shape_of, shape_text, to_numpy
from ._heads import Rule
from ._rope import OfPage
from ._settings import Kind

Part = Literal["encoder", "decoder", "cross"]

#: What to do with a model whose output has no weights.
_AGAIN = (
    "use heedmap.show(model, inputs, tokenizer=tokenizer), which computes them (heedmap.capture), or load the model with "
    'attn_implementation="eager" and run model(**inputs, output_attentions=True)'
)
NO_WEIGHTS = "The attentions are {what}: the model ran with an implementation that keeps no weights (sdpa or flash attention); " + _AGAIN
NOT_ASKED = "The attentions are {what}: the model ran without output_attentions=True, or with an implementation that keeps no weights; " + _AGAIN

#: Fields of a model's output, in the order in which they are looked for, and the part that each is.
_FIELDS: dict[str, Part | None] = {
    "attentions": None,
    "encoder_attentions": "encoder",
    "decoder_attentions": "decoder",
    "cross_attentions": "cross",
}
_NAMES = ("attention", "attentions", "attn", "weights", "pattern", "attention_weights")
#: Names of scores before softmax.
_SCORES = ("attn_scores", "hook_attn_scores")
#: Fields of a model's output that are not attention.
_OTHER_FIELDS = {"logits", "last_hidden_state", "hidden_states", "pooler_output", "loss", "past_key_values"}
#: The number of a layer in a name: `layers.3.attn`.
_LAYER = re.compile(r"(?:^|[^a-zA-Z])(?:layers?|blocks?|blk|h)[._](\d{1,5})(?!\d)")
#: Arrays beside q and k without which the weights of a layer cannot be computed.
_OF_PAGE = re.compile(r"(?:^|[._/])(?:key_bias|relative_bias|score_bias|log_decay|selected|k_compressed|q_subtracted)$")
#: What learned parameters are called: `model.layers.0.self_attn.q_proj.weight`.
_PARAMETER = re.compile(r"\.(weight|bias)$")
_Q = re.compile(r"(?:^|[._/])(q|query|queries|q_proj|hook_rot_q|hook_q)(?:$|[._/])")


@dataclass(frozen=True)
class Found:
    """What an input was taken for, before a sequence of the batch is chosen.

    `weights` has a list of steps for each layer, one unless it is of `generate()`; each array is (batch, heads, queries, keys) or lacks
    axes in front. `pairs` has q, k and v of each layer, (batch, heads, tokens, size) or without axes in front.
    """

    weights: list[list[Any]] | None = None
    pairs: list[tuple[Any, Any, Any | None]] | None = None
    tokens_first: bool = False
    layers: list[int] | None = None
    name: str = "attention"
    others: tuple[str, ...] = ()
    ids: Any = None
    note: str = ""
    rules: list[Rule] | None = None
    keep: Any = None
    crossed: bool = False
    origin: Mapping[str, str] = field(default_factory=dict)
    kind: Kind = "weights"

    @property
    def is_generated(self) -> bool:
        """Whether the model wrote tokens of its own: it never read the last of them."""
        return self.ids is not None or (self.weights is not None and len(self.weights[0]) > 1)


def find(x: Any, part: Part | str | None = None) -> Found:
    """What `x` is taken for.

    Raises:
        TypeError: for what is not attention at all.
        ValueError: for what has no weights, with the shapes.
    """
    _refuse_empty(x)
    if part is not None and (own := _of_part(x, part)):
        return replace(find(own), crossed=part == "cross")
    fields = _fields_of(x)
    if fields is not None:
        return _of_output(x, fields, part)
    if part is not None:
        raise ValueError(f"part={part!r} needs a model's output with {part}_attentions, not {type(x).__name__}")
    if isinstance(x, Mapping) or (hasattr(x, "keys") and hasattr(x, "__getitem__")):
        return _of_mapping({str(key): x[key] for key in x.keys()})
    if is_array(x):
        return _of_array(x)
    if isinstance(x, (list, tuple)):
        return _of_array(to_numpy(x, "The list")) if is_numbers(x) else _of_layers(list(x))
    raise TypeError(
        f"{type(x).__name__} is not attention: pass outputs.attentions, a model's output, an array, q and k, or a path, as in "
        "heedmap.show(model, text, tokenizer=tokenizer) or heedmap.show(outputs)"
    )


def _refuse_empty(x: Any) -> None:
    if x is None:
        raise ValueError(NOT_ASKED.format(what="None"))
    if isinstance(x, (list, tuple)):
        if len(x) == 0:
            raise ValueError(NO_WEIGHTS.format(what="empty"))
        if all(each is None for each in x):
            raise ValueError(NO_WEIGHTS.format(what=f"{len(x)} times None"))
        if all(isinstance(each, (list, tuple)) and not is_numbers(each) for each in x):
            leaves = [leaf for each in x for leaf in each]
            if all(leaf is None for leaf in leaves):
                raise ValueError(NO_WEIGHTS.format(what=f"None in each of {len(x)} steps" if leaves else "empty in each step"))


def _fields_of(x: Any) -> dict[str, Any] | None:
    """The attentions of a model's output; None where it is none."""
    if is_array(x) or isinstance(x, (list, tuple)) and not hasattr(x, "_fields"):
        return None
    if isinstance(x, Mapping) and not any(hasattr(x, name) for name in _FIELDS):
        given = {name: x[name] for name in _FIELDS if name != "attentions" and name in x}
        return given or None
    names = [name for name in _FIELDS if hasattr(x, name)]
    return {name: getattr(x, name) for name in names} if names else None


def _of_part(x: Any, part: str) -> dict[str, Any]:
    """The arrays of a part, as a figure saves them: `cross.q` is q of the part cross."""
    start = f"{part}."
    return {key.removeprefix(start): x[key] for key in x if str(key).startswith(start)} if isinstance(x, Mapping) else {}


def parts_of_output(x: Any) -> list[str]:
    """The parts of an encoder-decoder model in its output, or in arrays that a figure saved.

    >>> parts_of_output({"encoder_attentions": [1], "cross_attentions": [2], "decoder_attentions": None})
    ['encoder', 'cross']
    """
    if saved := [part for part in get_args(Part) if _of_part(x, part)]:
        return saved
    given = _given(_fields_of(x) or {})
    return [] if "attentions" in given else [str(_FIELDS[name]) for name in given]


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are not empty."""
    return {name: value for name, value in fields.items() if value is not None and any(each is not None for each in value)}


def _of_output(x: Any, fields: dict[str, Any], part: Part | str | None) -> Found:
    given = _given(fields)
    if not given:
        _refuse_empty(next((value for value in fields.values() if value is not None), None))
        raise ValueError(NOT_ASKED.format(what="None"))
    by_part: dict[str | None, str] = {_FIELDS[name]: name for name in given}
    if part is not None and part not in by_part:
        there = ", ".join(given)
        raise ValueError(f"The output has no {part}_attentions: it has {there}")
    name = by_part[part] if part is not None else next(iter(given))
    _refuse_empty(given[name])
    found = _of_layers(list(given[name]))
    others = tuple(str(each) for each in by_part if each is not None and by_part[each] != name)
    ids = getattr(x, "sequences", None)
    return Found(
        weights=found.weights,
        layers=found.layers,
        name=name,
        others=others,
        crossed=name == "cross_attentions",
        ids=ids if name in ("attentions", "decoder_attentions") else None,
    )


def _of_layers(layers: list[Any]) -> Found:
    """A list of layers, of steps with layers in each, or of layers with a matrix for each head."""
    missing = [place for place, layer in enumerate(layers) if layer is None]
    if missing:
        raise ValueError(f"Layer {missing[0]} of {len(layers)} is None: layers without weights must be left out")
    first = layers[0]
    if isinstance(first, (list, tuple)) and not is_numbers(first):
        lengths = {len(step) if isinstance(step, (list, tuple)) else -1 for step in layers}
        if len(lengths) != 1:
            raise ValueError(f"The steps have different numbers of layers: {_listed(lengths)}")
        steps = [[_array(each, layer) for layer, each in enumerate(step)] for step in layers]
        if all(len(shape_of(each)) == 2 for step in steps for each in step):
            # (queries, keys) of each head: steps of a model have an axis of heads.
            return Found(weights=[[to_numpy(heads, f"Layer {layer}")] for layer, heads in enumerate(steps)])
        return Found(weights=[[step[layer] for step in steps] for layer in range(lengths.pop())])
    return Found(weights=[[_array(layer, place)] for place, layer in enumerate(layers)])


def _array(layer: Any, place: int) -> Any:
    """An array as it is; a list as an array."""
    return layer if is_array(layer) else to_numpy(layer, f"Layer {place}")


def _of_array(array: Any) -> Found:
    shape = shape_of(array)
    if len(shape) in (4, 5):
        return Found(weights=[[part_of(array, layer)] for layer in range(shape[0])])
    if len(shape) in (2, 3):
        return Found(weights=[[array]])
    raise ValueError(
        f"An array of shape {shape_text(shape)} is not attention: (queries, keys), (heads, queries, keys), "
        "(layers, heads, queries, keys) or (layers, batch, heads, queries, keys) are"
    )


def _of_mapping(items: dict[str, Any]) -> Found:
    if not items:
        raise ValueError("The mapping is empty: there are no arrays in it")
    learned = [key for key, value in items.items() if _PARAMETER.search(key) and is_array(value) and len(shape_of(value)) <= 4]
    if len(items) > 1 and 2 * len(learned) > len(items):
        raise ValueError(
            f"{_with_shapes(items)}: this is what a model learned, not its attention. Load the model, run it in "
            "`with heedmap.capture(model) as seen:`, and show `seen`"
        )
    items = {key: to_numpy(value, key) if isinstance(value, list) and is_numbers(value) else value for key, value in items.items()}
    for pattern in (r"^blocks\.(\d+)\.attn\.hook_pattern$", r"^(?:.*\D)?(\d+)\.(?:.*[._])?(?:pattern|attn_weights|attention_probs)$"):
        matched = _numbered(items, pattern)
        if matched:
            return Found(weights=[[items[key]] for _, key in matched], layers=[at for at, _ in matched])
    matched = _numbered(items, rf"^(?:.*\D)?(\d+)\.(?:.*[._])?(?:{'|'.join(_SCORES)})$")
    if matched:
        return Found(weights=[[items[key]] for _, key in matched], layers=[at for at, _ in matched], kind="scores")
    pairs = _pairs(items)
    if pairs:
        # Without them, the weights would be those of another layer.
        other = next((key for key in items if _OF_PAGE.search(key)), None)
        if other is not None:
            raise OfPage(f"{other} is a part of layers")
        return pairs
    for name in _NAMES + _SCORES:
        if name in items:
            return replace(find(items[name]), kind="scores" if name in _SCORES else "weights")
    alone = next((key for key, value in items.items() if _Q.search(key) and is_array(value)), None)
    if alone is not None:
        raise ValueError(f"{_with_shapes(items)}: {alone} has no k beside it, and weights need both")
    arrays = {
        key: value for key, value in items.items() if is_array(value) and len(shape_of(value)) >= 2 and key not in _OTHER_FIELDS
    }
    if len(arrays) == 1:
        [(key, value)] = arrays.items()
        only = find(value)
        number = _LAYER.search(key)
        is_layer = number is not None and only.weights is not None and len(only.weights) == 1
        return replace(only, layers=[int(number[1])]) if number is not None and is_layer else only
    matched = _numbered(arrays, r"^\D*(\d+)\D*$")
    shapes = {len(shape_of(value)) for value in arrays.values()}
    if matched and len(matched) == len(arrays) and len(shapes) == 1 and len({at for at, _ in matched}) == len(matched):
        return Found(weights=[[arrays[key]] for _, key in matched], layers=[at for at, _ in matched])
    if items.keys() & _OTHER_FIELDS:
        raise ValueError(NOT_ASKED.format(what=f"missing, there is only {_with_shapes(items)}"))
    raise ValueError(
        f"No attention is found among {_with_shapes(items)}: use the key \"attention\", \"q\" and \"k\", or "
        "\"blocks.0.attn.hook_pattern\""
    )


def _with_shapes(items: Mapping[str, Any]) -> str:
    """The names of arrays with their shapes; of many, the first eight."""
    names = [f"{key} {shape_text(shape_of(value))}" if is_array(value) else key for key, value in items.items()]
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


def _numbered(items: Mapping[str, Any], pattern: str) -> list[tuple[int, str]]:
    found = [(int(match[1]), key) for key in items if (match := re.match(pattern, key))]
    return sorted(found)


def _pairs(items: dict[str, Any]) -> Found | None:
    """q with k, and v: under these names, or in a key for each layer. What was taken after RoPE comes first."""
    families: dict[str, list[tuple[int, str]]] = {}
    for key in items:
        match = _Q.search(key)
        if match is None:
            continue
        numbers = re.findall(r"\d+", key[: match.start()])
        families.setdefault(match[1], []).append((int(numbers[-1]) if numbers else 0, key))
    for name in sorted(families, key=lambda each: each != "hook_rot_q"):
        pairs, layers = [], []
        for at, key in sorted(families[name]):
            start = _Q.search(key)
            assert start is not None
            k, v = (_sibling(items, key, start, letter) for letter in "kv")
            if k is None:
                continue
            if v is None and name == "hook_rot_q":
                v = items.get(key.replace("hook_rot_q", "hook_v"))
            q = items[key]
            whole = not re.search(r"\d", key) and is_array(q) and len(shape_of(q)) >= 4
            if whole or (isinstance(q, (list, tuple)) and not is_numbers(q)):
                pairs += [(part_of(q, layer), part_of(k, layer), None if v is None else part_of(v, layer)) for layer in range(len(q))]
                layers += list(range(len(q)))
            else:
                pairs.append((q, k, v))
                layers.append(at)
        if pairs:
            before = name == "hook_q" and "hook_rot_q" not in families
            note = "q and k of hook_q and hook_k are taken before RoPE, if the model uses it." if before else ""
            return Found(pairs=pairs, layers=layers, tokens_first=name.startswith("hook"), name=name, note=note)
    return None


def split_heads(items: Any, heads: int | None, key_heads: int | None) -> Any:
    """A mapping in which q and k, (batch, tokens, heads * size), have an axis of heads, (batch, heads, tokens, size).

    Raises:
        ValueError: for features that cannot be divided into so many heads.

    >>> import numpy as np
    >>> split = split_heads({"q": np.zeros((1, 5, 8)), "k": np.zeros((1, 5, 4))}, 4, 2)
    >>> split["q"].shape, split["k"].shape
    ((1, 4, 5, 2), (1, 2, 5, 2))
    """
    if heads is None or not (isinstance(items, Mapping) or (hasattr(items, "keys") and hasattr(items, "__getitem__"))):
        return items
    found = {str(key): items[key] for key in items.keys()}
    counts = {"q": heads, "k": key_heads or heads, "v": key_heads or heads}

    def flat(key: str) -> tuple[str, tuple[int, ...]] | None:
        roles = [letter for letter in counts if re.search(rf"(?:^|[._/]){letter}(?:_proj)?(?:_all)?$", key)]
        shape = shape_of(found[key]) if is_array(found[key]) else ()
        if not roles or len(shape) not in (2, 3):
            return None
        count = counts[roles[0]]
        if shape[-1] % count == 0:
            return roles[0], shape
        if shape[0] == count:
            return None
        raise ValueError(f"{key} has the shape {shape_text(shape)}: {shape[-1]} features cannot be divided into {count} heads")

    shapes = {key: found_as for key in found if (found_as := flat(key)) is not None}
    sizes = {shape[-1] // counts[role] for role, shape in shapes.values()}
    if len(sizes) != 1 or all(len(shape) == 3 and shape[0] == counts[role] for role, shape in shapes.values()):
        return items
    for key, (role, shape) in shapes.items():
        count = counts[role]
        array = found[key].reshape(*shape[:-1], count, shape[-1] // count)
        found[key] = array.swapaxes(-3, -2)
    return found


def _sibling(items: dict[str, Any], key: str, match: re.Match[str], letter: str) -> Any:
    """k or v beside q."""
    name = match[1]
    renamed = {"query": {"k": "key", "v": "value"}, "queries": {"k": "keys", "v": "values"}}
    other = renamed[name][letter] if name in renamed else re.sub(r"q(?=$|_proj)", letter, name)
    start, end = match.span(1)
    return items.get(f"{key[:start]}{other}{key[end:]}")


def _listed(numbers: set[int]) -> str:
    return " and ".join(str(number) for number in sorted(numbers) if number >= 0)
