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

from ._arrays import Array

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


def opened(path: Path) -> Arrays | None:
    """The arrays of a .npy, .npz or .safetensors file; None for other files, which the page itself reads.

    Tokens and metadata of a .npz are in a .json file of the same name, as `Figure.save` writes it.
    """
    if not path.is_file():
        raise FileNotFoundError(f"{path} is no file")
    ending = path.suffix.lower()
    try:
        if ending == ".npy":
            return Arrays(np.load(path, mmap_mode="r", allow_pickle=False))
        if ending == ".npz":
            with np.load(path, allow_pickle=False) as archive:
                items = {name: archive[name] for name in archive.files if archive[name].dtype.kind in "biuf"}
            beside = path.with_suffix(".json")
            if not beside.is_file():
                return Arrays(items)
            said = json.loads(beside.read_text(encoding="utf-8"))
            metadata = said.get("metadata", {}) if isinstance(said, dict) else {}
            return Arrays(items, said.get("tokens") if isinstance(said, dict) else said, metadata)
        if ending == ".safetensors":
            return _with_settings(read_safetensors(path), path.with_suffix(".json"))
    except (ValueError, OSError, zipfile.BadZipFile, struct.error, KeyError) as error:
        raise ValueError(f"{path} cannot be read: {error}") from error
    return None


def _with_settings(arrays: Arrays, beside: Path) -> Arrays:
    """Arrays with what a JSON file beside them says: metadata, or what vLLM-Hook writes as `qk.json`."""
    if not beside.is_file():
        return arrays
    said = json.loads(beside.read_text(encoding="utf-8"))
    if not isinstance(said, dict):
        return arrays
    found = {str(key): str(value) for key, value in dict(said.get("metadata") or {}).items()}
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


def read_safetensors(path: Path) -> Arrays:
    """The arrays of a .safetensors file. They are read from the file when they are used."""
    with path.open("rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        if length > 100_000_000:
            raise ValueError(f"a header of {length} bytes")
        header: dict[str, Any] = json.loads(file.read(length))
    metadata: dict[str, str] = header.pop("__metadata__", {})
    items: dict[str, Array] = {}
    for name, entry in header.items():
        start = 8 + length + entry["data_offsets"][0]
        shape = tuple(entry["shape"])
        if entry["dtype"] == "BF16":
            halves = np.memmap(path, dtype="<u2", mode="r", offset=start, shape=shape)
            items[name] = (halves.astype("<u4") << 16).view("<f4")
        elif entry["dtype"] in _TYPES:
            items[name] = np.memmap(path, dtype=_TYPES[entry["dtype"]], mode="r", offset=start, shape=shape)
    tokens = json.loads(metadata["tokens"]) if "tokens" in metadata else None
    return Arrays(items, tokens, metadata)


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
