"""`corpus` on models of transformers, over 1,000 texts, against a plain loop over `capture` and `eager`. Run by `cargo xtask python --torch`."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers as tr
from test_capture import model_of
from test_show_model import tokenizer_of_words

import heedmap
from heedmap._measures import NAMES

distributed = pytest.importorskip("distributed")
# The models are so small that more threads only wait for each other.
torch.set_num_threads(1)

TINY_GPT = next(
    (folder for each in Path(__file__).resolve().parents if (folder := each / "fixtures/model/tiny-gpt").is_dir()), None
)
SENTENCES = "the cat sat on a mat the mat sat on the cat a cat on the mat the cat the mat the cat".split()


def texts_of(count: int) -> list[str]:
    """Short texts of 2 to 9 words."""
    random = np.random.default_rng(0)
    return [" ".join(random.choice(SENTENCES, size=2 + number % 8)) for number in range(count)]


def tiny_gpt() -> tuple[Any, Any]:
    assert TINY_GPT is not None
    model = tr.GPT2LMHeadModel.from_pretrained(TINY_GPT, dtype=torch.float32)
    return model.eval(), tr.PreTrainedTokenizerFast(tokenizer_file=str(TINY_GPT / "tokenizer.json"))


def measures_in_a_loop(model: Any, tokenizer: Any, texts: list[str]) -> Any:
    """Four measures of every head by their formulas, from the weights that `eager` returns, (texts, layers, heads, 4)."""
    model.set_attn_implementation("eager")
    found = []
    for text in texts:
        with torch.no_grad():
            weights = torch.cat(model(**tokenizer(text, return_tensors="pt"), output_attentions=True).attentions).double().numpy()
        n = weights.shape[-1]
        rows = np.arange(n)
        entropy = -np.where(weights > 0, weights * np.log(np.where(weights > 0, weights, 1)), 0).sum(axis=-1).mean(axis=-1)
        previous = np.array([[head[rows[1:], rows[:-1]].mean() if n > 1 else np.nan for head in layer] for layer in weights])
        distance = (weights * abs(rows[:, None] - rows)).sum(axis=-1).mean(axis=-1)
        found.append(np.stack([entropy, weights[..., 0].mean(axis=-1), previous, distance], axis=-1))
    model.set_attn_implementation("sdpa")
    return np.array(found)


def assert_equal_to_the_loop(corpus: heedmap.Corpus, model: Any, tokenizer: Any, texts: list[str]) -> None:
    places = [NAMES.index(name) for name in ("entropy", "sink_share", "previous_token", "mean_distance")]
    np.testing.assert_allclose(corpus.measures[..., places], measures_in_a_loop(model, tokenizer, texts), rtol=2e-5, atol=2e-5)


@pytest.mark.skipif(TINY_GPT is None, reason="the fixtures are in the repository")
def test_1000_texts_on_a_trained_model_on_a_cluster_of_which_one_worker_is_killed(tmp_path: Path) -> None:
    model, tokenizer = tiny_gpt()
    texts = texts_of(1000)
    killed: list[int] = []
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        worker = sorted(client.run(os.getpid).values())[0]

        def kill(done: int, _count: int) -> None:
            if done >= 200 and not killed:
                killed.append(done)
                os.kill(worker, signal.SIGKILL)

        found = heedmap.corpus(texts, model, client, tokenizer=tokenizer, path=tmp_path / "run.zarr", progress=kill)
    assert 200 <= killed[0] < 1000 and (found.lengths > 0).all()
    assert_equal_to_the_loop(found, model, tokenizer, texts)


@pytest.mark.parametrize("name", ["llama", "bert"])
def test_1000_texts_on_a_random_model_have_the_measures_of_a_plain_loop(name: str, tmp_path: Path) -> None:
    model, tokenizer, texts = model_of(name), tokenizer_of_words(), texts_of(1000)
    found = heedmap.corpus(texts, model, tokenizer=tokenizer, path=tmp_path / "run.zarr", progress=False)
    assert_equal_to_the_loop(found, model, tokenizer, texts)


@pytest.mark.parametrize("name", ["gpt2", "llama", "mistral", "gemma2", "gpt_oss", "bert"])
def test_a_stored_text_shows_the_weights_of_the_model(name: str, tmp_path: Path) -> None:
    model, tokenizer, texts = model_of(name), tokenizer_of_words(), texts_of(3)
    found = heedmap.corpus(
        texts, model, tokenizer=tokenizer, keep="qk", bits=32, path=tmp_path / "run.zarr", progress=False
    )
    heads = found.show(2, bits=32)._heads
    expected = heedmap.show(model, texts[2], tokenizer=tokenizer, bits=32)._heads
    assert heads is not None and expected is not None
    assert (heads.tokens, heads.layers, heads.shape) == (expected.tokens, expected.layers, expected.shape)
    for layer, head in np.ndindex(heads.shape[:2]):
        np.testing.assert_array_equal(heads.columns(layer, head), expected.columns(layer, head))


def test_weights_that_q_and_k_do_not_give_are_stored_as_weights(tmp_path: Path) -> None:
    model, tokenizer, texts = model_of("t5"), tokenizer_of_words(), texts_of(3)
    with pytest.raises(ValueError, match='keeps weights, not q and k, for these texts: pass keep="weights"'):
        heedmap.corpus(texts, model, tokenizer=tokenizer, keep="qk", path=tmp_path / "run.zarr", progress=False)
    found = heedmap.corpus(texts, model, tokenizer=tokenizer, keep="weights", path=tmp_path / "run.zarr", progress=False)
    heads = found.show(1)._heads
    assert heads is not None and heads.tokens == texts[1].split()


def test_long_texts_are_an_error_unless_they_may_be_cut(tmp_path: Path) -> None:
    model, tokenizer = model_of("gpt2"), tokenizer_of_words()
    texts = ["the cat", "the " * 70]
    with pytest.raises(ValueError, match="Text 1 has 70 tokens, but the model reads 64: pass max_tokens=64, which cuts longer texts"):
        heedmap.corpus(texts, model, tokenizer=tokenizer, path=tmp_path / "run.zarr", progress=False)
    found = heedmap.corpus(texts, model, tokenizer=tokenizer, max_tokens=64, path=tmp_path / "run.zarr", progress=False)
    assert found.lengths.tolist() == [2, 64]
    assert found._layout.cut == 1


def test_a_model_is_loaded_by_its_folder(tmp_path: Path) -> None:
    model, tokenizer, texts = model_of("llama"), tokenizer_of_words(), ["", *texts_of(3)]
    model.save_pretrained(tmp_path / "model")
    tokenizer.save_pretrained(tmp_path / "model")
    found = heedmap.corpus(texts, str(tmp_path / "model"), path=tmp_path / "run.zarr", progress=False)
    passed = heedmap.corpus(texts, model, tokenizer=tokenizer, path=tmp_path / "other.zarr", progress=False)
    np.testing.assert_array_equal(found.measures, passed.measures)
    assert found.lengths.tolist() == [0, 2, 3, 4]


def test_a_model_without_its_tokenizer_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="LlamaForCausalLM needs its tokenizer: pass tokenizer="):
        heedmap.corpus(["the cat"], model_of("llama"), path=tmp_path / "run.zarr")
