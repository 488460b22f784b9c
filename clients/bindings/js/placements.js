// Placements are numbers from 0 to 21, in the order of rensa.h. Messages have the column and the rotation instead.

export const kPlacements = 22;

/** The first placement of each rotation, the number of its placements, and the column of the first one. */
const kRotations = [{ first: 0, count: 6, column: 1 }, { first: 6, count: 5, column: 1 },
  { first: 11, count: 6, column: 1 }, { first: 17, count: 5, column: 2 }];

/** @param {number} placement @returns {{x: number, r: number}} the column of the axis, and the rotation */
export function wirePlacement(placement) {
  for (const [r, { first, count, column }] of kRotations.entries()) {
    if (placement >= first && placement < first + count) return { x: placement - first + column, r };
  }
  throw new RangeError(`${placement} is no placement`);
}

/** @param {number} placement @returns {{axis: number, child: number}} the columns of the halves of a pair */
export function columnsOf(placement) {
  const { x, r } = wirePlacement(placement);
  return { axis: x, child: x + [0, 1, 0, -1][r] };
}

/** @param {number} bits   a set of placements @returns {number[]} */
export const placementsOf = (bits) => Array.from({ length: kPlacements }, (_, i) => i).filter((i) => bits >> i & 1);
