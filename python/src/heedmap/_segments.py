"""What the inputs of a model say about its tokens: to which segment each belongs, and the grid of a picture."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ._arrays import Array, shape_of, to_numpy
from ._page import page


def said_of(inputs: Mapping[str, Any] | None, tokens: Sequence[str], keep: Array | None, batch: int | None) -> dict[str, str]:
    """The metadata `segments` and `image_grid_thw`. `keep` says which tokens of the inputs are no padding.

    Tokens of a picture are the segment "picture", the others "text". Without a picture, the token types of a sentence pair are "A" and "B".

    >>> said_of({"token_type_ids": [[0, 0, 1]]}, ["[CLS]", "a", "b"], None, None)
    {'segments': '["A", "A", "B"]'}
    """
    found: dict[str, str] = {}
    # The tokens that stand for one patch each, as the page knows them.
    patches = set(page()["patches"])
    are_patches = [token.strip() in patches for token in tokens]
    if any(are_patches):
        found["segments"] = json.dumps(["picture" if is_patch else "text" for is_patch in are_patches])
    types = _row((inputs or {}).get("token_type_ids"), batch)
    if types is not None and keep is not None and len(keep) == len(types):
        types = types[keep]
    if "segments" not in found and types is not None and len(types) == len(tokens) and set(types.tolist()) == {0, 1}:
        found["segments"] = json.dumps(["AB"[int(each)] for each in types])
    grid = (inputs or {}).get("image_grid_thw")
    if grid is not None and shape_of(grid) in ((1, 3), (3,)):
        found["image_grid_thw"] = json.dumps([[int(each) for each in to_numpy(grid, "image_grid_thw").reshape(3)]])
    return found


def _row(ids: Any, batch: int | None) -> Array | None:
    """The numbers of one sequence."""
    if ids is None:
        return None
    numbers = to_numpy(ids, "token_type_ids")
    row: Array = numbers[(batch or 0) % len(numbers)] if numbers.ndim == 2 else numbers
    return row if row.ndim == 1 else None
