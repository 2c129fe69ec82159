"""Figures of encoder-decoder models, of pictures, and of segments."""

from __future__ import annotations

import io
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from decoded import numbers_in, payload_of, unpacked
from stand_ins import ModelOutput, Tokenizer, weights

import heedmap

ENCODER, DECODER, CROSS = weights(1, 2, 5, 5), weights(1, 2, 3, 3), weights(1, 2, 3, 5)


def output() -> Any:
    return ModelOutput(encoder_attentions=(ENCODER,), decoder_attentions=(DECODER,), cross_attentions=(CROSS,))


def metadata_of(figure: heedmap.Figure) -> list[dict[str, str]]:
    return [file["metadata"] for file in payload_of(figure)["files"] if "tensors" in file]


def test_a_figure_has_all_parts_with_the_tokens_of_each() -> None:
    figure = heedmap.show(output(), list("abcde"), query_tokens=list("xyz"), bits=32)
    found = numbers_in(figure)
    assert list(found) == ["encoder.attention", "decoder.attention", "cross.attention"]
    for name, expected in zip(found, (ENCODER, DECODER, CROSS), strict=True):
        np.testing.assert_array_equal(found[name], expected)
    tokens = [(each.get("tokens"), each.get("query_tokens")) for each in metadata_of(figure)]
    abcde, xyz = json.dumps(list("abcde")), json.dumps(list("xyz"))
    assert tokens == [(abcde, None), (xyz, None), (abcde, xyz)]
    assert {"part=encoder", "shape=1:2:5:5"} <= set(payload_of(figure)["link"].split("&"))


def test_parts_that_make_a_figure_too_large_are_left_out_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    one, all_parts = heedmap.show(output(), part="encoder").size, heedmap.show(output()).size
    monkeypatch.setattr("heedmap._show.LARGEST", (one + all_parts) // 2)
    figure = heedmap.show(output())
    assert "There is also attention of decoder and cross, which would make the figure too large: part='decoder'." in figure.to_html()
    assert list(numbers_in(figure)) == ["attention"]


def png_size(content: bytes) -> tuple[int, ...]:
    assert content.startswith(b"\x89PNG")
    return struct.unpack(">II", content[16:24])


def pixels_of(content: bytes) -> Any:
    """The pixels of a PNG of 8-bit colors whose rows are not filtered."""
    width, height = png_size(content)
    start = content.index(b"IDAT") + 4
    rows = np.frombuffer(zlib.decompressobj().decompress(content[start:]), np.uint8)
    return rows.reshape(height, 1 + 3 * width)[:, 1:].reshape(height, width, 3)


def test_a_picture_is_part_of_the_figure_and_is_open(tmp_path: Path) -> None:
    pixels = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(4, 6, 3)
    for image in (pixels, np.moveaxis(pixels, 2, 0), pixels[None], pixels / 255):
        figure = heedmap.show(weights(1, 1, 50, 50), image=image)
        np.testing.assert_array_equal(pixels_of(numbers_in(figure)["picture.png"]), pixels)
        assert "view=image" in payload_of(figure)["link"].split("&")
    (tmp_path / "cat.jpeg").write_bytes(b"\xff\xd8\xff\xe0 and so on")
    figure = heedmap.show(weights(1, 1, 50, 50), image=tmp_path / "cat.jpeg", view="lines")
    assert unpacked(payload_of(figure)["files"][1]["data"]) == b"\xff\xd8\xff\xe0 and so on"
    assert "view=lines" in payload_of(figure)["link"].split("&")

    class Pillow:
        mode = "L"

        def save(self, into: io.BytesIO, format: str) -> None:
            into.write(b"\x89PNG by " + format.encode())

    assert numbers_in(heedmap.show(weights(1, 1, 50, 50), image=Pillow()))["picture.png"] == b"\x89PNG by PNG"


@pytest.mark.parametrize(
    ("image", "error", "said"),
    [
        (b"not a picture", ValueError, "image= is no PNG, JPEG, GIF, WebP or BMP"),
        (np.zeros((2, 3, 7)), ValueError, r"image has the shape \(2, 3, 7\), not \(height, width\)"),
        (np.full((3, 4, 4), -1.7), ValueError, "numbers from -1.7 to -1.7, not from 0 to 1: pass the picture that the processor was given"),
        (np.full((4, 4), 300), ValueError, "numbers from 300 to 300, not from 0 to 255"),
        (7, TypeError, "image=int is no picture: pass a path"),
    ],
)
def test_what_is_no_picture_is_refused_with_its_figures(image: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        heedmap.show(weights(1, 1, 50, 50), image=image)


def test_token_types_and_tokens_of_a_picture_are_segments() -> None:
    inputs = {"input_ids": [[1, 2, 3]], "token_type_ids": np.array([[0, 0, 1]])}
    figure = heedmap.show(weights(1, 1, 3, 3), inputs, tokenizer=Tokenizer())
    assert metadata_of(figure)[0]["segments"] == '["A", "A", "B"]'
    grid = {"image_grid_thw": np.array([[1, 2, 4]])}
    tokens = ["<|image_pad|>", "<|image_pad|>", "cat"]

    class Qwen(Tokenizer):
        def convert_ids_to_tokens(self, ids: Any) -> list[str]:
            return tokens

    [said] = metadata_of(heedmap.show(weights(1, 1, 3, 3), {"input_ids": [[1, 2, 3]], **grid}, tokenizer=Qwen()))
    assert said["segments"] == '["picture", "picture", "text"]'
    assert said["image_grid_thw"] == "[[1, 2, 4]]"
    one_type = {"input_ids": [[1, 2, 3]], "token_type_ids": [[0, 0, 0]]}
    assert "segments" not in metadata_of(heedmap.show(weights(1, 1, 3, 3), one_type, tokenizer=Tokenizer()))[0]
