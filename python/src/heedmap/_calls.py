"""Which call of a module in a forward pass a call is: layers may share one module, as in ALBERT."""

from __future__ import annotations

import inspect
import re
import sys
from typing import Any

from ._states import is_layer

#: Classes of modules that compute attention, and of what only belongs to it.
_ATTENTION = re.compile(r"(attention|attn)(?!.*(output|norm|mask|embed|config|project|bias|rotary|gate))", re.IGNORECASE)


class Calls:
    """Counts how often each module of a model is called within a forward pass, by hooks on all of them.

    A forward pass is a call of the model, or of a module in it that no other module of it calls, such as the encoder within `generate()`.
    """

    def __init__(self, model: Any) -> None:
        self._outermost: Any = None
        #: The mask that a model whose queries pick their keys was given, None if there is none.
        self.mask: Any = None
        self._counts: dict[int, int] = {}
        self._within: dict[int, int] = {}
        self._names: dict[int, list[str]] = {}
        self._silent: dict[str, Any] = {}
        self._recorded: set[str] = set()
        self._total = 0
        self._totals: dict[int, int] = {}
        for name, module in model.named_modules(remove_duplicate=False):
            self._names.setdefault(id(module), []).append(name)
        self._handles = []
        for module in model.modules():
            self._handles.append(module.register_forward_pre_hook(self._enter))
            self._handles.append(module.register_forward_hook(self._leave, always_call=True))
            if _is_attention(module):
                self._totals[id(module)] = 0
        if any(hasattr(module, "indexer") for module in model.modules()):
            parameters = inspect.signature(model.forward)

            def given(_model: Any, values: Any, named: dict[str, Any]) -> None:
                self.mask = parameters.bind_partial(*values, **named).arguments.get("attention_mask")

            self._handles.append(model.register_forward_pre_hook(given, with_kwargs=True))

    def remove(self) -> None:
        """Removes the hooks."""
        for handle in self._handles:
            handle.remove()

    def _enter(self, module: Any, _inputs: Any) -> None:
        # A module does not call itself: if it is the outermost one already, its last call ended without its hook.
        if self._outermost is None or self._outermost is module:
            self._outermost = module
            self._counts.clear()
        self._counts[id(module)] = self._counts.get(id(module), 0) + 1
        self._within[id(module)] = 0
        if id(module) in self._totals:
            self._totals[id(module)] = self._total

    def _leave(self, module: Any, _inputs: Any, _output: Any) -> None:
        if self._totals.get(id(module)) == self._total and not is_recomputed():
            self._silent[self._names[id(module)][0]] = module
        if self._outermost is module:
            self._outermost = None

    def own_code(self) -> dict[str, Any]:
        """The modules that computed attention without the interface, by name; not those that only are a part of one that used it."""
        return {name: module for name, module in self._silent.items() if not any(name.startswith(f"{each}.") for each in self._recorded)}

    def has(self, module: Any) -> bool:
        """Whether a module is one of the model."""
        return id(module) in self._names

    def next(self, module: Any) -> tuple[int, int, str]:
        """Which call of a module this is in the forward pass, which call of attention it is in that, and the name of the module in it.

        Both are counted from 0. A module that is registered under several names has the first in its first call, the second in its
        second, and so on.
        """
        if self._outermost is None:
            # `forward` was called without the hooks.
            self._counts.clear()
            self._within.clear()
        self._total += 1
        call = self._counts.get(id(module), 1) - 1
        within = self._within.get(id(module), 0)
        self._within[id(module)] = within + 1
        names = self._names.get(id(module), [type(module).__name__])
        self._recorded.update(names)
        return call, within, names[call if call < len(names) else 0]


def _is_attention(module: Any) -> bool:
    """Whether a module computes attention itself, and does not only contain one that does."""
    if not _ATTENTION.search(type(module).__name__):
        return False
    return not any(is_layer(each) or each is not module and _ATTENTION.search(type(each).__name__) for each in module.modules())


def is_recomputed() -> bool:
    """Whether PyTorch computes a gradient now: checkpointed layers run again then, in the opposite order."""
    torch = sys.modules.get("torch")
    task = getattr(getattr(torch, "_C", None), "_current_graph_task_id", None)
    return task is not None and task() != -1
