"""What `capture` keeps of layers without a softmax: the arrays that give their maps, as the functions of transformers receive them."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ._arrays import Array, to_numpy

#: The functions that compute a state, by the kind of layer. transformers has them since version 5.
_FUNCTIONS = {
    "torch_chunk_gated_delta_rule": "gated_delta",
    "torch_recurrent_gated_delta_rule": "gated_delta",
    "chunk_kimi_delta_attention": "kda",
    "recurrent_kimi_delta_attention": "kda",
    "mamba2_chunk_scan": "mamba2",
    "mamba2_selective_state_update": "mamba2",
}
#: A function that computes a whole layer at once; without its kernel it returns None, and the layer calls the others.
_FUSED = "mamba2_split_conv1d_scan_combined"
#: Classes of layers that keep a state or mix tokens without a softmax.
_STATEFUL = re.compile(
    r"mamba|delta(net|attention|rule)|lightning|linearattention|rwkvself|xlstm|mlstm|slstm|retention|recurrentblock|shortconv|fouriertransform|(?-i:SSM|Ssm)", re.IGNORECASE
)
#: The ends of those among them that have no number.
_ENDS = ("RecurrentBlock", "xLSTMLayer", "FourierTransform")
#: Layers that mix tokens without heads, by a part of their class.
_WITHOUT_HEADS = {
    "shortconv": "short convolutions, layers without attention: each channel has weights of its own for the last few tokens",
    "fourier": "Fourier transforms, layers without attention: their weights are the same for every text",
}
#: What transformers adds to the squares of q and k when it makes their length 1.
_EPS = 1e-6


@dataclass
class StateRecord:
    """What a layer with a state computed with, step by step.

    `arrays` has lists of q and k (batch, heads, tokens, size), v (batch, heads, tokens, size), beta (batch, heads, tokens) and log_decay,
    like beta, or for `kda` like q. `real`, (batch, tokens), says which tokens are not padding; None if all are.
    """

    name: str
    layer: int
    kind: str
    order: int = 0
    arrays: dict[str, list[Array]] = field(default_factory=dict)
    real: Array | None = None

    def joined(self) -> dict[str, Array]:
        """The arrays of all steps."""
        return {name: np.concatenate(steps, axis=2) for name, steps in self.arrays.items()}


@contextmanager
def recording_states(
    model: Any, keep: Callable[[str, StateRecord], None], note: Callable[[str], None], captured: Callable[[], Iterable[str]]
) -> Iterator[None]:
    """Keeps what layers with a state compute with, while a model runs.

    `keep` receives a record under the name of its module when it starts, and `note` what cannot be captured, in a sentence.
    `captured` gives the names of the modules whose attention is kept: some are called as layers without a softmax are.
    """
    modules = {name: module for name, module in model.named_modules() if is_layer(module)}
    namespaces = {sys.modules[type(module).__module__] for module in modules.values()}
    current: list[tuple[str, Any, Any]] = []
    records: dict[str, StateRecord] = {}
    called: set[str] = set()

    def enter(name: str) -> Callable[..., None]:
        def hook(module: Any, _given: Any, named: dict[str, Any]) -> None:
            called.add(name)
            current.append((name, module, named))

        return hook

    def leave(_module: Any, _given: Any, _output: Any) -> None:
        if current:
            current.pop()

    def record(kind: str, arrays: dict[str, Array], is_first: bool) -> None:
        if not current:
            return
        name, module, named = current[-1]
        mask = named.get("attention_mask")
        before = records.get(name)
        if before is None or is_first:
            number = re.findall(r"\d+", name)
            layer = getattr(module, "layer_idx", None)
            layer = layer if isinstance(layer, int) else int(number[0]) if number else len(records)
            before = StateRecord(name, layer, kind, order=len(records))
            records[name] = before
            keep(name, before)
        for key, array in arrays.items():
            before.arrays.setdefault(key, []).append(array)
        count = arrays["q"].shape[2]
        real = np.ones((arrays["q"].shape[0], count), dtype=bool)
        if mask is not None and getattr(mask, "ndim", 0) == 2 and mask.shape[1] == count > 1:
            real = to_numpy(mask) != 0
        before.real = real if before.real is None else np.concatenate([before.real, real], axis=1)

    def project(_projection: Any, _given: Any, output: Any) -> None:
        if current:
            _, module, named = current[-1]
            record("lightning", _lightning(module, output, named.get("attention_mask")), _is_lightning_first(module, named))

    changed: list[tuple[Any, str, Any]] = []
    handles = []
    try:
        for name, module in modules.items():
            handles.append(module.register_forward_pre_hook(enter(name), with_kwargs=True))
            handles.append(module.register_forward_hook(leave, always_call=True))
            if _is_lightning(module):
                handles.append(module.qkv_proj.register_forward_hook(project))
        for namespace in namespaces:
            for function, kind in _FUNCTIONS.items():
                original = getattr(namespace, function, None)
                if original is not None:
                    changed.append((namespace, function, original))
                    setattr(namespace, function, _recorded(original, kind, record))
            if hasattr(namespace, _FUSED):
                changed.append((namespace, _FUSED, getattr(namespace, _FUSED)))
                setattr(namespace, _FUSED, lambda *_, **__: None)
        yield
    finally:
        for handle in handles:
            handle.remove()
        for namespace, function, original in changed:
            setattr(namespace, function, original)
    missing = called - set(records) - set(captured())
    for part, what in _WITHOUT_HEADS.items():
        those = {name for name in missing if part in type(modules[name]).__name__.lower()}
        if those:
            note(f"{named_in(those, modules)} are {what}, so there is no map of a head.")
        missing -= those
    if missing:
        note(
            f"{named_in(missing, modules)} mix tokens without a softmax and are not captured: their queries, keys and decays are not "
            f"arguments of a function that capture knows ({', '.join(sorted(_FUNCTIONS))})."
        )


def has_states(model: Any) -> bool:
    """Whether a model has layers without a softmax."""
    return any(is_layer(module) for module in model.modules())


def is_layer(module: Any) -> bool:
    """Whether a module computes a layer without a softmax itself, and does not only contain one."""
    is_stateful = bool(_STATEFUL.search(type(module).__name__)) or hasattr(module, "A_log")
    is_one = hasattr(module, "layer_idx") or hasattr(module, "layer_id") or type(module).__name__.endswith(_ENDS)
    return is_stateful and is_one and not any(is_layer(child) for child in module.children())


def named_in(names: Iterable[str], modules: Mapping[str, Any]) -> str:
    """Some modules with their classes."""
    first, *others = sorted(names)
    listed = ", ".join([first, *others]) if len(others) < 3 else f"{first} and {len(others)} more"
    return f"{listed} ({', '.join(sorted({type(modules[name]).__name__ for name in [first, *others]}))})"


def _is_lightning(module: Any) -> bool:
    """Whether a layer is the lightning attention of MiniMax, which computes in its own code with a fixed decay for each head."""
    return all(hasattr(module, part) for part in ("qkv_proj", "act_fn", "slope_rate", "head_dim"))


def _is_lightning_first(module: Any, named: dict[str, Any]) -> bool:
    """Whether no state of tokens before is given to a call."""
    cache = named.get("cache", named.get("past_key_values", named.get("past_key_value")))
    return cache is None or cache.get_linear_cache(module.layer_idx) is None


def _lightning(module: Any, projected: Any, mask: Any) -> dict[str, Array]:
    """The arrays of lightning attention from the projections of its tokens, (batch, tokens, heads x (q, k, v))."""
    activated = _numbers(module.act_fn(projected))
    if mask is not None:
        activated = activated * _numbers(mask)[..., None]
    slopes = _numbers(module.slope_rate).ravel()
    batch, tokens, _ = activated.shape
    each = np.moveaxis(activated.reshape(batch, tokens, len(slopes), 3 * module.head_dim), 2, 1)
    q, k, v = (np.ascontiguousarray(part) for part in np.split(each, 3, axis=3))
    return {"q": q, "k": k, "v": v, "log_decay": np.ascontiguousarray(np.broadcast_to(-slopes[:, None], q.shape[:3]))}


def _recorded(original: Any, kind: str, record: Callable[..., None]) -> Any:
    """A function that records its arguments, and then does what the original does."""
    parameters = inspect.signature(original)
    read = {"gated_delta": _delta, "kda": _delta, "mamba2": _mamba}[kind]

    def call(*args: Any, **kwargs: Any) -> Any:
        given = parameters.bind(*args, **kwargs)
        given.apply_defaults()
        values = dict(given.arguments)
        arrays = read(values)
        state = values.get("initial_state", values.get("initial_states", values.get("state")))
        record(kind, arrays, state is None)
        return original(*args, **kwargs)

    return call


def _delta(given: dict[str, Any]) -> dict[str, Array]:
    """The arrays of a gated delta rule, which transformers has as (batch, tokens, heads, size)."""
    q, k, v = (_heads_first(given[name]) for name in ("query", "key", "value"))
    if given.get("use_qk_l2norm_in_kernel"):
        q, k = (each / np.sqrt((each * each).sum(axis=-1, keepdims=True) + np.float32(_EPS)) for each in (q, k))
    return {"q": q, "k": k, "v": v, "beta": _heads_first(given["beta"]), "log_decay": _heads_first(given["g"])}


def _mamba(given: dict[str, Any]) -> dict[str, Array]:
    """The arrays of Mamba-2: C, B and x, the steps, and their product with A.

    A step of generation has no axis of tokens.
    """
    x, c, b, steps, a = (_numbers(given[name]) for name in ("hidden_states", "C", "B", "dt", "A"))
    bias = given.get("dt_bias")
    if "state" in given:
        steps, a = (steps[..., 0], a[:, 0, 0]) if steps.ndim == 3 else (steps, a)
        x, c, b, steps = (each[:, None] for each in (x, c, b, steps))
    if bias is not None:
        numbers = _numbers(bias)
        steps = steps + (numbers[:, 0] if numbers.ndim == 2 else numbers)
    if given.get("dt_softplus"):
        steps = np.logaddexp(steps, np.float32(0))
    if given.get("dt_limit") is not None:
        steps = np.clip(steps, *given["dt_limit"])
    steps = np.moveaxis(steps, 2, 1).astype(np.float32)
    q, k, v = (np.ascontiguousarray(np.moveaxis(each, 2, 1)) for each in (c, b, x))
    return {"q": q, "k": k, "v": v, "beta": steps, "log_decay": steps * a[None, :, None]}


def _numbers(tensor: Any) -> Array:
    return np.asarray(to_numpy(tensor.detach().float() if hasattr(tensor, "detach") else tensor), dtype=np.float32)


def _heads_first(tensor: Any) -> Array:
    return np.ascontiguousarray(np.moveaxis(_numbers(tensor), 2, 1))
