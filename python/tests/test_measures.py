"""The measures of heads, against the fixtures that the page is tested with, and against plain loops."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from stand_in_texts import measures_by_loops

from heedmap._measures import NAMES, Measurer

FIXTURES = Path(os.environ.get("HEEDMAP_FIXTURES", "../fixtures")) / "measures"


@pytest.mark.skipif(not FIXTURES.is_dir(), reason="the fixtures are in the repository")
def test_heads_of_real_models_have_the_measures_of_the_fixtures() -> None:
    said = json.loads((FIXTURES / "measures.json").read_text())
    assert tuple(said["measures"]) == NAMES
    for file in said["files"]:
        weights = np.load(FIXTURES / file["file"])
        _, _, queries, keys = weights.shape
        measurer = Measurer(queries, keys, file["tokens"])
        found = np.array([[measurer.of(head) for head in layer] for layer in weights])
        expected = np.array(file["heads"], dtype=np.float64)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


@pytest.mark.skipif(not FIXTURES.is_dir(), reason="the fixtures are in the repository")
def test_queries_after_a_cache_have_the_measures_of_the_fixtures() -> None:
    # The fixtures have another sink and diagonal there.
    same = [NAMES.index(name) for name in NAMES if name not in ("sink_share", "diagonal_share")]
    for file in json.loads((FIXTURES / "measures.json").read_text())["files"]:
        weights, last = np.load(FIXTURES / file["file"]), file["last_queries"]
        measurer = Measurer(last["queries"], weights.shape[3], file["tokens"], offset=last["offset"])
        found = np.array([[measurer.of(head[-last["queries"] :]) for head in layer] for layer in weights])
        expected = np.array(last["heads"], dtype=np.float64)
        np.testing.assert_allclose(found[..., same], expected[..., same], rtol=0, atol=1e-12)


@pytest.mark.parametrize("is_causal", [True, False])
@pytest.mark.parametrize("n", [1, 2, 7])
def test_random_heads_have_the_measures_of_plain_loops(n: int, is_causal: bool) -> None:
    random = np.random.default_rng(n)
    weights = random.random((n, n))
    weights = np.tril(weights) if is_causal else weights
    weights /= weights.sum(axis=1, keepdims=True)
    tokens = [str(each) for each in random.integers(0, 3, n)]
    np.testing.assert_allclose(Measurer(n, n, tokens).of(weights), measures_by_loops(weights, tokens), rtol=0, atol=1e-12)


def measured(weights: Any, **options: Any) -> dict[str, float]:
    w = np.array(weights, dtype=np.float64)
    return dict(zip(NAMES, Measurer(*w.shape, **options).of(w).tolist()))


def test_rows_that_are_no_weights_or_have_none_count_in_no_measure() -> None:
    found = measured([[1, 0, 0], [np.nan, 0.5, 0.5], [0, 0, 0], [-1, 1, 1], [0.5, 0.5, 0]])
    assert (found["sink_share"], found["causal_share"]) == (0.75, 1.0)


def test_a_measure_without_a_query_that_has_it_is_nan() -> None:
    found = measured([[1.0]], tokens=["a"])
    assert {name for name, value in found.items() if np.isnan(value)} == {
        "normalised_entropy", "previous_token", "next_token", "induction", "duplicate_token",
    }
    assert np.isnan(list(measured(np.zeros((2, 2))).values())).all()
    assert np.isnan(list(measured(np.zeros((0, 0)), tokens=[]).values())).all()


def test_tokens_and_keys_must_be_as_many() -> None:
    with pytest.raises(ValueError, match="2 tokens but 3 keys"):
        Measurer(3, 3, ["a", "b"])
