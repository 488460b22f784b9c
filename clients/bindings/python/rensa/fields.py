"""Fields, their chains, and pairs that can be placed on them. The classes are those of the compiled module.

Columns count from 1 (left) to 6, rows from 1 (the floor) to 14. A cell is one of the letters R, B, Y, G, P, O for garbage,
and a dot where it is empty. A pair is two letters, first the axis and then the child: "RB". Placements are numbers from 0
to 21 (rensa.h has their order).
"""

from typing import Any

from rensa import _abi
from rensa._native import COLUMNS, PLACEMENTS, ROWS, Chain, Field, Fields, PossibleChain

LETTERS = {
    _abi.RENSA_CELL_EMPTY: ".", _abi.RENSA_CELL_GARBAGE: "O", _abi.RENSA_CELL_PURPLE: "P", _abi.RENSA_CELL_RED: "R",
    _abi.RENSA_CELL_BLUE: "B", _abi.RENSA_CELL_YELLOW: "Y", _abi.RENSA_CELL_GREEN: "G",
}


def text_of_pair(pair: Any) -> str:
    """A pair of rensa.h as two letters, or an empty text for a pair that is not known."""
    text = LETTERS[pair.axis] + LETTERS[pair.child]
    return "" if text == ".." else text


def chain_of(raw: Any) -> Chain:
    return Chain((raw.links, raw.score, raw.frames, bool(raw.is_quick)))


def placements_of(bits: int) -> list[int]:
    """A set of placements as the list of their numbers."""
    return [placement for placement in range(PLACEMENTS) if bits >> placement & 1]


__all__ = ["COLUMNS", "LETTERS", "PLACEMENTS", "ROWS", "Chain", "Field", "Fields", "PossibleChain"]
