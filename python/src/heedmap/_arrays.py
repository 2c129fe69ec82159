"""Arrays of any library as NumPy arrays, without importing that library."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def is_array(value: object) -> bool:
    """Whether `value` is an array of NumPy, PyTorch, JAX, MLX or another library.

    >>> is_array(np.zeros(3)), is_array([0, 1]), is_array("text")
    (True, False, False)
    """
    if isinstance(value, (str, bytes, list, tuple, dict)):
        return False
    return hasattr(value, "shape") and any(
        hasattr(value, name) for name in ("__array__", "__dlpack__", "detach", "__array_interface__")
    )


def shape_of(array: Any) -> tuple[int, ...]:
    """The shape of an array as whole numbers."""
    return tuple(int(side) for side in array.shape)


def shape_text(shape: Sequence[int]) -> str:
    """A shape as NumPy writes it.

    >>> shape_text((6, 12, 17, 17))
    '(6, 12, 17, 17)'
    """
    return str(tuple(int(side) for side in shape))


def part_of(array: Any, at: int) -> Any:
    """One place of the first axis, without copying the rest.

    Raises:
        ValueError: for an array whose numbers are gone.
    """
    try:
        return array[at]
    except RuntimeError as error:
        raise ValueError(f"The array of shape {shape_text(array.shape)} cannot be read: {_first_line(error)}") from error


def is_numbers(value: object) -> bool:
    """Whether `value` is a list of numbers, or lists of them at any depth."""
    while isinstance(value, (list, tuple)) and value:
        value = value[0]
    return isinstance(value, (int, float, complex, np.number)) and not isinstance(value, bool)


def to_numpy(array: Any, what: str = "The array") -> Array:
    """An array as NumPy has it: real numbers of 16, 32 or 64 bits.

    Raises:
        TypeError: for what is not an array, and for numbers that are not real.
        ValueError: for lists that are ragged, and arrays whose numbers cannot be read.

    >>> to_numpy([[1, 0], [0.5, 0.5]]).dtype.name
    'float64'
    """
    if not isinstance(array, (list, tuple)) and not is_array(array):
        raise TypeError(f"{what} is {type(array).__name__}, not an array")
    try:
        found = _converted(array)
    except (TypeError, ValueError, RuntimeError, BufferError, AttributeError) as error:
        raise ValueError(f"{what} {_described(array)}cannot be read: {_first_line(error)}") from error
    if found.dtype.kind == "V" or found.dtype.name in ("bfloat16", "float8_e4m3fn", "float8_e5m2"):
        # JAX has these types from ml_dtypes, which converts them.
        found = found.astype(np.float32)
    if found.dtype.kind in "biu":
        found = found.astype(np.float32)
    if found.dtype.kind != "f":
        raise TypeError(f"{what} is {found.dtype.name} of shape {shape_text(found.shape)}, not real numbers")
    return found


def _converted(array: Any) -> Array:
    if isinstance(array, np.ndarray):
        return array
    if isinstance(array, (list, tuple)):
        return _from_list(array)
    if hasattr(array, "detach"):
        array = array.detach()
        if getattr(array, "is_sparse", False):
            array = array.to_dense()
        array = array.cpu()
        if any(name in str(array.dtype) for name in ("bfloat16", "float8")):
            array = array.float()
        return np.asarray(array.numpy())
    mlx = sys.modules.get("mlx.core")
    if mlx is not None and isinstance(array, mlx.array) and "bfloat16" in str(array.dtype):
        array = array.astype(mlx.float32)
    if hasattr(array, "__array__") or hasattr(array, "__array_interface__"):
        return np.asarray(array)
    return np.from_dlpack(array)


def _from_list(values: Any) -> Array:
    if any(is_array(value) for value in values):
        return np.stack([to_numpy(value) for value in values])
    level = [values]
    while all(isinstance(each, (list, tuple)) for each in level) and any(len(each) for each in level):
        lengths = sorted({len(each) for each in level})
        if len(lengths) > 1:
            raise ValueError(f"its lists have different lengths: {' and '.join(map(str, lengths))}")
        level = [value for each in level for value in each]
    if any(isinstance(each, (list, tuple)) for each in level):
        raise ValueError("numbers and lists stand side by side in it")
    return np.asarray(values)


def _described(array: Any) -> str:
    shape = getattr(array, "shape", None)
    if shape is None:
        return ""
    device = getattr(array, "device", None)
    place = f" on {device}" if device is not None and str(device) != "cpu" else ""
    return f"of shape {shape_text(shape)}{place} "


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0].rstrip(".")
