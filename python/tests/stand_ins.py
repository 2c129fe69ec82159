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

    def convert_ids_to_tokens(self, ids: list[int]) -> list[str]:
        return [self.words[each] for each in ids]


def softmax(scores: Any) -> Any:
    exponents = np.exp(scores - scores.max(-1, keepdims=True))
    return exponents / exponents.sum(-1, keepdims=True)


def weights(*shape: int, seed: int = 0) -> Any:
    """Random weights, rows of which sum to 1."""
    return softmax(np.random.default_rng(seed).normal(size=shape)).astype(np.float32)
