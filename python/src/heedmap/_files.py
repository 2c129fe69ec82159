"""Files with arrays: read where NumPy can, and written as the Maps room reads them."""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ._arrays import Array, is_numbers, to_numpy
from ._metadata import tokens_in

#: What configurations of transformers and vLLM-Hook call what metadata says.
_SETTINGS = {
    "num_attention_heads": "heads",
    "num_key_value_heads": "key_heads",
    "attention_multiplier": "scale",
    "k_seq_lens": "lengths",
    "seq_lens": "lengths",
}
#: The types of numbers in a .safetensors file that NumPy has.
_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1", "U8": "u1", "BOOL": "?"}


@dataclass(frozen=True)
class Arrays:
    """What a file holds."""

    items: Any
    tokens: Any = None
    metadata: Mapping[str, str] | None = None


#: Files that are recognized but not read: what they are, and the line of Python that shows their attention.
_FOREIGN = {
    **dict.fromkeys((".pt", ".pth", ".bin", ".ckpt"), "pickled Python, which heedmap never runs: use heedmap.show(torch.load(path))"),
    **dict.fromkeys((".pkl", ".pickle"), "pickled Python, which heedmap never runs: use heedmap.show(pickle.load(open(path, 'rb')))"),
    ".parquet": "a Parquet table: use heedmap.show(pandas.read_parquet(path).to_numpy())",
    **dict.fromkeys((".h5", ".hdf5"), "HDF5: use heedmap.show(h5py.File(path)['attention'][:])"),
    ".ipynb": "a notebook: call heedmap.show(outputs, tokens) in it",
    **dict.fromkeys((".gguf", ".onnx"), "a model, not its attention: run it, and show the weights that it computes"),
}


def opened(path: Path) -> Arrays | None:
    """The arrays of a .npy, .npz, .safetensors or .json file; None for other files, which the page itself reads.

    Tokens and metadata may be in a .json file of the same name, as `Figure.save` writes it.

    Raises:
        FileNotFoundError: where there is no such file.
        ValueError: for files that cannot be read.
    """
    if not path.is_file():
        raise FileNotFoundError(f"{path} is not a file")
    ending = path.suffix.lower()
    if ending in _FOREIGN:
        raise ValueError(f"{path.name} is {_FOREIGN[ending]}")
    try:
        if ending == ".json":
            return _read_json(path)
        arrays = _read_arrays(path, ending)
        return arrays and _with_settings(arrays, path.with_suffix(".json"))
    except (ValueError, TypeError, AttributeError, OSError, EOFError, zipfile.BadZipFile, struct.error, KeyError) as error:
        raise ValueError(f"{path} cannot be read: {error}") from error


def _read_arrays(path: Path, ending: str) -> Arrays | None:
    if ending == ".npy":
        _check_start(path, b"\x93NUMPY")
        return Arrays(np.load(path, mmap_mode="r", allow_pickle=False))
    if ending == ".npz":
        _check_start(path, b"PK")
        with np.load(path, allow_pickle=False) as archive:
            return Arrays({name: archive[name] for name in archive.files if archive[name].dtype.kind in "biufUS"})
    return read_safetensors(path) if ending == ".safetensors" else None


def _check_start(path: Path, start: bytes) -> None:
    """NumPy takes any other file for a pickle, and recommends to run it."""
    with path.open("rb") as file:
        if file.read(len(start)) != start:
            raise ValueError(f"it does not begin as {path.suffix} files do")


def _read_json(path: Path) -> Arrays | None:
    """The numbers of a JSON file that has an array, or arrays under the names that `show` takes; None for other JSON."""
    said = json.loads(path.read_text(encoding="utf-8"))
    try:
        if is_numbers(said):
            return Arrays(to_numpy(said, "The array"))
        if not isinstance(said, dict):
            return None
        items = {key: to_numpy(value, key) for key, value in said.items() if is_numbers(value)}
    except (TypeError, ValueError):
        return None
    if "attention" not in items and not {"q", "k"} <= items.keys():
        return None
    return Arrays(items, said.get("tokens"), _texts(said.get("metadata")))


def _with_settings(arrays: Arrays, beside: Path) -> Arrays:
    """Arrays with what a JSON file beside them says: tokens, metadata, or what vLLM-Hook writes as `qk.json`."""
    if not beside.is_file():
        return arrays
    said = json.loads(beside.read_text(encoding="utf-8"))
    if isinstance(said, list):
        said = {"tokens": said}
    if not isinstance(said, dict):
        return arrays
    found = _texts(said.get("metadata"))
    config = said.get("config")
    for key, name in _SETTINGS.items():
        value = said.get(key, config.get(key) if isinstance(config, dict) else None)
        if value is not None:
            found.setdefault(name, json.dumps(value))
    if "layer_order" in said:
        # The models of vLLM look back only, and q and k are hooked after RoPE.
        found.update(causal="true", rope="applied")
    tokens = arrays.tokens if arrays.tokens is not None else said.get("tokens")
    return Arrays(arrays.items, tokens, {**found, **(arrays.metadata or {})})


def _texts(metadata: Any) -> dict[str, str]:
    """Metadata as texts: other values of JSON are written as JSON."""
    given = metadata if isinstance(metadata, dict) else {}
    return {key: value if isinstance(value, str) else json.dumps(value) for key, value in given.items()}


def read_safetensors(path: Path) -> Arrays:
    """The arrays of a .safetensors file. They are read from the file when they are used."""
    with path.open("rb") as file:
        start = file.read(8)
        if len(start) < 8:
            raise ValueError(f"it has {len(start)} bytes")
        (length,) = struct.unpack("<Q", start)
        if length > 100_000_000:
            raise ValueError(f"a header of {length} bytes")
        header: dict[str, Any] = json.loads(file.read(length))
    if not isinstance(header, dict) or not all(isinstance(entry, dict) for entry in header.values()):
        raise ValueError("its header does not describe arrays")
    metadata: dict[str, str] = header.pop("__metadata__", {})
    items: dict[str, Array] = {}
    for name, entry in header.items():
        offset = 8 + length + entry["data_offsets"][0]
        shape = tuple(entry["shape"])
        if entry["dtype"] == "BF16":
            halves = np.memmap(path, dtype="<u2", mode="r", offset=offset, shape=shape)
            items[name] = (halves.astype("<u4") << 16).view("<f4")
        elif entry["dtype"] in _TYPES:
            items[name] = np.memmap(path, dtype=_TYPES[entry["dtype"]], mode="r", offset=offset, shape=shape)
    return Arrays(items, tokens_in(metadata.get("tokens")), metadata)


def write_safetensors(path: Path, arrays: Mapping[str, Array], metadata: Mapping[str, str]) -> None:
    """Writes arrays of 16 or 32 bits with metadata."""
    header: dict[str, Any] = {"__metadata__": dict(metadata)}
    at = 0
    for name, array in arrays.items():
        dtype = "F16" if array.dtype == np.float16 else "F32"
        header[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [at, at + array.nbytes]}
        at += array.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for array in arrays.values():
            file.write(np.ascontiguousarray(array).tobytes())
