// Describes the field as a grid, and finds how cells look from their neighbours. Pure.

export const kColumns = 6;
export const kRows = 14;
/** Rows above this one are hidden: nothing connects or vanishes there. */
export const kVisibleRows = 12;

export const kEmpty = 0;
export const kGarbage = 1;
export const kPurple = 2;
export const kRed = 4;
export const kBlue = 5;
export const kYellow = 6;
export const kGreen = 7;
export const kColours = [kRed, kGreen, kBlue, kYellow, kPurple];

/** The bits for the sides on which a cell is connected to its neighbours. */
export const kAbove = 1;
export const kRight = 2;
export const kBelow = 4;
export const kLeft = 8;

/** @type {Record<string, number>} */
const kCellsOfLetters = { ".": kEmpty, "&": kGarbage, R: kRed, G: kGreen, B: kBlue, Y: kYellow, P: kPurple };

/** @param {number} x @param {number} y */
export function cellIndex(x, y) {
  return (y - 1) * kColumns + (x - 1);
}

/** Returns the cell that a letter stands for: R, G, B, Y or P, & for garbage, and a dot for none. @param {string} letter */
export function cellOfLetter(letter) {
  return kCellsOfLetters[letter];
}

/** Reads a picture of a field: a row of letters for each row, the highest first. @param {readonly string[]} rows */
export function cellsOfPicture(rows) {
  const cells = new Uint8Array(kColumns * kRows);
  rows.forEach((row, i) => [...row].forEach((letter, x) => {
    cells[cellIndex(x + 1, rows.length - i)] = cellOfLetter(letter);
  }));
  return cells;
}

/** Returns how many columns and rows a pair's child is from its axis. @param {number} r   rotation */
export function childOffset(r) {
  return [{ dx: 0, dy: 1 }, { dx: 1, dy: 0 }, { dx: 0, dy: -1 }, { dx: -1, dy: 0 }][r & 3];
}

/**
 * Returns 1 for each filled cell that has an empty cell anywhere below it, and 0 for all others.
 * @param {Uint8Array} cells
 */
export function findUnsupported(cells) {
  const loose = new Uint8Array(cells.length);
  for (let x = 1; x <= kColumns; ++x) {
    let gap = false;
    for (let y = 1; y <= kRows; ++y) {
      const at = cellIndex(x, y);
      if (cells[at] === kEmpty) gap = true;
      else if (gap) loose[at] = 1;
    }
  }
  return loose;
}

/**
 * Returns the lower left cells of all squares of four cells that are connected all around.
 * @param {Uint8Array} sides   from connectedSides()
 * @returns {number[]}
 */
export function connectedSquares(sides) {
  const corners = [];
  for (let at = 0; at + kColumns < sides.length; ++at) {
    const isCorner = (sides[at] & (kAbove | kRight)) === (kAbove | kRight);
    if (isCorner && sides[at + kColumns] & kRight && sides[at + 1] & kAbove) corners.push(at);
  }
  return corners;
}

/**
 * Returns for each cell the sides on which it touches a cell of its own colour, as bits. Cells marked in `loose` are
 * falling, and are connected to none.
 * @param {Uint8Array} cells
 * @param {Uint8Array} loose
 */
export function connectedSides(cells, loose) {
  const sides = new Uint8Array(cells.length);
  /** @param {number} at @param {number} next @param {number} side @param {number} opposite */
  const join = (at, next, side, opposite) => {
    if (cells[at] !== cells[next] || loose[next]) return;
    sides[at] |= side;
    sides[next] |= opposite;
  };
  for (let y = 1; y <= kVisibleRows; ++y) {
    for (let x = 1; x <= kColumns; ++x) {
      const at = cellIndex(x, y);
      if (cells[at] <= kGarbage || loose[at]) continue;
      if (x < kColumns) join(at, at + 1, kRight, kLeft);
      if (y < kVisibleRows) join(at, at + kColumns, kAbove, kBelow);
    }
  }
  return sides;
}
