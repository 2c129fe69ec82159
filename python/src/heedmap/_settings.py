"""The choices and limits of the page's settings. `npm run docs` writes this file."""

from typing import Literal

Language = Literal["en", "es", "pt"]
Theme = Literal["light", "dark"]
Colormap = Literal["ember", "viridis", "cividis", "grey"]
Kind = Literal["weights", "scores", "difference"]
View = Literal["map", "lines", "table"]
Source = Literal["head", "mean", "max", "rollout"]
Scale = Literal["unit", "data", "symmetric"]

MAX_MASK = 2048
MAX_MATRIX = 512
MAX_DIGITS = 10
