"""What callers pass to `show` in place of attention: a model with a text, q and k, a table with labels, inputs of a model."""

from __future__ import annotations

import contextlib
import operator
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from ._arrays import is_array, is_numbers, shape_of
from ._capture import capture
from ._tokens import ids_of, token_list, tokens_of, tokens_of_text

_RUN = "heedmap.show(model, text, tokenizer=tokenizer)"
_CAPTURE = "with heedmap.capture(model) as seen: model(**inputs)"


#: What models of transformers read.
_READ = ("input_ids", "pixel_values", "input_features", "input_values", "inputs_embeds")

P = ParamSpec("P")
R = TypeVar("R")


def naming_files(function: Callable[P, R]) -> Callable[P, R]:
    """A function whose errors are a ValueError with the name of the file, if its first argument is one."""

    @wraps(function)
    def named(*args: P.args, **options: P.kwargs) -> R:
        x = args[0] if args else options.get("x")
        if not isinstance(x, (str, os.PathLike)):
            return function(*args, **options)
        name = Path(x).name
        try:
            return function(*args, **options)
        except FileNotFoundError:
            raise
        except Exception as error:
            # NumPy and zipfile raise errors of many types for damaged files.
            text = str(error) or type(error).__name__
            raise ValueError(text if name in text else f"{name} cannot be shown: {text}") from error

    return named


@dataclass(frozen=True)
class Given:
    """The arguments of `show` that belong to each other."""

    x: Any
    tokens: Any = None
    query_tokens: Any = None
    tokenizer: Any = None
    input_ids: Any = None
    attention_mask: Any = None
    #: The inputs of the model, if they were given as a mapping.
    inputs: Mapping[str, Any] | None = None


def prepared(given: Given, part: str | None = None) -> Given:
    """Arguments in which `x` holds attention, or q and k.

    Raises:
        TypeError, ValueError: for what is often passed by mistake; the message has the line that works.
    """
    x = given.x
    _refuse_mistakes(x)
    if hasattr(x, "run_with_cache"):
        return _run_with_cache(given)
    if _is_model(x):
        return _run(given, part)
    if _is_inputs(given.tokens):
        given = _with_inputs(replace(given, tokens=None), given.tokens)
    if _is_inputs(given.input_ids):
        given = _with_inputs(given, given.input_ids)
    if _is_frame(x):
        return _of_frame(given)
    if _is_queries_or_keys(x) and _is_queries_or_keys(given.tokens):
        return replace(given, x={"q": x, "k": given.tokens}, tokens=None)
    if isinstance(given.tokens, str) and callable(given.tokenizer):
        return replace(given, tokens=tokens_of_text(given.tokenizer, given.tokens))
    return given


def check_whole(name: str, value: Any, line: str = "{name}={value}") -> None:
    """Raises a TypeError for an option that is not a whole number.

    >>> check_whole("layer", "3")
    Traceback (most recent call last):
    TypeError: layer='3' is a string: pass layer=3
    """
    if value is None:
        return
    try:
        operator.index(value)
    except TypeError as error:
        hint = f": pass {line.format(name=name, value=value.strip())}" if isinstance(value, str) and value.strip().removeprefix("-").isdigit() else ""
        what = "a string" if hint else "not a whole number"
        raise TypeError(f"{name}={value!r} is {what}{hint}") from error


def _refuse_mistakes(x: Any) -> None:
    name = type(x).__name__
    if hasattr(x, "_orig_mod"):
        raise TypeError(
            "The model is compiled, which hides its attention: use heedmap.show(model._orig_mod, text, tokenizer=tokenizer) with the compiled model as `model`"
        )
    if isinstance(x, contextlib._GeneratorContextManager):
        raise TypeError(f"heedmap.capture works within `with`: use `{_CAPTURE}`, then heedmap.show(seen)")
    if hasattr(x, "get_seq_length") or _is_cache(x):
        raise TypeError(f"past_key_values ({name}) has keys and values but no queries: use `{_CAPTURE}`, then heedmap.show(seen)")
    fields = [] if is_array(x) else [field for field in ("vision_model_output", "text_model_output") if getattr(x, field, None) is not None]
    if fields:
        raise ValueError(
            f"{name} has the outputs of {len(fields)} model{'s' * (len(fields) > 1)}, {' and '.join(fields)}: use heedmap.show(outputs.{fields[0]})"
        )
    if _is_inputs(x) and not any(_is_queries_or_keys(value) for key, value in x.items() if key not in _READ):
        raise ValueError(f"{name} has the inputs of a model, not its attention: use heedmap.show(model, inputs, tokenizer=tokenizer)")


def _is_cache(x: Any) -> bool:
    """Whether it is keys and values as tuples: arrays (batch, heads, tokens, size) in pairs, one for each layer."""
    if not isinstance(x, (list, tuple)) or not x or is_numbers(x):
        return False
    if not all(isinstance(layer, (list, tuple)) and len(layer) == 2 and all(is_array(each) for each in layer) for layer in x):
        return False
    shapes = {shape_of(each) for layer in x for each in layer}
    shape = next(iter(shapes))
    return len(shapes) == 1 and len(shape) == 4 and shape[-1] != shape[-2]


def _is_model(x: Any) -> bool:
    return callable(x) and callable(getattr(x, "forward", None))


def _is_inputs(x: Any) -> bool:
    return isinstance(x, Mapping) and any(name in x for name in _READ)


def _is_frame(x: Any) -> bool:
    return hasattr(x, "to_numpy") and hasattr(x, "columns") and not isinstance(x, Mapping)


def _is_queries_or_keys(x: Any) -> bool:
    """Whether it may be q or k: an array (..., tokens, size) of real numbers, or a list of them."""
    if isinstance(x, (list, tuple)):
        return len(x) > 0 and all(is_array(each) and _is_queries_or_keys(each) for each in x)
    return is_array(x) and len(shape_of(x)) >= 2 and "float" in str(getattr(x, "dtype", "float"))


def _with_inputs(given: Given, inputs: Mapping[str, Any]) -> Given:
    """With the ids and the mask of the inputs of a model. Without a tokenizer, ids name no tokens."""
    mask = given.attention_mask if given.attention_mask is not None else _mask_of(inputs)
    ids = inputs.get("input_ids") if given.tokenizer is not None else None
    return replace(given, input_ids=ids, attention_mask=mask, inputs=inputs)


def _of_frame(given: Given) -> Given:
    """The numbers of a table, (queries, keys). Its labels are tokens where they are strings."""
    frame = given.x
    columns, index = (_labels(getattr(frame, name, ())) for name in ("columns", "index"))
    tokens = given.tokens if given.tokens is not None else columns
    queries = given.query_tokens if given.query_tokens is not None or index == columns else index
    return replace(given, x=frame.to_numpy(), tokens=tokens, query_tokens=queries)


def _labels(names: Any) -> list[str] | None:
    found = list(names)
    return token_list(found) if any(isinstance(name, str) for name in found) else None


def _run_with_cache(given: Given) -> Given:
    """The cache of a model of TransformerLens that reads a text, or ids."""
    name = type(given.x).__name__
    text = given.input_ids if given.tokens is None else given.tokens
    if text is None:
        raise TypeError(f"{name} is a model, not its attention: use heedmap.show(model, text)")
    text = text["input_ids"] if _is_inputs(text) else text
    with _no_grad():
        _, cache = given.x.run_with_cache(text)
    is_batch = isinstance(text, (list, tuple)) or (is_array(text) and len(shape_of(text)) == 2 and shape_of(text)[0] > 1)
    tokens = None
    if hasattr(given.x, "to_str_tokens") and not is_batch:
        tokens = given.x.to_str_tokens(text)
    return replace(given, x=cache, tokens=tokens, input_ids=None, tokenizer=None)


def _mask_of(inputs: Mapping[str, Any]) -> Any:
    """The mask of tokens. One of sound has other lengths than the keys."""
    return inputs.get("attention_mask") if "input_ids" in inputs else None


def _run(given: Given, part: str | None) -> Given:
    """What `capture` keeps while a model of transformers reads a text, or inputs."""
    model, tokenizer = given.x, given.tokenizer
    inputs = _inputs_of(given)
    device = getattr(model, "device", None)
    moved = {key: value.to(device) if device is not None and hasattr(value, "to") else value for key, value in inputs.items()}
    config = getattr(model, "config", None)
    is_pair = bool(getattr(config, "is_encoder_decoder", False))
    if is_pair and "decoder_input_ids" not in moved and "labels" not in moved:
        # The decoder begins with one token, so that cross attention has a query.
        start = getattr(config, "decoder_start_token_id", None)
        first = next(moved[name] for name in _READ if name in moved)
        moved["decoder_input_ids"] = (first.reshape(first.shape[0], -1)[:, :1] * 0).long() + (start or 0)
    training = [module for module in model.modules() if module.training]
    with _no_grad(), capture(model) as seen:
        model.eval()
        try:
            model(**moved)
        finally:
            for module in training:
                module.training = True
    of_decoder = is_pair and part in ("decoder", "cross")
    ids = inputs.get("input_ids") if tokenizer is not None and not (is_pair and part == "decoder") else None
    mask = None if of_decoder else _mask_of(inputs)
    queries = given.query_tokens
    if queries is None and tokenizer is not None and is_array(inputs.get("decoder_input_ids")):
        queries = [tokens_of(tokenizer, ids_of(row, None)) for row in inputs["decoder_input_ids"]]
    return replace(
        given, x=seen, tokens=None, query_tokens=queries, inputs=inputs, input_ids=ids, attention_mask=mask,
        tokenizer=None if ids is None else tokenizer,
    )


def _inputs_of(given: Given) -> dict[str, Any]:
    """What a model of transformers reads, by name.

    Raises:
        TypeError: for a model without a text, or a text without a tokenizer.
    """
    model, tokenizer = given.x, given.tokenizer
    text = given.input_ids if given.tokens is None else given.tokens
    name = type(model).__name__
    if text is None:
        raise TypeError(f"{name} is a model, not its attention: use {_RUN}")
    inputs: dict[str, Any]
    if _is_inputs(text):
        inputs = dict(text.items())
    elif is_array(text):
        inputs = {getattr(model, "main_input_name", "input_ids"): text}
    elif not callable(tokenizer):
        what = "has no tokenizer for the text" if tokenizer is None else f"has a {type(tokenizer).__name__} as tokenizer, which cannot be called"
        raise TypeError(f"{name} {what}: use {_RUN}, with a tokenizer of transformers")
    else:
        padding = {} if isinstance(text, str) else {"padding": True}
        inputs = dict(tokenizer(text, return_tensors="pt", **padding).items())
    return inputs if given.attention_mask is None else {**inputs, "attention_mask": given.attention_mask}


def _no_grad() -> contextlib.AbstractContextManager[Any]:
    torch = sys.modules.get("torch")
    return torch.no_grad() if torch is not None else contextlib.nullcontext()
