"""Fields, their chains, and what can be placed on them.

Columns count from 1 (left) to 6, rows from 1 (the floor) to 14. A cell is one of the letters R, B, Y, G, P, O for garbage,
and a dot where it is empty. A pair is two letters, first the axis and then the child: "RB". Placements are numbers from 0
to 21 (rensa.h has their order).
"""

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rensa import _abi
from rensa._library import EngineObject, Engine, RensaError, encoded, engine, library

COLUMNS = _abi.RENSA_COLUMNS
ROWS = _abi.RENSA_ROWS
PLACEMENTS = _abi.RENSA_PLACEMENTS

_LETTERS = {
    _abi.RENSA_CELL_EMPTY: ".", _abi.RENSA_CELL_GARBAGE: "O", _abi.RENSA_CELL_PURPLE: "P", _abi.RENSA_CELL_RED: "R",
    _abi.RENSA_CELL_BLUE: "B", _abi.RENSA_CELL_YELLOW: "Y", _abi.RENSA_CELL_GREEN: "G",
}
_CELLS = {letter: cell for cell, letter in _LETTERS.items()}
_SITES = {"puyop": _abi.RENSA_SITE_PUYOP, "ips": _abi.RENSA_SITE_IPS}


class Chain(NamedTuple):
    """A chain, as searches count it. The frames are an estimate. `is_quick`: no cell fell after the last link."""

    links: int
    score: int
    frames: int
    is_quick: bool


class PossibleChain(NamedTuple):
    """A chain that a field could fire if some cells were added."""

    links: int
    score: int
    frames: int
    trigger_column: int
    trigger_row: int
    needed: dict[str, int]  # cells to add, by their letters
    after: "Field"


def _raw_pair(pair: str) -> Any:
    if len(pair) != 2 or pair[0] not in _CELLS or pair[1] not in _CELLS:
        raise ValueError(f"a pair is two letters of RBYGP, and not {pair!r}")
    return _abi.rensa_pair(_CELLS[pair[0]], _CELLS[pair[1]])


def _columns_of(placement: int) -> tuple[int, int]:
    """The columns of a placement's axis and child, in the order of the placements in rensa.h."""
    if placement < 6:
        return placement + 1, placement + 1  # the child above
    if placement < 11:
        return placement - 5, placement - 4  # to the right
    if placement < 17:
        return placement - 10, placement - 10  # below
    return placement - 15, placement - 16  # to the left


def raw_pairs(pairs: Iterable[str]) -> Any:
    """Pairs as an array for a call."""
    raw = [_raw_pair(pair) for pair in pairs]
    return (_abi.rensa_pair * len(raw))(*raw)


def text_of_pair(pair: Any) -> str:
    """A pair of the engine as two letters, or an empty text for a pair that is not known."""
    text = _LETTERS[pair.axis] + _LETTERS[pair.child]
    return "" if text == ".." else text


def chain_of(raw: Any) -> Chain:
    return Chain(raw.links, raw.score, raw.frames, bool(raw.is_quick))


def placements_of(bits: int) -> list[int]:
    """A set of placements as the list of their numbers."""
    return [placement for placement in range(PLACEMENTS) if bits >> placement & 1]


_simulate = library.rensa_field_simulate
_byref = ctypes.byref


class Field:
    """A field: the cells of one side. It does not change; what is done with it gives a new one."""

    __slots__ = ("_raw",)

    def __init__(self, text: str = "") -> None:
        """Reads a picture, a line of six letters for each row with the highest first, or digits as in URLs of fields."""
        self._raw = _abi.rensa_field()
        rows = "".join(text.split())
        if rows:
            is_picture = not rows.isdigit()
            lines = "\n".join(line.strip() for line in text.strip().splitlines()) if is_picture else rows
            form = _abi.RENSA_TEXT_PICTURE if is_picture else _abi.RENSA_TEXT_DIGITS
            engine().call("rensa_field_from_text", *encoded(lines), form, _byref(self._raw))

    @classmethod
    def _of(cls, raw: Any) -> "Field":
        field = cls.__new__(cls)
        field._raw = raw
        return field

    @classmethod
    def from_cells(cls, cells: bytes) -> "Field":
        """Reads 84 cells as numbers of rensa.h, row 1 first, such as those of a numpy array of uint8."""
        return cls._of(_abi.rensa_field.from_buffer_copy(bytes(cells)))

    @classmethod
    def from_url(cls, url: str) -> "tuple[Field, list[str]]":
        """Reads a URL of puyop or ips: its field, and the pairs that it places or shows."""
        field = cls()
        pairs = (_abi.rensa_pair * 1024)()
        count = ctypes.c_uint32()
        engine().call("rensa_field_from_url", *encoded(url), _byref(field._raw), pairs, len(pairs), _byref(count))
        return field, [text_of_pair(pairs[i]) for i in range(count.value)]

    def url(self, pairs: Sequence[str] = (), site: str = "puyop") -> str:
        """Writes the URL of this field on "puyop" or "ips", with the pairs that come."""
        if site not in _SITES:
            raise ValueError(f"the sites are puyop and ips, and not {site!r}")
        return engine().text("rensa_field_to_url", _byref(self._raw), raw_pairs(pairs), len(pairs), _SITES[site])

    @property
    def cells(self) -> bytes:
        """The 84 cells as numbers of rensa.h, row 1 first: numpy.frombuffer(field.cells, numpy.uint8).reshape(14, 6)."""
        return bytes(self._raw)

    def __getitem__(self, place: tuple[int, int]) -> str:
        """The letter of the cell in a column and a row."""
        column, row = place
        if not (1 <= column <= COLUMNS and 1 <= row <= ROWS):
            raise IndexError(f"there is no cell in column {column} and row {row}")
        return _LETTERS[self._raw.cells[(row - 1) * COLUMNS + column - 1]]

    def height(self, column: int) -> int:
        """The number of cells in a column of a field at rest."""
        return sum(self[column, row] != "." for row in range(1, ROWS + 1))

    def simulate(self) -> tuple["Field", Chain]:
        """Runs the chain of this field, which must be at rest: the field afterwards, and the chain."""
        used = engine()
        after = _abi.rensa_field()
        chain = _abi.rensa_chain()
        status = _simulate(used._pointer, self._raw, after, chain)
        if status:
            used._check(status)
        return Field._of(after), Chain(chain.links, chain.score, chain.frames, bool(chain.is_quick))

    def settle(self) -> "Field":
        """Lets all cells fall."""
        after = _abi.rensa_field()
        engine().call("rensa_field_settle", _byref(self._raw), _byref(after), _byref(ctypes.c_int32()))
        return Field._of(after)

    def placements(self) -> list[int]:
        """The placements that searches try on this field, which must be at rest."""
        return placements_of(engine().number("rensa_field_placements", ctypes.c_uint32, _byref(self._raw)))

    def place(self, pair: str, placement: int) -> tuple["Field", Chain]:
        """Drops a pair on this field, which must be at rest, and runs the chain. As in a game, a cell that locks in row
        14 stays there, and a cell above it vanishes."""
        raw = _raw_pair(pair)
        after = _abi.rensa_field()
        try:
            chain = engine().value(
                "rensa_field_place", _abi.rensa_chain, _byref(self._raw), _byref(raw), placement, _byref(after))
        except RensaError:
            row = self._row_of_lock(placement)
            if row is None or row < ROWS:
                raise
            return self._with_locked_cells(raw, placement, row).simulate()
        return Field._of(after), chain_of(chain)

    def _row_of_lock(self, placement: int) -> int | None:
        """The row of the higher cell of a pair that locks, or None for a number that is no placement."""
        if not 0 <= placement < PLACEMENTS:
            return None
        axis, child = _columns_of(placement)
        highest = max(self._top(axis), self._top(child))
        return highest + (2 if axis == child else 1)

    def _top(self, column: int) -> int:
        """The highest filled row of a column below row 14, or 0."""
        return max((row for row in range(1, ROWS) if self[column, row] != "."), default=0)

    def _with_locked_cells(self, pair: Any, placement: int, row: int) -> "Field":
        """This field with a pair whose higher cell locks in this row, above row 13: nothing of it falls any more."""
        axis, child = _columns_of(placement)
        is_axis_above = 11 <= placement < 17
        axis_row = row if axis != child or is_axis_above else row - 1
        child_row = row if axis != child or not is_axis_above else row - 1
        field = Field.from_cells(self.cells)
        for column, cell_row, cell in ((axis, axis_row, pair.axis), (child, child_row, pair.child)):
            if cell_row <= ROWS:
                field._raw.cells[(cell_row - 1) * COLUMNS + column - 1] = cell
        return field

    def threat(self, pairs: Sequence[str]) -> Chain:
        """The chain with most points that this field can fire with at most two pairs."""
        return chain_of(engine().value(
            "rensa_field_threat", _abi.rensa_chain, _byref(self._raw), raw_pairs(pairs), len(pairs)))

    def possible_chains(self, completions: int = 1, use_book: bool = False) -> list[PossibleChain]:
        """The chains that this field could fire if some cells were added, the greatest score first."""
        chains = (_abi.rensa_possible_chain * 128)()
        count = ctypes.c_uint32()
        engine().call("rensa_field_possible_chains", _byref(self._raw), completions, int(use_book), chains, len(chains),
                      _byref(count))
        return [
            PossibleChain(
                one.links, one.score, one.frames, one.trigger_x, one.trigger_row,
                {colour: count for colour, count in zip("RBYGP", one.needed) if count},
                Field.from_cells(bytes(one.after)))
            for one in chains[:count.value]
        ]

    def digits(self) -> str:
        """The cells as digits, as in URLs of fields. Purple has none."""
        return engine().text("rensa_field_to_text", _byref(self._raw), _abi.RENSA_TEXT_DIGITS)

    def __str__(self) -> str:
        return engine().text("rensa_field_to_text", _byref(self._raw), _abi.RENSA_TEXT_PICTURE).rstrip("\n")

    def __repr__(self) -> str:
        return f"Field({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Field) and bytes(self._raw) == bytes(other._raw)

    def __hash__(self) -> int:
        return hash(bytes(self._raw))


class Fields(EngineObject):
    """Many fields at once in the engine's own form, which is the quickest way to run their chains."""

    def __init__(self, fields: "Iterable[Field] | bytes | memoryview") -> None:
        """Takes fields, or the cells of many of them, one after the other: an array of numpy of (n, 84) uint8."""
        if isinstance(fields, (bytes, memoryview)) or hasattr(fields, "__array__"):
            data = bytes(fields)  # type: ignore[arg-type]
        else:
            data = b"".join(field.cells for field in fields)
        size = ctypes.sizeof(_abi.rensa_field)
        if len(data) % size:
            raise ValueError(f"a field has {size} cells, and {len(data)} cells are not some whole fields")
        self._count = len(data) // size
        used = Engine()
        super().__init__(used, used.handle(
            "rensa_fields_create", (_abi.rensa_field * self._count).from_buffer_copy(data), self._count))

    def __len__(self) -> int:
        return self._count

    def simulate(self) -> Any:
        """Runs all chains. The fields change, and the result is an array of ctypes, one item a field, with the members
        links, score, frames and is_quick: numpy.ctypeslib.as_array() reads it without a copy."""
        chains = (_abi.rensa_chain * self._count)()
        self._engine.call("rensa_fields_simulate", self._handle, self._handle, chains, self._count)
        return chains

    def cells(self) -> bytes:
        """The cells of all fields, 84 of each."""
        return bytes(self._engine.list("rensa_fields_get", _abi.rensa_field, self._handle))

    def __iter__(self) -> Iterator[Field]:
        cells = self.cells()
        size = ctypes.sizeof(_abi.rensa_field)
        return (Field.from_cells(cells[i:i + size]) for i in range(0, len(cells), size))


__all__ = ["COLUMNS", "PLACEMENTS", "ROWS", "Chain", "Field", "Fields", "PossibleChain", "RensaError"]
