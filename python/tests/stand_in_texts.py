"""Models that read texts, as functions, for tests of `corpus`. Workers of a cluster import this module."""

from __future__ import annotations

import os
import signal
import time
import zlib
from typing import Any

import numpy as np

from heedmap import Captured

LAYERS, HEADS, KEY_HEADS, SIZE = 2, 4, 2, 8
WORDS = "the a cat dog mat sat on ran to and it that".split()


def texts_of(count: int, longest: int = 7) -> list[str]:
    """Short texts, each of 1 to `longest` words."""
    random = np.random.default_rng(0)
    return [" ".join(random.choice(WORDS, size=1 + number % longest)) for number in range(count)]


def vectors(text: str) -> tuple[Any, Any]:
    """q (layers, heads, tokens, size) and k (layers, key heads, tokens, size) in 32 bits, which depend on the words and their places."""
    tokens = text.split()
    q, k = np.empty((LAYERS, HEADS, len(tokens), SIZE), np.float32), np.empty((LAYERS, KEY_HEADS, len(tokens), SIZE), np.float32)
    for place, token in enumerate(tokens):
        random = np.random.default_rng([zlib.crc32(token.encode()), place])
        q[:, :, place], k[:, :, place] = random.normal(size=(LAYERS, HEADS, SIZE)), random.normal(size=(LAYERS, KEY_HEADS, SIZE))
    return q, k


def causal(text: str) -> tuple[Captured, list[str]]:
    """A causal model with q and k: heads share k in pairs."""
    seen = Captured("stand-in")
    q, k = vectors(text)
    for layer in range(LAYERS):
        seen.keep(layer, q[layer][None], k[layer][None], causal=True)
    return seen, text.split()


def weights_by_loops(text: str) -> Any:
    """The weights of `causal`, (layers, heads, queries, keys), by their definition."""
    q, k = vectors(text)
    n = q.shape[2]
    found = np.zeros((LAYERS, HEADS, n, n))
    for layer, head, query in np.ndindex(LAYERS, HEADS, n):
        scores = [float(q[layer, head, query] @ k[layer, head // (HEADS // KEY_HEADS), key]) / SIZE**0.5 for key in range(query + 1)]
        total = sum(np.exp(score) for score in scores)
        for key, score in enumerate(scores):
            found[layer, head, query, key] = np.exp(score) / total
    return found


def both_ways(text: str) -> tuple[Any, list[str]]:
    """A model that sees all keys, and keeps weights."""
    q, k = vectors(text)
    scores = q @ np.repeat(k, HEADS // KEY_HEADS, axis=1).swapaxes(-1, -2)
    exponents = np.exp(scores - scores.max(axis=-1, keepdims=True)) if scores.size else scores
    return exponents / exponents.sum(axis=-1, keepdims=True), text.split()


class Slow:
    """`causal`, which takes some time for each text."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __call__(self, text: str) -> tuple[Captured, list[str]]:
        time.sleep(self.seconds)
        return causal(text)


def causal_or_end(text: str) -> tuple[Captured, list[str]]:
    """`causal`, which kills its process at one text."""
    if text == "end":
        os.kill(os.getpid(), signal.SIGKILL)
    return causal(text)


def process_id() -> int:
    """The process that calls it."""
    return os.getpid()


def measures_by_loops(weights: Any, tokens: list[str]) -> list[float]:
    """The measures of a head (queries, keys) whose queries are its keys, by the table of docs/maps.md."""
    n = len(tokens)
    is_causal = all(weights[i][j] == 0 for i in range(n) for j in range(i + 1, n))
    terms: list[list[float]] = [[] for _ in range(10)]
    for i in range(n):
        w = [float(each) for each in weights[i]]
        entropy = -sum(each * np.log(each) for each in w if each > 0)
        terms[0].append(entropy)
        possible = i + 1 if is_causal else n
        if possible > 1:
            terms[1].append(entropy / np.log(possible))
        terms[2].append(w[0])
        if i > 0:
            terms[3].append(w[i - 1])
        if i + 1 < n:
            terms[4].append(w[i + 1])
        earlier = [e for e in range(i) if tokens[e] == tokens[i]]
        if earlier:
            terms[5].append(sum(w[e + 1] for e in earlier))
            terms[6].append(sum(w[e] for e in earlier))
        terms[7].append(sum(w[j] * abs(i - j) for j in range(n)))
        terms[8].append(sum(w[j] for j in range(n) if abs(i - j) <= 1))
        terms[9].append(sum(w[: i + 1]))
    return [sum(each) / len(each) if each else float("nan") for each in terms]
