"""Fields and pairs as text, as arrays of pixels and as SVG. All of them show `Scene`s beside each other."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rensa.fields import COLUMNS, LETTERS

VISIBLE_ROWS = 12
_CELL = 16  # pixels of a cell's side
_COLOURS = {
    0: (24, 26, 38), 1: (150, 152, 160), 2: (160, 90, 210), 4: (225, 70, 70), 5: (70, 120, 230), 6: (235, 200, 60),
    7: (80, 190, 90),
}
_BACKGROUND = (12, 13, 20)


class Scene(NamedTuple):
    """One side, to be drawn."""

    cells: NDArray[np.uint8]  # (14, 6), row 1 first
    pairs: NDArray[np.uint8]  # (n, 2), the current pair first
    caption: str


def _pair_text(pair: Sequence[int]) -> str:
    return LETTERS[int(pair[0])] + LETTERS[int(pair[1])]


def text_of(scenes: Sequence[Scene]) -> str:
    """The visible rows of all sides beside each other, below them the captions and the pairs."""
    lines = []
    for row in reversed(range(VISIBLE_ROWS)):
        lines.append("   ".join("".join(LETTERS[int(cell)] for cell in scene.cells[row]) for scene in scenes))
    for scene in scenes:
        known = [_pair_text(pair) for pair in scene.pairs if pair[0]]
        lines.append(" ".join([scene.caption, *known]))
    return "\n".join(lines)


def pixels_of(scenes: Sequence[Scene]) -> NDArray[np.uint8]:
    """An array (height, width, 3) of red, green and blue."""
    palette = np.zeros((8, 3), np.uint8)
    for cell, colour in _COLOURS.items():
        palette[cell] = colour
    columns = 1 + len(scenes) * (COLUMNS + 3)
    image = np.full((VISIBLE_ROWS + 2, columns, 3), _BACKGROUND, np.uint8)
    for index, scene in enumerate(scenes):
        left = 1 + index * (COLUMNS + 3)
        image[1:-1, left:left + COLUMNS] = palette[scene.cells[VISIBLE_ROWS - 1::-1]]
        for number, (axis, child) in enumerate(scene.pairs[1:5]):
            if axis:
                image[1 + 3 * number, left + COLUMNS + 1] = palette[child]
                image[2 + 3 * number, left + COLUMNS + 1] = palette[axis]
    return image.repeat(_CELL, axis=0).repeat(_CELL, axis=1)


def svg_of(scenes: Sequence[Scene]) -> str:
    """A picture for notebooks."""
    width = (1 + len(scenes) * (COLUMNS + 3)) * _CELL
    height = (VISIBLE_ROWS + 3) * _CELL
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
             f'<rect width="{width}" height="{height}" fill="{_css(_BACKGROUND)}"/>']
    for index, scene in enumerate(scenes):
        left = (1 + index * (COLUMNS + 3)) * _CELL
        parts.append(f'<rect x="{left}" y="{_CELL}" width="{COLUMNS * _CELL}" height="{VISIBLE_ROWS * _CELL}" '
                     f'fill="{_css(_COLOURS[0])}"/>')
        for row in range(VISIBLE_ROWS):
            for column in range(COLUMNS):
                parts += _puyo(int(scene.cells[row, column]), left + column * _CELL, (VISIBLE_ROWS - row) * _CELL)
        for number, (axis, child) in enumerate(scene.pairs[1:5]):
            x = left + (COLUMNS + 1) * _CELL
            parts += _puyo(int(child), x, (1 + 3 * number) * _CELL) + _puyo(int(axis), x, (2 + 3 * number) * _CELL)
        parts.append(f'<text x="{left}" y="{height - _CELL // 2}" font-family="sans-serif" font-size="12" '
                     f'fill="white">{scene.caption}</text>')
    return "".join([*parts, "</svg>"])


def _css(colour: tuple[int, int, int]) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)


def _puyo(cell: int, x: int, y: int) -> list[str]:
    if not cell:
        return []
    half = _CELL // 2
    return [f'<circle cx="{x + half}" cy="{y + half}" r="{half - 1}" fill="{_css(_COLOURS[cell])}"/>']


def rendered(mode: str | None, scenes: Sequence[Scene]) -> Any:
    """The scenes in a render mode: "ansi", "rgb_array" or "svg". Without a mode, None."""
    if mode is None:
        return None
    return {"ansi": text_of, "rgb_array": pixels_of, "svg": svg_of}[mode](scenes)


RENDER_MODES = ("ansi", "rgb_array", "svg")


def check_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"the render modes are {', '.join(RENDER_MODES)}, and not {mode!r}")
