"""RoPE that is still to be applied to q and k, as metadata describes it (docs/format.md)."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ._arrays import Array


class Unread(ValueError):
    """A value of metadata that cannot be read. Who knows its place says where it is."""

    def __init__(self, key: str, value: Any) -> None:
        super().__init__(f"{key} {json.dumps(value)[:40]}, which cannot be read")


class OfPage(ValueError):
    """What only the page computes. `show` writes such a file into its figure."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}, which only the page computes: heedmap.show opens a file with it")


@dataclass(frozen=True)
class Rope:
    """How q and k are to be rotated.

    Attributes:
        dim: how many features are rotated, None for all; `side` says whether these are the "first" or the "last".
        pairs: whether pairs of features are "half" of them apart or "interleaved".
        scaling: `rope_type` and its numbers, by the names of transformers.
        tuning: `attn_scale`, `floor_scale` and `first` of the factor of queries by their position; None for no such factor.
        positions: the positions of the keys, (sections, keys); None for 0, 1, 2 and so on.
    """

    base: float
    pairs: str = "half"
    dim: int | None = None
    side: str = "first"
    scaling: Mapping[str, Any] = field(default_factory=dict)
    tuning: tuple[float, float, int] | None = None
    positions: tuple[tuple[int, ...], ...] | None = None


#: What each type needs.
_NEEDED = {
    "default": (),
    "linear": ("factor",),
    "dynamic": ("factor", "original_max_position_embeddings"),
    "yarn": ("factor", "original_max_position_embeddings"),
    "longrope": ("original_max_position_embeddings", "short_factor", "long_factor"),
    "llama3": ("factor", "original_max_position_embeddings"),
    "proportional": ("partial_rotary_factor",),
}
_NUMBERS = (
    "factor", "original_max_position_embeddings", "max_position_embeddings", "attention_factor", "beta_fast", "beta_slow", "mscale",
    "mscale_all_dim", "low_freq_factor", "high_freq_factor", "partial_rotary_factor", "llama_4_scaling_beta",
)
_LISTS = ("short_factor", "long_factor", "mrope_section")
_FLAGS = ("truncate", "mrope_interleaved")
#: The keys by which an object is known to be a configuration of a model.
_OF_CONFIG = {"model_type", "architectures", "hidden_size", "num_hidden_layers", "head_dim", "layer_types", "text_config"}
_NAMES = {"rope_theta": "base", "type": "rope_type"}
_TYPES = {"su": "longrope", "mrope": "default"}


def rope_of(said: Any) -> Rope | None:
    """RoPE of a value of metadata; None where it is applied already.

    Raises:
        Unread: for a key that does not exist or whose value makes no sense: angles without it would be other ones.
        OfPage: for the whole configuration of a model.

    >>> rope_of({"rope_theta": 10000, "rope_scaling": {"type": "linear", "factor": 4}})
    Rope(base=10000.0, pairs='half', dim=None, side='first', scaling={'rope_type': 'linear', 'factor': 4}, tuning=None, positions=None)
    """
    if said in (None, "applied", "none"):
        return None
    if not isinstance(said, dict):
        raise Unread("rope", said)
    if not _OF_CONFIG.isdisjoint(said):
        raise OfPage("The file states rope as a whole config.json")
    given: dict[str, Any] = {}
    inner = [said[name] for name in ("rope_scaling", "rope_parameters") if isinstance(said.get(name), dict)]
    for source in (said, *inner):
        given |= {_NAMES.get(key, key): value for key, value in source.items() if value is not None and value not in inner}
    if "base" not in given:
        raise Unread("rope", said)
    named = given.get("rope_type", "default")
    given["rope_type"] = kind = _TYPES.get(named, named) if isinstance(named, str) else named
    for key, value in given.items():
        if not _is_valid(key, value):
            raise Unread(f"rope.{key}", value)
    if kind == "default" and "factor" in given:
        # It would change nothing without a type.
        raise Unread("rope.factor", given["factor"])
    longest = given.pop("max_position_embeddings", None)
    if longest is not None and kind != "default":
        # As in transformers, the base of "dynamic" grows from the length of the configuration.
        given["original_max_position_embeddings"] = longest if kind == "dynamic" else given.get("original_max_position_embeddings", longest)
        if kind == "longrope":
            given.setdefault("factor", longest / given["original_max_position_embeddings"])
    missing = next((key for key in _NEEDED[kind] if key not in given), None)
    if missing is not None or (kind == "longrope" and not {"factor", "attention_factor"} & given.keys()):
        raise Unread(f"rope.{missing or 'factor'}", None)
    low, high = given.get("low_freq_factor", 1.0), given.get("high_freq_factor", 4.0)
    has_log = kind == "longrope" and "attention_factor" not in given and given["factor"] > 1
    for key, is_odd in (
        ("base", kind == "yarn" and given["base"] <= 1),
        ("high_freq_factor", kind == "llama3" and high <= low),
        ("original_max_position_embeddings", has_log and given["original_max_position_embeddings"] <= 1),
    ):
        if is_odd:
            raise Unread(f"rope.{key}", given.get(key))
    beta = given.pop("llama_4_scaling_beta", None)
    base, pairs, dim, side = float(given.pop("base")), given.pop("pairs", "half"), given.pop("dim", None), given.pop("side", "first")
    tuning = None if beta is None else (float(beta), float(given.get("original_max_position_embeddings", 0)), 0)
    return Rope(base, pairs, dim, side, {} if given == {"rope_type": "default"} else given, tuning)


def _is_valid(key: str, value: Any) -> bool:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    if key in _LISTS:
        return isinstance(value, list) and all(isinstance(each, (int, float)) and 0 <= each < math.inf for each in value) and len(value) > 0
    if key in _FLAGS:
        return isinstance(value, bool)
    if key == "dim":
        return isinstance(value, int) and value >= 2
    choices = {"pairs": ("half", "interleaved"), "side": ("first", "last"), "rope_type": tuple(_NEEDED)}
    if key in choices:
        return value in choices[key]
    if key == "partial_rotary_factor":
        return is_number and 0 < value <= 1
    return (key == "base" or key in _NUMBERS) and is_number and (value > 0 or key in ("mscale", "mscale_all_dim", "llama_4_scaling_beta"))


def tuning_of(said: Any) -> tuple[float, float, int] | None:
    """`attn_scale`, `floor_scale` and `first` of `attn_temperature_tuning`: those of Llama 4 for true.

    Raises:
        Unread: for anything else.

    >>> tuning_of(True), tuning_of({"floor_scale": 64})
    ((0.1, 8192.0, 1), (0.1, 64.0, 1))
    """
    if said in (None, False, "none"):
        return None
    given = {} if said is True else said
    if not isinstance(given, dict):
        raise Unread("attn_temperature_tuning", said)
    usual: dict[str, Any] = {"attn_scale": 0.1, "floor_scale": 8192.0, "first": 1}
    for key, value in given.items():
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
        if key not in usual or not is_number or (key == "floor_scale" and value <= 0):
            raise Unread(f"attn_temperature_tuning.{key}", value)
    found = {**usual, **given}
    return float(found["attn_scale"]), float(found["floor_scale"]), int(found["first"])


def frequencies(rope: Rope, dim: int, length: int) -> tuple[Array, float]:
    """The frequency of each pair of `dim` features in a text of `length` tokens, and what cosines and sines are multiplied by.

    The formulas are those of `modeling_rope_utils.py` of transformers.

    >>> frequencies(Rope(10000.0, scaling={"rope_type": "linear", "factor": 4.0}), 4, 1)
    (array([0.25  , 0.0025]), 1.0)
    """
    said, kind = rope.scaling, rope.scaling.get("rope_type", "default")
    factor, original = float(said.get("factor", 1.0)), said.get("original_max_position_embeddings", 0)
    base = rope.base
    if kind == "dynamic" and dim > 2:
        base *= (factor * max(length, original) / original - (factor - 1)) ** (dim / (dim - 2))
    pairs = np.arange(dim // 2)
    found = base ** (-2.0 * pairs / dim)
    if kind == "linear":
        return found / factor, 1.0
    if kind == "proportional":
        turning = math.floor(said["partial_rotary_factor"] * dim / 2)
        return np.where(pairs < turning, found / factor, 0.0), 1.0
    if kind == "llama3":
        low, high = said.get("low_freq_factor", 1.0), said.get("high_freq_factor", 4.0)
        turns = original * found / (2 * math.pi)
        smooth = np.clip((turns - low) / (high - low), 0, 1)
        return (1 - smooth) * found / factor + smooth * found, 1.0
    if kind == "longrope":
        usual = math.sqrt(1 + math.log(factor) / math.log(original)) if factor > 1 else 1.0
        return found / np.array(said["long_factor" if length > original else "short_factor"]), said.get("attention_factor", usual)
    if kind == "yarn":
        def scale(mscale: float) -> float:
            return 0.1 * mscale * math.log(factor) + 1 if factor > 1 else 1.0

        def bound(turns: float) -> float:
            return dim * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(base))

        start, end = bound(said.get("beta_fast", 32)), bound(said.get("beta_slow", 1))
        if said.get("truncate", True):
            start, end = math.floor(start), math.ceil(end)
        start, end = max(start, 0), min(end, dim - 1)
        ramp = np.clip((pairs - start) / (end - start if end != start else 0.001), 0, 1)
        both = said.get("mscale") and said.get("mscale_all_dim")
        usual = scale(said["mscale"]) / scale(said["mscale_all_dim"]) if both else scale(1.0)
        return found / factor * ramp + found * (1 - ramp), said.get("attention_factor", usual)
    return found, 1.0


def rotated(numbers: Array, rope: Rope, first: int = 0, keys: int | None = None) -> Array:
    """q or k, (heads, tokens, size), rotated by its positions, which begin at `first` of a text of `keys` tokens.

    Raises:
        ValueError: for a number of features that cannot be rotated in pairs, and for lists that do not fit them.

    >>> rotated(np.ones((1, 2, 2)), Rope(10000.0)).astype(float).round(3).tolist()
    [[[1.0, 1.0], [-0.301, 1.382]]]
    """
    size, said = numbers.shape[-1], rope.scaling
    share = said.get("partial_rotary_factor", 1.0) if said.get("rope_type") != "proportional" else 1.0
    dim = rope.dim or int(size * share)
    if dim > size or dim % 2 or dim < 2:
        raise ValueError(f"RoPE cannot rotate {dim} of {size} features: an even number of them is needed")
    for name in ("short_factor", "long_factor"):
        if name in said and len(said[name]) != dim // 2:
            raise ValueError(f"rope.{name} has {len(said[name])} numbers, but there are {dim // 2} pairs of features")
    count = numbers.shape[-2]
    places = first + np.arange(count)
    length = count if keys is None else keys
    if rope.positions is not None:
        length = 1 + max(max(each) for each in rope.positions)
    speeds, factor = frequencies(rope, dim, length)
    if rope.positions is None:
        positions = places[:, None]
    else:
        lists = np.array(rope.positions)
        if lists.shape[1] <= places.max(initial=0):
            raise ValueError(f"position_ids has {lists.shape[1]} positions, but there are {places.max() + 1} tokens")
        positions = lists[_sections(said, dim // 2, len(lists))][:, places].T
    angles = positions * speeds
    cosines, sines = (factor * np.cos(angles)).astype(np.float32), (factor * np.sin(angles)).astype(np.float32)
    start = size - dim if rope.side == "last" else 0
    left, right = (slice(0, dim // 2), slice(dim // 2, dim)) if rope.pairs == "half" else (slice(0, dim, 2), slice(1, dim, 2))
    found = numbers.astype(np.float32)
    turned = found[..., start : start + dim]
    a, b = turned[..., left].copy(), turned[..., right].copy()
    turned[..., left] = a * cosines - b * sines
    turned[..., right] = b * cosines + a * sines
    return found


def _sections(said: Mapping[str, Any], pairs: int, lists: int) -> Array:
    """Which list of positions turns each pair."""
    sizes = said.get("mrope_section", [pairs])
    if len(sizes) != lists or sum(sizes) != pairs:
        raise ValueError(f"rope.mrope_section {sizes} does not fit {lists} lists of positions and {pairs} pairs of features")
    at = np.arange(pairs)
    if not said.get("mrope_interleaved"):
        return np.repeat(np.arange(lists), sizes)
    axes = at % lists
    return np.where(at < lists * np.array(sizes)[axes], axes, 0)


def scaled(q: Array, tuning: tuple[float, float, int], first: int = 0) -> Array:
    """q, (heads, tokens, size), multiplied by a factor that grows with the position.

    >>> scaled(np.ones((1, 3, 1)), (1.0, 2.0, 1)).ravel().round(3).tolist()
    [1.0, 1.693, 1.693]
    """
    scale, floor, start = tuning
    counted = np.maximum(first + np.arange(q.shape[-2]) + start, 0)
    factors = 1 + scale * np.log1p(np.floor(counted / floor))
    return np.asarray(q * factors[:, None].astype(np.float32))
