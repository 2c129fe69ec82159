"""A picture whose patches are keys, as the bytes of a file that the page reads."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import numpy as np

from ._arrays import Array, is_array, shape_of, shape_text, to_numpy
from ._picture import png_of_pixels

#: The first bytes of the files that browsers show, and their endings.
_STARTS = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpg", b"GIF8": "gif", b"BM": "bmp"}


def picture_file(image: Any) -> tuple[str, bytes]:
    """The name and the content of a picture: a path, bytes of a file, an image of Pillow, or an array of pixels.

    Raises:
        TypeError, ValueError: for what is no picture; the message says what it is.

    >>> picture_file(np.zeros((4, 6, 3), dtype=np.uint8))[0]
    'picture.png'
    """
    if isinstance(image, (str, os.PathLike)):
        path = Path(image)
        return _named(path.read_bytes(), path.name)
    if isinstance(image, (bytes, bytearray, memoryview)):
        return _named(bytes(image), "image=")
    if hasattr(image, "save") and hasattr(image, "mode"):
        content = io.BytesIO()
        (image if image.mode in ("L", "RGB", "RGBA") else image.convert("RGB")).save(content, format="PNG")
        return "picture.png", content.getvalue()
    if is_array(image):
        return "picture.png", png_of_pixels(_pixels(image))
    raise TypeError(f"image={type(image).__name__} is no picture: pass a path, the bytes of a file, an image of Pillow or an array (height, width, 3)")


def _named(content: bytes, name: str) -> tuple[str, bytes]:
    ending = next((ending for start, ending in _STARTS.items() if content.startswith(start)), None)
    # RIFF also holds sound: bytes 8 to 11 say what is in it.
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        ending = "webp"
    if ending is None:
        raise ValueError(f"{name} is no PNG, JPEG, GIF, WebP or BMP")
    return f"picture.{ending}", content


def _pixels(image: Any) -> Array:
    """(height, width, 3) of 8 bits."""
    shape = shape_of(image)
    pixels = to_numpy(image, "image")
    if pixels.ndim == 4 and len(pixels) == 1:
        pixels = pixels[0]
    if pixels.ndim == 3 and pixels.shape[0] in (1, 3, 4) and pixels.shape[2] not in (1, 3, 4):
        pixels = np.moveaxis(pixels, 0, 2)
    if pixels.ndim == 2:
        pixels = pixels[:, :, None]
    if pixels.ndim != 3 or pixels.shape[2] not in (1, 3, 4) or 0 in pixels.shape:
        raise ValueError(f"image has the shape {shape_text(shape)}, not (height, width), (height, width, 3) or (3, height, width)")
    pixels = np.broadcast_to(pixels, (*pixels.shape[:2], 3)) if pixels.shape[2] == 1 else pixels[:, :, :3]
    # Whole numbers go to 255, whatever type they have here.
    if "int" not in str(getattr(image, "dtype", pixels.dtype)):
        low, high = float(pixels.min()), float(pixels.max())
        if not (low >= 0 and high <= 1):
            raise ValueError(f"image has numbers from {low:.3g} to {high:.3g}, not from 0 to 1: pass the picture that the processor was given")
        pixels = np.rint(np.asarray(pixels, dtype=np.float64) * 255)
    elif pixels.min() < 0 or pixels.max() > 255:
        raise ValueError(f"image has numbers from {pixels.min():.0f} to {pixels.max():.0f}, not from 0 to 255")
    found: Array = np.ascontiguousarray(pixels, dtype=np.uint8)
    return found
