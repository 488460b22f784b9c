"""Views as arrays of numpy, one row a view. numpy is loaded by the first call."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from rensa import _abi
from rensa.games import View
from rensa.rulesets import Ruleset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ViewArrays(NamedTuple):
    """What n seats see, with the P pairs that are visible in their ruleset. Cells are those of DecisionArrays."""

    own: NDArray[np.uint8]  # (n, 14, 6): the cells of the seat, row 1 first
    opponent: NDArray[np.uint8]  # (n, 14, 6): those of its opponent, whose rows 13 and 14 are hidden
    pairs: NDArray[np.uint8]  # (n, P, 2): the current pair and the next ones, first the axis; 0 if not known
    opponent_pairs: NDArray[np.uint8]  # (n, P, 2): those of the opponent
    garbage: NDArray[np.int32]  # (n, 2): garbage that waits for the seat, and for its opponent
    scores: NDArray[np.int64]  # (n, 2): of the seat, and of its opponent
    action_mask: NDArray[np.int8]  # (n, 22): 1 if the pair can reach this placement


@cache
def _both_sides() -> Any:
    """The struct rensa_view with its two sides alone, the seat's first. Making this description takes longer than using
    it."""
    import numpy as np

    return np.dtype({"names": ["sides"], "formats": [(np.dtype(_abi.rensa_side), 2)],
                     "offsets": [_abi.rensa_view.own.offset], "itemsize": ctypes.sizeof(_abi.rensa_view)})


@cache
def _visible_pairs(ruleset: str) -> int:
    return int(Ruleset(ruleset).values.visible_pairs)


def arrays_of_structs(views: Any, possible: Sequence[int], visible_pairs: int) -> ViewArrays:
    """The arrays of an array of the structs rensa_view, with the possible placements of each as bits."""
    import numpy as np

    count = len(views)
    sides = views.view(_both_sides())["sides"]
    cells = np.array(sides["field"]["cells"], np.uint8).reshape(count, 2, _abi.RENSA_ROWS, _abi.RENSA_COLUMNS)
    all_pairs = np.ascontiguousarray(sides["pairs"]).view(np.uint8).reshape(count, 2, sides["pairs"].shape[2], 2)
    is_known = np.arange(visible_pairs) < sides["pair_count"][..., None]
    pairs = all_pairs[:, :, :visible_pairs] * is_known[..., None]
    bits = np.array(possible, np.uint32)[:, None] >> np.arange(_abi.RENSA_PLACEMENTS, dtype=np.uint32) & 1
    return ViewArrays(
        own=cells[:, 0],
        opponent=cells[:, 1],
        pairs=pairs[:, 0],
        opponent_pairs=pairs[:, 1],
        garbage=sides["pending"] + sides["fixed"],
        scores=sides["score"].copy(),
        action_mask=bits.astype(np.int8))


def view_arrays(views: Sequence[View], ruleset: str | Ruleset = "tsu-1") -> ViewArrays:
    """What a bot with `choose_many` is asked about, as the input of a network. The ruleset says how many pairs are
    visible."""
    import numpy as np

    visible_pairs = ruleset.values.visible_pairs if isinstance(ruleset, Ruleset) else _visible_pairs(ruleset)
    structs: Any = np.frombuffer(b"".join([view.raw for view in views]), _both_sides())
    return arrays_of_structs(structs, [view._possible for view in views], visible_pairs)
