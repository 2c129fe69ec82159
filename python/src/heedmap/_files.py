"""Files with arrays: read where NumPy can, and written as the Models room reads them."""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ._arrays import Array, is_numbers, to_numpy
from ._metadata import tokens_in
from ._numbers import numbers_of_steps
from ._tables import table_in

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


#: Files that are recognized by how they begin, and are not read.
_STARTS = {
    b"\x1f\x8b": "it is compressed by gzip: decompress it first",
    b"BZh": "it is compressed by bzip2: decompress it first",
    b"\xfd7zXZ": "it is compressed by xz: decompress it first",
    b"\x28\xb5\x2f\xfd": "it is compressed by Zstandard: decompress it first",
    b"\x89PNG": "it is a picture (PNG), not numbers",
    b"\xff\xd8\xff": "it is a picture (JPEG), not numbers",
    b"%PDF": "it is a PDF document, not numbers",
    b"\x89HDF": "it is HDF5: use heedmap.show(h5py.File(path)['attention'][:])",
}
#: Where a tar archive says that it is one.
_TAR = (257, b"ustar")
#: The largest text file that the page reads.
_MOST_TEXT = 64 << 20


def opened(path: Path) -> Arrays | None:
    """The arrays of a .npy, .npz, .safetensors or .json file; None for other files with numbers, which the page itself reads.

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
        if arrays is None:
            _check_text(path)
            return None
        return _with_settings(arrays, path.with_suffix(".json"))
    except RecursionError as error:
        raise ValueError(f"{path} cannot be read: its lists are nested too deeply") from error
    except Exception as error:
        # NumPy, zipfile and zlib raise errors of many types for damaged files.
        raise ValueError(f"{path} cannot be read: {str(error) or type(error).__name__}") from error


def _read_arrays(path: Path, ending: str) -> Arrays | None:
    with path.open("rb") as file:
        start = file.read(6)
    if ending == ".npy" or start == b"\x93NUMPY":
        _check_start(path, b"\x93NUMPY")
        return Arrays(np.load(path, mmap_mode="r", allow_pickle=False))
    if ending == ".npz" or start.startswith(b"PK\3\4"):
        _check_start(path, b"PK")
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: array for name in archive.files if isinstance(array := archive[name], np.ndarray)}
            return Arrays({name: array for name, array in arrays.items() if array.dtype.kind in "biufUS"})
    return read_safetensors(path) if ending == ".safetensors" else None


def _check_start(path: Path, start: bytes) -> None:
    """NumPy takes any other file for a pickle, and recommends to run it."""
    with path.open("rb") as file:
        if file.read(len(start)) != start:
            raise ValueError(f"it does not begin as {path.suffix} files do")


def _check_text(path: Path) -> None:
    """Whether a file may be a table, or an array as NumPy prints it.

    Raises:
        ValueError: for other files, and for rows of numbers of different lengths.
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        start = file.read(_TAR[0] + len(_TAR[1]))
    for beginning, why in _STARTS.items():
        if start.startswith(beginning):
            raise ValueError(why)
    if start[_TAR[0] :] == _TAR[1]:
        raise ValueError("it is a tar archive: unpack it, and show the files in it")
    if size > _MOST_TEXT:
        raise ValueError(f"it has {size} bytes, more than the {_MOST_TEXT} of a text file that the page reads: use numpy.save")
    content = path.read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not .npy, .npz, .safetensors, .json, or text in UTF-8 (byte {error.start})") from error
    if "\0" in text:
        raise ValueError("it is not .npy, .npz, .safetensors, .json, or text in UTF-8 (it has zeros)")
    if not re.search(r"\d|nan", text, re.IGNORECASE):
        raise ValueError("there are no numbers in it")
    table_in(text)


def _read_json(path: Path) -> Arrays | None:
    """The numbers of a JSON file that has an array, or arrays under the names that `show` takes; None for other JSON with numbers."""
    said = json.loads(path.read_text(encoding="utf-8-sig"))
    if _is_list(said):
        return Arrays(to_numpy(said, "The array"))
    if not _has_numbers(said):
        raise ValueError("there are no lists of numbers in it")
    if not isinstance(said, dict):
        return None
    items = {key: to_numpy(value, key) for key, value in said.items() if _is_list(value)}
    if not items.keys() & {"attention", "attn_scores", "hook_attn_scores"} and not {"q", "k"} <= items.keys():
        return None
    return Arrays(items, said.get("tokens"), _texts(said.get("metadata")))


def _is_list(said: Any) -> bool:
    return isinstance(said, list) and is_numbers(said)


def _has_numbers(said: Any, name: str = "A list") -> bool:
    """Whether there are lists of numbers at any depth.

    Raises:
        ValueError, TypeError: for lists that are ragged, or hold something else too.
    """
    if _is_list(said):
        to_numpy(said, name)
        return True
    if isinstance(said, list) and None in said and any(isinstance(each, (int, float)) for each in said):
        raise ValueError(f"{name} holds null beside numbers: write NaN for a missing number")
    items = said.items() if isinstance(said, dict) else ((name, each) for each in said) if isinstance(said, list) else ()
    return any([_has_numbers(value, key) for key, value in items])


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
    unknown: dict[str, str] = {}
    size = path.stat().st_size - 8 - length
    for name, entry in header.items():
        dtype = entry["dtype"]
        if dtype not in _TYPES and dtype != "BF16":
            unknown[name] = str(dtype)
            continue
        offset, shape = _span(name, entry, size)
        if dtype == "BF16":
            halves = np.memmap(path, dtype="<u2", mode="r", offset=8 + length + offset, shape=shape)
            items[name] = (halves.astype("<u4") << 16).view("<f4")
        else:
            items[name] = np.memmap(path, dtype=_TYPES[dtype], mode="r", offset=8 + length + offset, shape=shape)
    if unknown and not items:
        name, dtype = next(iter(unknown.items()))
        raise ValueError(f"{name} has the type {dtype}, and NumPy has none of the types in it: convert its arrays to F16 or F32")
    for name, steps in json.loads(metadata.get("byte_steps", "{}")).items():
        items[name] = numbers_of_steps(**steps)[items[name]]
    return Arrays(items, tokens_in(metadata.get("tokens")), metadata)


def _span(name: str, entry: dict[str, Any], size: int) -> tuple[int, tuple[int, ...]]:
    """Where an array begins in `size` bytes of data, and its shape.

    Raises:
        ValueError: for offsets outside of the data, or that contradict the shape.
    """
    shape, offsets = tuple(entry["shape"]), entry["data_offsets"]
    if not all(isinstance(number, int) and number >= 0 for number in (*shape, *offsets)) or len(offsets) != 2:
        raise ValueError(f"{name} has the shape {list(shape)} and the offsets {offsets}")
    begin, end = offsets
    needed = math.prod(shape) * (2 if entry["dtype"] == "BF16" else np.dtype(_TYPES[entry["dtype"]]).itemsize)
    if end - begin != needed:
        raise ValueError(f"{name} has {end - begin} bytes, but its shape {list(shape)} of {entry['dtype']} needs {needed}")
    if end > size:
        raise ValueError(f"{name} ends at byte {end} of {size}")
    return begin, shape


def write_safetensors(path: Path, arrays: Mapping[str, Array], metadata: Mapping[str, str]) -> None:
    """Writes arrays of floats of 16 or 32 bits, of integers of 32, or of bytes, with metadata."""
    with path.open("wb") as file:
        file.write(_start_of(arrays, metadata))
        for array in arrays.values():
            file.write(np.ascontiguousarray(array).tobytes())


def safetensors_size(arrays: Mapping[str, Array], metadata: Mapping[str, str]) -> int:
    """The bytes that `write_safetensors` writes."""
    return len(_start_of(arrays, metadata)) + sum(array.nbytes for array in arrays.values())


def _start_of(arrays: Mapping[str, Array], metadata: Mapping[str, str]) -> bytes:
    """What is before the numbers in a .safetensors file."""
    header: dict[str, Any] = {"__metadata__": dict(metadata)}
    at = 0
    for name, array in arrays.items():
        dtype = {"f2": "F16", "i4": "I32", "u1": "U8"}.get(array.dtype.str[1:], "F32")
        header[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [at, at + array.nbytes]}
        at += array.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text
