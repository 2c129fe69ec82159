"""`capture` without PyTorch, on stand-ins for models of transformers. `torch_tests` has real models."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import stand_in_models
from stand_in_models import Attention, AttentionInterface, Differential, Model, OwnAttention, PerImage, by_loops

import heedmap
from heedmap._files import read_safetensors

LOWEST = float(np.finfo(np.float32).min)


@pytest.fixture(autouse=True)
def transformers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ordinary environment has no transformers."""
    monkeypatch.setitem(sys.modules, "transformers", stand_in_models)


def random(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def q_and_k(tokens: int, seed: int = 0, batch: int = 1) -> tuple[Any, Any]:
    """q and k, (batch, 2 heads, tokens, 4)."""
    return random(batch, 2, tokens, 4, seed=seed), random(batch, 2, tokens, 4, seed=seed + 100)


def mask_of(sees: Callable[[int, int, int], bool], queries: int, keys: int, batch: int = 1) -> Any:
    """A mask, (batch, 1, queries, keys), of what `sees` says for a sequence, a query and a key."""
    return np.array([[[[sees(b, q, k) for k in range(keys)] for q in range(queries)]] for b in range(batch)])


def shown(seen: Any, **options: Any) -> Any:
    """The weights that a figure shows, (layers, heads, queries, keys)."""
    heads = heedmap.show(seen, bits=32, **options)._heads
    assert heads is not None
    return np.stack([np.stack([heads.matrix(at, head) for head in range(heads.shape[1])]) for at in range(heads.shape[0])])


def layers_of(seen: Any, **options: Any) -> list[int]:
    heads = heedmap.show(seen, **options)._heads
    assert heads is not None
    return heads.layers


def causal(query: int, key: int) -> bool:
    return key <= query


def close(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, np.stack(expected), atol=1e-5)


# Which layer a call is.


def test_layers_that_share_one_module_are_captured_one_by_one() -> None:
    model = Model({"encoder.groups.0.layers.0.attention": Attention()})
    calls = [q_and_k(5, seed) for seed in range(3)]
    with heedmap.capture(model) as seen:
        for _ in range(2):
            model([("encoder.groups.0.layers.0.attention", {"q": q, "k": k}) for q, k in calls])
    assert "3 layers of attention" in repr(seen)
    assert layers_of(seen) == [0, 1, 2]
    close(shown(seen), [by_loops(q[0], k[0], causal) for q, k in calls])


def test_a_shared_module_with_several_names_has_the_numbers_of_its_layers() -> None:
    shared, other = Attention(layer_idx=-1), Attention(layer_idx=-1)
    names = ["layers.2.shared.attn", "layers.5.shared.attn", "layers.8.shared.attn"]
    model = Model(dict(zip(names, [shared, other, shared])))
    calls = [q_and_k(4, seed) for seed in range(3)]
    with heedmap.capture(model) as seen:
        model([(name, {"q": q, "k": k}) for name, (q, k) in zip(names, calls)])
    assert layers_of(seen) == [2, 5, 8]
    close(shown(seen), [by_loops(q[0], k[0], causal) for q, k in calls])


def test_each_call_of_a_shared_module_continues_its_own_cache() -> None:
    model = Model({"layers.0.attention": Attention()})
    calls = [q_and_k(5, seed) for seed in range(2)]
    with heedmap.capture(model) as seen:
        model([("layers.0.attention", {"q": q[:, :, :3], "k": k[:, :, :3]}) for q, k in calls])
        for at in (3, 4):
            model([("layers.0.attention", {"q": q[:, :, at : at + 1], "k": k[:, :, : at + 1]}) for q, k in calls])
    close(shown(seen), [by_loops(q[0], k[0], causal) for q, k in calls])


def test_a_pass_with_fewer_calls_leaves_no_layer_of_the_pass_before() -> None:
    model = Model({"layers.0.attention": Attention()})
    q, k = q_and_k(5)
    with heedmap.capture(model) as seen:
        model([("layers.0.attention", {"q": q, "k": k})] * 3)
        model([("layers.0.attention", {"q": q, "k": k})] * 2)
    assert "2 layers of attention" in repr(seen)


def test_the_pass_after_an_exception_starts_over_and_the_hooks_are_removed() -> None:
    model = Model({"layers.0.attention": Attention()})
    q, k = q_and_k(5)
    with heedmap.capture(model) as seen:
        with pytest.raises(RuntimeError, match="missing"):
            model([("layers.0.attention", {"q": q, "k": k}), ("missing", {})])
        model([("layers.0.attention", {"q": q, "k": k})])
    assert "1 layers of attention" in repr(seen)
    assert [each for module in model.modules() for each in (*module.before, *module.after)] == []
    assert model.config._attn_implementation == "sdpa"
    assert not AttentionInterface._global_mapping


def test_a_pass_that_ends_without_its_hook_does_not_add_its_calls_to_the_next_one() -> None:
    attention = Attention()
    model = Model({"layers.0.attention": attention})
    q, k = q_and_k(5)
    with heedmap.capture(model) as seen:
        for hook in model.before:
            hook(model, ())
        attention(q=q, k=k)
        model([("layers.0.attention", {"q": q, "k": k})])
    assert "1 layers of attention" in repr(seen)


def test_a_module_that_is_called_by_itself_is_a_pass() -> None:
    attention = Attention()
    model = Model({"layers.0.attention": attention})
    q, k = q_and_k(5)
    with heedmap.capture(model) as seen:
        attention(q=q, k=k)
        model([("layers.0.attention", {"q": q, "k": k})] * 3)
        assert "3 layers of attention" in repr(seen)
        attention.forward(q=q, k=k)
        attention.forward(q=q, k=k)
    assert "1 layers of attention" in repr(seen) and seen.parts == ["attention"]


def test_what_checkpointing_computes_again_for_gradients_is_not_captured(monkeypatch: pytest.MonkeyPatch) -> None:
    task = [-1]
    torch = SimpleNamespace(_C=SimpleNamespace(_current_graph_task_id=lambda: task[0]))
    monkeypatch.setitem(sys.modules, "torch", torch)
    attention = Attention()
    model = Model({"layers.0.attention": attention})
    calls = [q_and_k(5, seed) for seed in range(2)]
    with heedmap.capture(model) as seen:
        model([("layers.0.attention", {"q": q, "k": k}) for q, k in calls])
        task[0] = 7
        for q, k in reversed(calls):
            attention(q=q, k=k)
    close(shown(seen), [by_loops(q[0], k[0], causal) for q, k in calls])


def test_heads_of_differential_attention_are_pairs_of_which_a_share_of_one_is_subtracted(tmp_path: Path) -> None:
    model = Model({"layers.0.attn": Differential()})
    q, k = q_and_k(5)
    with heedmap.capture(model) as seen:
        model([("layers.0.attn", {"q": q[:, :, :4], "k": k[:, :, :4]})])
        model([("layers.0.attn", {"q": q[:, :, 4:], "k": k})])
    share = np.exp(0.8) - np.exp(0.12) + 0.2
    one, other = by_loops(q[0], k[0], causal)
    close(shown(seen), [[one - share * other]])
    saved = seen.save(tmp_path / "a.safetensors")
    arrays = read_safetensors(saved).items
    assert {name: array.shape for name, array in arrays.items()} == {
        f"layers.0.{name}": (1, 5, 4)[: 2 if name == "lambda" else 3] for name in ("q", "k", "q_subtracted", "k_subtracted", "lambda")
    } | {"layers.0.v": (1, 5, 1)}
    np.testing.assert_array_equal(arrays["layers.0.k_subtracted"][0], k[0, 1])
    norms = 5 * np.sqrt((k[0, 0].astype(np.float64) ** 2).sum(-1, keepdims=True))
    np.testing.assert_allclose(arrays["layers.0.v"][0], norms, atol=1e-5)
    np.testing.assert_allclose(arrays["layers.0.lambda"], share, atol=1e-6)


def test_a_module_that_uses_its_q_and_k_twice_without_lambda_is_refused() -> None:
    attention = Differential()
    del attention.lambda_k2
    q, k = q_and_k(5)
    model = Model({"layers.0.attn": attention})
    with pytest.raises(ValueError, match=r"layers\.0\.attn uses its q and k twice, and has no lambda"), heedmap.capture(model):
        model([("layers.0.attn", {"q": q, "k": k})])


def test_attention_that_a_module_computes_for_each_image_is_a_part_for_each_image() -> None:
    names = ["visual.blocks.0.attn", "visual.blocks.1.attn"]
    model = Model({name: PerImage(is_causal=False) for name in names})
    calls = [q_and_k(5, seed, batch=2) for seed in range(2)]
    with heedmap.capture(model) as seen:
        model([(name, {"q": q, "k": k}) for name, (q, k) in zip(names, calls)])
    assert seen.parts == ["attention", "attention 2"]
    for image, part in enumerate(seen.parts):
        assert layers_of(seen, part=part) == [0, 1]
        close(shown(seen, part=part), [by_loops(q[image], k[image], lambda *_: True) for q, k in calls])


@pytest.mark.parametrize("given", [{"cu_seq_lens_q": np.array([0, 2, 5])}, {"position_ids": np.array([[0, 1, 0, 1, 2]])}])
def test_packed_texts_without_a_mask_are_refused(given: dict[str, Any]) -> None:
    model = Model({"layers.0.attn": Attention()}, "flash_attention_2")
    q, k = q_and_k(5)
    with heedmap.capture(model), pytest.raises(ValueError, match="layers.0.attn: several texts are packed into one"):
        model([("layers.0.attn", {"q": q, "k": k, **given})])
    with heedmap.capture(model) as seen:
        model([("layers.0.attn", {"q": q, "k": k, "cu_seq_lens_q": np.array([0, 5])})])
    close(shown(seen), [by_loops(q[0], k[0], causal)])


# Masks and padding.


def chunked(query: int, key: int) -> bool:
    """Chunks of 3 tokens."""
    return key <= query and key // 3 == query // 3


@pytest.mark.parametrize("kind", [np.bool_, np.float32, np.float16])
def test_padding_is_left_out_where_some_layers_keep_weights_and_others_q_and_k(kind: Any) -> None:
    # The second sequence has two tokens of padding on the left.
    def full(b: int, query: int, key: int) -> bool:
        return causal(query, key) and not (b and key < 2)

    def chunk(b: int, query: int, key: int) -> bool:
        return full(b, query, key) and chunked(query - 2 * b, key - 2 * b)

    masks = [mask_of(sees, 7, 7, 2) for sees in (chunk, full)]
    if kind is not np.bool_:
        masks = [np.where(mask, 0, np.finfo(kind).min).astype(kind) for mask in masks]
    names = ["layers.0.attn", "layers.1.attn"]
    model = Model(dict(zip(names, [Attention(layer_idx=0), Attention(layer_idx=1)])))
    calls = [q_and_k(7, seed, batch=2) for seed in range(2)]
    with heedmap.capture(model) as seen:
        model([(name, {"q": q, "k": k, "mask": mask}) for name, mask, (q, k) in zip(names, masks, calls)])
    for b in (0, 1):
        real = slice(2 * b, None)
        close(
            shown(seen, batch=b),
            [by_loops(q[b, :, real], k[b, :, real], sees) for sees, (q, k) in zip((chunked, causal), calls)],
        )
    figure = heedmap.show(seen, [[str(at) for at in range(7)]] * 2, batch=1)
    assert figure._heads is not None and figure._heads.tokens == ["2", "3", "4", "5", "6"]
    assert "2 padding tokens are left out" in figure.to_html()


def test_padding_is_left_out_where_every_layer_keeps_weights() -> None:
    def sees(b: int, query: int, key: int) -> bool:
        return chunked(query - 2 * b, key - 2 * b) and not (b and key < 2)

    model = Model({"layers.0.attn": Attention()})
    q, k = q_and_k(7, batch=2)
    with heedmap.capture(model) as seen:
        model([("layers.0.attn", {"q": q, "k": k, "mask": mask_of(sees, 7, 7, 2)})])
    close(shown(seen, batch=1), [by_loops(q[1, :, 2:], k[1, :, 2:], chunked)])


def test_layers_that_disagree_about_padding_keep_their_weights() -> None:
    names = ["layers.0.attn", "layers.1.attn"]
    model = Model(dict(zip(names, [Attention(layer_idx=0), Attention(layer_idx=1)])))
    rules = [lambda query, key: key <= query and key > 0, causal]
    calls = [q_and_k(4, seed) for seed in range(2)]
    with heedmap.capture(model) as seen:
        model([
            (name, {"q": q, "k": k, "mask": mask_of(lambda _, query, key: rule(query, key), 4, 4)})
            for name, rule, (q, k) in zip(names, rules, calls)
        ])
    close(shown(seen), [by_loops(q[0], k[0], rule) for rule, (q, k) in zip(rules, calls)])


def test_a_window_across_padding_within_a_text_keeps_its_distances() -> None:
    def sees(_: int, query: int, key: int) -> bool:
        return key <= query and query - key < 2 and key != 2

    model = Model({"layers.0.attn": Attention()})
    q, k = q_and_k(5)
    with heedmap.capture(model) as seen:
        model([("layers.0.attn", {"q": q, "k": k, "mask": mask_of(sees, 5, 5), "sliding_window": 2})])
    close(shown(seen), [by_loops(q[0], k[0], lambda query, key: sees(0, query, key))])


def test_a_window_across_padding_without_a_row_for_each_query_keeps_its_distances() -> None:
    model = Model({"layers.0.attn": Attention()}, "flash_attention_2")
    q, k = q_and_k(4)
    with heedmap.capture(model) as seen:
        model([("layers.0.attn", {"q": q, "k": k, "mask": np.array([[1, 0, 1, 1]]), "sliding_window": 2})])
    close(shown(seen), [by_loops(q[0], k[0], lambda query, key: key <= query and query - key < 2 and key != 1)])


@pytest.mark.parametrize("more", [0, 1])
def test_the_window_of_an_encoder_looks_both_ways_with_or_without_the_query(more: int) -> None:
    def near(query: int, key: int) -> bool:
        return abs(query - key) < 2 + more

    def sees(b: int, query: int, key: int) -> bool:
        return near(query, key) and not (b and key > 4)

    model = Model({"layers.0.attn": Attention(is_causal=False)})
    q, k = q_and_k(7, batch=2)
    with heedmap.capture(model) as seen:
        model([("layers.0.attn", {"q": q, "k": k, "mask": mask_of(sees, 7, 7, 2), "sliding_window": 2})])
    heads = heedmap.show(seen)._heads
    assert heads is not None and heads.computed is not None
    close(shown(seen), [by_loops(q[0], k[0], near)])
    close(shown(seen, batch=1), [by_loops(q[1, :, :5], k[1, :, :5], near)])


def test_padding_that_is_passed_without_a_row_for_each_query_is_left_out() -> None:
    mask = np.array([[1, 1, 1, 1], [0, 0, 1, 1]])
    model = Model({"layers.0.attn": Attention()}, "flash_attention_2")
    q, k = q_and_k(4, batch=2)
    with heedmap.capture(model) as seen:
        model([("layers.0.attn", {"q": q, "k": k, "mask": mask})])
    close(shown(seen, batch=1), [by_loops(q[1, :, 2:], k[1, :, 2:], causal)])


def test_a_mask_with_one_row_for_300_queries_keeps_weights_of_every_head() -> None:
    bias = random(1, 2, 1, 300, seed=9)
    model = Model({"layers.0.attn": Attention(is_causal=False)}, "eager")
    q, k = np.zeros((1, 2, 300, 4), np.float32), np.zeros((1, 2, 300, 4), np.float32)
    with heedmap.capture(model) as seen:
        model([("layers.0.attn", {"q": q, "k": k, "mask": bias})])
    row = np.exp(bias[0]) / np.exp(bias[0]).sum(-1, keepdims=True)
    np.testing.assert_allclose(shown(seen, large=True)[0], np.broadcast_to(row, (2, 300, 300)), atol=1e-5)


@pytest.mark.parametrize("hidden", [None, 4])
def test_cross_attention_between_texts_of_equal_length_keeps_every_query(hidden: int | None) -> None:
    def sees(query: int, key: int) -> bool:
        return key < 3 and not (query == hidden and key == 0)

    model = Model({"decoder.layers.0.encoder_attn": Attention(is_cross_attention=True)}, "eager")
    q, k = q_and_k(5)
    with heedmap.capture(model) as seen:
        model([("decoder.layers.0.encoder_attn", {"q": q, "k": k, "mask": mask_of(lambda _, *at: sees(*at), 5, 5)})])
    close(shown(seen), [by_loops(q[0], k[0, :, :3], sees)])


def test_cross_attention_of_several_steps_leaves_out_the_padding_of_its_keys() -> None:
    model = Model({"decoder.layers.0.encoder_attn": Attention(is_cross_attention=True)}, "eager")
    q, k = q_and_k(5)
    with heedmap.capture(model) as seen:
        for at in range(3):
            mask = mask_of(lambda _, query, key: key < 4, 1, 5)
            model([("decoder.layers.0.encoder_attn", {"q": q[:, :, at : at + 1], "k": k, "mask": mask})])
    close(shown(seen), [by_loops(q[0, :, :3], k[0, :, :4], lambda query, key: True)])


# Caches.


def test_a_mask_that_needs_chunks_only_in_later_steps_gives_weights_of_all_steps() -> None:
    names = ["layers.0.attn", "layers.1.attn"]
    model = Model(dict(zip(names, [Attention(layer_idx=0), Attention(layer_idx=1)])))
    calls = [q_and_k(7, seed) for seed in range(2)]
    with heedmap.capture(model) as seen:
        # The cache of a layer of chunks keeps only the two keys before. While one chunk is enough, there is no mask.
        model([(name, {"q": q[:, :, :3], "k": k[:, :, :3]}) for name, (q, k) in zip(names, calls)])
        for at in range(3, 7):
            first = at - 2
            mask = mask_of(lambda _, query, key: chunked(at, first + key), 1, 3)
            given = [(first, mask), (0, None)]
            model([
                (name, {"q": q[:, :, at : at + 1], "k": k[:, :, start : at + 1], "mask": own})
                for name, (start, own), (q, k) in zip(names, given, calls)
            ])
    close(shown(seen), [by_loops(q[0], k[0], sees) for sees, (q, k) in zip((chunked, causal), calls)])
    assert "Weights are kept in place of q and k" in heedmap.show(seen).to_html()


def test_a_key_that_a_later_step_hides_keeps_its_weights_in_the_steps_before() -> None:
    model = Model({"layers.0.attn": Attention()})
    q, k = q_and_k(4)
    with heedmap.capture(model) as seen:
        model([("layers.0.attn", {"q": q[:, :, :3], "k": k[:, :, :3]})])
        model([("layers.0.attn", {"q": q[:, :, 3:], "k": k, "mask": mask_of(lambda _, query, key: key > 0, 1, 4)})])
    close(shown(seen), [by_loops(q[0], k[0], lambda query, key: key <= query and (query < 3 or key > 0))])


def test_keys_that_a_cache_has_forgotten_get_no_weight_if_no_mask_says_so() -> None:
    model = Model({"layers.0.attn": Attention()})
    q, k = q_and_k(6)
    with heedmap.capture(model) as seen:
        model([("layers.0.attn", {"q": q[:, :, :5], "k": k[:, :, :5]})])
        model([("layers.0.attn", {"q": q[:, :, 5:], "k": k[:, :, 3:]})])
    close(shown(seen), [by_loops(q[0], k[0], lambda query, key: key <= query and (query < 5 or key >= 3))])


def test_a_scale_that_changes_between_steps_gives_weights() -> None:
    model = Model({"layers.0.attn": Attention()})
    q, k = q_and_k(4)
    with heedmap.capture(model) as seen:
        model([("layers.0.attn", {"q": q[:, :, :3], "k": k[:, :, :3], "scaling": 0.5})])
        model([("layers.0.attn", {"q": q[:, :, 3:], "k": k, "scaling": 0.25})])
    half, quarter = (by_loops(q[0], k[0], causal, scale) for scale in (0.5, 0.25))
    close(shown(seen), [np.concatenate([half[:, :3], quarter[:, 3:]], axis=1)])


@pytest.mark.parametrize("bias", [None, np.zeros((1, 1, 1, 1), np.float32)])
def test_a_cache_that_beam_search_reorders_is_refused_also_where_weights_are_kept(bias: Any) -> None:
    model = Model({"layers.0.attn": Attention()})
    q, k = q_and_k(4, batch=2)
    given = {} if bias is None else {"position_bias": None}
    with heedmap.capture(model) as seen, pytest.raises(ValueError, match="layers.0.attn: .*num_beams=1"):
        for tokens, moved in ((3, k[:, :, :3]), (1, np.concatenate([k[::-1, :, :3], k[:, :, 3:]], 2))):
            if bias is not None:
                given = {"position_bias": np.broadcast_to(bias, (1, 2, tokens, moved.shape[2]))}
            model([("layers.0.attn", {"q": q[:, :, -tokens:], "k": moved, **given})])
    assert seen.parts


def test_a_static_cache_is_refused_in_its_first_step() -> None:
    model = Model({"layers.0.attn": Attention()})
    q, k = q_and_k(4)
    with heedmap.capture(model), pytest.raises(ValueError, match="a static cache.*cache_implementation=\"dynamic\""):
        model([("layers.0.attn", {"q": q[:, :, :3], "k": np.pad(k, ((0, 0), (0, 0), (0, 5), (0, 0)))})])


# What cannot be captured.


def compiled(**fields: Any) -> Model:
    model = Model({"layers.0.attn": Attention(**fields)})
    return model


def test_compiled_models_are_refused_with_the_line_that_captures_them() -> None:
    whole, in_place = compiled(), compiled()
    setattr(whole, "_orig_mod", compiled())
    setattr(in_place, "_compiled_call_impl", print)
    for model, said in (
        (whole, r"`with heedmap.capture\(original\) as seen:`"),
        (in_place, "Model is compiled, and compiled code cannot be captured: load the model again"),
        (compiled(_compiled_call_impl=print), "layers.0.attn of Model is compiled"),
    ):
        with pytest.raises(TypeError, match=said), heedmap.capture(model):
            pass


def test_a_bridge_of_transformerlens_is_refused_with_the_lines_that_show_its_cache() -> None:
    bridge = compiled()
    setattr(bridge, "run_with_cache", print)
    with pytest.raises(TypeError, match=r"model.run_with_cache\(tokens\)`, then `heedmap.show\(cache\)`"), heedmap.capture(bridge):
        pass


def test_attention_that_a_module_computes_in_its_own_code_is_named_beside_what_is_captured() -> None:
    model = Model({"layers.0.attn": Attention(), "layers.1.attn": OwnAttention(), "layers.2.attn": OwnAttention()})
    q, k = q_and_k(4)
    with heedmap.capture(model) as seen:
        model([("layers.0.attn", {"q": q, "k": k}), ("layers.1.attn", {"q": q, "k": k})])
    [note] = seen.notes
    assert note.startswith("layers.1.attn (OwnAttention) computed attention in its own code, which is not captured")
    assert note.partition(":")[0] in heedmap.show(seen).to_html()


def test_a_run_without_attention_of_transformers_says_what_to_do() -> None:
    with heedmap.capture(compiled()) as seen:
        pass
    with pytest.raises(ValueError, match=r"Nothing was captured: Model called no .*TransformerBridge.*heedmap.show\(cache\)"):
        heedmap.show(seen)
