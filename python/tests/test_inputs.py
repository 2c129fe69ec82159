"""What callers pass to `show` without reading its documentation: each works, warns, or names the line to type."""

from __future__ import annotations

import contextlib
import json
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from decoded import numbers_in, payload_of
from stand_ins import Bridge, Compiled, DynamicCache, Frame, Model, ModelOutput, Tensor, Tokenizer, softmax, weights

import heedmap
from heedmap._captured import Captured

RNG = np.random.default_rng(11)
Q, K = RNG.normal(size=(2, 3, 4)), RNG.normal(size=(2, 3, 4))
SQUARE = weights(3, 3)
SCORES = np.where(np.tri(3, dtype=bool), RNG.normal(size=(1, 2, 3, 3)), -np.inf)
LEAST = np.where(np.isinf(SCORES), np.finfo(np.float32).min, SCORES).astype(np.float32)
LOGITS = RNG.normal(size=(1, 12, 200))
DIFFERENCE = (weights(2, 3, 3, seed=1) - weights(2, 3, 3, seed=2)).astype(np.float32)
TEXT = "the cat sat"
INPUTS = Tokenizer()(TEXT, return_tensors="pt")
TOKENS = ["the", "\u0120cat", "\u0120sat"]
PAST = tuple((Tensor(np.zeros((1, 2, 3, 4))), Tensor(np.zeros((1, 2, 3, 4)))) for _ in range(3))


def model_queries() -> Any:
    """q of the layers of a stand-in that reads three tokens."""
    return np.stack([Model.queries(layer, (1, 3))[0] for layer in range(2)])


#: What is called; and what the figure has, by name, or the error, or the warning.
TABLE: dict[str, tuple[Callable[[], heedmap.Figure], dict[str, Any] | Exception | UserWarning]] = {
    # What works.
    "a model and a text": (lambda: heedmap.show(Model(), TEXT, tokenizer=Tokenizer()), {"q": model_queries(), "tokens": TOKENS}),
    "a model and its inputs": (lambda: heedmap.show(Model(), INPUTS, tokenizer=Tokenizer()), {"q": model_queries(), "tokens": TOKENS}),
    "a model and its inputs, without a tokenizer": (lambda: heedmap.show(Model(), INPUTS), {"q": model_queries()}),
    "a model and ids": (lambda: heedmap.show(Model(), input_ids=INPUTS["input_ids"], tokenizer=Tokenizer()), {"q": model_queries(), "tokens": TOKENS}),
    "a model and two texts": (lambda: heedmap.show(Model(), ["the cat it", "the cat"], tokenizer=Tokenizer(), batch=1), {"tokens": TOKENS[:2]}),
    "a TransformerBridge and a text": (
        lambda: heedmap.show(Bridge(), "a b"),
        {"attention": np.concatenate([weights(1, 2, 3, 3, seed=n) for n in range(3)]), "tokens": ["<bos>", "a", "b"]},
    ),
    "q and k": (lambda: heedmap.show(Q, K, causal=True), {"q": Q[None], "k": K[None]}),
    "q and k of layers": (lambda: heedmap.show([Tensor(Q), Tensor(K)], [Tensor(K), Tensor(Q)], causal=True), {"q": np.stack([Q, K])}),
    "a DataFrame with labels": (
        lambda: heedmap.show(Frame(SQUARE, ["x", "y", "z"], ["a", "b", "c"])),
        {"attention": SQUARE[None, None], "tokens": ["a", "b", "c"], "query_tokens": ["x", "y", "z"]},
    ),
    "a DataFrame with the same labels": (lambda: heedmap.show(Frame(SQUARE, list("abc"), list("abc"))), {"tokens": ["a", "b", "c"]}),
    "a DataFrame without labels": (lambda: heedmap.show(Frame(SQUARE, range(3), range(3))), {"attention": SQUARE[None, None]}),
    "weights and the inputs of the model": (lambda: heedmap.show(SQUARE, INPUTS, tokenizer=Tokenizer()), {"tokens": TOKENS}),
    "inputs as input_ids": (lambda: heedmap.show(SQUARE, input_ids=INPUTS, tokenizer=Tokenizer()), {"tokens": TOKENS}),
    "q and k beside the inputs of the model": (lambda: heedmap.show({**INPUTS, "q": Q, "k": K}, causal=True), {"q": Q[None]}),
    "tokens as one string": (lambda: heedmap.show(SQUARE, TEXT), {"tokens": ["the", "cat", "sat"]}),
    "tokens as a JSON list in one string": (lambda: heedmap.show(SQUARE, '["the", "black cat", "sat"]'), {"tokens": ["the", "black cat", "sat"]}),
    "a text and its tokenizer": (lambda: heedmap.show(SQUARE, TEXT, tokenizer=Tokenizer()), {"tokens": TOKENS}),
    # Scores and differences.
    "scores of a cache": (
        lambda: heedmap.show({"blocks.0.attn.hook_attn_scores": Tensor(SCORES)}),
        {"attention": softmax(SCORES), "note": "Softmax was applied"},
    ),
    "scores with the minimum of their type": (
        lambda: heedmap.show({"blocks.0.attn.hook_attn_scores": Tensor(LEAST)}),
        {"attention": softmax(SCORES), "note": "Softmax was applied"},
    ),
    "scores of 16 bits": (
        lambda: heedmap.show(LEAST.clip(np.finfo(np.float16).min).astype(np.float16), kind="scores", bits=32),
        {"attention": softmax(SCORES.astype(np.float16).astype(np.float64)), "atol": 1e-6},
    ),
    "scores beside weights": (
        lambda: heedmap.show({"blocks.0.attn.hook_attn_scores": LEAST, "blocks.0.attn.hook_pattern": SQUARE[None, None]}),
        {"attention": SQUARE[None, None]},
    ),
    "scores that are named": (lambda: heedmap.show(SCORES[0], kind="scores"), {"attention": softmax(SCORES)}),
    "a row of scores that is masked": (
        lambda: heedmap.show(np.array([[0.0, 0.0], [-np.inf, -np.inf]]), kind="scores"),
        UserWarning("1 of 2 rows is all 0"),
    ),
    "a difference": (lambda: heedmap.show(DIFFERENCE, kind="difference"), {"attention": DIFFERENCE[None], "kind": "difference"}),
    # Numbers that are not weights.
    "token ids": (lambda: heedmap.show(np.array([[464, 3797, 3332]])), ValueError("whole numbers up to 3797, such as token ids.*input_ids=")),
    "what generate() returns": (lambda: heedmap.show(Tensor([[2, 3, 4]], "torch.int64")), ValueError("whole numbers up to 4, such as token ids")),
    "logits": (
        lambda: heedmap.show(LOGITS),
        UserWarning(
            f"12 of 12 rows have negative, infinite or missing numbers; the farthest from 1 is layer 0, head 0, query "
            f"{np.abs(LOGITS[0].sum(1) - 1).argmax()}, with the sum {LOGITS[0].sum(1)[np.abs(LOGITS[0].sum(1) - 1).argmax()]:.5g}.*kind=\"scores\""
        ),
    ),
    "ones": (lambda: heedmap.show(np.ones((2, 12, 12))), UserWarning("24 of 24 rows do not sum to 1; .* layer 0, head 0, query 0, with the sum 12")),
    "one row that is off": (
        lambda: heedmap.show(weights(4, 2, 3, 3) * np.where(np.arange(72).reshape(4, 2, 3, 3) // 3 == 11, 0.5, 1)),
        UserWarning("1 of 24 rows do not sum to 1; the farthest from 1 is layer 1, head 1, query 2, with the sum 0.5"),
    ),
    "NaN": (lambda: heedmap.show(np.full((1, 3, 3), np.nan)), UserWarning("3 of 3 rows have negative, infinite or missing numbers")),
    "a difference that is not named": (lambda: heedmap.show(DIFFERENCE), UserWarning('6 of 6 rows have negative.*kind="difference"')),
    "numbers beyond 32 bits": (lambda: heedmap.show(np.full((3, 3), 1e300)), ValueError("numbers up to 1e.300, which 32 bits cannot hold")),
    "kind for q and k": (lambda: heedmap.show(Q, K, kind="scores"), ValueError("kind='scores' is for numbers")),
    "a kind that does not exist": (lambda: heedmap.show(SQUARE, kind="logits"), ValueError("kind='logits' is not one of 'weights', 'scores'")),
    # Mistakes, with the line to type.
    "a model": (lambda: heedmap.show(Model()), TypeError(r"Model is a model.*heedmap\.show\(model, text, tokenizer=tokenizer\)")),
    "a model and a text, without a tokenizer": (
        lambda: heedmap.show(Model(), TEXT),
        TypeError(r"Model has no tokenizer for the text: use heedmap\.show\(model, text, tokenizer=tokenizer\)"),
    ),
    "a TransformerBridge": (lambda: heedmap.show(Bridge()), TypeError(r"Bridge is a model.*heedmap\.show\(model, text\)")),
    "a compiled model": (lambda: heedmap.show(Compiled(), TEXT, tokenizer=Tokenizer()), TypeError(r"compiled.*heedmap\.show\(model\._orig_mod, text")),
    "past_key_values": (
        lambda: heedmap.show(DynamicCache()),
        TypeError(r"past_key_values \(DynamicCache\) has keys and values but no queries: use `with heedmap\.capture\(model\) as seen"),
    ),
    "past_key_values as tuples": (lambda: heedmap.show(PAST), TypeError("keys and values but no queries: use `with heedmap.capture")),
    "capture without with": (lambda: heedmap.show(heedmap.capture(Model())), TypeError(r"within `with`: use `with heedmap\.capture\(model\) as seen")),
    "an output of CLIP": (
        lambda: heedmap.show(ModelOutput(text_model_output=ModelOutput(), vision_model_output=ModelOutput())),
        ValueError(r"outputs of 2 models, .*: use heedmap\.show\(outputs\.vision_model_output\)"),
    ),
    "inputs of a model": (lambda: heedmap.show(INPUTS), ValueError(r"the inputs of a model.*heedmap\.show\(model, inputs, tokenizer=tokenizer\)")),
    "an output without attentions": (
        lambda: heedmap.show(ModelOutput(logits=LOGITS, attentions=None)),
        ValueError(r"ran without output_attentions=True.*heedmap\.show\(model, inputs.*model\(\*\*inputs, output_attentions=True\)"),
    ),
    "a layer as a string": (lambda: heedmap.show(SQUARE, layer="3"), TypeError("layer='3' is a string: pass layer=3")),
    "a head as a number with a fraction": (lambda: heedmap.show(SQUARE, head=1.5), TypeError("head=1.5 is not a whole number")),
    "layers as strings": (lambda: heedmap.show(SQUARE, layers=["0"]), TypeError(r"layers='0' is a string: pass layers=\[0\]")),
}


@contextlib.contextmanager
def stand_in_capture(model: Model) -> Iterator[Captured]:
    """`capture` for the stand-in of a model."""
    with heedmap.capture(model, lambda _, keep: model.hooks.extend([keep, keep]) or []) as seen:
        yield seen


@pytest.mark.parametrize("name", TABLE)
def test_every_input_works_or_warns_or_names_the_line_to_type(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heedmap._inputs.capture", stand_in_capture)
    call, expected = TABLE[name]
    if isinstance(expected, UserWarning):
        with pytest.warns(UserWarning, match=str(expected)) as said:
            call()
        assert {Path(each.filename).name for each in said} == {Path(__file__).name}
        return
    if isinstance(expected, Exception):
        with pytest.raises(type(expected), match=str(expected)) as raised:
            call()
        assert ". " not in str(raised.value), "the message has more than one sentence"
        return
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = call()
    found = numbers_in(figure)
    metadata = payload_of(figure)["files"][0]["metadata"]
    for key, value in expected.items():
        if key == "atol":
            continue
        if key == "note":
            assert value in figure.to_html()
        elif key in ("tokens", "query_tokens"):
            assert json.loads(metadata[key]) == value
        elif key == "kind":
            assert metadata[key] == value
        else:
            np.testing.assert_allclose(found[key], value, atol=expected.get("atol", 0.01))


def test_a_model_is_run_in_evaluation_mode_and_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heedmap._inputs.capture", stand_in_capture)
    model = Model()
    heedmap.show(model, TEXT, tokenizer=Tokenizer())
    assert (model.modes, model.training) == ([False], True)


def test_weights_that_were_rounded_to_16_bits_give_no_warning() -> None:
    exact = softmax(np.random.default_rng(12).normal(size=(4, 64, 2000)) * 3)
    bfloat16 = (exact.astype(np.float32).view(np.uint32) + 0x8000 & 0xFFFF0000).view(np.float32)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for rounded in (exact.astype(np.float16), bfloat16, exact.astype(np.float32)):
            heedmap.show(rounded)


def test_a_difference_keeps_its_kind_in_a_file(tmp_path: Path) -> None:
    figure = heedmap.show(DIFFERENCE, kind="difference", bits=32)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = heedmap.show(figure.save(tmp_path / "heads.safetensors"))
    assert payload_of(again)["files"][0]["metadata"]["kind"] == "difference"
    assert "scale=largest" in payload_of(again)["link"]


@pytest.mark.parametrize("bits", [8, 16, 32])
def test_what_is_0_in_a_difference_stays_0(bits: Any) -> None:
    numbers = np.tril(DIFFERENCE * np.float32(1.7))
    found = numbers_in(heedmap.show(numbers, kind="difference", bits=bits))["attention"]
    assert (found[0][:, np.triu_indices(3, 1)[0], np.triu_indices(3, 1)[1]] == 0).all()
    # Half a step of 254 from the farthest number on one side of 0 to that on the other.
    np.testing.assert_allclose(found[0], numbers, atol=0.5001 * 2 * np.abs(numbers).max() / 254)


def test_a_table_has_the_kind_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "heads.csv").write_text("0.5,-0.5\n0.1,0\n")
    figure = heedmap.show(tmp_path / "heads.csv", kind="difference")
    files = numbers_in(figure)
    assert "scale=largest" in payload_of(figure)["link"]
    assert json.loads(files["kind.json"]) == {"metadata": {"kind": "difference"}}
    with pytest.raises(ValueError, match="heads.csv is read by the figure itself, which does not take kind="):
        heedmap.show(tmp_path / "heads.csv", kind="scores")
