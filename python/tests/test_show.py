"""What `show` takes, and what it says of what it does not take."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from decoded import payload_of, numbers_in
from stand_ins import Deleted, ModelOutput, OnlyDlpack, Tensor, Tokenizer, weights

import heedmap
from heedmap._files import write_safetensors

LAYERS = [weights(1, 3, 4, 4, seed=layer) for layer in range(2)]
EXPECTED = np.stack([layer[0] for layer in LAYERS])


def shown(x: Any, *args: Any, **options: Any) -> Any:
    """The numbers that a figure holds, as its page would read them."""
    return numbers_in(heedmap.show(x, *args, bits=32, **options))["attention"]


@pytest.mark.parametrize(
    "x",
    [
        tuple(LAYERS),
        [Tensor(layer) for layer in LAYERS],
        [Tensor(layer, "torch.bfloat16", "cuda:0") for layer in LAYERS],
        [OnlyDlpack(layer[0]) for layer in LAYERS],
        EXPECTED,
        EXPECTED.tolist(),
        np.stack(LAYERS),
        Tensor(EXPECTED),
        ModelOutput(logits=np.zeros(3), attentions=tuple(LAYERS)),
        {f"blocks.{n}.attn.hook_pattern": Tensor(layer) for n, layer in enumerate(LAYERS)},
        {"attention": EXPECTED, "other": np.zeros(4)},
        {"layers.0.self": LAYERS[0], "layers.1.self": LAYERS[1]},
        {"arr_0": LAYERS[0], "arr_1": LAYERS[1]},
        [list(layer[0]) for layer in LAYERS],
        ModelOutput(encoder_attentions=(None, None), decoder_attentions=tuple(LAYERS)),
    ],
    ids=lambda x: type(x).__name__,
)
def test_every_form_of_the_same_weights_gives_the_same_figure(x: Any) -> None:
    np.testing.assert_array_equal(shown(x), EXPECTED)


def test_layers_of_a_mapping_stand_in_the_order_of_their_numbers() -> None:
    cache = {f"blocks.{n}.attn.hook_pattern": np.array([[[[n / 16, 1 - n / 16]]]]) for n in (10, 9, 2)}
    assert [16 * layer[0, 0, 0] for layer in shown(cache)] == [2, 9, 10]


def test_a_matrix_is_one_head_and_three_axes_are_one_layer() -> None:
    assert shown(weights(4, 4)).shape == (1, 1, 4, 4)
    assert shown(weights(3, 4, 4)).shape == (1, 3, 4, 4)
    assert shown([weights(4, 4)] * 5).shape == (5, 1, 4, 4)


def test_another_sequence_of_a_batch_can_be_named_and_the_figure_says_which_it_is() -> None:
    batch = tuple(weights(2, 3, 4, 4, seed=layer) for layer in range(2))
    np.testing.assert_array_equal(shown(batch, batch=1), np.stack([layer[1] for layer in batch]))
    figure = heedmap.show(batch, [["a"] * 4, list("wxyz")], batch=1)
    assert "Sequence 1 of 2, counted from 0." in figure.to_html()
    assert json.loads(payload_of(figure)["files"][0]["metadata"]["tokens"]) == list("wxyz")
    with pytest.raises(ValueError, match="batch=2, but there are 2 sequences"):
        heedmap.show(batch, batch=2)


def test_layers_and_heads_can_be_chosen_and_the_figure_says_which_they_are() -> None:
    many = weights(6, 4, 3, 3)
    np.testing.assert_array_equal(shown(many, layers=[5, -2], heads=[3]), many[[5, 4]][:, [3]])
    figure = heedmap.show(many, layers=[5, 4], heads=[3], layer=4)
    assert "layer 0 is layer 5 of the model, layer 1 is layer 4 of the model" in figure.to_html()
    assert "head=1:0" in payload_of(figure)["link"]
    with pytest.raises(ValueError, match="There is no layer 6: there are 6, from 0 to 5"):
        heedmap.show(many, layers=[6])


def test_several_heads_are_shown_together_each_in_its_own_color_or_as_their_mean() -> None:
    many = weights(6, 4, 3, 3)
    link = payload_of(heedmap.show(many, chosen=[(2, 3), (0, 1)]))["link"]
    assert all(part in link for part in ("chosen=2:3,0:1", "source=each", "over=chosen")), link
    link = payload_of(heedmap.show(many, layers=[3, 5], chosen=[(5, 0)], source="mean"))["link"]
    assert all(part in link for part in ("chosen=1:0", "source=mean", "over=chosen")), link
    with pytest.raises(ValueError, match="layer=6, but there are 6"):
        heedmap.show(many, chosen=[(6, 0)])
    with pytest.raises(ValueError, match="needs chosen="):
        heedmap.show(many, source="each")
    with pytest.raises(ValueError, match="has 65 heads: at most 64"):
        heedmap.show(many, chosen=[(0, 0)] * 65)


def test_the_file_of_a_figure_says_what_its_layers_are_called() -> None:
    many = weights(6, 4, 3, 3)
    metadata = payload_of(heedmap.show(many, layers=[3, 5]))["files"][0]["metadata"]
    assert json.loads(metadata["layers"]) == [3, 5]
    assert "layers" not in payload_of(heedmap.show(many))["files"][0]["metadata"]
    one = {"layers.3.self": weights(1, 4, 3, 3)}
    assert json.loads(payload_of(heedmap.show(one))["files"][0]["metadata"]["layers"]) == [3]


def test_steps_of_generate_become_one_map_and_tokens_come_from_the_sequences() -> None:
    steps = tuple(
        tuple(np.full((1, 2, 3 if step == 0 else 1, 3 + step), 1 / (3 + step)) for _ in range(2)) for step in range(3)
    )
    output = ModelOutput(sequences=np.array([[1, 2, 3, 4, 1, 2]]), attentions=steps)
    found = shown(output, tokenizer=Tokenizer())
    assert found.shape == (2, 2, 5, 5)
    expected = [*[[1 / 3, 1 / 3, 1 / 3, 0, 0]] * 3, [0.25, 0.25, 0.25, 0.25, 0], [0.2] * 5]
    np.testing.assert_allclose(found[1, 0], expected, atol=1e-6)
    tokens = payload_of(heedmap.show(output, tokenizer=Tokenizer()))["files"][0]["metadata"]["tokens"]
    assert json.loads(tokens) == ["the", "\u0120cat", "\u0120it", "\u0120sat", "the"]


def test_the_last_token_of_generate_may_be_given_although_the_model_never_read_it() -> None:
    steps = ((weights(1, 2, 3, 3),), (weights(1, 2, 1, 4),))
    for options in ({"tokens": list("abcde")}, {"tokens": list("abcd")}, {"tokenizer": Tokenizer(), "input_ids": [1, 2, 3, 4, 1]}):
        assert "4 tokens" in repr(heedmap.show(steps, **options))
    with pytest.raises(ValueError, match="There are 3 tokens, but 4 keys"):
        heedmap.show(steps, list("abc"))


def test_an_encoder_with_a_decoder_shows_the_part_that_is_named() -> None:
    output = ModelOutput(
        encoder_attentions=(weights(1, 2, 5, 5),), decoder_attentions=(weights(1, 2, 3, 3),), cross_attentions=(weights(1, 2, 3, 5),)
    )
    assert shown(output, part="encoder").shape == (1, 2, 5, 5)
    assert shown(output, list("abcde"), query_tokens=list("xyz"), part="cross").shape == (1, 2, 3, 5)
    assert "There is also attention of" not in heedmap.show(output, part="cross").to_html()
    assert "There is also attention of decoder and cross" in heedmap.show(output, layers=[0]).to_html()
    with pytest.raises(ValueError, match="The output has no encoder_attentions: it has attentions"):
        heedmap.show(ModelOutput(attentions=tuple(LAYERS), encoder_attentions=None), part="encoder")


def test_padding_is_left_out_on_both_sides_and_the_figure_says_so() -> None:
    kept = weights(1, 2, 3, 3)
    whole = np.pad(kept, ((0, 0), (0, 0), (2, 0), (2, 0)))
    np.testing.assert_array_equal(shown((whole,), attention_mask=Tensor([[0, 0, 1, 1, 1]])), kept)
    np.testing.assert_array_equal(shown({"attention": whole, "attention_mask": np.array([[0, 0, 1, 1, 1]])}), kept)
    only_real = heedmap.show((whole,), list("abc"), attention_mask=[0, 0, 1, 1, 1])
    assert json.loads(payload_of(only_real)["files"][0]["metadata"]["tokens"]) == list("abc")
    by_token = heedmap.show((whole,), ["[PAD]", "[PAD]", "a", "b", "c"])
    assert "3 tokens" in repr(by_token)
    assert "2 padding tokens are left out." in by_token.to_html()
    by_id = heedmap.show((whole,), tokenizer=Tokenizer(), input_ids=[0, 0, 1, 2, 3])
    assert "3 tokens" in repr(by_id)
    with pytest.raises(ValueError, match="All tokens are padding"):
        heedmap.show((whole,), attention_mask=[0, 0, 0, 0, 0])


@pytest.mark.parametrize(
    "attention",
    [None, (), (None, None), ModelOutput(attentions=None), ModelOutput(attentions=()), ((None,), (None,)), ModelOutput(attentions=(None,))],
)
def test_attention_that_a_fast_implementation_did_not_keep_is_explained(attention: Any) -> None:
    with pytest.raises(ValueError, match=r"keeps no weights.*heedmap\.show\(model, inputs.*heedmap\.capture.*attn_implementation=\"eager\""):
        heedmap.show(attention)


@pytest.mark.parametrize(
    ("x", "options", "kind", "said"),
    [
        ("not/a/file.npz", {}, FileNotFoundError, "not/a/file.npz is not a file"),
        (7, {}, TypeError, "int is not attention"),
        (["the", "cat"], {}, TypeError, "Layer 0 is str, not an array"),
        ([["a", "b"], ["c", "d"]], {}, TypeError, "Layer 0 is str, not an array"),
        ([[[1.0, 0.0], [1.0]], [[1.0, 0.0], [0.0, 1.0]]], {}, ValueError, "different lengths: 1 and 2"),
        ([[1.0, [0.0]], [1.0, 0.0]], {}, ValueError, "numbers and lists stand side by side"),
        ([[1.0, 0.0], [1.0]], {}, ValueError, "different lengths: 1 and 2"),
        (np.zeros((2, 2), complex), {}, TypeError, r"complex128 of shape \(2, 2\)"),
        (np.zeros((2, 2), str), {}, TypeError, r"of shape \(2, 2\), not real numbers"),
        (np.zeros(3), {}, ValueError, r"An array of shape \(3,\) is not attention"),
        (np.zeros((1, 1, 1, 1, 2, 2)), {}, ValueError, r"\(1, 1, 1, 1, 2, 2\)"),
        (np.zeros((2, 0, 0)), {}, ValueError, r"\(2, 0, 0\)"),
        ((weights(1, 2, 3, 3), weights(1, 2, 4, 4)), {}, ValueError, r"Layer 1 has the shape \(2, 4, 4\).*layer 0 has \(2, 3, 3\)"),
        ((weights(1, 2, 3, 3), None), {}, ValueError, "Layer 1 of 2 is None"),
        ((Tensor(weights(1, 2, 3, 3), device="cuda:9"),), {}, ValueError, r"of shape \(2, 3, 3\) on cuda:9 cannot be read: CUDA error"),
        (Deleted(), {}, ValueError, r"The array of shape \(2, 3, 4, 4\) cannot be read: Array has been deleted"),
        ((Deleted(),), {}, ValueError, r"\(2, 3, 4, 4\) cannot be read: Array has been deleted"),
        (weights(2, 3, 3), {"tokens": ["a"]}, ValueError, "There is 1 token, but 3 keys"),
        (weights(2, 3, 3), {"tokens": "abc"}, ValueError, "There is 1 token, but 3 keys"),
        (weights(2, 3, 3), {"tokens": 7}, TypeError, "tokens is int"),
        (weights(2, 3, 3), {"tokenizer": Tokenizer()}, ValueError, "tokenizer= needs input_ids="),
        (weights(2, 3, 3), {"input_ids": [1, 2, 3]}, ValueError, "input_ids= needs tokenizer="),
        (weights(2, 3, 3), {"attention_mask": [1, 1]}, ValueError, "attention_mask has 2 tokens, but there are 3 keys"),
        (weights(2, 3, 3), {"layers": 1}, TypeError, r"layers=1 is not a list: pass layers=\[1\]"),
        (weights(2, 3, 3), {"query": 1.5}, TypeError, "query=1.5 is neither a whole number nor a token"),
        (weights(2, 3, 3), {"theme": "blue"}, ValueError, "theme='blue' is not one of 'light', 'dark', None"),
        (ModelOutput(logits=np.zeros((1, 5, 9))), {}, ValueError, r"there is only logits \(1, 5, 9\).*heedmap\.capture"),
        ({"q": weights(2, 3, 4)}, {}, ValueError, r"q \(2, 3, 4\): q has no k beside it"),
        ({"q": np.zeros((1, 5, 8)), "k": np.zeros((1, 5, 4))}, {}, ValueError, "8 features and a key 4.*num_heads= and num_key_heads="),
        ({"q": np.zeros((1, 5, 8)), "k": np.zeros((1, 5, 4))}, {"num_heads": 3}, ValueError, "8 features cannot be divided into 3 heads"),
        (weights(2, 3, 3), {"tokenizer": 7, "input_ids": [1, 2, 3]}, TypeError, "tokenizer is int"),
        (weights(2, 3, 3), {"layer": 1}, ValueError, "layer=1, but there are 1, from 0 to 0"),
        (weights(2, 3, 3), {"head": 2}, ValueError, "head=2, but there are 2, from 0 to 1"),
        (weights(2, 3, 3), {"query": "it", "tokens": list("abc")}, ValueError, "query='it' is not among the tokens: a b c"),
        (weights(2, 3, 3), {"key": 3}, ValueError, "key=3, but there are 3"),
        (weights(2, 3, 3), {"bits": 4}, ValueError, "bits=4 is not one of 8, 16, 32"),
        (weights(2, 3, 3), {"view": "globe"}, ValueError, "view='globe'"),
        (weights(2, 3, 3), {"part": "cross"}, ValueError, "part='cross' needs a model's output"),
        ({}, {}, ValueError, "The mapping is empty"),
        (np.zeros((0, 2, 3, 3)), {}, ValueError, "There are 0 layers of heads: the array is empty"),
        ({"attention": np.zeros((0, 2, 3, 3))}, {}, ValueError, "There are 0 layers of heads: the array is empty"),
        ({"a": np.zeros((2, 3)), "b": np.zeros(4)}, {"tokens": list("ab")}, ValueError, "2 tokens, but 3 keys"),
        ({"wte": np.zeros((2, 3)), "wpe": np.zeros((4, 3))}, {}, ValueError, r"wte \(2, 3\), wpe \(4, 3\).*hook_pattern"),
        ({"q": weights(2, 3, 4), "k": weights(2, 3, 5)}, {}, ValueError, r"4 features and a key 5: q is \(2, 3, 4\), k is \(2, 3, 5\)"),
        ({"q": weights(3, 3, 4), "k": weights(2, 3, 4)}, {}, ValueError, "3 heads of q cannot share 2 heads of k"),
    ],
)
def test_what_cannot_be_shown_is_refused_with_its_shapes(x: Any, options: dict[str, Any], kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        heedmap.show(x, **options)


def test_the_open_head_query_and_key_stand_in_the_link() -> None:
    figure = heedmap.show(weights(2, 3, 4, 4), ["the", "\u0120cat", "\u0120it", "\u2581sat"], layer=1, head=-1, query="it", key="sat", view="lines")
    link = payload_of(figure)["link"]
    assert {"v=1", "room=maps", "shape=2:3:4:4", "head=1:2", "cursor=2:3", "view=lines"} <= set(link.split("&"))


def test_a_query_without_a_key_selects_the_key_of_its_largest_weight() -> None:
    numbers = weights(2, 3, 4, 4)
    figure = heedmap.show(numbers, layer=1, head=2, query=3)
    assert f"cursor=3:{numbers[1, 2, 3].argmax()}" in payload_of(figure)["link"]


def test_weights_with_nan_are_kept_as_missing_in_8_bits() -> None:
    numbers = weights(2, 3, 3)
    numbers[1, 2] = np.nan
    for bits in (8, 16, 32):
        with pytest.warns(UserWarning, match="1 of 6 rows have negative, infinite or missing numbers"):
            found = numbers_in(heedmap.show(numbers, bits=bits))["attention"]
        assert np.isnan(found[0, 1, 2]).all()
        assert np.isfinite(found).sum() == 15


@pytest.mark.filterwarnings("ignore:Not all rows")
@pytest.mark.parametrize("bits", [8, 16])
def test_infinite_numbers_need_32_bits(bits: int) -> None:
    numbers = weights(2, 3, 3)
    numbers[0, 0, 0] = np.inf if bits == 8 else 1e6
    with pytest.raises(ValueError, match="bits=32"):
        heedmap.show(numbers, bits=bits)
    assert heedmap.show(numbers, bits=32)


def test_the_error_of_8_bits_is_what_the_figure_says() -> None:
    numbers = weights(2, 3, 40, 40)
    figure = heedmap.show(numbers)
    found = numbers_in(figure)["attention"]
    error = np.abs(found - numbers).max()
    said = re.search(r"none off by more than ([\d.]+)\.", figure.to_html())
    assert said is not None
    assert error <= float(said[1]) <= 1.11 * error


def softmax(q: np.ndarray, k: np.ndarray, scale: float, causal: bool) -> np.ndarray:
    scores = q.astype(float) @ k.astype(float).swapaxes(-1, -2) * scale
    if causal:
        scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
    exponents = np.exp(scores - scores.max(-1, keepdims=True))
    return exponents / exponents.sum(-1, keepdims=True)


def stated_error(figure: heedmap.Figure) -> float:
    said = re.search(r"none off by more than ([\d.]+)\.", figure.to_html())
    assert said is not None
    return float(said[1])


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("largest", [0, 1 << 25])
@pytest.mark.parametrize(("spread", "causal"), [(1.0, False), (4.0, True)])
def test_the_error_of_q_and_k_is_that_of_their_weights(
    monkeypatch: pytest.MonkeyPatch, bits: int, largest: int, spread: float, causal: bool
) -> None:
    monkeypatch.setattr("heedmap._rounding._MEASURED", largest)
    rng = np.random.default_rng(3)
    # One feature is much larger than the others, as in trained models, so that 8 bits are coarse for the rest.
    q, k = (rng.normal(size=(2, heads, 60, 16)).astype(np.float32) * spread for heads in (4, 2))
    q[..., 3] *= 5
    figure = heedmap.show({"q": q, "k": k}, causal=causal, scale=0.25, bits=bits)
    found = numbers_in(figure)
    actual = max(
        np.abs(softmax(found["q"][layer, head], found["k"][layer, head // 2], 0.25, causal)
               - softmax(q[layer, head], k[layer, head // 2], 0.25, causal)).max()
        for layer in range(2)
        for head in range(4)
    )
    assert actual <= stated_error(figure)
    if largest > 0:
        assert stated_error(figure) <= 1.2 * actual + 1e-4


@pytest.mark.parametrize("largest", [0, 1 << 25])
def test_the_bound_of_the_error_of_weights_is_reached(monkeypatch: pytest.MonkeyPatch, largest: int) -> None:
    # Both scores change by d in opposite directions, from -d / 2 and d / 2 to d / 2 and -d / 2.
    from heedmap._heads import Heads, QueriesKeys, Rule
    from heedmap._numbers import Stored
    from heedmap._rounding import weight_error

    monkeypatch.setattr("heedmap._rounding._MEASURED", largest)
    d = 0.75
    given = np.array([[[d / 2], [-d / 2]]], np.float32)
    one = np.ones((1, 1, 1), np.float32)
    heads = Heads((1, 1, 1, 2), "made", computed=[QueriesKeys(lambda: one, lambda: given, rule=Rule(scale=1.0))], key_heads=1, size=1)

    def as_stored(name: str, array: np.ndarray) -> Stored:
        return Stored(name, (1, *array.shape), 32, array.tobytes(), 0.0)

    error = weight_error(heads, as_stored("q", one), as_stored("k", -given))
    # 1 / (1 + exp(-d)) - 1 / (1 + exp(d)), in six digits.
    assert error == pytest.approx(0.358357, abs=2e-6)


def test_a_row_that_is_spread_over_many_keys_keeps_its_weight_in_8_bits() -> None:
    numbers = np.full((1, 4, 512), 1 / 512, np.float32)
    numbers[0, 0] = np.eye(512)[0]
    sums = numbers_in(heedmap.show(numbers))["attention"].sum(-1)
    np.testing.assert_allclose(sums, 1, atol=0.1)


def test_q_and_k_are_stored_with_their_rule() -> None:
    rng = np.random.default_rng(1)
    q, k, v = rng.normal(size=(2, 4, 6, 8)), rng.normal(size=(2, 2, 6, 8)), rng.normal(size=(2, 2, 6, 8))
    figure = heedmap.show({"q": q, "k": k, "v": v}, list("abcdef"), causal=True, scale=0.5, bits=32)
    found = numbers_in(figure)
    for name, numbers in (("q", q), ("k", k), ("v", v)):
        np.testing.assert_allclose(found[name], numbers, atol=1e-6)
    metadata = payload_of(figure)["files"][0]["metadata"]
    assert (metadata["causal"], metadata["scale"]) == ("true", "0.5")
    by_layer = {f"layers.{n}.{part}_proj": array[n] for n in range(2) for part, array in (("q", q), ("k", k), ("v", v))}
    np.testing.assert_array_equal(numbers_in(heedmap.show(by_layer, bits=32))["k"], found["k"])


def test_v_of_some_layers_is_ignored_with_a_note() -> None:
    random = np.random.default_rng(0)
    arrays = {f"layers.{layer}.{name}": random.normal(size=(2, 3, 4)) for layer in range(4) for name in "qkv"}
    for layer in (0, 1):
        del arrays[f"layers.{layer}.v"]
    figure = heedmap.show(arrays, causal=True)
    assert "v of layers 2, 3 is ignored, because layers 0, 1 have no v." in figure.to_html()
    assert "is ignored" not in heedmap.show(arrays, causal=True, layers=[2, 3]).to_html()
    del arrays["layers.2.v"]
    assert "v of layer 3 is ignored, because layers 0, 1, 2 have no v." in heedmap.show(arrays, causal=True).to_html()


def test_a_cache_prefers_q_and_k_after_rope_and_says_so_where_there_is_only_what_comes_before() -> None:
    rng = np.random.default_rng(2)
    cache = {f"blocks.0.attn.hook_{name}": rng.normal(size=(1, 5, 2, 4)) for name in ("q", "k", "v", "rot_q", "rot_k")}
    found = numbers_in(heedmap.show(cache, bits=32))
    np.testing.assert_allclose(found["q"][0], cache["blocks.0.attn.hook_rot_q"][0].swapaxes(0, 1), atol=1e-6)
    plain = {name: value for name, value in cache.items() if "rot" not in name}
    assert "taken before RoPE" in heedmap.show(plain).to_html()
    assert "taken before RoPE" not in heedmap.show(cache).to_html()


def test_attention_of_4_gb_is_refused_before_it_is_read() -> None:
    class Huge:
        """One layer of weights that cannot be read."""

        shape = (1, 64, 4096, 4096)

        def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
            raise AssertionError("it was read")

    with pytest.raises(ValueError, match=r"4 layers × 64 heads of 4096 × 4096 .* 4\.3 GB .*layers=.*q and k.*large=True"):
        heedmap.show([Huge()] * 4)


def test_12_layers_of_12_heads_over_512_tokens_need_no_confirmation() -> None:
    layer = weights(1, 12, 512, 512)
    assert heedmap.show((layer,) * 12).size < 40_000_000


@pytest.mark.parametrize("ending", [".npy", ".npz", ".safetensors"])
def test_files_are_read_as_arrays(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"heads{ending}"
    if ending == ".npy":
        np.save(path, EXPECTED)
    else:
        heedmap.show(EXPECTED, list("abcd")).save(path)
    np.testing.assert_array_equal(shown(path), EXPECTED)
    np.testing.assert_array_equal(shown(str(path), layers=[1]), EXPECTED[1:])


def test_a_safetensors_file_keeps_its_tokens(tmp_path: Path) -> None:
    path = heedmap.show(EXPECTED, list("abcd")).save(tmp_path / "heads.safetensors")
    assert json.loads(payload_of(heedmap.show(path))["files"][0]["metadata"]["tokens"]) == list("abcd")


def test_other_files_go_into_the_figure_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "heads.csv"
    path.write_text("1,0\n0.5,0.5\n")
    figure = heedmap.show(path, ["a", "b"])
    assert [file["name"] for file in payload_of(figure)["files"]] == ["heads.csv", "tokens.json"]
    assert numbers_in(figure)["heads.csv"] == b"1,0\n0.5,0.5\n"


def test_options_that_a_file_cannot_take_and_files_that_are_too_large_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "heads.csv"
    path.write_text("1,0\n0.5,0.5\n")
    with pytest.raises(ValueError, match="heads.csv is read by the figure itself, which does not take layer= and head="):
        heedmap.show(path, layer=1, head=0)
    path.write_bytes(b"1,0\n" * 20_000_000)
    with pytest.raises(ValueError, match="heads.csv cannot be read: it has 80000000 bytes, more than the 67108864 of a text file"):
        heedmap.show(path)


def test_json_is_read_with_its_tokens_and_its_rule(tmp_path: Path) -> None:
    path = tmp_path / "heads.json"
    path.write_text(json.dumps({"attention": EXPECTED.tolist(), "tokens": list("abcd")}))
    np.testing.assert_allclose(shown(path, layer=1, head=2), EXPECTED, atol=1e-6)
    assert "head=1:2" in payload_of(heedmap.show(path, layer=1, head=2))["link"]
    q = np.random.default_rng(4).normal(size=(2, 3, 4)).tolist()
    path.write_text(json.dumps({"q": q, "k": q, "metadata": {"causal": True, "scale": 0.5}}))
    metadata = payload_of(heedmap.show(path))["files"][0]["metadata"]
    assert (metadata["causal"], metadata["scale"]) == ("true", "0.5")


def test_metadata_beside_an_array_need_not_be_texts(tmp_path: Path) -> None:
    q = np.random.default_rng(4).normal(size=(2, 3, 4))
    np.savez(tmp_path / "heads.npz", q=q, k=q, tokens=np.array(list("abc")))
    (tmp_path / "heads.json").write_text(json.dumps({"metadata": {"causal": True, "window": 2}}))
    metadata = payload_of(heedmap.show(tmp_path / "heads.npz"))["files"][0]["metadata"]
    assert (metadata["mask"], json.loads(metadata["tokens"])) == ("causal and window(2)", list("abc"))


@pytest.mark.parametrize("content", [b"nothing of the kind", b"", b"\x02\0\0\0\0\0\0\0[]", b"\x07\0\0\0\0\0\0\0" + b'{"a":1}'])
@pytest.mark.parametrize("ending", [".npy", ".npz", ".safetensors", ".json"])
def test_a_broken_file_is_named(tmp_path: Path, ending: str, content: bytes) -> None:
    path = tmp_path / f"broken{ending}"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=f"broken{ending} cannot be read: (?!.*allow_pickle)"):
        heedmap.show(path)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("x.pt", r"heedmap\.show\(torch\.load\(path\)\)"),
        ("x.parquet", "pandas.read_parquet"),
        ("x.h5", "h5py.File"),
        ("x.ipynb", "x.ipynb is a notebook: call heedmap.show"),
    ],
)
def test_files_of_other_tools_are_refused_with_the_line_that_shows_them(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / name).write_bytes(b"PK")
    with pytest.raises(ValueError, match=said):
        heedmap.show(tmp_path / name)


def test_the_file_of_a_model_is_not_taken_for_its_attention(tmp_path: Path) -> None:
    names = ("self_attn.q_proj.weight", "self_attn.k_proj.weight", "mlp.up_proj.weight", "rotary_emb.inv_freq")
    path = tmp_path / "model.safetensors"
    write_safetensors(path, {f"model.layers.0.{name}": np.zeros((8, 8), np.float32) for name in names}, {"format": "pt"})
    with pytest.raises(ValueError, match=r"q_proj\.weight \(8, 8\).*what a model learned, not its attention.*heedmap\.capture\(model\)"):
        heedmap.show(path)


def test_views_of_bertviz_and_circuitsvis_take_the_same_arguments() -> None:
    tokens = list("abcd")
    lines = heedmap.head_view(tuple(LAYERS), tokens, layer=1, heads=[2], html_action="return")
    assert {"view=lines", "head=1:2"} <= set(payload_of(lines)["link"].split("&"))
    assert repr(heedmap.head_view(encoder_attention=tuple(LAYERS), encoder_tokens=tokens)).startswith("<heedmap.Figure: 2 layers")
    np.testing.assert_array_equal(numbers_in(heedmap.attention_heads(attention=EXPECTED[0], tokens=tokens, bits=32))["attention"], EXPECTED[:1])
    both = {"encoder_attention": tuple(LAYERS), "cross_attention": (weights(1, 3, 2, 4),) * 2, "encoder_tokens": tokens, "decoder_tokens": ["x", "y"]}
    assert [file["metadata"].get("tokens") for file in payload_of(heedmap.head_view(**both))["files"]] == ['["a", "b", "c", "d"]'] * 2
    assert "2 queries, 4 keys" in repr(heedmap.head_view(**both, part="cross"))
    with pytest.raises(ValueError, match="keeps no weights"):
        heedmap.head_view(None, tokens)


def test_hooks_of_any_model_keep_q_and_k_and_are_removed() -> None:
    rng = np.random.default_rng(5)
    layers = [(rng.normal(size=(2, 4, 5, 8)), rng.normal(size=(2, 2, 5, 8))) for _ in range(2)]
    removed = []

    class Handle:
        def remove(self) -> None:
            removed.append(self)

    def install(model: str, keep: Any) -> list[Handle]:
        for layer, (q, k) in enumerate(layers):
            keep(layer, Tensor(q) if layer else q, k, k, causal=True, scale=0.25)
        return [Handle(), Handle()]

    with pytest.raises(RuntimeError), heedmap.capture("a model", install) as seen:
        raise RuntimeError
    assert len(removed) == 2
    found = numbers_in(heedmap.show(seen, batch=1, bits=32))
    np.testing.assert_allclose(found["q"], np.stack([q[1] for q, _ in layers]), atol=1e-6)
    np.testing.assert_allclose(found["v"][..., 0], np.linalg.norm(np.stack([k[1] for _, k in layers]), axis=-1), atol=1e-6)


def test_a_model_that_is_none_of_transformers_is_named() -> None:
    with pytest.raises(TypeError, match="str is not a model of transformers.*install="), heedmap.capture("model"):
        pass


def test_sinks_take_weight_and_have_no_key() -> None:
    rng = np.random.default_rng(6)
    q, k, sinks = rng.normal(size=(1, 2, 3, 4)), rng.normal(size=(1, 1, 3, 4)), np.array([0.5, -1.0])

    def install(model: Any, keep: Any) -> list[Any]:
        keep(0, q, k, causal=True, sinks=sinks)
        return []

    with heedmap.capture(object(), install) as seen:
        pass
    heads = heedmap.show(seen, bits=32)._heads
    assert heads is not None
    for head in range(2):
        for row in range(3):
            exponents = [np.exp(q[0, head, row] @ k[0, 0, col] / 2) for col in range(row + 1)]
            expected = [each / (sum(exponents) + np.exp(sinks[head])) for each in exponents]
            np.testing.assert_allclose(heads.matrix(0, head)[row, : row + 1], expected, atol=1e-6)
            np.testing.assert_allclose(heads.row(0, head, row)[: row + 1], expected, atol=1e-6)


def test_sinks_are_kept_with_q_and_k_and_are_a_column_before_the_keys(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    arrays = [rng.normal(size=(2, heads, 3, 4)) for heads in (2, 1)]

    def install(model: Any, keep: Any) -> list[Any]:
        for layer in range(2):
            keep(layer, arrays[0][layer], arrays[1][layer], causal=True, sinks=np.array([0.5, layer]))
        return []

    with heedmap.capture(object(), install) as seen:
        pass
    figure = heedmap.show(seen, list("abc"), layer=0, head=1, query=2, key="b", bits=32)
    given = payload_of(figure)
    picture = figure.save(tmp_path / "a.svg").read_text()
    assert picture.count(">[sink]<") == 1
    width, height = struct.unpack(">II", figure.save(tmp_path / "a.png").read_bytes()[16:24])
    assert (width // 40, height // 40) == (4, 3)
    assert json.loads(given["files"][0]["metadata"]["sinks"]) == [[0.5, 0.0], [0.5, 1.0]]
    assert {"shape=2:2:3:4", "cursor=2:2"} <= set(given["link"].split("&"))
    again = heedmap.show(figure.save(tmp_path / "a.safetensors"), bits=32)
    assert figure._heads is not None and again._heads is not None
    np.testing.assert_allclose(again._heads.matrix(1, 1), figure._heads.matrix(1, 1), atol=1e-6)
    one = heedmap.show(seen, heads=[1], layers=[1])
    assert json.loads(payload_of(one)["files"][0]["metadata"]["sinks"]) == [[1.0]]


@pytest.mark.parametrize("ending", [".npz", ".safetensors"])
def test_layers_that_differ_in_their_rules_are_stored_as_q_and_k(tmp_path: Path, ending: str) -> None:
    q = np.random.default_rng(6).normal(size=(2, 3, 4))
    rules: list[dict[str, Any]] = [dict(window=2, scale=0.5), dict(softcap=4.0), dict(window=2, scale=0.5)]

    def install(model: Any, keep: Any) -> list[Any]:
        for layer, rule in enumerate(rules):
            keep(layer, q, q, causal=True, sinks=np.array([0.5, -1.0]), **rule)
        return []

    with heedmap.capture(object(), install) as seen:
        pass
    figure = heedmap.show(seen, list("abc"), bits=32)
    assert set(numbers_in(figure)) == {"q", "k", "v"} or set(numbers_in(figure)) == {"q", "k"}
    metadata = payload_of(figure)["files"][0]["metadata"]
    local = {"mask": "causal and window(2)", "scale": 0.5, "softcap": None, "window": 2}
    full = {"mask": "causal", "scale": None, "softcap": 4.0, "window": None}
    assert json.loads(metadata["rules"]) == [local, full, local]
    assert (metadata["causal"], "mask" in metadata, "window" in metadata) == ("true", False, False)
    again = heedmap.show(figure.save(tmp_path / f"a{ending}"), bits=32)
    assert figure._heads is not None and again._heads is not None
    for layer, rule in enumerate(rules):
        scores = q[1] @ q[1].T * rule.get("scale", 0.5)
        cap = rule.get("softcap")
        scores = scores if cap is None else cap * np.tanh(scores / cap)
        seen_keys = np.tri(3, dtype=bool) & ~np.tri(3, k=-rule.get("window", 9), dtype=bool)
        exponents = np.where(seen_keys, np.exp(scores), 0)
        expected = exponents / (exponents.sum(axis=1, keepdims=True) + np.exp(-1.0))
        np.testing.assert_allclose(figure._heads.matrix(layer, 1), expected, atol=1e-6)
        np.testing.assert_allclose(again._heads.matrix(layer, 1), expected, atol=1e-6)
    one = heedmap.show(seen, layers=[1], bits=32)
    assert "rules" not in payload_of(one)["files"][0]["metadata"]


def test_chunks_are_saved_as_a_mask(tmp_path: Path) -> None:
    q = np.random.default_rng(8).normal(size=(1, 5, 4))
    seen = heedmap.Captured("mine")
    seen.keep(0, q[None], q[None], causal=True, chunk=2)
    seen.keep(1, q[None], q[None], causal=True)
    figure = heedmap.show(seen, list("abcde"), bits=32)
    metadata = payload_of(figure)["files"][0]["metadata"]
    assert json.loads(metadata["rules"]) == [{"mask": "causal and blocks(2)"}, {"mask": "causal"}]
    again = heedmap.show(figure.save(tmp_path / "a.safetensors"), bits=32)
    assert again._heads is not None
    own = np.kron(np.eye(3), np.ones((2, 2)))[:5, :5] * np.tri(5)
    exponents = np.exp(q[0] @ q[0].T / 2) * own
    np.testing.assert_allclose(again._heads.matrix(0, 0), exponents / exponents.sum(axis=1, keepdims=True), atol=1e-6)


def test_layers_of_a_file_may_differ_in_their_rope(tmp_path: Path) -> None:
    q = np.random.default_rng(7).normal(size=(2, 1, 3, 4)).astype(np.float32)
    rules = [{"rope": {"base": 100}}, {"rope": "applied"}]
    write_safetensors(tmp_path / "a.safetensors", {"q": q, "k": q}, {"causal": "true", "rules": json.dumps(rules)})
    heads = heedmap.show(tmp_path / "a.safetensors")._heads
    assert heads is not None and heads.computed is not None
    angles = np.arange(3)[:, None] * np.array([1.0, 0.1])
    first, second = q[0, 0, :, :2], q[0, 0, :, 2:]
    turned = np.hstack([first * np.cos(angles) - second * np.sin(angles), second * np.cos(angles) + first * np.sin(angles)])
    np.testing.assert_allclose(heads.computed[0].q()[0], turned, atol=1e-6)
    np.testing.assert_array_equal(heads.computed[1].q(), q[1])


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ([{}], "The rule of layer 1 is missing: q has 2 layers"),
        ([{}, {}, {}], "There are 3 rules: q has 2 layers"),
        ([{}, {"window": 0}], "The rule of layer 1 has window 0, which cannot be read"),
        ([{"chunk": 4}, {}], "The rule of layer 0 has chunk 4, which cannot be read"),
        ([{"mask": "causal and odd(3)"}, {}], 'The rule of layer 0 has mask "causal and odd(3)", which cannot be read'),
        ([{}, {"rope": {}}], "The rule of layer 1 has rope {}, which cannot be read"),
        ([{}, {"rope": {"base": 10000, "factor": 4}}], "The rule of layer 1 has rope.factor 4, which cannot be read"),
        ("all", "rules in the metadata is not a list with an object for each layer"),
    ],
)
def test_rules_that_cannot_be_read_are_refused_with_their_layer(tmp_path: Path, rules: Any, message: str) -> None:
    q = np.zeros((2, 1, 3, 4), np.float32)
    write_safetensors(tmp_path / "a.safetensors", {"q": q, "k": q}, {"rules": json.dumps(rules)})
    with pytest.raises(ValueError, match=re.escape(message)):
        heedmap.show(tmp_path / "a.safetensors")


@pytest.mark.parametrize("ending", [".npz", ".safetensors"])
def test_a_saved_file_of_q_and_k_is_shown_by_the_same_rule(tmp_path: Path, ending: str) -> None:
    rng = np.random.default_rng(8)
    figure = heedmap.show(
        {"q": rng.normal(size=(3, 5, 4)), "k": rng.normal(size=(1, 5, 4))}, list("abcde"), causal=True, window=2, softcap=3.0, scale=0.4, bits=32
    )
    again = heedmap.show(figure.save(tmp_path / f"heads{ending}"), bits=32)
    assert figure._heads is not None and again._heads is not None
    np.testing.assert_allclose(again._heads.matrix(0, 2), figure._heads.matrix(0, 2), atol=1e-6)
    assert again._heads.tokens == list("abcde")
    metadata = payload_of(figure)["files"][0]["metadata"]
    assert (metadata["mask"], metadata["key_heads"], metadata["head_size"]) == ("causal and window(2)", "1", "4")


@pytest.mark.parametrize("key_heads", [2, 4])
def test_what_vllm_hook_writes_is_split_by_its_heads(tmp_path: Path, key_heads: int) -> None:
    rng = np.random.default_rng(9)
    q, k = (rng.normal(size=(2, 2, 6, heads * 8)).astype(np.float32) for heads in (4, key_heads))
    names = {f"model__layers__{layer}__self_attn__attn__{role}": (q if role == "q" else k)[layer] for layer in (0, 1) for role in "qk"}
    write_safetensors(tmp_path / "qk.safetensors", names, {})
    config = {"num_attention_heads": 4, "num_key_value_heads": key_heads, "hidden_size": 32, "attention_multiplier": 0.5}
    order = [{"layer_num": 0, "key_q": "q", "key_k": "k"}]
    (tmp_path / "qk.json").write_text(json.dumps({"config": config, "batch_size": 2, "seq_lens": [6, 4], "layer_order": order}))
    heads = heedmap.show(tmp_path / "qk.safetensors", batch=1)._heads
    assert heads is not None
    assert heads.shape == (2, 4, 4, 4)
    assert (heads.key_heads, heads.size) == (key_heads, 8)
    own = q[1, 1, :4, 24:32], k[1, 1, :4, 8 * (3 * key_heads // 4) :][:, :8]
    scores = np.where(np.tri(4, dtype=bool), own[0] @ own[1].T * 0.5, -np.inf)
    expected = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(heads.matrix(1, 3), expected, atol=1e-6)
    same = heedmap.show(names, batch=1, num_heads=4, num_key_heads=key_heads, causal=True, scale=0.5)._heads
    assert same is not None
    np.testing.assert_allclose(same.matrix(1, 3)[:4, :4], expected, atol=1e-6)


def heads_in(figure: heedmap.Figure) -> Any:
    assert figure._heads is not None
    return figure._heads


def test_the_mean_of_a_batch_is_over_sequences_of_the_length_that_most_have() -> None:
    given = weights(2, 4, 3, 5, 5)  # (layers, batch, heads, queries, keys)
    mask = np.ones((4, 5), int)
    mask[[0, 2, 3], 3:] = 0
    tokens = [list("abc__"), list("abcde"), list("abc__"), list("abc__")]
    kept = np.where((mask[:, None, :] * mask[:, :, None])[None, :, None] > 0, given, 0)
    kept /= np.maximum(kept.sum(-1, keepdims=True), 1e-9)
    figure = heedmap.show(kept, tokens, attention_mask=mask, batch="mean", bits=32)
    heads = heads_in(figure)
    assert (heads.shape, heads.tokens) == ((2, 3, 3, 3), list("abc"))
    for layer, head in np.ndindex(2, 3):
        expected = (kept[layer, 0, head, :3, :3] + kept[layer, 2, head, :3, :3] + kept[layer, 3, head, :3, :3]) / 3
        np.testing.assert_allclose(heads.matrix(layer, head), expected, atol=1e-6)
    text = figure.to_html()
    assert "The mean over 3 of 4 texts, 3 tokens each." in text and "Sequence 1 (5 tokens): left out, because the length differs." in text
    tokens[2] = list("xyz__")
    assert heads_in(heedmap.show(kept, tokens, attention_mask=mask, batch="mean")).tokens == []


def test_the_mean_of_q_and_k_is_of_their_weights() -> None:
    q, k = np.random.default_rng(3).normal(size=(2, 2, 3, 2, 5, 4))  # (layers, batch, heads, tokens, size)
    every = [heads_in(heedmap.show({"q": q, "k": k}, causal=True, batch=batch)) for batch in range(3)]
    mean = heads_in(heedmap.show({"q": q, "k": k}, causal=True, batch="mean"))
    for layer, head in np.ndindex(2, 2):
        np.testing.assert_allclose(mean.matrix(layer, head), np.mean([each.matrix(layer, head) for each in every], axis=0), atol=1e-7)
