"""Which heads are taken of what a caller has, and how their weights are computed: the options that `show` hands on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

from ._inputs import check_whole
from ._kinds import KINDS
from ._read import Part
from ._settings import Kind


def check_option(name: str, value: Any, allowed: Sequence[Any]) -> None:
    """Raises a ValueError for a value that is not allowed."""
    if value not in allowed:
        raise ValueError(f"{name}={value!r} is not one of {', '.join(repr(each) for each in allowed)}")


@dataclass(frozen=True)
class HeadOptions:
    """Options of `heedmap.show`, which describes them. None stands for what the input says.

    Raises:
        TypeError, ValueError: for a value that no input can have; the message names the option.
    """

    part: Part | str | None = None
    batch: int | Literal["mean"] | None = None
    layers: Sequence[int] | None = None
    heads: Sequence[int] | None = None
    kind: Kind | None = None
    causal: bool | None = None
    scale: float | None = None
    window: int | None = None
    softcap: float | None = None
    num_heads: int | None = None
    num_key_heads: int | None = None

    def __post_init__(self) -> None:
        check_option("kind", self.kind, [*KINDS, None])
        for name in ("batch", "num_heads", "num_key_heads"):
            if (name, getattr(self, name)) != ("batch", "mean"):
                check_whole(name, getattr(self, name))
        for name in ("layers", "heads"):
            values = getattr(self, name)
            if isinstance(values, str):
                raise TypeError(f"{name}={values!r} is a string: pass {name}=[0, 1] or range(2)")
            for value in values if isinstance(values, (list, tuple)) else ():
                check_whole(name, value, "{name}=[{value}]")
        for name in ("num_heads", "num_key_heads"):
            count = getattr(self, name)
            if count is not None and count < 1:
                raise ValueError(f"{name}={count} is not above 0")

    def rule(self) -> dict[str, Any]:
        """What is said of the computation of weights."""
        return {name: value for name in ("scale", "causal", "window", "softcap") if (value := getattr(self, name)) is not None}

    def given(self, *without: str) -> list[str]:
        """The options that are given, but for some.

        >>> HeadOptions(part="cross", scale=0.5).given("part")
        ['scale']
        """
        return [each.name for each in fields(self) if each.name not in without and getattr(self, each.name) is not None]
