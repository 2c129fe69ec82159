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


SIZES = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=48)
VISION = dict(SIZES, image_size=56, patch_size=8)


def test_a_model_of_pictures_reads_its_inputs_or_pixels() -> None:
    torch.manual_seed(0)
    model, pixels = tr.ViTModel(tr.ViTConfig(**VISION)).eval(), torch.rand(1, 3, 56, 56)
    expected = matrices(heedmap.show(model, {"pixel_values": pixels}, bits=32))
    np.testing.assert_array_equal(matrices(heedmap.show(model, pixels, bits=32)), expected)
    with pytest.raises(ValueError, match="No attention is found|not its attention"):
        heedmap.show({"pixel_values": pixels})
    model.set_attn_implementation("eager")
    outputs = model(pixel_values=pixels, output_attentions=True)
    np.testing.assert_allclose(expected, torch.cat(outputs.attentions).detach().numpy(), atol=2e-6)
    figure = heedmap.show(outputs, {"pixel_values": pixels}, image=np.zeros((56, 56, 3), np.uint8))
    assert "view=image" in figure._link and figure.description == "2 layers × 4 heads, 50 tokens"


def test_of_a_model_that_reads_a_picture_and_a_text_the_text_is_shown_with_its_tokens() -> None:
    torch.manual_seed(0)
    text = dict(SIZES, model_type="llama", vocab_size=70, num_key_value_heads=2)
    config = tr.LlavaConfig(vision_config=dict(VISION, model_type="clip_vision_model"), text_config=text, image_token_index=65)
    model = tr.LlavaForConditionalGeneration(config).eval()
    inputs = {"input_ids": torch.tensor([[1, *[65] * 49, 5, 6, 7]]), "pixel_values": torch.rand(1, 3, 56, 56)}

    class Words:
        def convert_ids_to_tokens(self, ids: list[int]) -> list[str]:
            return ["<image>" if each == 65 else str(each) for each in ids]

    figure = heedmap.show(model, inputs, tokenizer=Words())
    assert tokens_of(figure) == ["1", *["<image>"] * 49, "5", "6", "7"]
    assert "There is also attention of vision: part='vision'." in figure.to_html()
    assert heedmap.show(model, inputs, part="vision").description.endswith("50 tokens")


def test_a_model_of_sound_shows_what_its_decoder_looks_at() -> None:
    torch.manual_seed(0)
    sides = {f"{side}_{what}": value for side in ("encoder", "decoder") for what, value in [("layers", 2), ("attention_heads", 4), ("ffn_dim", 48)]}
    positions = dict(max_source_positions=50, max_target_positions=20, num_mel_bins=8)
    special = dict(pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=1)
    model = tr.WhisperForConditionalGeneration(tr.WhisperConfig(vocab_size=60, d_model=32, **sides, **positions, **special)).eval()
    sound = {"input_features": torch.rand(1, 8, 100), "attention_mask": torch.ones(1, 100, dtype=torch.long)}
    decoder = {"decoder_input_ids": torch.tensor([[2, 3, 4]])}
    figure = heedmap.show(model, {**sound, **decoder}, tokenizer=tokenizer_of_words())
    shapes = [(part, heads.shape[2:], heads.tokens, heads.query_tokens) for part, heads in figure._parts]
    words = ["the", "cat", "sat"]
    assert shapes == [("encoder", (50, 50), [], []), ("decoder", (3, 3), words, []), ("cross", (3, 50), [], words)]
    assert heedmap.show(model, sound, part="cross").description == "2 layers × 4 heads, 1 query, 50 keys"


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
