"""What is saved of a figure: some heads, some weights, fewer bits, several parts; and its size, which is said before."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from decoded import numbers_in, payload_of
from stand_ins import ModelOutput, weights

import heedmap
from heedmap.__main__ import main
from heedmap._files import read_safetensors
from heedmap._heads import Heads

CHOSEN = [(2, 3), (0, 1)]
TOKENS = list("abcdef")
WEIGHTS = weights(3, 4, 6, 6, seed=1)


def grouped(windows: tuple[int | None, ...] = (None, None, None), **rule: Any) -> heedmap.Captured:
    """Three layers of four heads that share two key heads."""
    rng = np.random.default_rng(2)
    seen = heedmap.Captured("small")
    for layer, window in enumerate(windows):
        q, k, v = (rng.normal(size=(1, count, 6, 5)).astype(np.float32) for count in (4, 2, 2))
        seen.keep(layer, q, k, v, causal=True, scale=0.7, window=window, **rule)
    return seen


def heads_in(figure: heedmap.Figure) -> Heads:
    assert figure._heads is not None
    return figure._heads


def matrices(heads: Heads) -> Any:
    return np.stack([[heads.columns(layer, head) for head in range(heads.shape[1])] for layer in range(heads.shape[0])])


def test_chosen_heads_are_saved_as_one_layer_and_keep_their_names(tmp_path: Path) -> None:
    figure = heedmap.show(WEIGHTS, TOKENS)
    again = heedmap.show(figure.save(tmp_path / "heads.safetensors", heads=CHOSEN), bits=32)
    np.testing.assert_array_equal(matrices(heads_in(again)), [[WEIGHTS[2, 3], WEIGHTS[0, 1]]])
    assert (heads_in(again).sources, heads_in(again).tokens) == (CHOSEN, TOKENS)
    one = heedmap.show(figure.save(tmp_path / "head.npz", layer=1, head=2))
    assert heads_in(one).sources == [(1, 2)]
    assert "Layer 1, head 2" in one.save(tmp_path / "head.svg").read_text()


def test_q_and_k_of_chosen_heads_give_the_weights_that_the_heads_have(tmp_path: Path) -> None:
    figure = heedmap.show(grouped(), TOKENS)
    expected = [[heads_in(figure).matrix(2, 3), heads_in(figure).matrix(0, 1)]]
    path = figure.save(tmp_path / "heads.safetensors", heads=CHOSEN)
    assert {name: array.shape for name, array in read_safetensors(path).items.items()} == {"q": (1, 2, 6, 5), "k": (1, 2, 6, 5), "v": (1, 2, 6, 1)}
    np.testing.assert_array_equal(matrices(heads_in(heedmap.show(path))), expected)
    rounded = heedmap.show(figure.save(tmp_path / "bytes.safetensors", heads=CHOSEN, bits=8))
    np.testing.assert_allclose(matrices(heads_in(rounded)), expected, atol=0.05)


def test_chosen_heads_keep_their_learned_sinks(tmp_path: Path) -> None:
    figure = heedmap.show(grouped(sinks=np.array([0.5, -1.0, 2.0, 1.0])), TOKENS)
    expected = [[heads_in(figure).columns(2, 3), heads_in(figure).columns(0, 1)]]
    for weights_too in (False, True):
        again = heedmap.show(figure.save(tmp_path / "heads.safetensors", heads=CHOSEN, weights=weights_too))
        np.testing.assert_allclose(matrices(heads_in(again)), expected, atol=1e-6)


def test_heads_with_different_rules_are_saved_as_weights(tmp_path: Path) -> None:
    figure = heedmap.show(grouped((2, None, None)), TOKENS)
    path = figure.save(tmp_path / "heads.safetensors", heads=CHOSEN)
    np.testing.assert_array_equal(read_safetensors(path).items["attention"], [[heads_in(figure).matrix(2, 3), heads_in(figure).matrix(0, 1)]])
    page = figure.save(tmp_path / "heads.html", heads=CHOSEN).read_text()
    assert "The heads are computed by different rules, so their weights are stored." in page


def test_a_page_of_chosen_heads_opens_with_all_of_them(tmp_path: Path) -> None:
    figure = heedmap.show(WEIGHTS, TOKENS)
    shown = figure._kept(tmp_path / "a.html", heedmap._saved.Kept(heads=CHOSEN, bits=32))
    assert isinstance(shown, heedmap.Figure)
    np.testing.assert_array_equal(numbers_in(shown)["attention"], [[WEIGHTS[2, 3], WEIGHTS[0, 1]]])
    assert {"chosen=0:0,0:1", "source=each", "over=chosen"} <= set(payload_of(shown)["link"].split("&"))
    said = payload_of(shown)["files"][0]["metadata"]["heedmap_sources"]
    assert json.loads(said) == [{"of": "head", "layer": layer, "head": head} for layer, head in CHOSEN]


def test_some_layers_keep_their_numbers(tmp_path: Path) -> None:
    figure = heedmap.show(grouped(), TOKENS)
    again = heedmap.show(figure.save(tmp_path / "layers.safetensors", layers=[2, 0]))
    assert heads_in(again).layers == [0, 2]
    np.testing.assert_array_equal(matrices(heads_in(again)), matrices(heads_in(figure))[[0, 2]])


@pytest.mark.filterwarnings("error")
def test_the_largest_weights_of_each_row_are_kept(tmp_path: Path) -> None:
    given = WEIGHTS.copy()
    given[0, 0, 3] = [0.25, 0.1, 0.25, 0.25, 0.1, 0.05]
    again = heedmap.show(heedmap.show(given, TOKENS).save(tmp_path / "most.safetensors", most=2), bits=32)
    for layer, head, query in np.ndindex(3, 4, 6):
        row = list(given[layer, head, query])
        kept = sorted(range(6), key=lambda key: (-row[key], key))[:2]
        expected = [row[key] if key in kept else 0 for key in range(6)]
        assert heads_in(again).matrix(layer, head)[query].tolist() == expected
    computed = heedmap.show(grouped(), TOKENS)
    cut = heedmap.show(computed.save(tmp_path / "of-qk.safetensors", most=1), bits=32)
    np.testing.assert_array_equal(matrices(heads_in(cut)).max(-1), matrices(heads_in(computed)).max(-1))
    assert (matrices(heads_in(cut)) > 0).sum() == 3 * 4 * 6


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("bits", [8, 16, 32])
def test_numbers_in_fewer_bits_are_read_without_a_warning(tmp_path: Path, bits: Any) -> None:
    path = heedmap.show(WEIGHTS, TOKENS).save(tmp_path / "heads.safetensors", bits=bits)
    found = matrices(heads_in(heedmap.show(path)))
    # In 8 bits, w = step n² with n off by at most 1/2.
    step = WEIGHTS.max() / 254**2
    off = {8: np.sqrt(WEIGHTS * step) + step / 4 + 1e-7, 16: WEIGHTS * 2**-11 + 1e-7, 32: 0}[bits]
    assert (np.abs(found - WEIGHTS) <= off).all()
    numbers = read_safetensors(path)
    assert path.stat().st_size - WEIGHTS.size * bits // 8 < 1500 and ("byte_steps" in (numbers.metadata or {})) == (bits == 8)


def test_all_parts_are_in_one_file_with_their_tokens_and_rules(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    seen = heedmap.Captured("pair")
    shapes = {"encoder.layers.0": (6, 6), "decoder.layers.0": (3, 3), "decoder.layers.0.cross": (3, 6)}
    for name, (queries, keys) in shapes.items():
        q, k = (rng.normal(size=(1, 2, count, 5)).astype(np.float32) for count in (queries, keys))
        seen.keep(0, q, k, name=name, scale=0.5, causal=name == "decoder.layers.0")
    for x in (seen, ModelOutput(encoder_attentions=(WEIGHTS[:1],), decoder_attentions=(weights(1, 4, 3, 3),), cross_attentions=(WEIGHTS[:1, :, :3],))):
        figure = heedmap.show(x, TOKENS, query_tokens=list("xyz"), bits=32)
        assert [part for part, _ in figure._parts] == ["encoder", "decoder", "cross"]
        for ending in (".safetensors", ".npz"):
            again = heedmap.show(figure.save(tmp_path / f"parts{ending}"), bits=32)
            for (part, given), (name, found) in zip(figure._parts, again._parts, strict=True):
                assert (name, found.tokens, found.query_tokens) == (part, given.tokens, given.query_tokens)
                np.testing.assert_array_equal(matrices(found), matrices(given))
            cross = heedmap.show(tmp_path / f"parts{ending}", part="cross", bits=32)
            np.testing.assert_array_equal(matrices(heads_in(cross)), matrices(figure._parts[2][1]))
    alone = heedmap.show(figure.save(tmp_path / "cross.npz", part="cross"), bits=32)
    np.testing.assert_array_equal(matrices(heads_in(alone)), matrices(figure._parts[2][1]))


def test_pictures_are_of_the_part_that_is_named(tmp_path: Path) -> None:
    output = ModelOutput(encoder_attentions=(WEIGHTS[:1],), cross_attentions=(WEIGHTS[:1, :, :3],))
    figure = heedmap.show(output, TOKENS, query_tokens=list("xyz"))
    text = figure.save(tmp_path / "cross.svg", part="cross").read_text()
    assert ">x</text>" in text and ">x</text>" not in figure.save(tmp_path / "encoder.svg").read_text()
    drawing = figure.to_matplotlib([(0, 1)], part="cross")
    assert drawing.axes[0].images[0].get_array().shape == (3, 6)


@pytest.mark.parametrize("ending", [".html", ".safetensors", ".npz"])
@pytest.mark.parametrize("kept", [{}, {"heads": CHOSEN}, {"layers": [1]}, {"bits": 16}, {"most": 2}, {"weights": True, "heads": CHOSEN}])
def test_the_size_is_said_before_a_file_is_written(tmp_path: Path, ending: str, kept: dict[str, Any]) -> None:
    for x in (WEIGHTS, grouped()):
        figure = heedmap.show(x, TOKENS)
        said = figure.saved_size(ending, **kept)
        path = figure.save(tmp_path / f"heads{ending}", **kept)
        beside = path.with_suffix(".json").stat().st_size if ending == ".npz" else 0
        # The nonce of a page is of random letters, and an archive has the time in it.
        assert math.isclose(path.stat().st_size + beside, said, abs_tol=0 if ending == ".safetensors" else 4)


def test_the_command_saves_chosen_heads_in_fewer_bits_and_for_print(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = str(heedmap.show(WEIGHTS, TOKENS).save(tmp_path / "heads.npz"))
    to = str(tmp_path / "some.safetensors")
    assert main([given, "-o", to, "--heads", "2.3 0:1", "--bits", "8", "--most", "3"]) == 0
    again = heads_in(heedmap.show(to))
    assert (again.sources, again.shape) == (CHOSEN, (1, 2, 6, 6)) and (matrices(again) > 0).sum() == 2 * 6 * 3
    assert main([given, "-o", to, "--heads", "1,3"]) == 0
    assert heads_in(heedmap.show(to)).shape == (3, 2, 6, 6)
    svg = str(tmp_path / "some.svg")
    assert main([given, "-o", svg, "--heads", "2.3 0.1", "--width", "84mm", "--font-size", "8", "--hide", "legend"]) == 0
    assert 'width="238.11' in Path(svg).read_text() and "(b)" in Path(svg).read_text()
    capsys.readouterr()
    assert main([given, "--heads", "9.0", "-o", to]) == 1
    assert capsys.readouterr().err == "heedmap: layer=9, but there are 3, from 0 to 2.\n"


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("a.npz", {"bits": 8}, "a.npz cannot hold numbers in 8 bits, which need their steps: use .safetensors or .html, or bits=16"),
        ("a.npz", {"bits": 7}, "bits=7 is not one of 8, 16, 32"),
        ("a.html", {"most": 0}, "most=0 is not a whole number above 0"),
        ("a.html", {"heads": [(0, 1)], "layers": [0]}, "heads= names layers and heads: leave layers= out"),
        ("a.html", {"heads": [(9, 1)]}, "layer=9, but there are 3, from 0 to 2"),
        ("a.html", {"heads": []}, "heads= has 0 heads: 1 to 64 can be saved one by one"),
        ("a.html", {"layers": []}, "layers= is empty"),
        ("a.safetensors", {"layers": [5]}, "layer=5, but there are 3, from 0 to 2"),
        ("a.safetensors", {"part": "cross"}, "part='cross', but the figure has no parts"),
        ("a.pdf", {"most": 3}, "most= is for .html, .safetensors and .npz, and a.pdf is a picture"),
        ("a.html", {"layer": 0, "heads": [(0, 1)]}, "heads names all heads: leave layer and head out"),
    ],
)
def test_what_cannot_be_saved_is_one_sentence_and_writes_nothing(tmp_path: Path, name: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError) as error:
        heedmap.show(WEIGHTS, TOKENS).save(tmp_path / name, **options)
    assert str(error.value).startswith(said) and not list(tmp_path.iterdir())
