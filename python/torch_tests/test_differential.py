"""`capture` of differential attention, on DiffLlama with random weights: its map times the values is what the model computes before its norm."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from test_capture import ids_of, matrices, model_of, written

import heedmap


class Outputs:
    """The values of each layer, (batch, key heads, tokens, size), and what it normalizes, (batch, tokens, pairs, 2 size), of all steps."""

    def __init__(self, model: Any) -> None:
        self.steps: list[tuple[list[Any], list[Any]]] = []
        for layer in model.model.layers:
            values: list[Any] = []
            outputs: list[Any] = []
            layer.self_attn.v_proj.register_forward_hook(lambda *given, values=values: values.append(given[2].clone()))
            layer.self_attn.groupnorm.register_forward_pre_hook(lambda _, given, outputs=outputs: outputs.append(given[0].clone()))
            self.steps.append((values, outputs))

    def of(self, layer: int, batch: int, places: slice = slice(None)) -> tuple[Any, Any]:
        """The values of each pair, (pairs, tokens, 2 size), and the outputs, (pairs, tokens, 2 size)."""
        values, outputs = (torch.cat(each, 1)[batch, places].numpy() for each in self.steps[layer])
        one, other = np.split(values.reshape(len(values), 2, 8).swapaxes(0, 1), 2)
        return np.repeat(np.concatenate([one, other], axis=2), 2, axis=0), outputs.swapaxes(0, 1)


@pytest.fixture
def model() -> Any:
    found = model_of("diffllama")
    for at, layer in enumerate(found.model.layers):
        for name in ("lambda_q1", "lambda_k1", "lambda_q2", "lambda_k2"):
            getattr(layer.self_attn, name).data.normal_(0, 0.3, generator=torch.Generator().manual_seed(at + len(name)))
    return found


def check(seen: Any, outputs: Outputs, batch: int = 0, places: slice = slice(None)) -> None:
    shown = matrices(seen, batch=batch)
    assert shown.shape[:2] == (3, 2) and shown.min() < -0.1
    for layer, maps in enumerate(shown):
        v, expected = outputs.of(layer, batch, places)
        np.testing.assert_allclose(maps @ v, expected, atol=1e-5)


@pytest.mark.parametrize("implementation", ["sdpa", "eager"])
@pytest.mark.parametrize("padding", [0, 3])
def test_the_map_of_each_pair_times_its_values_is_what_the_model_computes(model: Any, implementation: str, padding: int) -> None:
    model.set_attn_implementation(implementation)
    ids, mask = ids_of(2, 9), torch.ones(2, 9, dtype=torch.long)
    mask[1, :padding] = 0
    with torch.no_grad():
        plain = model(input_ids=ids, attention_mask=mask).logits
        outputs = Outputs(model)
        with heedmap.capture(model) as seen:
            captured = model(input_ids=ids, attention_mask=mask).logits
    torch.testing.assert_close(captured, plain, rtol=0, atol=0)
    for batch in (0, 1):
        check(seen, outputs, batch, slice(padding * batch, None))


@pytest.mark.parametrize("padding", [0, 2])
def test_generate_gives_one_map_with_the_steps_of_the_model(model: Any, padding: int) -> None:
    ids, mask = ids_of(2, 6), torch.ones(2, 6, dtype=torch.long)
    mask[1, :padding] = 0
    outputs = Outputs(model)
    with torch.no_grad(), heedmap.capture(model) as seen:
        model.generate(ids, attention_mask=mask, max_new_tokens=5, min_new_tokens=5, do_sample=False, pad_token_id=0, eos_token_id=None)
    for batch in (0, 1):
        check(seen, outputs, batch, slice(padding * batch, None))


def test_a_mask_without_an_expression_keeps_weights_that_are_subtracted(model: Any) -> None:
    mask = torch.ones(6, 6).tril().bool()[None, None]
    mask[..., 5, 2] = False
    outputs = Outputs(model)
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=ids_of(1, 6), attention_mask=mask)
    check(seen, outputs)


def test_a_file_has_the_arrays_of_both_softmaxes_and_lambda(model: Any, tmp_path: Path) -> None:
    outputs = Outputs(model)
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=ids_of(1, 7))
    assert seen.parts == ["attention", "layers"]
    figure = heedmap.show(seen)
    assert figure._heads is not None and figure._heads.kind == "difference" and "softmax − λ softmax" in figure.to_html()
    arrays, metadata = written(seen.save(tmp_path / "a.safetensors"))
    rules = json.loads(metadata["rules"])
    assert [rule["kind"] for rule in rules] == ["differential"] * 3 and all(rule["mask"] == "causal" for rule in rules)
    # The map from the arrays of the file, by plain loops.
    for layer in range(3):
        v, expected = outputs.of(layer, 0)
        for pair, query in np.ndindex(2, 7):
            rows = []
            for end in ("", "_subtracted"):
                q, k = (arrays[f"layers.{layer}.{name}{end}"][pair].astype(np.float64) for name in "qk")
                terms = [np.exp(rules[layer]["scale"] * (q[query] @ k[key])) for key in range(query + 1)]
                rows.append(np.array(terms) / sum(terms))
            row = rows[0] - arrays[f"layers.{layer}.lambda"][pair, query] * rows[1]
            np.testing.assert_allclose(row @ v[pair, : query + 1], expected[pair, query], atol=1e-5)


def test_lambda_is_rounded_as_the_model_rounds_it(model: Any) -> None:
    model = model.to(torch.bfloat16)
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(ids_of(1, 5))
    layer = model.model.layers[1].self_attn
    one, two = (
        torch.exp(torch.sum(q * k, dim=-1, dtype=torch.float32)).to(torch.bfloat16)
        for q, k in ((layer.lambda_q1, layer.lambda_k1), (layer.lambda_q2, layer.lambda_k2))
    )
    assert [record.share for record in seen._groups()["attention"]][1] == (one - two + layer.lambda_init).item()


def test_a_corpus_of_differences_is_refused(model: Any, tmp_path: Path) -> None:
    pytest.importorskip("zarr")

    def attention(_text: str) -> Any:
        with torch.no_grad(), heedmap.capture(model) as seen:
            model(ids_of(1, 5))
        return seen, list("abcde")

    with pytest.raises(ValueError, match="are differences of weights, which may be negative: a corpus measures weights from 0 to 1"):
        heedmap.corpus(["a b c d e"], attention, path=tmp_path / "run.zarr", max_tokens=5)
