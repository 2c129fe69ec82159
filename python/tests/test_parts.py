"""Figures of encoder-decoder models, of pictures, and of segments."""

from __future__ import annotations

import io
import json
import re
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


@pytest.mark.parametrize(
    ("options", "tokens", "query_tokens"),
    [
        ({"part": "encoder"}, "abcde", ""),
        ({"layers": [0]}, "abcde", ""),
        ({"heads": [1]}, "abcde", ""),
        ({"part": "decoder"}, "xyz", ""),
        ({"part": "cross", "heads": [1]}, "abcde", "xyz"),
    ],
)
def test_one_part_takes_its_own_tokens_of_those_that_are_given_for_all(options: Any, tokens: str, query_tokens: str) -> None:
    figure = heedmap.show(output(), list("abcde"), query_tokens=list("xyz"), **options)
    assert figure._heads is not None
    assert ("".join(figure._heads.tokens), "".join(figure._heads.query_tokens)) == (tokens, query_tokens)


def test_the_tokens_of_a_decoder_alone_are_given_as_tokens() -> None:
    figure = heedmap.show(output(), list("xyz"), part="decoder")
    assert figure._heads is not None and figure._heads.tokens == list("xyz")


def test_the_start_token_of_a_decoder_is_no_padding(recwarn: pytest.WarningsRecorder) -> None:
    figure = heedmap.show(output(), list("abcde"), query_tokens=["<pad>", "y", "z"])
    assert [array.shape[-2:] for array in numbers_in(figure).values()] == [(5, 5), (3, 3), (3, 5)]
    assert not recwarn.list


def test_tokens_called_padding_are_kept_where_rows_sum_to_one_only_with_them(recwarn: pytest.WarningsRecorder) -> None:
    figure = heedmap.show(ENCODER, ["[PAD]", "[PAD]", "a", "b", "c"])
    assert figure._heads is not None and figure._heads.shape[3] == 5
    assert not recwarn.list


@pytest.mark.filterwarnings("ignore:Not all rows")
def test_padding_of_the_encoder_is_left_out_of_cross_attention_and_not_of_the_decoder() -> None:
    figure = heedmap.show(output(), list("abcde"), query_tokens=list("xyz"), attention_mask=[1, 1, 1, 1, 0], bits=32)
    assert [array.shape[-2:] for array in numbers_in(figure).values()] == [(4, 4), (3, 3), (3, 4)]
    square = ModelOutput(encoder_attentions=(ENCODER,), cross_attentions=(ENCODER,))
    cross = heedmap.show(square, list("abcde"), query_tokens=list("vwxyz"), attention_mask=[1, 1, 1, 1, 0], part="cross")
    assert cross._heads is not None and cross._heads.shape == (1, 2, 5, 4)


def test_a_warning_is_raised_once_for_a_part_that_is_shown() -> None:
    off = ModelOutput(encoder_attentions=(ENCODER * 2,), decoder_attentions=(DECODER * 2,))
    with pytest.warns(UserWarning) as said:
        heedmap.show(off)
    assert [re.sub(r" are .*", "", str(each.message)) for each in said] == ["Not all rows of encoder_attentions", "Not all rows of decoder_attentions"]
    assert {each.filename for each in said} == {__file__}


def test_parts_that_make_a_figure_too_large_are_left_out_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    one, all_parts = heedmap.show(output(), part="encoder").size, heedmap.show(output()).size
    monkeypatch.setattr("heedmap._show.LARGEST", (one + all_parts) // 2)
    with pytest.warns(UserWarning) as said:
        heedmap.show(ModelOutput(encoder_attentions=(ENCODER * 2,), decoder_attentions=(DECODER * 2,), cross_attentions=(CROSS,)))
    assert len(said) == 1 and "encoder_attentions" in str(said[0].message)
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
    for view in ("map", "image"):
        link = payload_of(heedmap.show(weights(1, 1, 50, 50), image=pixels, view=view))["link"].split("&")
        assert ("view=image" in link) == (view == "image")
    assert "picture.webp" in numbers_in(heedmap.show(weights(1, 1, 50, 50), image=b"RIFF\x10\0\0\0WEBPVP8 "))

    class Pillow:
        mode = "L"

        def save(self, into: io.BytesIO, format: str) -> None:
            into.write(b"\x89PNG by " + format.encode())

    assert numbers_in(heedmap.show(weights(1, 1, 50, 50), image=Pillow()))["picture.png"] == b"\x89PNG by PNG"


@pytest.mark.parametrize(
    ("image", "error", "said"),
    [
        (b"not a picture", ValueError, "image= is no PNG, JPEG, GIF, WebP or BMP"),
        (b"RIFF\x10\0\0\0WAVEfmt ", ValueError, "image= is no PNG, JPEG, GIF, WebP or BMP"),
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
