// What a player that is here would have done in a game: asked of the server, and as what is drawn and said of it.

/** @import {Landing, Pair} from "../draw/scene.js" */

import { cellIndex, childOffset, kEmpty, kRows } from "../draw/grid.js";

/** @typedef {{x: number, r: number}} Place */
/** worth: to this player, null if it has no such measure
 * @typedef {Place & {worth: ?number}} Candidate */
/**
 * clock: when the pair came; taken: where it went, null if the game ended before
 * @typedef {{player: string, seat: number, clock: number, hand: number, taken: ?Place, candidates: Candidate[]}} Advice
 */
/** What came of a question; why: the server's sentence, "" if it could not be reached.
 * @typedef {{advice: Advice} | {why: string}} Answer */

/** Who can be asked. @returns {Promise<string[]>} */
export async function loadAdvisers() {
  try {
    const answer = await fetch("/api/v1/players");
    return answer.ok ? ((await answer.json()).advisers ?? []) : [];
  } catch {
    return [];
  }
}

/**
 * @param {string} record   its path
 * @param {{player: string, seat: number, clock: number}} question   seat: 0 or 1
 * @returns {Promise<Answer>}
 */
export async function askFor(record, { player, seat, clock }) {
  const query = new URLSearchParams({ player, seat: String(seat + 1), clock: String(clock) });
  try {
    const answer = await fetch(`${record}/advice?${query}`);
    const body = await answer.json();
    return answer.ok ? { advice: { ...body, seat: body.seat - 1 } } : { why: body.error ?? "" };
  } catch {
    return { why: "" };
  }
}

/**
 * Where a pair comes to rest that is put there; what does not stay is left out.
 * @param {Uint8Array} cells @param {Pair} pair @param {Place} place
 * @returns {Landing[]}
 */
export function restOf(cells, pair, { x, r }) {
  const { dx, dy } = childOffset(r);
  const [axisFloor, childFloor] = [floorOf(cells, x), floorOf(cells, x + dx)];
  const axis = { x, y: axisFloor + (dy < 0 ? 1 : 0), cell: pair.axis };
  const child = { x: x + dx, y: childFloor + (dy > 0 ? 1 : 0), cell: pair.child };
  return [axis, child].filter(({ y }) => y <= kRows);
}

/** The lowest row of a column that is free. @param {Uint8Array} cells @param {number} x */
function floorOf(cells, x) {
  let y = kRows;
  while (y >= 1 && cells[cellIndex(x, y)] === kEmpty) --y;
  return y + 1;
}

/** @param {?Place} one @param {?Place} other */
export const isSamePlace = (one, other) => one !== null && other !== null && one.x === other.x && one.r === other.r;
