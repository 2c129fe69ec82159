"""What one worker does: it runs the model on the texts of a block, measures every head, and writes the block."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from .._arrays import Array
from .._heads import Heads
from .._heads_in import heads_in
from .._inputs import Given, prepared
from .._measures import NAMES, Measurer
from .._metadata import metadata_of
from .._options import HeadOptions
from .store import Layout, blocks_of, opened

#: `capture` replaces the attention of a model while it runs, so threads of a process take turns.
_RUNS = Lock()


@dataclass(frozen=True)
class Runner:
    """A model that reads texts: of transformers, by its name or as an object, one of TransformerLens, or a function.

    Attributes:
        model: The model, the name or folder of one, or a function of a text that returns its attention and its tokens.
        tokenizer: Of a model of transformers.
        part: The part of the model, as `heedmap.show` has it.
        most: How many tokens are read of a text; None for all.
    """

    model: Any
    tokenizer: Any = None
    part: str | None = None
    most: int | None = None

    @property
    def has_tokenizer(self) -> bool:
        """Whether it can count the tokens of a text before the model reads it."""
        return isinstance(self.model, str) or (callable(self.tokenizer) and is_module(self.model))

    def count(self, text: str) -> int:
        """The number of tokens of a text."""
        tokenizer = loaded(self.model)[1] if isinstance(self.model, str) else self.tokenizer
        return len(tokenizer(text)["input_ids"])

    def heads(self, text: str) -> Heads | None:
        """The heads for a text; None if it has no tokens.

        Raises:
            TypeError, ValueError: for a model without heads that can be read, or a function that returns something else.
        """
        model, tokenizer = loaded(self.model) if isinstance(self.model, str) else (self.model, self.tokenizer)
        tokens: Any
        if hasattr(model, "run_with_cache"):
            if not text:
                return None
            given = Given(model, text)
        elif is_module(model):
            cut = {} if self.most is None else {"truncation": True, "max_length": self.most}
            inputs = tokenizer(text, return_tensors="pt", **cut)
            if inputs["input_ids"].shape[1] == 0:
                return None
            given = Given(model, inputs, tokenizer=tokenizer)
        else:
            with _RUNS:
                found = model(text)
            if not isinstance(found, tuple) or len(found) != 2:
                raise TypeError(f"The function returned {type(found).__name__}, not a pair: its attention, and a list of tokens")
            attention, tokens = found
            if len(tokens) == 0:
                return None
            given = Given(attention, list(tokens))
        with _RUNS:
            heads, _ = heads_in(prepared(given, self.part), HeadOptions(part=self.part))
        if heads.shape[2] != heads.shape[3]:
            raise ValueError(f"A head has {heads.shape[2]} queries but {heads.shape[3]} keys: a corpus holds attention within a text")
        if heads.kind == "difference":
            raise ValueError(f"The heads of {heads.name} are differences of weights, which may be negative: a corpus measures weights from 0 to 1")
        return heads


def is_module(model: Any) -> bool:
    """Whether it is a model of PyTorch."""
    return callable(model) and callable(getattr(model, "forward", None))


@lru_cache(maxsize=1)
def loaded(name: str) -> tuple[Any, Any]:
    """A model of transformers with its tokenizer, by its name or folder. A process loads it once."""
    from transformers import AutoModel, AutoTokenizer  # type: ignore[import-not-found, unused-ignore]

    return AutoModel.from_pretrained(name).eval(), AutoTokenizer.from_pretrained(name)  # type: ignore[no-untyped-call, unused-ignore]


def matrices(heads: Heads, layer: int) -> Iterator[Array]:
    """The weights of each head of a layer, (queries, sinks + keys). A layer is read once."""
    if heads.weights is not None:
        yield from (head.astype(np.float32) for head in heads.weights[layer]())
    else:
        yield from (heads.columns(layer, head) for head in range(heads.shape[1]))


def measured(heads: Heads) -> Array:
    """The measures of all heads, (layers, heads, measures)."""
    layers, count, queries, keys = heads.shape
    tokens: list[object] | None = list(heads.tokens) or None
    if tokens is not None and heads.sinks:
        # A learned sink is a key, and equals no token.
        tokens = [None, *tokens]
    measurer = Measurer(queries, keys + heads.sinks, tokens, offset=heads.sinks)
    found: Array = np.empty((layers, count, len(NAMES)))
    for layer in range(layers):
        for head, weights in enumerate(matrices(heads, layer)):
            found[layer, head] = measurer.of(weights)
    return found


def rule_in(heads: Heads) -> dict[str, str]:
    """What the metadata of a file says of the heads, without their tokens."""
    return {key: value for key, value in metadata_of(heads).items() if key not in ("tokens", "query_tokens", "heedmap")}


@dataclass(frozen=True)
class Probe:
    """What the first text with tokens says of a model."""

    model: str
    layers: list[int]
    heads: int
    key_heads: int
    head_size: int
    sinks: int
    metadata: dict[str, str]
    measures: Array


def probed(runner: Runner, text: str) -> Probe | None:
    """What a text says of a model; None if it has no tokens."""
    heads = runner.heads(text)
    if heads is None:
        return None
    return Probe(
        model=heads.name,
        layers=heads.layers,
        heads=heads.shape[1],
        key_heads=heads.key_heads,
        head_size=heads.size,
        sinks=heads.sinks,
        metadata=rule_in(heads),
        measures=measured(heads),
    )


def work(path: str, layout: Layout, runner: Runner, block: int, texts: Sequence[str]) -> int:
    """Computes a block and writes it. Writing it again gives the same store.

    Returns:
        The number of texts.

    Raises:
        ValueError: for a text that does not fit the store. The message has its number.
    """
    found = opened(path, "r+")
    if found is None:
        raise ValueError(f"{path} is not there: it must be a folder or an address that every worker sees")
    group = found[0]
    at = blocks_of(layout)[block]
    measures = np.full((len(texts), len(layout.layers), layout.heads, len(NAMES)), np.nan, dtype=np.float32)
    tokens = np.full((len(texts), layout.tokens), "", dtype=object)
    lengths = np.zeros(len(texts), dtype=np.int32)
    for place, text in enumerate(texts):
        number = at.start + place
        try:
            heads = runner.heads(text)
            if heads is None:
                continue
            _check(heads, layout)
            measures[place] = measured(heads)
            tokens[place, : len(heads.tokens)] = heads.tokens
            lengths[place] = heads.shape[3]
            _write_heads(group, layout, number, heads, path)
        except (TypeError, ValueError) as error:
            raise type(error)(f"Text {number}: {error}") from error
    group["texts"][at] = np.array(texts, dtype=object)
    group["tokens"][at] = tokens
    group["measures"][at] = measures
    # Last: with it the block is done.
    group["lengths"][at] = lengths
    return len(texts)


def _check(heads: Heads, layout: Layout) -> None:
    layers, count, _, keys = heads.shape
    if (layers, count) != (len(layout.layers), layout.heads):
        raise ValueError(f"{layers} layers of {count} heads, but the store has {len(layout.layers)} of {layout.heads}")
    if keys > layout.tokens:
        raise ValueError(f"{keys} tokens, but the store has room for {layout.tokens}: pass max_tokens={keys} and another path")
    if layout.keep == "qk" and heads.computed is None:
        raise ValueError("weights, not q and k, are what the model keeps for it: pass keep=\"weights\"")
    if layout.keep == "qk" and rule_in(heads) != layout.metadata:
        raise ValueError("its weights follow from q and k by another rule than those of the first text: pass keep=\"weights\"")


def _write_heads(group: Any, layout: Layout, text: int, heads: Heads, path: str) -> None:
    """Writes q and k, or the weights. Each (layer, head) is a shard, which is written as a whole."""
    if layout.keep is None:
        return
    if "://" not in path:
        # zarr reads a shard before it writes it, and cannot read one that a power cut or a full disk left behind.
        for name in ("q", "k", "weights"):
            shutil.rmtree(Path(path, name, "c", str(text)), ignore_errors=True)
    n, size = heads.shape[3], layout.head_size
    kept = np.dtype(f"float{layout.bits}")
    if layout.keep == "weights":
        weights = np.zeros((len(layout.layers), layout.heads, layout.tokens, layout.sinks + layout.tokens), dtype=kept)
        for layer in range(len(layout.layers)):
            for head, matrix in enumerate(matrices(heads, layer)):
                weights[layer, head, :n, : layout.sinks + n] = matrix
        group["weights"][text] = weights
        return
    assert heads.computed is not None
    read: dict[str, tuple[int, Callable[[int], Array]]] = {
        "q": (layout.heads, lambda layer: heads.computed[layer].q()),  # type: ignore[index]
        "k": (layout.key_heads, lambda layer: heads.computed[layer].k()),  # type: ignore[index]
    }
    for name, (count, of_layer) in read.items():
        numbers = np.zeros((len(layout.layers), count, layout.tokens, size), dtype=kept)
        for layer in range(len(layout.layers)):
            with np.errstate(over="ignore"):
                numbers[layer, :, :n] = of_layer(layer)
        if not np.isfinite(numbers).all():
            raise ValueError(f"{name} has numbers that {layout.bits} bits do not hold: pass bits=32 and another path")
        group[name][text] = numbers
