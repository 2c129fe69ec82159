"""Files that are damaged, or that are no arrays: `show` raises a ValueError that names the file, or shows what can be read."""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import struct
import tarfile
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from stand_ins import weights

import heedmap
from heedmap._files import write_safetensors

WEIGHTS = weights(2, 2, 5, 5)
Q = np.random.default_rng(13).normal(size=(2, 2, 5, 4)).astype(np.float32)
ENDINGS = (".npy", ".npz", ".safetensors", ".json", ".csv")
#: How many damaged files there are of each format.
COUNT = 60


def written(path: Path, seed: int) -> None:
    """Writes a valid file: weights, or for odd seeds q and k with metadata where the format has them."""
    arrays = {"q": Q, "k": Q} if seed % 2 else {"attention": WEIGHTS}
    said = {"causal": "true", "window": "3", "scale": "0.5", "rope": '{"base": 10000, "pairs": "half", "dim": 2}', "tokens": '["a", "b", "c", "d", "e"]'}
    if path.suffix == ".npy":
        np.save(path, WEIGHTS)
    elif path.suffix == ".npz":
        (np.savez_compressed if seed % 4 < 2 else np.savez)(path, **arrays, tokens=np.array(list("abcde")))
    elif path.suffix == ".safetensors":
        write_safetensors(path, arrays, said)
    elif path.suffix == ".json":
        lists = {name: array.tolist() for name, array in arrays.items()}
        path.write_text(json.dumps({**lists, "tokens": list("abcde"), "metadata": {**said, "causal": True, "lengths": [4]}}))
    else:
        np.savetxt(path, WEIGHTS[0, 0], delimiter=",", header="a,b,c,d,e" if seed % 2 else "", comments="")


def damaged(content: bytes, source: random.Random) -> bytes:
    """The content with some bytes changed, removed, inserted, repeated or moved, mostly near its beginning or its end."""
    found = bytearray(content)
    for _ in range(source.randint(1, 4)):
        size = max(1, len(found))
        at = source.choice([source.randrange(size), source.randrange(min(size, 200)), size - 1 - source.randrange(min(size, 200))])
        length = source.choice([1, 1, 2, 4, 30])
        kind = source.randrange(8)
        if kind == 0:
            found[at : at + length] = source.randbytes(length)
        elif kind == 1:
            del found[at : at + length]
        elif kind == 2:
            found[at:at] = source.choice([b"9", b"99999999999", b"-", b"[" * 3000, b"{", b"null", b'"', b",", b"e999", b"NaN", b"\0", b"\xff"])
        elif kind == 3:
            found = found[:at]
        elif kind == 4:
            found[at:at] = found[at : at + length]
        elif kind == 5:
            found[at : at + 1] = bytes([found[at] ^ 1 << source.randrange(8)]) if at < len(found) else b""
        elif kind == 6:
            found[at : at + 8] = struct.pack("<Q", source.choice([0, 1, 2**31, 2**40, 2**63, 2**64 - 1]))
        else:
            digits = [each.start() for each in re.finditer(rb"\d", bytes(found[:4000]))] or [0]
            found[source.choice(digits) : 0] = b""
            place = source.choice(digits)
            found[place : place + 1] = source.choice([b"0", b"1", b"7", b"-1", b"x", b"1e400", b"true"])
    return bytes(found)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_damaged_file_is_named_in_a_value_error_or_shown(tmp_path: Path, ending: str) -> None:
    refused = 0
    for seed in range(COUNT):
        path = tmp_path / f"heads{seed}{ending}"
        written(path, seed)
        path.write_bytes(damaged(path.read_bytes(), random.Random(1000 + seed)))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                heedmap.show(path, large=True)
            except ValueError as error:
                assert path.name in str(error), seed
                refused += 1
    # Some damage changes only a number.
    assert refused > COUNT / 4


def archive_of(content: bytes, name: str = "attention.npy", **options: Any) -> bytes:
    """A zip archive with one member."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", **options) as archive:
        archive.writestr(name, content)
    return stream.getvalue()


def npy() -> bytes:
    stream = io.BytesIO()
    np.save(stream, WEIGHTS)
    return stream.getvalue()


def flagged(flags: int, method: int) -> bytes:
    """An archive that says of its member that it is encrypted, or compressed by another method."""
    content = bytearray(archive_of(npy()))
    for at, start in ((6, content.index(b"PK\3\4")), (8, content.index(b"PK\1\2"))):
        content[start + at] |= flags
        content[start + at + 2] = method
    return bytes(content)


def deflated_and_broken() -> bytes:
    content = bytearray(archive_of(npy(), compression=zipfile.ZIP_DEFLATED))
    at = content.index(b"attention.npy") + len("attention.npy")
    content[at : at + 20] = b"\xff" * 20
    return bytes(content)


def tar() -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("heads.npy"))
    return stream.getvalue()


#: Files by name: their content, and what the error says.
REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "a.png": (lambda: b"\x89PNG\r\n\x1a\n" + bytes(50), r"it is a picture \(PNG\)"),
    "a.jpg": (lambda: b"\xff\xd8\xff\xe0" + bytes(50), r"it is a picture \(JPEG\)"),
    "a.npy.gz": (lambda: gzip.compress(npy()), "compressed by gzip: decompress it first"),
    "a.tar": (tar, "a tar archive: unpack it"),
    "a.dat": (lambda: bytes(range(256)), "not .npy, .npz, .safetensors, .json, or text in UTF-8"),
    "zeros.csv": (lambda: "1,0\n0,1\n".encode("utf-16-le"), "text in UTF-8"),
    "words.csv": (lambda: b"the,cat\nsat,on\n", "there are no numbers in it"),
    "ragged.csv": (lambda: b"1,0\n\n0.5,0.25,0.25\n", "line 3 has 3 numbers, but line 1 has 2"),
    "ragged.json": (lambda: b"[[1, 0], [0.5]]", "different lengths: 1 and 2"),
    "ragged-attention.json": (lambda: b'{"attention": [[1, 0], [0.5]]}', "attention cannot be read: its lists have different lengths: 1 and 2"),
    "ragged-tensors.json": (lambda: b'{"tensors": {"Q": [[1, 0], [0.5]]}}', "Q cannot be read: its lists have different lengths: 1 and 2"),
    "mixed.json": (lambda: b'[[1, 0], [0.5, "x"]]', "not real numbers"),
    "words.json": (lambda: b'{"tokens": ["a", "b"]}', "there are no lists of numbers in it"),
    "deep.json": (lambda: b"[" * 200_000 + b"1" + b"]" * 200_000, "its lists are nested too deeply"),
    "large.json": (lambda: b'{"attention": [[1' + b"0" * 400 + b", 0], [0, 1]]}", "cannot be read"),
    "tokens.json": (lambda: b'{"attention": [[1, 0], [0, 1]], "tokens": 7}', "tokens is int"),
    "encrypted.npz": (lambda: flagged(1, 0), "encrypted"),
    "method.npz": (lambda: flagged(0, 97), "compression"),
    "broken.npz": (deflated_and_broken, "cannot be read"),
    "text.npz": (lambda: archive_of(b"text", "a.txt"), "there are no arrays in it"),
    "beyond.safetensors": (lambda: safetensors({"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]}), "cannot be read"),
    "negative.safetensors": (lambda: safetensors({"dtype": "F32", "shape": [-2, 2], "data_offsets": [0, 16]}), "cannot be read"),
    "huge.safetensors": (lambda: safetensors({"dtype": "F32", "shape": [2**70, 2], "data_offsets": [0, 16]}), "cannot be read"),
    "offsets.safetensors": (lambda: safetensors({"dtype": "F32", "shape": [2, 2], "data_offsets": []}), "cannot be read"),
}


def safetensors(entry: dict[str, Any]) -> bytes:
    header = json.dumps({"attention": entry}).encode()
    return struct.pack("<Q", len(header)) + header


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_without_arrays_is_refused_with_its_name_and_the_reason(tmp_path: Path, name: str) -> None:
    content, said = REFUSED[name]
    (tmp_path / name).write_bytes(content())
    with pytest.raises(ValueError, match=rf"(?s){re.escape(name)}.*{said}"):
        heedmap.show(tmp_path / name)


def test_an_array_is_recognized_by_its_content_under_any_name(tmp_path: Path) -> None:
    (tmp_path / "a.array").write_bytes(npy())
    (tmp_path / "a.archive").write_bytes(archive_of(npy()))
    for name in ("a.array", "a.archive"):
        assert "2 layers × 2 heads, 5 tokens" in repr(heedmap.show(tmp_path / name))


@pytest.mark.parametrize(
    "content",
    [b",a,b\na,1,0\nb,0.5,0.5\n", b"1;0\n0.5;0.5\n", b"1 0\n0.5 0.5\n", b"array([[1. , 0. ],\n       [0.5, 0.5]])", b"# a\n1,0\n0.5,0.5\n"],
)
def test_tables_that_the_page_reads_are_left_to_it(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "heads.txt").write_bytes(content)
    assert repr(heedmap.show(tmp_path / "heads.txt")).startswith("<heedmap.Figure: heads.txt")
