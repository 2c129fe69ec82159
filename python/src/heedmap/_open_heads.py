"""The heads of a figure that are open, or shown together."""

from __future__ import annotations

from collections.abc import Sequence

from ._heads import Heads
from ._settings import Source

#: The most heads that can be shown together.
MAX_CHOSEN = 64


def chosen_state(chosen: Sequence[tuple[int, int]], source: Source, heads: Heads) -> dict[str, str]:
    """The state of a figure that shows one head, a combination of heads, or chosen heads together."""
    if not chosen:
        if source == "each":
            raise ValueError('source="each" needs chosen=[(layer, head), ...]')
        return {} if source == "head" else {"source": source}
    if len(chosen) > MAX_CHOSEN:
        raise ValueError(f"chosen= has {len(chosen)} heads: at most {MAX_CHOSEN} can be shown together")
    places = [f"{place_in(layer, heads.layers, 'layer')}:{place_in(head, heads.heads, 'head')}" for layer, head in chosen]
    shown = "each" if source == "head" else source
    over = {} if shown == "rollout" else {"over": "chosen"}
    return {"chosen": ",".join(places), "source": shown, **over}


def place_in(wanted: int, names: list[int], what: str) -> int:
    """The index of a layer or a head by its number in the model."""
    at = names[wanted] if -len(names) <= wanted < 0 else wanted
    if at not in names:
        raise ValueError(f"{what}={wanted}, but there are {len(names)}, from {names[0]} to {names[-1]}")
    return names.index(at)
