"""The attention interface of transformers: an implementation in the place of another one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


def restore(before: list[tuple[Any, Any]]) -> None:
    """Gives the configurations the implementations that they had."""
    for config, value in before:
        config._attn_implementation_internal = value


def has_default() -> bool:
    """Whether models look up every implementation in the interface, `eager` too, and take their own function only if it is not there."""
    from transformers import AttentionInterface  # type: ignore[import-not-found, unused-ignore]

    return hasattr(AttentionInterface, "get_interface")


@contextmanager
def registered(original: str, function: Callable[..., Any]) -> Iterator[str]:
    """Registers an implementation of attention with the masks of the original, and yields its name.

    It also takes the place of the original, where models look that up (`has_default`). Many models do something else for an implementation
    whose name they do not know: DeepSeek V3.2 then leaves the mask of its picked keys to it. So they have to see the original name.
    """
    from transformers import AttentionInterface, AttentionMaskInterface  # type: ignore[import-not-found, unused-ignore]

    attention, masks = AttentionInterface._global_mapping, AttentionMaskInterface._global_mapping
    name = f"heedmap_{original}"
    before = attention.get(original)
    AttentionInterface.register(name, function)
    if original in masks:
        AttentionMaskInterface.register(name, masks[original])
    if has_default():
        AttentionInterface.register(original, function)
    try:
        yield name
    finally:
        attention.pop(name, None)
        masks.pop(name, None)
        if before is not None:
            AttentionInterface.register(original, before)
        elif has_default():
            attention.pop(original, None)


@contextmanager
def all_queries(model: Any) -> Iterator[None]:
    """Lets Gemma 4 compute every query while it generates.

    It leaves out those of a prompt in the layers that take their keys from layers before them, because no later step needs them.
    """
    name = "_maybe_slice_kv_shared_inputs"
    modules = [module for module in model.modules() if hasattr(module, name)]
    for module in modules:
        setattr(module, name, lambda hidden, per_layer, positions, masks, *_, **__: (hidden, per_layer, positions, masks))
    try:
        yield
    finally:
        for module in modules:
            delattr(module, name)
