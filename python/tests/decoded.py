"""What a figure holds, decoded from its HTML by loops that are obviously right."""

from __future__ import annotations

import json
import re
import zlib
from typing import Any

import numpy as np

import heedmap

#: ASCII without what means something in JSON, HTML or an attribute.
LETTERS = [chr(code) for code in range(32, 127) if chr(code) not in "\"&<\\"]


def payload_of(figure: heedmap.Figure) -> dict[str, Any]:
    """The payload of the page."""
    text = re.search(r'<script type="application/json" id="heedmap-figure">(.*?)</script>', figure.to_html())
    assert text is not None
    found: dict[str, Any] = json.loads(text[1])
    return found


def bytes_of(letters: str) -> bytes:
    """13 bits in two letters, the lower ones first; 6 in a letter at the end."""
    bits, count = 0, 0
    for at in range(0, len(letters), 2):
        pair = [LETTERS.index(letter) for letter in letters[at : at + 2]]
        bits |= (pair[0] + 91 * (pair + [0])[1]) << count
        count += 13 if len(pair) == 2 else 6
    return bits.to_bytes(-(-count // 8), "little")[: count // 8]


def unpacked(letters: str) -> bytes:
    return zlib.decompress(bytes_of(letters), -zlib.MAX_WBITS)


def numbers_in(figure: heedmap.Figure) -> dict[str, Any]:
    """The tensors of a figure by name; of a file that is stored as it was, the bytes."""
    found: dict[str, Any] = {}
    for file in payload_of(figure)["files"]:
        data = unpacked(file["data"])
        if "tensors" not in file:
            found[file["name"]] = data
            continue
        at = 0
        for tensor in file["tensors"]:
            size = int(np.prod(tensor["shape"])) * tensor["bits"] // 8
            own, at = data[at : at + size], at + size
            if tensor["bits"] == 8:
                values = [tensor["low"] + tensor["step"] * n ** tensor["power"] for n in range(255)] + [np.nan]
                numbers = np.array([values[byte] for byte in own])
            else:
                numbers = np.frombuffer(own, f"<f{tensor['bits'] // 8}")
            found[tensor["name"]] = numbers.reshape(tensor["shape"])
    return found
