"""`show(model, text, tokenizer=...)` against `eager`, and what else users pass with PyTorch and transformers."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
import torch
import transformers as tr
from test_capture import model_of
from tokenizers import Tokenizer, models, pre_tokenizers

import heedmap

WORDS = ["[PAD]", "[UNK]", "the", "cat", "sat", "on", "a", "mat"]
TEXT = "the cat sat on the mat"


def tokenizer_of_words() -> Any:
    found = Tokenizer(models.WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="[UNK]"))
    found.pre_tokenizer = pre_tokenizers.Whitespace()
    return tr.PreTrainedTokenizerFast(tokenizer_object=found, pad_token="[PAD]", unk_token="[UNK]")


def tokens_of(figure: heedmap.Figure) -> list[str]:
    assert figure._heads is not None
    return figure._heads.tokens


def matrices(figure: heedmap.Figure) -> Any:
    heads = figure._heads
    assert heads is not None
    return np.stack([[heads.matrix(layer, head) for head in range(heads.shape[1])] for layer in range(heads.shape[0])])


@pytest.mark.parametrize("name", ["gpt2", "bert", "llama"])
@pytest.mark.parametrize("text", [TEXT, ["the mat", TEXT]], ids=["text", "texts"])
def test_a_model_with_a_text_shows_what_eager_computes(name: str, text: Any) -> None:
    tokenizer = tokenizer_of_words()
    model = model_of(name).train()
    options = {} if isinstance(text, str) else {"batch": 1}
    figure = heedmap.show(model, text, tokenizer=tokenizer, bits=32, **options)
    assert model.training and not any(parameter.grad is not None for parameter in model.parameters())
    assert tokens_of(figure) == TEXT.split()
    model.eval().set_attn_implementation("eager")
    with torch.no_grad():
        expected = model(**tokenizer(TEXT, return_tensors="pt"), output_attentions=True).attentions
    np.testing.assert_allclose(matrices(figure), torch.cat(expected).numpy(), atol=2e-6)


def test_an_encoder_with_a_decoder_reads_the_text_in_its_encoder() -> None:
    model, tokenizer = model_of("t5"), tokenizer_of_words()
    assert tokens_of(heedmap.show(model, TEXT, tokenizer=tokenizer)) == TEXT.split()
    cross = heedmap.show(model, TEXT, tokenizer=tokenizer, part="cross")
    assert (matrices(cross).shape, tokens_of(cross)) == ((2, 4, 1, 6), TEXT.split())


def test_mistakes_with_objects_of_pytorch_name_the_line_to_type() -> None:
    model, tokenizer = model_of("gpt2"), tokenizer_of_words()
    inputs = tokenizer(TEXT, return_tensors="pt")
    outputs = model(**inputs)
    for x, said in [
        (model, "heedmap.show(model, text, tokenizer=tokenizer)"),
        (torch.compile(model), "heedmap.show(model._orig_mod, text, tokenizer=tokenizer)"),
        (outputs.past_key_values, "with heedmap.capture(model) as seen: model(**inputs)"),
        (heedmap.capture(model), "with heedmap.capture(model) as seen: model(**inputs)"),
        (outputs, "model(**inputs, output_attentions=True)"),
        (inputs, "heedmap.show(model, inputs, tokenizer=tokenizer)"),
        (inputs.input_ids, "pass outputs.attentions"),
    ]:
        with pytest.raises((TypeError, ValueError), match=re.escape(said)):
            heedmap.show(x)
    with pytest.warns(UserWarning, match="6 of 6 rows have negative"):
        heedmap.show(outputs.logits)


def test_scores_in_16_bits_with_the_minimum_of_their_type_get_no_weight() -> None:
    scores = torch.randn(1, 2, 4, 4, generator=torch.Generator().manual_seed(3))
    seen = torch.ones(4, 4).tril().bool()
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        masked = torch.where(seen, scores.to(dtype), torch.finfo(dtype).min)
        found = matrices(heedmap.show({"blocks.0.attn.hook_attn_scores": masked}, bits=32))
        expected = torch.where(seen, scores.to(dtype).float(), -torch.inf).softmax(-1)
        np.testing.assert_allclose(found, expected.numpy(), atol=1e-6)


def test_weights_in_bfloat16_give_no_warning(recwarn: pytest.WarningsRecorder) -> None:
    weights = (torch.randn(2, 3, 40, 40, generator=torch.Generator().manual_seed(4)) * 4).softmax(-1)
    heedmap.show(weights.bfloat16())
    heedmap.show(weights.half())
    assert [str(each.message) for each in recwarn if each.category is UserWarning] == []
