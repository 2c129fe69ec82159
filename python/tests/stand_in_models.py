"""Models that behave like those of transformers, as far as `capture` touches them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from stand_ins import Tensor


class Interface:
    """Like `AttentionInterface` and `AttentionMaskInterface`: functions by name."""

    _global_mapping: dict[str, Any] = {}

    @classmethod
    def register(cls, name: str, function: Any) -> None:
        cls._global_mapping[name] = function

    def get(self, name: str) -> Any:
        return self._global_mapping.get(name)


class AttentionInterface(Interface):
    _global_mapping: dict[str, Any] = {}


class AttentionMaskInterface(Interface):
    _global_mapping: dict[str, Any] = {}


def eager_attention_forward(module: Any, *_: Any, **__: Any) -> str:
    return "output"


class Handle:
    def __init__(self, hooks: list[Any], hook: Any) -> None:
        self._hooks, self._hook = hooks, hook

    def remove(self) -> None:
        self._hooks.remove(self._hook)


class Module:
    """Like a module of PyTorch: it has hooks before and after its call, and the latter also run after an exception."""

    def __init__(self) -> None:
        self.before: list[Any] = []
        self.after: list[Any] = []

    def register_forward_pre_hook(self, hook: Any) -> Handle:
        self.before.append(hook)
        return Handle(self.before, hook)

    def register_forward_hook(self, hook: Any, *, always_call: bool = False) -> Handle:
        assert always_call
        self.after.append(hook)
        return Handle(self.after, hook)

    def __call__(self, *given: Any, **named: Any) -> Any:
        for hook in [*self.before]:
            hook(self, given)
        try:
            return self.forward(*given, **named)
        finally:
            for hook in [*self.after]:
                hook(self, given, None)

    def forward(self, *given: Any, **named: Any) -> Any:
        raise NotImplementedError

    def modules(self) -> Iterator[Module]:
        yield self


class Config:
    _name_or_path = "stand-in"

    def __init__(self, implementation: str) -> None:
        self._attn_implementation_internal = implementation

    @property
    def _attn_implementation(self) -> str:
        return self._attn_implementation_internal


class Attention(Module):
    """A module that calls the attention interface with the q, k and mask that it is given."""

    def __init__(self, **fields: Any) -> None:
        super().__init__()
        self.config: Any = None
        self.is_causal = True
        for name, value in fields.items():
            setattr(self, name, value)

    def forward(self, q: Any, k: Any, mask: Any = None, **given: Any) -> Any:
        function = AttentionInterface().get(self.config._attn_implementation) or eager_attention_forward
        tensors = [None if each is None else Tensor(each, _type_of(each)) for each in (q, k, k, mask)]
        return function(self, *tensors, **given)


class Differential(Attention):
    """Like the attention of DiffLlama: it calls the interface twice with the same q and k, and one half of the values each time."""

    lambda_init = 0.2

    def __init__(self) -> None:
        super().__init__()
        for name, value in (("q1", 0.5), ("k1", 0.4), ("q2", 0.3), ("k2", 0.1)):
            setattr(self, f"lambda_{name}", np.full(4, value, np.float32))

    def forward(self, q: Any, k: Any, mask: Any = None, **given: Any) -> Any:
        function = AttentionInterface().get(self.config._attn_implementation)
        query, key = Tensor(q), Tensor(k)
        return [function(self, query, key, Tensor(value), None) for value in (3 * k, 4 * k)]


class OwnAttention(Attention):
    """Attention that a module computes itself."""

    def forward(self, q: Any, k: Any, mask: Any = None, **given: Any) -> Any:
        return q


class PerImage(Attention):
    """Like the vision attention of Qwen2-VL: it calls the interface once for each image."""

    def forward(self, q: Any, k: Any, mask: Any = None, **given: Any) -> Any:
        function = AttentionInterface().get(self.config._attn_implementation)
        return [
            function(self, *(Tensor(each[image : image + 1]) for each in (q, k, k)), None, is_causal=False) for image in range(len(q))
        ]


def _type_of(array: Any) -> str:
    return f"torch.{array.dtype.name}"


class Model(Module):
    """A model with attention modules by name; one may have several names. Its forward pass is a list of calls: a name and what it is given."""

    def __init__(self, modules: dict[str, Attention], implementation: str = "sdpa") -> None:
        super().__init__()
        self.config = Config(implementation)
        self._parts = modules
        for module in modules.values():
            module.config = self.config

    def set_attn_implementation(self, name: str) -> None:
        self.config._attn_implementation_internal = name

    def named_modules(self, remove_duplicate: bool = True) -> Iterator[tuple[str, Module]]:
        seen: list[Module] = []
        for name, module in {"": self, **self._parts}.items():
            if not remove_duplicate or not any(module is each for each in seen):
                seen.append(module)
                yield name, module

    def modules(self) -> Iterator[Module]:
        return (module for _, module in self.named_modules())

    def forward(self, calls: list[tuple[str, dict[str, Any]]]) -> None:
        for name, given in calls:
            if name not in self._parts:
                raise RuntimeError(name)
            self._parts[name](**given)


def by_loops(q: Any, k: Any, sees: Callable[[int, int], bool], scale: float | None = None) -> Any:
    """The weights of heads (heads, queries, size) and (heads, keys, size), by the definition: a softmax of the keys that a query sees."""
    heads, queries, size = q.shape
    found = np.zeros((heads, queries, k.shape[1]))
    for head in range(heads):
        for query in range(queries):
            scores = {
                key: sum(q[head, query, at] * k[head, key, at] for at in range(size)) * (scale or size**-0.5)
                for key in range(k.shape[1])
                if sees(query, key)
            }
            total = sum(np.exp(score) for score in scores.values())
            for key, score in scores.items():
                found[head, query, key] = np.exp(score) / total
    return found
