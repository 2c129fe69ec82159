"""How large figures become, in how many bits their numbers are stored, and what is said of it beforehand."""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from decoded import payload_of

import heedmap
from heedmap import _sizes
from heedmap._captured import Captured
from heedmap._files import write_safetensors


def softmax_layer(side: int, heads: int, spread: float) -> Any:
    """Causal weights (1, heads, side, side) of random scores."""
    scores = np.random.default_rng(5).normal(scale=spread, size=(1, heads, side, side)).astype(np.float32)
    scores[:, :, ~np.tri(side, dtype=bool)] = -np.inf
    weights = np.exp(scores)
    return weights / weights.sum(-1, keepdims=True)


def captured(layers: int, heads: int, tokens: int, size: int) -> Captured:
    """q and k as `capture` keeps them."""
    rng = np.random.default_rng(6)
    seen = Captured("gpt2")
    for layer in range(layers):
        q, k = rng.normal(size=(2, 1, heads, tokens, size)).astype(np.float32)
        seen.keep(layer, q, k, causal=True)
    return seen


def bits_in(figure: heedmap.Figure) -> set[int]:
    return {tensor["bits"] for tensor in payload_of(figure)["files"][0]["tensors"]}


def megabytes(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"([\d.]+) MB", text)]


def test_q_and_k_of_gpt2_small_at_full_length_take_8_bits_and_one_warning_says_so() -> None:
    seen = captured(12, 12, 1024, 64)
    with pytest.warns(UserWarning) as said:
        figure = heedmap.show(seen)
    assert len(said) == 1
    text = str(said[0].message)
    assert said[0].filename == __file__
    assert re.fullmatch(r"heedmap: q and k are stored in 8 bits, about [\d.]+ MB; 16 bits make about [\d.]+ MB: pass bits=16", text)
    assert figure.size / 1e6 == pytest.approx(megabytes(text)[0], rel=0.1)
    assert bits_in(figure) == {8}


def test_bits_that_were_asked_for_are_stored_and_a_warning_states_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_sizes, "SLOW", 4_000_000)
    seen = captured(4, 4, 1024, 64)
    with pytest.warns(UserWarning, match="are stored in 8 bits") as said:
        assert bits_in(heedmap.show(seen)) == {8}
    wide = megabytes(str(said[0].message))[1]
    with pytest.warns(UserWarning, match="above 4.0 MB a notebook becomes slow: show fewer layers .* or pass bits=8"):
        figure = heedmap.show(seen, bits=16)
    assert figure.size / 1e6 == pytest.approx(wide, rel=0.05)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert bits_in(heedmap.show(seen, large=True)) == {16}
        assert bits_in(heedmap.show(seen, layers=[0, 1])) == {16}


class Packed(Exception):
    """Stops a figure before its numbers are packed."""


def test_spread_weights_of_gpt2_small_at_full_length_need_no_confirmation_and_a_warning_states_their_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layer = softmax_layer(1024, 12, 1.0)
    # Layers are packed one after another, so equal layers have equal sizes.
    size = _sizes._PAGE + 12 * (heedmap.show((layer,)).size - _sizes._PAGE)

    def stop(*_: Any) -> None:
        raise Packed

    monkeypatch.setattr("heedmap._figure.tensors_of", stop)
    with (
        pytest.raises(Packed),
        pytest.warns(UserWarning, match=r"heedmap: the figure has about [\d.]+ MB, and above 40.0 MB .*heedmap.capture") as said,
    ):
        heedmap.show((layer,) * 12)
    assert len(said) == 1
    assert size > _sizes.SLOW
    assert size / 1e6 == pytest.approx(megabytes(str(said[0].message))[0], rel=0.1)


@pytest.mark.parametrize("spread", [0.1, 1, 4])
@pytest.mark.parametrize("bits", [8, 16, 32])
def test_an_estimate_is_within_a_quarter_of_the_size(spread: float, bits: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_sizes, "SLOW", 500_000)
    layer = softmax_layer(512, 4, spread)
    with pytest.warns(UserWarning) as said:
        figure = heedmap.show((layer,) * 6, bits=bits)
    assert figure.size / 1e6 == pytest.approx(megabytes(str(said[0].message))[0], rel=0.25)


def test_heads_that_are_too_large_are_refused_with_their_size_before_they_are_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_sizes, "SLOW", 1_000_000)
    monkeypatch.setattr(_sizes, "LARGEST", 2_000_000)
    monkeypatch.setattr("heedmap._figure.tensors_of", lambda *_: pytest.fail("it was packed"))
    weights = softmax_layer(512, 4, 1.0)
    with pytest.raises(ValueError, match=r"6 layers × 4 heads of 512 × 512 make a figure of [\d.]+ MB with bits=8, and at most 2.0 MB are allowed"):
        heedmap.show((weights,) * 6)
    with pytest.raises(ValueError, match=r"of [\d.]+ MB with bits=8, .* Show fewer layers \(layers=\[0, 1\]\) or heads \(heads=\[0\]\), or pass large=True"):
        heedmap.show(captured(6, 4, 1024, 128))


def test_bytes_with_steps_are_read_from_a_safetensors_file(tmp_path: Path) -> None:
    path = tmp_path / "heads.safetensors"
    steps = {"attention": {"low": 0, "step": 1 / 254**2, "power": 2}}
    write_safetensors(path, {"attention": np.zeros((1, 2, 2), np.float32)}, {"byte_steps": json.dumps(steps)})
    content = path.read_bytes().replace(b'"F32"', b' "U8"').replace(b"[0,16]", b"[0, 4]")
    path.write_bytes(content[:-16] + bytes([0, 127, 254, 255]))
    figure = heedmap.show(path, bits=32)
    assert "null" not in payload_of(figure)["link"]
    saved = figure.save(tmp_path / "again.npz")
    numbers = np.load(saved)["attention"]
    np.testing.assert_array_equal(numbers, np.array([[[[0, 0.25], [1, np.nan]]]], np.float32))
