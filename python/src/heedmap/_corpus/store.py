"""The Zarr store of a corpus (docs/corpus.md): what is in it, and which of its texts are done.

A block is a number of texts that are computed, and whose measures are stored, together. One process writes a block, so no two processes write the
same chunk or shard. `lengths` is written last: a block is done if, and only if, its chunk of `lengths` is there.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from .._arrays import Array
from .._measures import NAMES

Keep = Literal["qk", "weights"]

#: The name and number of the convention, and of its version.
CONVENTION = {
    "name": "heedmap-attention",
    "uuid": "f1e22b91-57ff-49b3-b676-db8d35613494",
    "description": "Attention of a Transformer over many texts: measures of heads, and q and k or weights",
}
VERSION = 1
#: What `lengths` has for a text that is not computed yet.
NOT_DONE = -1
#: The largest number of queries, and of keys, in a chunk within a shard.
_CHUNK = 256
_NEEDS_ZARR = 'heedmap.corpus writes a Zarr store: pip install "heedmap[corpus]", which needs Python 3.11 or later'


@dataclass(frozen=True)
class Layout:
    """What a store holds, apart from its numbers.

    Attributes:
        model: The name of the model.
        texts: How many texts there are.
        digest: SHA-256 of the texts.
        block: How many texts are computed together.
        tokens: How many tokens a text has at most.
        layers: The numbers of the layers in the model.
        heads: How many heads a layer has.
        key_heads: How many heads of k there are; 0 without q and k.
        head_size: How many features q and k have; 0 without them.
        sinks: 1 if a learned sink has a column before the keys, else 0.
        keep: What is stored besides the measures.
        bits: 16 or 32 for each number of that.
        part: The part of the model, as `heedmap.show` has it; None for the first.
        cut: How many texts were longer than `tokens`.
        metadata: The rule by which q and k give weights, as in the metadata of a file (docs/format.md).
    """

    model: str
    texts: int
    digest: str
    block: int
    tokens: int
    layers: list[int]
    heads: int
    key_heads: int = 0
    head_size: int = 0
    sinks: int = 0
    keep: Keep | None = None
    bits: int = 16
    part: str | None = None
    cut: int = 0
    metadata: dict[str, str] = field(default_factory=dict)
    measures: list[str] = field(default_factory=lambda: list(NAMES))

    def arrays(self) -> dict[str, dict[str, Any]]:
        """The arrays by name, as arguments of zarr's `create_array`."""
        texts, layers, heads, block, n = self.texts, len(self.layers), self.heads, self.block, self.tokens
        block = min(block, texts)
        kept = f"float{self.bits}"
        found: dict[str, dict[str, Any]] = {
            "texts": _array("text", (texts,), (block,), "string", ""),
            "tokens": _array("text token", (texts, n), (block, n), "string", ""),
            "measures": _array(
                "text layer head measure", (texts, layers, heads, len(NAMES)), (block, layers, heads, len(NAMES)), "float32", "NaN"
            ),
            "lengths": _array("text", (texts,), (block,), "int32", NOT_DONE),
        }
        if self.keep == "qk":
            for name, count, tokens in (("q", heads, "head query"), ("k", self.key_heads, "key_head key")):
                shape = (texts, layers, count, n, self.head_size)
                found[name] = _array(f"text layer {tokens} feature", shape, (1, 1, 1, min(n, _CHUNK), self.head_size), kept, 0.0)
        elif self.keep == "weights":
            shape = (texts, layers, heads, n, self.sinks + n)
            found["weights"] = _array("text layer head query key", shape, (1, 1, 1, min(n, _CHUNK), min(self.sinks + n, _CHUNK)), kept, 0.0)
        for name in ("q", "k", "weights"):
            if name in found:
                # Chunks of a shard divide it.
                chunks = found[name]["chunks"]
                sides = (1, 1, 1, *(-(-side // chunk) * chunk for side, chunk in zip(found[name]["shape"][3:], chunks[3:])))
                found[name]["shards"] = sides
        return found


def _array(names: str, shape: tuple[int, ...], chunks: tuple[int, ...], dtype: str, fill: Any) -> dict[str, Any]:
    return {"dimension_names": names.split(), "shape": shape, "chunks": chunks, "dtype": dtype, "fill_value": fill}


def zarr_module() -> Any:
    """The package zarr.

    Raises:
        ImportError: without it; the message says how to install it.
    """
    try:
        import zarr
        import zarr.codecs
        import zarr.storage
    except ImportError as error:
        raise ImportError(_NEEDS_ZARR) from error
    if int(zarr.__version__.split(".")[0]) < 3:
        raise ImportError(f"{_NEEDS_ZARR}: zarr is {zarr.__version__} here, and version 3 is needed")
    return zarr


def opened(path: str, mode: Literal["r", "r+"]) -> tuple[Any, Layout] | None:
    """The group of a store with its layout; None if there is nothing at the path.

    Raises:
        ValueError: for what is no store of a corpus, or of a later version, or a store whose description cannot be read.
    """
    zarr = zarr_module()
    is_zip = path.endswith(".zip")
    if is_zip and not Path(path).is_file():
        return None
    try:
        store = zarr.storage.ZipStore(path, mode="r") if is_zip else path
        group = zarr.open_group(store, mode=mode, zarr_format=3)
    except FileNotFoundError:
        if "://" not in path and Path(path).is_dir() and any(Path(path).iterdir()):
            raise ValueError(f"{path} is a folder without zarr.json: it is no store, or its writing ended before the first array") from None
        return None
    except Exception as error:
        # A damaged zarr.json raises errors of many types.
        raise ValueError(f"{path} is not a Zarr store that can be read: {error or type(error).__name__}") from error
    said = group.attrs.asdict().get("heedmap")
    if not isinstance(said, dict) or "digest" not in said:
        raise ValueError(f"{path} is a Zarr store, but not one of heedmap.corpus")
    if said.get("version") != VERSION:
        raise ValueError(f"{path} has version {said.get('version')!r} of the convention, but this package reads {VERSION}")
    try:
        layout = Layout(**{key: value for key, value in said.items() if key != "version"})
    except TypeError as error:
        raise ValueError(f"{path} does not say what it holds: {error}") from error
    return group, layout


def created(path: str, layout: Layout, overwrite: bool) -> Any:
    """The group of a store, with all arrays: a new one, or one whose creation was interrupted."""
    zarr = zarr_module()
    attributes = {"zarr_conventions": [CONVENTION], "heedmap": {"version": VERSION, **asdict(layout)}}
    found = None if overwrite else opened(path, "r+")
    group = found[0] if found else zarr.create_group(path, zarr_format=3, attributes=attributes, overwrite=overwrite)
    for name, array in layout.arrays().items():
        if name not in group:
            group.create_array(name, compressors=[zarr.codecs.GzipCodec(level=1)], **array)
    return group


def lengths_of(group: Any, layout: Layout) -> Array:
    """The number of tokens of each text, (texts,); -1 where it is not computed, or where the chunk is damaged."""
    found: Array = np.full(layout.texts, NOT_DONE, dtype=np.int32)
    if "lengths" not in group:
        return found
    for block in blocks_of(layout):
        try:
            found[block] = group["lengths"][block]
        except Exception:
            # A chunk that was cut off raises errors of many types. The block is computed again.
            continue
    return found


def blocks_of(layout: Layout) -> list[slice]:
    """The texts of each block."""
    return [slice(start, min(start + layout.block, layout.texts)) for start in range(0, layout.texts, layout.block)]
