"""Tokens, as strings, from what callers have."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable
from typing import Any

import numpy as np

from ._arrays import Array, is_array, to_numpy

#: What tokenizers call padding.
_PADDING = {"[PAD]", "<pad>", "<PAD>", "<|pad|>", "<|padding|>", "<|finetune_right_pad_id|>"}


def split_tokens(text: str) -> list[str]:
    """The tokens of one string: a JSON list, or words separated by spaces.

    >>> split_tokens("the cat"), split_tokens('["New York", "is"]')
    (['the', 'cat'], ['New York', 'is'])
    """
    if text.lstrip().startswith("["):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, list):
            return [str(each) for each in found]
    return text.split()


def token_list(tokens: Any, batch: int | None = None, what: str = "tokens") -> list[str]:
    """Tokens as a list of strings; of a list for each sequence of a batch, that of one sequence. One string is split (`split_tokens`).

    >>> token_list(["the", b"cat", 7]), token_list("the cat")
    (['the', 'cat', '7'], ['the', 'cat'])
    """
    if isinstance(tokens, (str, bytes)):
        return split_tokens(_text(tokens))
    if is_array(tokens):
        tokens = tokens.tolist()
    if not isinstance(tokens, Iterable):
        raise TypeError(f"{what} is {type(tokens).__name__}, not a list of strings")
    found = list(tokens)
    if found and all(isinstance(each, (list, tuple)) for each in found):
        found = list(found[place_of_sequence(len(found), batch, what)])
    return [_text(each) for each in found]


def _text(token: Any) -> str:
    if isinstance(token, bytes):
        return token.decode("utf-8", errors="replace")
    return token if isinstance(token, str) else str(token)


def place_of_sequence(count: int, batch: int | None, what: str) -> int:
    """The place of a sequence in what holds several."""
    place = batch or 0
    if not -count <= place < count:
        raise ValueError(f"batch={place}, but {what} has {count} sequences")
    return place


def ids_of(input_ids: Any, batch: int | None, what: str = "input_ids") -> list[int]:
    """The ids of one sequence, from an array or lists of shape (tokens,) or (batch, tokens)."""
    ids: Array = np.asarray(to_numpy(input_ids, what))
    if ids.ndim == 2:
        ids = ids[place_of_sequence(len(ids), batch, what)]
    if ids.ndim != 1:
        raise ValueError(f"{what} has the shape {ids.shape}, not (tokens,) or (batch, tokens)")
    return [int(each) for each in ids]


def tokens_of(tokenizer: Any, ids: list[int]) -> list[str]:
    """Ids as tokens, by a tokenizer of transformers, tokenizers, tiktoken or sentencepiece."""
    if hasattr(tokenizer, "convert_ids_to_tokens"):
        return [_text(each) for each in tokenizer.convert_ids_to_tokens(ids)]
    for name in ("id_to_token", "decode_single_token_bytes", "id_to_piece"):
        if hasattr(tokenizer, name):
            return [_text(getattr(tokenizer, name)(each)) for each in ids]
    if hasattr(tokenizer, "decode"):
        return [_text(tokenizer.decode([each])) for each in ids]
    raise TypeError(
        f"tokenizer is {type(tokenizer).__name__}, which has neither convert_ids_to_tokens nor decode; pass tokens="
    )


def tokens_of_text(tokenizer: Any, text: str) -> list[str]:
    """A text as tokens, with the special tokens that the tokenizer adds."""
    return tokens_of(tokenizer, ids_of(tokenizer(text)["input_ids"], None))


def padded(tokens: list[str], pad: str | None = None) -> Array:
    """Which tokens are not padding: padding stands at the beginning or at the end.

    >>> padded(["[PAD]", "a", "b", "[PAD]"]).tolist()
    [False, True, True, False]
    """
    names = _PADDING if pad is None else _PADDING | {pad}
    real = [place for place, token in enumerate(tokens) if token not in names]
    keep = np.zeros(len(tokens), dtype=bool)
    if real:
        keep[real[0] : real[-1] + 1] = True
    return keep


def place_of(wanted: int | str | None, tokens: list[str], count: int, what: str) -> int | None:
    """The place of a query or key that is named by its place or by its token.

    >>> place_of("it", ["the", "\u0120it", "is"], 3, "query")
    1
    """
    if wanted is None:
        return None
    if isinstance(wanted, str):
        plain = [token.lstrip("\u0120\u2581 ").removeprefix("##").removesuffix("</w>") for token in tokens]
        for names in (tokens, plain):
            if wanted in names:
                return names.index(wanted)
        raise ValueError(f"{what}={wanted!r} is not among the tokens: {' '.join(plain[:40])}")
    try:
        place = operator.index(wanted)
    except TypeError as error:
        raise TypeError(f"{what}={wanted!r} is neither a whole number nor a token") from error
    if not -count <= place < count:
        raise ValueError(f"{what}={place}, but there are {count}, counted from 0")
    return place % count


def fitted(tokens: list[str], count: int, what: str, drop_last: bool = False) -> list[str]:
    # The last token that generate() wrote was never read by the model.
    if drop_last and len(tokens) == count + 1:
        return tokens[:-1]
    if tokens and len(tokens) != count:
        given = "is 1 token" if len(tokens) == 1 else f"are {len(tokens)} tokens"
        raise ValueError(f"There {given}, but {count} {what}")
    return tokens


def kept(mask: Any, count: int, batch: int | None, is_run: bool) -> Array:
    """Which keys a mask says are not padding. In a run, tokens that were generated stand behind those of the mask."""
    numbers = to_numpy(mask, "attention_mask")
    if numbers.ndim == 2:
        numbers = numbers[place_of_sequence(len(numbers), batch, "attention_mask")]
    if numbers.ndim != 1:
        raise ValueError(f"attention_mask has the shape {numbers.shape}, not (tokens,) or (batch, tokens)")
    keep: Array = numbers != 0
    if len(keep) > count or (len(keep) < count and not is_run):
        raise ValueError(f"attention_mask has {len(keep)} tokens, but there are {count} keys")
    keep = np.concatenate([keep, np.ones(count - len(keep), dtype=bool)])
    if not keep.any():
        raise ValueError("All tokens are padding: there is nothing to show")
    return keep


def unpadded(tokens: list[str], tokenizer: Any) -> Array:
    """Which keys are not padding by their tokens."""
    pad = getattr(tokenizer, "pad_token", None)
    same = pad is not None and pad == getattr(tokenizer, "eos_token", None)
    keep = padded(tokens, None if same or not isinstance(pad, str) else pad)
    if not keep.any():
        raise ValueError("All tokens are padding: there is nothing to show")
    return keep


def displayed(tokens: list[str]) -> list[str]:
    """Tokens as text: those of a tokenizer that writes bytes as letters, or a space as a bar, are decoded.

    >>> displayed(["The", "\u0120cat", "\u00c3\u00a9"]), displayed(["\u2581a", "b"]), displayed(["a", "b"])
    (['The', ' cat', 'é'], [' a', 'b'], ['a', 'b'])
    """
    if not any("\u0120" in token for token in tokens):
        return [token.replace("\u2581", " ") for token in tokens]
    return [
        bytes(_BYTES[letter] for letter in token).decode("utf-8", errors="replace") if all(letter in _BYTES for letter in token) else token
        for token in tokens
    ]


def _byte_letters() -> dict[str, int]:
    """The byte of each letter of byte-level tokenizers: printable bytes of Latin-1 are their own letters, others have those from U+0100 on."""
    own = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in own]
    return {**{chr(byte): byte for byte in own}, **{chr(0x100 + at): byte for at, byte in enumerate(others)}}


_BYTES = _byte_letters()
