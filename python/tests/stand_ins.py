"""Objects that behave like those of PyTorch, JAX, transformers and TransformerLens, as far as heedmap touches them."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import numpy as np


class Tensor:
    """Like a tensor of PyTorch: it is not an array of NumPy until it is detached and on the CPU."""

    def __init__(self, numbers: Any, dtype: str = "torch.float32", device: str = "cpu", *, grad: bool = True) -> None:
        self._numbers = np.asarray(numbers)
        self.dtype, self.device, self._grad = dtype, device, grad

    @property
    def shape(self) -> tuple[int, ...]:
        return self._numbers.shape

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, at: Any) -> Tensor:
        return Tensor(self._numbers[at], self.dtype, self.device)

    def detach(self) -> Tensor:
        return Tensor(self._numbers, self.dtype, self.device, grad=False)

    def cpu(self) -> Tensor:
        if self.device == "cuda:9":
            raise RuntimeError("CUDA error: invalid device ordinal\nCompile with TORCH_USE_CUDA_DSA")
        return Tensor(self._numbers, self.dtype, grad=self._grad)

    def float(self) -> Tensor:
        return Tensor(self._numbers, grad=self._grad)

    def numpy(self) -> Any:
        if self._grad:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad.")
        if self.device != "cpu":
            raise TypeError(f"can't convert {self.device} device type tensor to numpy.")
        if self.dtype == "torch.bfloat16":
            raise TypeError("Got unsupported ScalarType BFloat16")
        return self._numbers

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.numpy()


class Deleted:
    """Like an array of JAX whose numbers were deleted."""

    shape = (2, 3, 4, 4)

    def __getitem__(self, at: Any) -> Any:
        raise RuntimeError("Array has been deleted with shape=float32[2,3,4,4].")

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self[0]


class OnlyDlpack:
    """An array that other libraries take through DLPack alone."""

    def __init__(self, numbers: Any) -> None:
        self._numbers = np.asarray(numbers)
        self.shape = self._numbers.shape

    def __dlpack__(self, **_: Any) -> Any:
        return self._numbers.__dlpack__()

    def __dlpack_device__(self) -> Any:
        return self._numbers.__dlpack_device__()


class ModelOutput(OrderedDict):  # type: ignore[type-arg]
    """Like an output of transformers: a mapping of what is not None, with attributes for all."""

    def __init__(self, **fields: Any) -> None:
        super().__init__({name: value for name, value in fields.items() if value is not None})
        for name, value in fields.items():
            setattr(self, name, value)


class Tokenizer:
    """Like a tokenizer of transformers."""

    words = ["[PAD]", "the", "\u0120cat", "\u0120it", "\u0120sat"]
    pad_token, eos_token = "[PAD]", "</s>"

    def __call__(self, text: str | list[str], return_tensors: str | None = None, padding: bool = False) -> dict[str, Any]:
        texts = [text] if isinstance(text, str) else text
        ids = [[self.words.index("\u0120" * (place > 0) + word) for place, word in enumerate(each.split())] for each in texts]
        longest = max(map(len, ids))
        rows = np.array([[*each, *[0] * (longest - len(each))] for each in ids])
        found = {"input_ids": rows, "attention_mask": (rows > 0).astype(int)}
        return found if return_tensors else {name: array[0].tolist() for name, array in found.items()}

    def convert_ids_to_tokens(self, ids: list[int]) -> list[str]:
        return [self.words[each] for each in ids]


def softmax(scores: Any) -> Any:
    exponents = np.exp(scores - scores.max(-1, keepdims=True))
    return exponents / exponents.sum(-1, keepdims=True)


def weights(*shape: int, seed: int = 0) -> Any:
    """Random weights, rows of which sum to 1."""
    return softmax(np.random.default_rng(seed).normal(size=shape)).astype(np.float32)


class Model:
    """Like a model of transformers, with two layers whose attention `capture` reads through hooks."""

    name_or_path = "a model"

    def __init__(self) -> None:
        self.training, self.modes, self.hooks = True, [], []
        self.config = type("Config", (), {"is_encoder_decoder": False})()

    def eval(self) -> None:
        self.training = False

    def modules(self) -> list[Model]:
        return [self]

    def forward(self, input_ids: Any, attention_mask: Any = None) -> ModelOutput:
        self.modes.append(self.training)
        for layer, keep in enumerate(self.hooks):
            keep(layer, self.queries(layer, input_ids.shape), self.queries(layer + 9, input_ids.shape), causal=True)
        return ModelOutput(logits=np.zeros((*input_ids.shape, 5)), attentions=None)

    def __call__(self, **inputs: Any) -> ModelOutput:
        return self.forward(**inputs)

    @staticmethod
    def queries(seed: int, shape: tuple[int, int]) -> Any:
        return np.random.default_rng(seed).normal(size=(shape[0], 2, shape[1], 4))


class Compiled(Model):
    """Like what torch.compile returns."""

    _orig_mod = Model()


class Bridge:
    """Like a TransformerBridge of TransformerLens."""

    def forward(self, text: Any) -> Any:
        raise AssertionError("it has a cache")

    __call__ = forward

    def to_str_tokens(self, text: str) -> list[str]:
        return ["<bos>", *text.split()]

    def run_with_cache(self, text: str) -> tuple[Any, dict[str, Any]]:
        count = len(self.to_str_tokens(text))
        return None, {f"blocks.{n}.attn.hook_pattern": Tensor(weights(1, 2, count, count, seed=n)) for n in range(3)}


class Frame:
    """Like a DataFrame of pandas."""

    def __init__(self, numbers: Any, index: Any, columns: Any) -> None:
        self.numbers, self.index, self.columns = np.asarray(numbers), index, columns

    @property
    def shape(self) -> tuple[int, ...]:
        return self.numbers.shape

    def keys(self) -> Any:
        return self.columns

    def __getitem__(self, column: Any) -> Any:
        return self.numbers[:, list(self.columns).index(column)]

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.numbers

    def to_numpy(self) -> Any:
        return self.numbers


class DynamicCache:
    """Like `past_key_values` of transformers."""

    def get_seq_length(self) -> int:
        return 3
