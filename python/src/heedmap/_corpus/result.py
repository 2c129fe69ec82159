"""`Corpus`: what a store holds, for reading."""

from __future__ import annotations

import os
import warnings
import zipfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from .._arrays import Array
from .._captured import Captured
from .._figure import Figure
from .._heads import SINK, Heads
from .._heads_in import heads_in
from .._inputs import Given, prepared
from .._mean import mean_of
from .._metadata import rule_of, rules_of
from .._show import show
from .store import Layout, lengths_of, opened


@dataclass(frozen=True)
class Summary:
    """A measure of each head over texts, each array (layers, heads).

    Attributes:
        mean: The mean over the texts in which the head has the measure; NaN if there are none.
        spread: The standard deviation over the same texts, with one less in the denominator; NaN for fewer than two.
        texts: How many texts these are.
    """

    mean: Array
    spread: Array
    texts: Array


class Corpus:
    """A store that `heedmap.corpus` wrote, complete or not. Only what is asked for is read.

    Layers have the numbers that they have in the model; texts and heads are counted from 0.

    Attributes:
        path: The folder, or an archive that `save` wrote.
        model: The name of the model.
        names: The names of the measures.
        layers: The numbers of the layers.
        heads: How many heads a layer has.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """
        Raises:
            FileNotFoundError: if there is nothing at the path.
            ValueError: if it is no store of a corpus, or its description cannot be read.
        """
        self.path = os.fspath(path)
        found = opened(self.path, "r")
        if found is None:
            raise FileNotFoundError(f"{self.path} does not exist")
        self._group, self._layout = found
        self.model = self._layout.model
        self.names = self._layout.measures
        self.layers = self._layout.layers
        self.heads = self._layout.heads

    def __repr__(self) -> str:
        layout = self._layout
        done = int((self.lengths >= 0).sum())
        texts = f"{layout.texts:,} text{'s' * (layout.texts != 1)}"
        parts = [
            texts if done == layout.texts else f"{done:,} of {texts}",
            f"{len(layout.layers)} layer{'s' * (len(layout.layers) != 1)} × {layout.heads} head{'s' * (layout.heads != 1)}",
        ]
        parts += {"qk": ["q and k"], "weights": ["weights"], None: []}[layout.keep]
        return f"<heedmap.Corpus: {self.model}, {', '.join(parts)}>"

    def __len__(self) -> int:
        return self._layout.texts

    @cached_property
    def lengths(self) -> Array:
        """The number of tokens of each text, (texts,); 0 for an empty text, -1 for one that is not computed yet."""
        return lengths_of(self._group, self._layout)

    @cached_property
    def measures(self) -> Array:
        """All measures in 32 bits, (texts, layers, heads, measures); NaN where a head has none, or its text is not computed."""
        found: Array = self._read("measures", slice(None))
        return np.where((self.lengths > 0)[:, None, None, None], found, np.float32(np.nan))

    def measure(self, name: str) -> Array:
        """One measure, (texts, layers, heads)."""
        if name not in self.names:
            raise ValueError(f"{name!r} is not a measure: there are {', '.join(self.names)}")
        found: Array = self.measures[..., self.names.index(name)]
        return found

    def summary(self, name: str) -> Summary:
        """The mean of a measure of each head over the texts, and its spread."""
        values = self.measure(name).astype(np.float64)
        count = (~np.isnan(values)).sum(axis=0)
        with warnings.catch_warnings():
            # Of heads without the measure, NumPy warns and returns NaN, which is what is wanted.
            warnings.simplefilter("ignore", RuntimeWarning)
            return Summary(mean=np.nanmean(values, axis=0), spread=np.nanstd(values, axis=0, ddof=1), texts=count)

    def strongest(self, name: str, layer: int, head: int, most: int = 10) -> list[tuple[int, float]]:
        """The texts in which a measure of a head is largest, with the measure, from the largest; equal ones in the order of the texts."""
        values = self.measure(name)[:, self._layer(layer), self._head(head)]
        order = np.argsort(-values, kind="stable")
        return [(int(text), float(values[text])) for text in order[:most] if not np.isnan(values[text])]

    def text(self, number: int) -> str:
        """A text."""
        return str(self._read("texts", self._text(number)))

    def tokens(self, number: int) -> list[str]:
        """The tokens of a text; empty strings if the model has none."""
        place = self._text(number)
        return [str(token) for token in self._read("tokens", place)[: self.lengths[place]]]

    def show(self, number: int, **options: Any) -> Figure:
        """The heads of a text as a figure, from its q and k or its weights. The options are those of `heedmap.show`.

        Raises:
            ValueError: if neither is stored, or the text is empty.
        """
        x, tokens, query_tokens = self._heads_of(number)
        return show(x, tokens, query_tokens=query_tokens, **{"name": f"{self.model}, text {number}", **options})

    def show_mean(self, numbers: Sequence[int] | None = None, *, tokens: int | None = None, **options: Any) -> Figure:
        """The mean weights of each head over texts of one length as a figure. The other options are those of `heedmap.show`.

        Args:
            numbers: The texts; by default all.
            tokens: How many tokens they have; by default the number that most of them have. Other texts are left out.

        Raises:
            ValueError: if neither q and k nor weights are stored, or no text has so many tokens.
        """
        chosen = [number for number in (range(len(self)) if numbers is None else numbers) if self.lengths[number] > 0]
        lengths = [int(self.lengths[number]) for number in chosen]
        if not lengths or tokens is not None and tokens not in lengths:
            raise ValueError(f"No text has {tokens or 'any'} tokens")
        most = tokens or Counter(lengths).most_common(1)[0][0]
        same = [number for number, length in zip(chosen, lengths, strict=True) if length == most]

        mean = mean_of([self._read_heads(number) for number in same], "Text")
        assert mean.weights is not None
        layers = {f"layers.{number}.pattern": read() for number, read in zip(self.layers, mean.weights, strict=True)}
        shared, name = mean.tokens or None, f"{self.model}, mean of {len(same)} texts of {most} tokens"
        keys = [SINK, *shared] if mean.sinks and shared else shared
        return show(layers, keys, query_tokens=shared if mean.sinks else None, **{"name": name, **options})

    def _read_heads(self, number: int) -> Heads:
        x, tokens, query_tokens = self._heads_of(number)
        return heads_in(prepared(Given(x, tokens, query_tokens)))[0]

    def _heads_of(self, number: int) -> tuple[Any, list[str] | None, list[str] | None]:
        """What `heedmap.show` takes for a text: its q and k or weights, the tokens of its keys, and those of its queries if these differ."""
        layout, place = self._layout, self._text(number)
        n = int(self.lengths[place])
        if layout.keep is None:
            raise ValueError(f"{self.path} has measures only: for its heads, pass keep=\"qk\" or keep=\"weights\" to heedmap.corpus")
        if n == 0:
            raise ValueError(f"Text {number} is empty")
        tokens: list[str] | None = self.tokens(number)
        tokens = tokens if any(tokens or []) else None
        if layout.keep == "qk":
            q, k = (self._read(name, place)[:, :, :n] for name in ("q", "k"))
            return _captured(layout, q, k), tokens, None
        weights = self._read("weights", place)[:, :, :n, : layout.sinks + n]
        layers = {f"layers.{number}.pattern": weights[at] for at, number in enumerate(layout.layers)}
        if layout.sinks and tokens is not None:
            return layers, [SINK, *tokens], tokens
        return layers, tokens, None

    def to_headvis(self, path: str | os.PathLike[str], *, samples: int = 20, top: int = 8, least: float = 0.005, seed: int = 0) -> Path:
        """Writes the store as a folder for HeadVis: the means of all measures, and for each head sequences with their largest weights.

        The texts of each head are in ten groups of equal size by its strength: its largest weight on another token than the query, without
        the first query and the first key. The texts of a group are chosen at random.

        Args:
            path: The folder, which must not exist.
            samples: How many texts of a group are written, at most.
            top: How many weights of a query are written, at most.
            least: Smaller weights are not written.
            seed: Of the random choice of texts.

        Raises:
            FileExistsError: if there is something at the path.
            ValueError: if neither q and k nor weights are stored, no text has tokens, or an argument is out of range.
        """
        from .headvis import write_headvis

        return write_headvis(self, self._read_heads, Path(path), (samples, top, least, seed))

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the store as one archive, `run.zarr.zip`, which `Corpus` and zarr open as it is. Chunks are compressed, so the archive does not compress."""
        to, folder = Path(path), Path(self.path)
        if not folder.is_dir():
            raise ValueError(f"{self.path} is not a folder: only a folder can be written as an archive")
        with zipfile.ZipFile(to, "w", zipfile.ZIP_STORED) as archive:
            for file in sorted(folder.rglob("*")):
                if file.is_file():
                    archive.write(file, file.relative_to(folder).as_posix())
        return to

    def _read(self, name: str, place: Any) -> Any:
        try:
            return self._group[name][place]
        except Exception as error:
            # A chunk that was cut off raises errors of many types.
            raise ValueError(f"{self.path}: {name} cannot be read: {error or type(error).__name__}") from error

    def _text(self, number: int) -> int:
        count = self._layout.texts
        if not -count <= number < count:
            raise ValueError(f"There is no text {number}: there are {count}, counted from 0")
        place = number % count
        if self.lengths[place] < 0:
            raise ValueError(f"Text {number} is not computed yet: call heedmap.corpus again with the arguments of the first call")
        return place

    def _layer(self, layer: int) -> int:
        if layer not in self.layers:
            raise ValueError(f"There is no layer {layer}: there are {', '.join(map(str, self.layers))}")
        return self.layers.index(layer)

    def _head(self, head: int) -> int:
        if not 0 <= head < self.heads:
            raise ValueError(f"There is no head {head}: there are {self.heads}, counted from 0")
        return head


def _captured(layout: Layout, q: Array, k: Array) -> Captured:
    """q and k of a text, each (layers, heads, tokens, features), with the rules of the layers."""
    file = rule_of(layout.metadata)
    rules = rules_of(layout.metadata) or [file] * len(layout.layers)
    seen = Captured(layout.model)
    for place, (number, rule) in enumerate(zip(layout.layers, rules)):
        seen.keep(
            number,
            q[place][None],
            k[place][None],
            scale=rule.scale,
            causal=rule.causal,
            window=rule.window,
            softcap=rule.softcap,
            chunk=rule.chunk,
            sinks=None if file.sinks is None else file.sinks[place],
        )
    return seen
