"""`capture` of further families of transformers: their weights are those of `eager`, and what is not captured is named."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
import torch
import transformers as tr
from test_capture import LATENT, SHARED, SMALL, attentions_of, eager, ids_of, matrices

import heedmap

HEADS = dict(SHARED, head_dim=8)
EXPERTS = dict(num_local_experts=2, num_experts_per_tok=1)
KINDS = dict(layer_types=["sliding_attention", "sliding_attention", "full_attention"], sliding_window=4)
TOKENS = dict(pad_token_id=0, bos_token_id=1, eos_token_id=2)
T5 = dict(d_model=32, d_kv=8, d_ff=48, num_layers=2, num_heads=4, vocab_size=60, decoder_start_token_id=0)

#: What models are called, and the options of their configurations.
FAMILIES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "afmoe": ("AfmoeForCausalLM", "AfmoeConfig", dict(HEADS, **KINDS, num_experts=2, num_experts_per_tok=1, moe_intermediate_size=16)),
    "apertus": ("ApertusForCausalLM", "ApertusConfig", dict(SHARED, **TOKENS)),
    "arcee": ("ArceeForCausalLM", "ArceeConfig", dict(HEADS, **TOKENS)),
    "cohere2": ("Cohere2ForCausalLM", "Cohere2Config", dict(SHARED, **KINDS, **TOKENS)),
    "doge": ("DogeForCausalLM", "DogeConfig", dict(SHARED, **TOKENS)),
    "ernie4_5": ("Ernie4_5ForCausalLM", "Ernie4_5Config", dict(HEADS, **TOKENS)),
    "exaone4": ("Exaone4ForCausalLM", "Exaone4Config", dict(SHARED, **KINDS, **TOKENS)),
    "glm4": ("Glm4ForCausalLM", "Glm4Config", dict(HEADS, **TOKENS)),
    "inkling2": (
        "Inkling2ForCausalLM", "Inkling2TextConfig",
        dict(
            HEADS, swa_head_dim=8, swa_num_attention_heads=4, swa_num_key_value_heads=2, sliding_window_size=4, d_rel=4, rel_extent=8,
            num_local_experts=2, n_routed_experts=2, num_experts_per_tok=1, moe_intermediate_size=16,
            layer_types=["hybrid_sliding", "hybrid", "hybrid"], **TOKENS,
        ),
    ),
    "mimo_v2_flash": (
        "MiMoV2FlashForCausalLM", "MiMoV2FlashConfig",
        dict(
            HEADS, swa_num_attention_heads=4, swa_num_key_value_heads=2, swa_head_dim=8, v_head_dim=8, swa_v_head_dim=8, n_routed_experts=2,
            num_experts_per_tok=1, moe_intermediate_size=16, **KINDS, **TOKENS,
        ),
    ),
    "minimax_m2": ("MiniMaxM2ForCausalLM", "MiniMaxM2Config", dict(HEADS, **EXPERTS, **TOKENS)),
    "modernbert_decoder": (
        "ModernBertDecoderForCausalLM", "ModernBertDecoderConfig",
        dict(SMALL, local_attention=4, global_attn_every_n_layers=3, cls_token_id=1, sep_token_id=2, **TOKENS),
    ),
    "olmo3": ("Olmo3ForCausalLM", "Olmo3Config", dict(SHARED, **KINDS, **TOKENS)),
    "zaya": ("ZayaForCausalLM", "ZayaConfig", dict(HEADS, pad_token_id=0, eos_token_id=2)),
    "vaultgemma": ("VaultGemmaForCausalLM", "VaultGemmaConfig", dict(HEADS, **KINDS, **TOKENS)),
}


def made(name: str, config: str, options: dict[str, Any]) -> Any:
    if not hasattr(tr, name):
        pytest.skip(f"this transformers has no {name}")
    torch.manual_seed(0)
    model = getattr(tr, name)(getattr(tr, config)(**options))
    for key, parameter in model.named_parameters():
        if parameter.ndim > 1:
            parameter.data.normal_(0, 0.3)
        elif key.endswith("sinks"):
            parameter.data.normal_(0, 1)
    return model.eval()


@pytest.mark.parametrize("family", FAMILIES)
def test_the_weights_of_a_family_are_those_of_eager(family: str) -> None:
    model, ids = made(*FAMILIES[family]), ids_of(1, 9)
    expected = attentions_of(eager(model, input_ids=ids))
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=ids)
    part = next(part for part, records in seen._groups().items() if records[0].name.endswith(("attn", "attention")))
    np.testing.assert_allclose(matrices(seen, part=part), np.concatenate(expected), atol=1e-5)


def test_sinks_that_scale_the_output_of_a_softmax_are_sinks() -> None:
    model = made("GraniteSWAForCausalLM", "GraniteSWAConfig", dict(SHARED, **KINDS, **TOKENS))
    values, outputs = [], []
    for layer in model.model.layers:
        layer.self_attn.v_proj.register_forward_hook(lambda *given: values.append(given[2][0]))
        layer.self_attn.o_proj.register_forward_pre_hook(lambda _, given: outputs.append(given[0][0]))
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=ids_of(1, 9))
    for maps, v, output in zip(matrices(seen), values, outputs):
        heads = np.repeat(v.numpy().reshape(9, 2, 8).swapaxes(0, 1), 2, axis=0)
        np.testing.assert_allclose((maps @ heads).swapaxes(0, 1).reshape(9, 32), output.numpy(), atol=1e-5)


#: Models with parts whose attention is in their own code: what makes them, and the names of these parts.
PARTLY: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "longt5": (
        "LongT5ForConditionalGeneration", "LongT5Config", dict(T5, local_radius=4), r"encoder\.block\.0\.layer\.0\.LocalSelfAttention",
    ),
    "pegasus_x": (
        "PegasusXForConditionalGeneration", "PegasusXConfig",
        dict(
            d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=4, encoder_ffn_dim=48,
            decoder_ffn_dim=48, vocab_size=60, block_size=4, num_global_tokens=2, max_position_embeddings=64,
        ),
        r"model\.encoder\.layers\.0\.self_attn",
    ),
}


@pytest.mark.parametrize("family", PARTLY)
def test_attention_in_the_code_of_a_part_is_named_beside_what_is_captured(family: str) -> None:
    name, config, options, part = PARTLY[family]
    model = made(name, config, options)
    with torch.no_grad(), heedmap.capture(model) as seen:
        expected = model(input_ids=ids_of(1, 8), decoder_input_ids=ids_of(1, 5))
    [note] = seen.notes
    assert re.match(part + r".* computed attention in their own code, which is not captured", note) and "encoder" not in seen.parts
    expected = eager(model, input_ids=ids_of(1, 8), decoder_input_ids=ids_of(1, 5)).decoder_attentions
    np.testing.assert_allclose(matrices(seen, part="decoder"), np.concatenate([each.numpy() for each in expected]), atol=1e-5)
    assert "which is not captured" in heedmap.show(seen, part="decoder").to_html()


def test_a_model_of_pictures_that_reads_a_text_alone_says_whose_attention_is_missing() -> None:
    vision = dict(hidden_size=32, num_hidden_layers=1, num_attention_heads=4, intermediate_size=48, image_size=16, patch_size=8)
    model = made("GitForCausalLM", "GitConfig", dict(SMALL, vision_config=vision))
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=ids_of(1, 6))
    with pytest.raises(ValueError, match=r"Nothing was captured: git\.encoder\.layer\.0\.attention\.self, .* computed attention in their own code"):
        heedmap.show(seen)


def test_weights_that_are_not_those_of_the_model_are_refused() -> None:
    model = made("LlamaForCausalLM", "LlamaConfig", SHARED)
    own = tr.models.llama.modeling_llama.eager_attention_forward

    def tampered(module: Any, query: Any, key: Any, value: Any, attention_mask: Any, **given: Any) -> Any:
        output, weights = own(module, query, key, value, attention_mask, **given)
        return (output * 0.9, weights) if module.layer_idx == 1 else (output, weights)

    tr.AttentionInterface.register("tampered", tampered)
    tr.AttentionMaskInterface.register("tampered", tr.AttentionMaskInterface._global_mapping["eager"])
    try:
        model.set_attn_implementation("tampered")
        with pytest.raises(ValueError, match=r"model\.layers\.1\.self_attn cannot be captured: .* are not what it computes"):
            with torch.no_grad(), heedmap.capture(model):
                model(input_ids=ids_of(1, 9))
    finally:
        tr.AttentionInterface._global_mapping.pop("tampered", None)
        tr.AttentionMaskInterface._global_mapping.pop("tampered", None)


@pytest.mark.parametrize("family", ["axk1", "glm4_moe_lite"])
def test_families_with_latent_keys_give_the_weights_of_eager(family: str) -> None:
    name = {"axk1": "AXK1", "glm4_moe_lite": "Glm4MoeLite"}[family]
    config = getattr(tr, f"{name}Config", None)
    if config is None:
        pytest.skip(f"this transformers has no {name}")
    model, ids = made(f"{name}ForCausalLM", f"{name}Config", dict(SMALL, **LATENT)), ids_of(1, 9)
    expected = attentions_of(eager(model, input_ids=ids))
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=ids)
    np.testing.assert_allclose(matrices(seen), np.concatenate(expected), atol=1e-5)
