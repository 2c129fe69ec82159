"""Writes a store of a corpus as a folder that HeadVis reads: JSON files with measures of heads, and sequences with their largest weights."""

from __future__ import annotations

import json
import operator
import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arrays import Array
from .._heads import Heads
from .._tokens import displayed
from .work import matrices

if TYPE_CHECKING:
    from .result import Corpus

#: Reads the heads of a text.
Read = Callable[[int], Heads]

#: The number of groups of sequences; the last one has the strongest.
INTERVALS = 10
#: How many decimals weights and measures have.
_DECIMALS = 4
#: How many tokens are listed of a head.
_TOKENS = 30
#: How many bins the histogram of the strengths of a head has, from 0 to 1.
_BINS = 20
#: What is said of each measure.
_DESCRIPTIONS = {
    "entropy": "mean over queries of -sum w ln w, in nats",
    "normalised_entropy": "mean over queries of -sum w ln w / ln n, with n allowed keys",
    "sink_share": "mean over queries of the weight on key 0",
    "previous_token": "mean over queries p of w[p, p - 1]",
    "next_token": "mean over queries p of w[p, p + 1]",
    "induction": "mean over repeated tokens of sum w[p, e + 1], with e the earlier positions of the token at p",
    "duplicate_token": "mean over repeated tokens of sum w[p, e], with e the earlier positions of the token at p",
    "mean_distance": "mean over queries of sum w[p, j] |p - j|, in tokens",
    "diagonal_share": "mean over queries of sum w[p, j] over |p - j| <= 1",
    "causal_share": "mean over queries of sum w[p, j] over j <= p",
}


def write_headvis(corpus: Corpus, read: Read, path: Path, options: tuple[int, int, float, int]) -> Path:
    """Writes the folder: `Corpus.to_headvis`, whose options are `samples`, `top`, `least` and `seed`. It has its name once it is complete.

    Raises:
        FileExistsError: if there is something at the path.
        ValueError: if the store has no heads, or an argument is out of range.
    """
    samples, top, least, seed = options
    samples, top = _count("samples", samples), _count("top", top)
    if not 0 <= least < 1:
        raise ValueError(f"least is {least}, and must be from 0 to below 1")
    if path.exists():
        raise FileExistsError(f"{path} exists already: pass another path")
    numbers = [number for number, length in enumerate(corpus.lengths) if length > 0]
    if not numbers:
        raise ValueError(f"{corpus.path} has no text with tokens")
    part = path.with_name(f"{path.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    (part / "heads").mkdir(parents=True)
    try:
        strengths = np.array([_strengths(read(number)) for number in numbers])
        _write_heads(corpus, read, part / "heads", numbers, strengths, (samples, top, least, seed))
        _write(part / "scatter_data.json", _scatter(corpus))
        _write(part / "config.json", _config(corpus))
        part.rename(path)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    return path


def strength(weights: Array) -> float:
    """The largest weight of a head (queries, keys) on another token than the query, without the first query and the first key; 0 without one.

    >>> strength(np.array([[1, 0, 0], [0.9, 0.1, 0], [0.5, 0.2, 0.3]]))
    0.2
    """
    w = np.nan_to_num(np.asarray(weights, dtype=np.float64), nan=0.0)[1:, 1:]
    return float(np.where(np.eye(len(w), dtype=bool), 0.0, w).max(initial=0.0))


def intervals_of(strengths: Array) -> Array:
    """The group of each sequence, 1 to `INTERVALS`, by its strength: the groups differ by at most one in size, and the strongest is in the last.

    >>> intervals_of(np.array([0.1, 0.9, 0.5])).tolist()
    [4, 10, 7]
    """
    count = len(strengths)
    rank = np.empty(count, dtype=np.int64)
    rank[np.argsort(strengths, kind="stable")] = np.arange(count)
    found: Array = INTERVALS - (count - 1 - rank) * INTERVALS // count
    return found


def largest(weights: Array, top: int, least: float) -> tuple[Array, Array]:
    """The cells `query · keys + key` with the largest weights of each query, at most `top` and each at least `least`, and these weights, rounded.

    >>> indices, values = largest(np.array([[1.0, 0.0], [0.3, 0.7]]), top=1, least=0.01)
    >>> indices.tolist(), values.tolist()
    ([0, 3], [1.0, 0.7])
    """
    # In 64 bits, because a rounded number of 32 bits has no short decimal.
    w = np.nan_to_num(np.asarray(weights, dtype=np.float64), nan=0.0)
    order = np.argsort(-w, axis=1, kind="stable")[:, :top]
    chosen = np.zeros(w.shape, dtype=bool)
    np.put_along_axis(chosen, order, True, axis=1)
    rounded = np.round(w, _DECIMALS)
    indices = np.flatnonzero(chosen & (w >= least) & (rounded > 0))
    return indices, rounded.ravel()[indices]


@dataclass
class _Tally:
    """Sums over the sequences of a head."""

    distances: Counter[int] = field(default_factory=Counter)
    queries: Counter[str] = field(default_factory=Counter)
    keys: Counter[str] = field(default_factory=Counter)

    def add(self, tokens: list[str], indices: Array, values: Array) -> None:
        query, key = np.divmod(indices, len(tokens))
        self.distances.update(np.abs(query - key).tolist())
        for counter, places in ((self.queries, query), (self.keys, key)):
            sums = np.bincount(places, weights=values, minlength=len(tokens))
            for token, total in zip(tokens, sums.tolist(), strict=True):
                counter[token] += total

    def described(self, strengths: Array) -> dict[str, Any]:
        """What a file of a head says besides its sequences."""
        longest = max(self.distances, default=0)
        edges = [0, *(2**power for power in range(max(1, longest).bit_length() + 1))]
        counts = np.histogram(list(self.distances), bins=[*edges[:-1], edges[-1]], weights=list(self.distances.values()))[0]
        bins = np.histogram(strengths, bins=_BINS, range=(0, 1))
        return {
            "qk_distance_histogram": {"bin_edges": edges, "bin_values": counts.astype(int).tolist()},
            "top_query_tokens": _ranked(self.queries),
            "top_key_tokens": _ranked(self.keys),
            "histogram": {"bin_edges": np.round(bins[1], _DECIMALS).tolist(), "bin_values": bins[0].tolist()},
            "statistics": {"mean_max_activation": round(float(strengths.mean()), _DECIMALS), "sequences": len(strengths)},
        }


def _ranked(counter: Counter[str]) -> list[dict[str, Any]]:
    """The tokens with the largest shares of the stored weight."""
    total = sum(counter.values()) or 1
    return [{"token": token, "weight": round(weight / total, _DECIMALS)} for token, weight in counter.most_common(_TOKENS) if weight > 0]


def _strengths(heads: Heads) -> list[list[float]]:
    """The strength of each head on a text, (layers, heads)."""
    return [[strength(weights[:, heads.sinks :]) for weights in matrices(heads, layer)] for layer in range(heads.shape[0])]


def _write_heads(
    corpus: Corpus, read: Read, folder: Path, numbers: list[int], strengths: Array, options: tuple[int, int, float, int]
) -> None:
    """Writes the file of each head. Its sequences are appended text after text, so that only one text is in memory."""
    samples, top, least, seed = options
    layers, heads = strengths.shape[1:]
    random = np.random.default_rng(seed)
    intervals = np.empty(strengths.shape, dtype=np.int64)
    chosen = np.zeros(strengths.shape, dtype=bool)
    for layer, head in np.ndindex(layers, heads):
        intervals[:, layer, head] = intervals_of(strengths[:, layer, head])
        for interval in range(1, INTERVALS + 1):
            members = np.flatnonzero(intervals[:, layer, head] == interval)
            chosen[random.permutation(members)[:samples], layer, head] = True
    tallies = [[_Tally() for _ in range(heads)] for _ in range(layers)]
    begun = np.zeros((layers, heads), dtype=bool)
    for place, number in enumerate(numbers):
        if not chosen[place].any():
            continue
        found = read(number)
        tokens = displayed(list(found.tokens)) or [str(position) for position in range(found.shape[3])]
        for layer in range(layers):
            for head, weights in enumerate(matrices(found, layer)):
                if not chosen[place, layer, head]:
                    continue
                indices, values = largest(weights[:, found.sinks :], top, least)
                tallies[layer][head].add(tokens, indices, values)
                sequence = {
                    "sequence_id": number,
                    "interval": int(intervals[place, layer, head]),
                    "tokens": tokens,
                    "attention_indices": indices.tolist(),
                    "attention_values": values.tolist(),
                    "seq_len": len(tokens),
                    "max_activation": round(float(strengths[place, layer, head]), _DECIMALS),
                }
                with (folder / _name(corpus, layer, head)).open("a", encoding="utf-8") as file:
                    file.write(", " if begun[layer, head] else '{"sequences": [')
                    file.write(_json(sequence))
                begun[layer, head] = True
    for layer, head in np.ndindex(layers, heads):
        more = _json(tallies[layer][head].described(strengths[:, layer, head]))
        with (folder / _name(corpus, layer, head)).open("a", encoding="utf-8") as file:
            file.write(f"], {more[1:]}")


def _scatter(corpus: Corpus) -> list[dict[str, Any]]:
    """A row for each head: its means over the texts. A head lacks a measure that it has in no text."""
    means = {name: corpus.summary(name).mean for name in corpus.names}
    return [
        {
            **{"layer": number, "head": head},
            **{name: round(float(mean[layer, head]), 6) for name, mean in means.items() if np.isfinite(mean[layer, head])},
        }
        for layer, number in enumerate(corpus.layers)
        for head in range(corpus.heads)
    ]


def _config(corpus: Corpus) -> dict[str, Any]:
    return {
        "model_name": corpus.model,
        "heads": [[layer, head] for layer in corpus.layers for head in range(corpus.heads)],
        "n_layers": len(corpus.layers),
        "n_heads": corpus.heads,
        "n_intervals": INTERVALS,
        "metrics": list(corpus.names),
        "metric_descriptions": {name: _DESCRIPTIONS.get(name, name) for name in corpus.names},
        "head_data_pattern": "L{layer}H{head}.json",
        "has_umap": False,
        "umap_heads": [],
        "custom_plots": [
            {"key": "qk_distance_histogram", "label": "Distance from query to key"},
            {"key": "histogram", "label": "Largest weight of a sequence"},
        ],
        "custom_tables": [{"key": "top_query_tokens", "label": "Top query tokens"}, {"key": "top_key_tokens", "label": "Top key tokens"}],
        "statistics_display": {
            "mean_max_activation": {"label": "Mean of the largest weights", "format": "default"},
            "sequences": {"label": "Sequences", "format": "default"},
        },
    }


def _name(corpus: Corpus, layer: int, head: int) -> str:
    return f"L{corpus.layers[layer]}H{head}.json"


def _json(value: Mapping[str, Any] | list[Any]) -> str:
    return json.dumps(value, allow_nan=False, ensure_ascii=False)


def _write(path: Path, value: Mapping[str, Any] | list[Any]) -> None:
    path.write_text(_json(value), encoding="utf-8")


def _count(name: str, value: int) -> int:
    count = operator.index(value)
    if count < 1:
        raise ValueError(f"{name} is {count}, and must be at least 1")
    return count
