"""Tables of numbers in text files, and q and k without values: what a reader would otherwise find out from the figure."""

from __future__ import annotations

import json
import struct
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import heedmap
from heedmap._files import read_safetensors

Q, K = np.random.default_rng(4).normal(size=(2, 2, 6, 4)).astype(np.float32)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("rows.tsv", "1\t0\n0.5\n", "line 2 has 1 number, but line 1 has 2"),
        ("rows.txt", "1 0\n0.5 0.5 0\n", "line 2 has 3 numbers, but line 1 has 2"),
        ("rows.csv", "1;0\n0,5\n", "line 2 has 1 number, but line 1 has 2"),
        ("labels.csv", "a,1,0\nb,0.5\n", "line 2 has 1 number, but line 1 has 2"),
        ("header.csv", "a,b\n1,0\n0.5\n", "line 3 has 1 number, but line 2 has 2"),
        ("words.txt", "hello 12 world", "there is no row of numbers in it"),
        ("ids.csv", "464,3797,3332\n", "whole numbers up to 3797, such as token ids"),
        ("null.json", "[[null,1],[1,0]]", "holds null beside numbers: write NaN"),
    ],
)
def test_text_that_makes_no_figure_is_refused_with_the_name_of_the_file(tmp_path: Path, name: str, text: str, message: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ValueError, match=message) as error:
        heedmap.show(path)
    assert name in str(error.value)


@pytest.mark.parametrize(("text", "wrong"), [("1,1\n1,1\n", "do not sum to 1"), ("-1 2\n0.5 0.5\n", "have negative"), ("nan,1\n1,0\n", "missing")])
def test_a_table_of_other_numbers_than_weights_brings_a_warning(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(text)
    with pytest.warns(UserWarning, match=wrong):
        heedmap.show(path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        heedmap.show(path, kind="difference")


@pytest.mark.parametrize("text", [",a,b\na,1,0\nb,0.5,0.5\n", "1;0\n0,5;0,5\n", "# weights\n1 0\n0.25 0.75\n", "[[1. 0.]\n [0.5 0.5]]"])
def test_tables_of_weights_are_shown_without_a_warning(tmp_path: Path, text: str) -> None:
    path = tmp_path / "rows.txt"
    path.write_text(text)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "rows.txt" in repr(heedmap.show(path))


def test_scores_in_json_become_weights(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    path.write_text('{"attn_scores": [[1, 2], [3, 3]], "tokens": ["a", "b"]}')
    saved = heedmap.show(path, bits=32).save(tmp_path / "weights.safetensors")
    np.testing.assert_allclose(np.squeeze(read_safetensors(saved).items["attention"])[1], [0.5, 0.5])


def test_q_and_k_alone_bring_no_values(tmp_path: Path) -> None:
    for x in ((Q, K), ({"q": Q, "k": K},), ({"layers.0.q": Q, "layers.0.k": K},)):
        saved = heedmap.show(*x, causal=True).save(tmp_path / "qk.safetensors")
        assert sorted(read_safetensors(saved).items) == ["k", "q"]
    cache = {f"blocks.0.attn.hook_{name}": np.moveaxis(Q, 0, 1)[None] for name in ("rot_q", "rot_k", "v")}
    assert "v" in read_safetensors(heedmap.show(cache, causal=True).save(tmp_path / "qkv.safetensors")).items


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"window": 0}, "window=0 is not a whole number from 1"),
        ({"window": 2.5}, "window=2.5 is not a whole number from 1"),
        ({"scale": float("nan")}, "scale=nan is not a finite number"),
        ({"scale": "1"}, "scale='1' is not a finite number"),
        ({"softcap": 0}, "softcap=0 is not above 0"),
        ({"num_heads": 0}, "num_heads=0 is not above 0"),
        ({"num_heads": "2"}, "num_heads='2' is a string: pass num_heads=2"),
        ({"layers": "0"}, r"layers='0' is a string: pass layers=\[0, 1\]"),
        ({"height": "x"}, "height='x' is not a whole number of pixels"),
    ],
)
def test_invalid_options_are_refused_with_their_value(options: dict[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        heedmap.show(Q, K, causal=True, **options)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 400]}, "has 400 bytes, but its shape .* needs 16"),
        ({"dtype": "F32", "shape": [2, 2], "data_offsets": [-16, 0]}, "the offsets"),
        ({"dtype": "F32", "shape": [4, 2], "data_offsets": [0, 32]}, "ends at byte 32 of 16"),
        ({"dtype": "F8_E4M3", "shape": [4, 4], "data_offsets": [0, 16]}, "has the type F8_E4M3"),
    ],
)
def test_a_safetensors_file_whose_header_contradicts_its_data_is_refused(tmp_path: Path, entry: dict[str, Any], message: str) -> None:
    header = json.dumps({"attention": entry}).encode()
    path = tmp_path / "heads.safetensors"
    path.write_bytes(struct.pack("<Q", len(header)) + header + bytes(16))
    with pytest.raises(ValueError, match=message):
        heedmap.show(path)


def test_infinite_scores_name_the_option_for_scores() -> None:
    with pytest.warns(UserWarning), pytest.raises(ValueError, match='kind="scores"'):
        heedmap.show(np.array([[1.0, -np.inf], [1.0, 2.0]]))
