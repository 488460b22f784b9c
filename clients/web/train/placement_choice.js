// Moves the choice of a placement for a waiting pair from one possible placement to another. Pure.

/**
 * x: the column of the axis; r: the child is above (0), right (1), below (2) or left (3) of it.
 * @typedef {{x: number, r: number}} Placement
 */

const kColumns = 6;

/** All placements, in the order of their numbers (engine/rules/pair.h). @type {Placement[]} */
export const kPlacements = [0, 1, 2, 3].flatMap((r) =>
  [1, 2, 3, 4, 5, 6].filter((x) => !(r === 1 && x === kColumns) && !(r === 3 && x === 1)).map((x) => ({ x, r })),
);

/** @param {Placement} placement @returns {number} below 0: it is no placement */
export function placementIndex({ x, r }) {
  return kPlacements.findIndex((one) => one.x === x && one.r === r);
}

/** @param {Placement} placement @param {number} possible   the possible placements, as bits */
function isPossible(placement, possible) {
  const index = placementIndex(placement);
  return index >= 0 && ((possible >> index) & 1) === 1;
}

/** Returns the placement above which a pair waits at first. @param {number} possible   not 0 @returns {Placement} */
export function firstPlacement(possible) {
  const usual = { x: 3, r: 0 };
  if (isPossible(usual, possible)) return usual;
  return kPlacements.find((placement) => isPossible(placement, possible)) ?? usual;
}

/** Returns the placement in the next column on this side that is possible. @param {Placement} from @param {1|-1} side
 * @param {number} possible @returns {Placement} */
export function movedSideways({ x, r }, side, possible) {
  for (let to = x + side; to >= 1 && to <= kColumns; to += side) {
    if (isPossible({ x: to, r }, possible)) return { x: to, r };
  }
  return { x, r };
}

/** Returns the turned placement. A wall pushes it aside; if it has no room, it turns twice. @param {Placement} from
 * @param {1|-1} turn   1: clockwise @param {number} possible @returns {Placement} */
export function turnedPlacement({ x, r }, turn, possible) {
  for (const times of [1, 2]) {
    const next = (r + turn * times + 4) % 4;
    const asides = next === 1 ? [0, -1] : next === 3 ? [0, 1] : [0, -1, 1];
    for (const aside of asides) {
      if (isPossible({ x: x + aside, r: next }, possible)) return { x: x + aside, r: next };
    }
  }
  return { x, r };
}

/**
 * Returns the possible placement that is nearest to a column. @param {Placement} from @param {number} column @param
 * {number} possible
 * @returns {Placement}
 */
export function nearestToColumn({ x, r }, column, possible) {
  const all = kPlacements.filter((placement) => placement.r === r && isPossible(placement, possible));
  const distance = (/** @type {Placement} */ placement) => Math.abs(placement.x - column);
  return all.reduce((best, one) => (distance(one) < distance(best) ? one : best), { x, r });
}
