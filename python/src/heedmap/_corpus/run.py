"""`corpus`: which blocks are still to do, who does them, and what is said meanwhile."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .._inputs import check_whole
from .._options import check_option
from .cluster import Cluster, Here
from .result import Corpus
from .store import Keep, Layout, blocks_of, created, lengths_of, opened, zarr_module
from .work import Probe, Runner, is_module

#: A task has so many texts at most, and there are so many tasks at least, if there are as many texts.
_MOST_TEXTS, _LEAST_TASKS = 16, 32

Progress = Callable[[int, int], None]


def corpus(
    texts: Iterable[str],
    model: Any,
    client: Any = None,
    *,
    path: str | os.PathLike[str] = "corpus.zarr",
    tokenizer: Any = None,
    keep: Keep | None = None,
    bits: int = 16,
    part: str | None = None,
    max_tokens: int | None = None,
    progress: bool | Progress = True,
    overwrite: bool = False,
) -> Corpus:
    """Measures all heads of a model over many texts, here or on a cluster, and stores what was computed as it goes.

    The texts are computed in blocks of up to 16. Each block is stored when it is computed. A call with the same arguments after an interruption goes on
    with the blocks that are missing. With a client of Dask, workers compute the blocks: one that dies loses the blocks that it was computing, which
    others compute again.

    Args:
        texts: The texts. An empty text has no measures.
        model: One of

            - a model of transformers, with `tokenizer`;
            - the name or folder of one, which each worker loads itself, with its tokenizer;
            - a model of TransformerLens;
            - a function of a text that returns a pair: its attention, as `heedmap.show` takes it, and a list of its tokens.
        client: A `dask.distributed.Client`. The workers need this package, and must see `path`. Without it, this process computes.
        path: The store: a folder, or an address that zarr writes to.
        tokenizer: Of a model of transformers.
        keep: "qk" to store q and k, or "weights", in addition to the measures: one shard for each text, layer and head.
        bits: 16 or 32, for each number of q and k, or of the weights. Measures are always computed before rounding.
        part: "encoder", "decoder" or another part of what `heedmap.capture` keeps.
        max_tokens: The largest number of tokens that is read of a text; the rest of longer texts is cut off. Without it, all are read. For a function or a
            model of TransformerLens it is needed, and longer texts are an error.
        progress: Whether a line on stderr says how many texts are done; or a function of the texts that are done and all texts.
        overwrite: Whether a corpus at `path` is replaced.

    Returns:
        The corpus, as `heedmap.Corpus(path)` opens it again.

    Raises:
        ImportError: without zarr 3 (`pip install "heedmap[corpus]"`), or, with a client, without dask.distributed.
        TypeError: for texts or a model that are none.
        ValueError: if there are no tokens at all, a text is too long, there is another corpus at `path`, or the model has no heads that can be read.
        ConnectionError: if the cluster is gone. What was computed is stored.

    >>> import tempfile
    >>> def model(text):
    ...     tokens = text.split()
    ...     weights = np.tril(np.ones((1, 2, len(tokens), len(tokens))))  # (layers, heads, queries, keys)
    ...     return weights / weights.sum(axis=-1, keepdims=True), tokens
    >>> found = corpus(["the cat sat", "a mat"], model, path=f"{tempfile.mkdtemp()}/run.zarr", max_tokens=8, progress=False)
    >>> found
    <heedmap.Corpus: attention, 2 texts, 1 layer × 2 heads>
    >>> found.summary("causal_share").mean
    array([[1., 1.]])
    """
    check_option("keep", keep, ["qk", "weights", None])
    check_option("bits", bits, [16, 32])
    check_whole("max_tokens", max_tokens)
    if max_tokens is not None and max_tokens < 1:
        raise ValueError(f"max_tokens={max_tokens} is not above 0")
    zarr_module()
    every = _list_of(texts)
    runner = Runner(model, tokenizer, part, max_tokens)
    _check_model(runner)
    place = os.fspath(path) if "://" in os.fspath(path) else str(Path(path).absolute())
    if place.endswith(".zip"):
        raise ValueError(f"{path} would be an archive, to which several workers cannot write: pass a folder, and call save() of the corpus")
    found = opened(place, "r+")
    tokens, cut = _tokens(every, runner)
    executor = Here() if client is None else Cluster(client)
    with executor.holding(runner):
        probe = _probe(every, executor)
        if keep == "qk" and not probe.head_size:
            raise ValueError("The model keeps weights, not q and k, for these texts: pass keep=\"weights\"")
        layout = Layout(
            model=probe.model,
            texts=len(every),
            digest=_digest(every),
            block=max(1, min(_MOST_TEXTS, len(every) // _LEAST_TASKS)),
            tokens=tokens,
            layers=probe.layers,
            heads=probe.heads,
            key_heads=probe.key_heads if keep == "qk" else 0,
            head_size=probe.head_size if keep == "qk" else 0,
            sinks=probe.sinks,
            keep=keep,
            bits=bits,
            part=part,
            cut=cut,
            metadata=probe.metadata,
        )
        if found is not None and not overwrite:
            _check_same(str(path), found[1], layout)
            layout = found[1]
        group = created(place, layout, overwrite and found is not None)
        lengths = lengths_of(group, layout)
        _check_measures(str(path), group, lengths, every, probe)
        blocks = blocks_of(layout)
        waiting = {number: every[at] for number, at in enumerate(blocks) if (lengths[at] < 0).any()}
        said = _said(progress)
        done = len(every) - sum(len(each) for each in waiting.values())
        said(done, len(every))
        for count in executor.work(place, layout, waiting, lambda: f"{done:,} of {len(every):,} texts are in {path}"):
            done += count
            said(done, len(every))
    return Corpus(path)


def _list_of(texts: Iterable[str]) -> list[str]:
    if isinstance(texts, str):
        raise TypeError("texts is one string: pass a list of texts")
    every = list(texts)
    wrong = next((number for number, text in enumerate(every) if not isinstance(text, str)), None)
    if wrong is not None:
        raise TypeError(f"Text {wrong}, counted from 0, is {type(every[wrong]).__name__}, not a string")
    if not every:
        raise ValueError("There are no texts")
    return every


def _check_model(runner: Runner) -> None:
    model = runner.model
    name = type(model).__name__
    if isinstance(model, str):
        return
    if not callable(model):
        raise TypeError(f"{name} is no model: pass a model of transformers, its name, or a function of a text")
    if hasattr(model, "run_with_cache") or not is_module(model):
        if runner.most is None:
            raise TypeError(f"Nothing says how many tokens {name} makes of a text: pass max_tokens=, the largest number")
    elif not callable(runner.tokenizer):
        raise TypeError(f"{name} needs its tokenizer: pass tokenizer=")


def _tokens(texts: Sequence[str], runner: Runner) -> tuple[int, int]:
    """The largest number of tokens that is read of a text, and how many texts are cut."""
    if not runner.has_tokenizer:
        return runner.most or 1, 0
    counts = [runner.count(text) for text in texts]
    longest = max(counts)
    if longest == 0:
        raise ValueError(f"All {len(texts)} texts are empty")
    limit = getattr(getattr(runner.model, "config", None), "max_position_embeddings", None)
    if runner.most is None:
        if isinstance(limit, int) and longest > limit:
            raise ValueError(
                f"Text {counts.index(longest)} has {longest} tokens, but the model reads {limit}: pass max_tokens={limit}, which cuts longer texts"
            )
        return longest, 0
    return min(longest, runner.most), sum(count > runner.most for count in counts)


def _digest(texts: Sequence[str]) -> str:
    found = hashlib.sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        found.update(len(data).to_bytes(8, "little") + data)
    return found.hexdigest()


def _probe(texts: Sequence[str], executor: Here | Cluster) -> Probe:
    for text in texts:
        if text.strip():
            probe = executor.probe(text)
            if probe is not None:
                return probe
    raise ValueError(f"All {len(texts)} texts are empty")


def _check_same(path: str, there: Layout, wanted: Layout) -> None:
    """Refuses to go on in a store of something else."""
    what = {
        "texts": "texts", "digest": "other texts", "model": "model", "part": "part", "keep": "keep", "bits": "bits", "tokens": "max_tokens",
        "layers": "layers", "heads": "heads", "head_size": "head size",
    }
    for name, text in what.items():
        old, new = getattr(there, name), getattr(wanted, name)
        if old != new:
            said = "other texts" if name == "digest" else f"{text} {old!r}, not {new!r}"
            raise ValueError(f"{path} is a corpus with {said}: pass another path=, or overwrite=True to replace it")


def _check_measures(path: str, group: Any, lengths: Any, texts: Sequence[str], probe: Probe) -> None:
    """Refuses to go on with other parameters: the measures of the first text must be those in the store."""
    first = next((number for number, length in enumerate(lengths) if length > 0), None)
    probed = next(number for number, text in enumerate(texts) if text.strip())
    if first != probed:
        return
    if not np.allclose(group["measures"][first], probe.measures, rtol=0.01, atol=0.01, equal_nan=True):
        raise ValueError(
            f"{path} was computed by a model with other parameters: the measures of text {first} differ. Pass another path=, or overwrite=True"
        )


def _said(progress: bool | Progress) -> Progress:
    """What is called when a block is done."""
    if callable(progress):
        return progress
    if not progress:
        return lambda done, count: None
    is_terminal = sys.stderr.isatty()
    shown = -1

    def say(done: int, count: int) -> None:
        nonlocal shown
        tenth = 10 * done // count
        if is_terminal or tenth != shown:
            shown = tenth
            start, end = ("\r" if is_terminal else ""), ("" if is_terminal and done < count else "\n")
            print(f"{start}heedmap: {done:,} of {count:,} texts", end=end, file=sys.stderr, flush=True)

    return say
