// A scene describes a picture as plain data. sceneOf() makes one from the facts about a side; the other files of this
// folder draw scenes. Rows and columns count from 1, at the floor and at the left. Cells are the digits of grid.js.

import { cellIndex, childOffset, kEmpty } from "./grid.js";

/** @import {SideFacts} from "../rules/engine.js" */

/** @typedef {typeof import("../net/wire.js").kPhases[number]} Phase */
/** @typedef {{axis: number, child: number}} Pair   cell digits */
/**
 * sink: the part of a row, 0..1, that the pair has fallen since row y
 * @typedef {{x: number, y: number, r: number, sink: number}} FallingPair
 */
/** @typedef {{x: number, y: number, cell: number}} Landing   the cell where a half of the falling pair would rest */

/**
 * @typedef {object} SideScene
 * @property {Uint8Array} cells      84: index (y - 1) * 6 + (x - 1)
 * @property {Phase} phase
 * @property {number} progress       0..1 of the phase's time; it tells how far vanishing cells have shrunk and how far
 *                                   unsupported cells have sunk
 * @property {Uint8Array} vanishing  84: 1 where the cell belongs to the link that vanishes (else 0)
 * @property {?Uint8Array} [rested]  84: 1 where the cell has come to rest in this phase and bounces; null: none
 * @property {?Pair} current         the colours of the falling pair
 * @property {?FallingPair} falling  null: no pair under control
 * @property {Landing[]} landing     empty: none shown
 * @property {Pair[]} next           without the current one: up to kVisiblePairs - 1
 * @property {number} pending        garbage that may still be cancelled
 * @property {number} fixed          garbage that is certain to fall
 * @property {number} score
 * @property {number} link           the number of the running chain's link, 0: no chain runs
 * @property {?{cells: number, factor: number, points: number}} linkScore   "70 x 10" of the running link, null: none
 * @property {boolean} allClear      the banner of an all clear is shown
 * @property {string} name
 * @property {number} wins
 */

/**
 * age: frames since it was sent
 * @typedef {{from: "own"|"other", amount: number, cancelled: number, age: number}} Attack
 */
/** attacks: the recent ones, the oldest first; isOver: the game has ended
 * @typedef {{own: SideScene, other: ?SideScene, attacks: Attack[], isOver?: boolean}} DuelScene */

/** The most pairs that a ruleset may show to a player, the current one included (engine/rules/pair.h). */
export const kVisiblePairs = 5;

const kFramesPerRow = 16;

/**
 * @param {SideFacts} facts
 * @param {{name: string, wins: number, allClear: boolean, landing: boolean, progress?: number}} beside   facts that the
 *   engine does not know; `progress` is used if the engine does not know how long the phase lasts
 * @returns {SideScene}
 */
export function sceneOf(facts, beside) {
  const current = facts.pairs[0] ?? null;
  const progress = facts.waitInAll > 0 ? 1 - (facts.motion?.wait ?? 0) / facts.waitInAll : (beside.progress ?? 0);
  return {
    cells: facts.cells,
    phase: facts.phase,
    progress: Math.min(1, Math.max(0, progress)),
    vanishing: facts.vanishing,
    current,
    falling: fallingPairOf(facts),
    landing: beside.landing ? landingOf(facts) : [],
    next: facts.pairs.slice(1),
    pending: facts.pending,
    fixed: facts.fixed,
    score: facts.score,
    link: facts.link,
    linkScore: facts.linkScore,
    allClear: beside.allClear,
    name: beside.name,
    wins: beside.wins,
  };
}

/** @param {SideFacts} facts @returns {?FallingPair} */
function fallingPairOf(facts) {
  const pair = facts.falling;
  if (!pair) return null;
  const { dx, dy } = childOffset(pair.r);
  const isFree = facts.axisLands !== pair.y || facts.childLands !== pair.y + dy;
  const [childX, childY] = [pair.x + dx, pair.y + dy];
  const isEmptyBelow = childY > 1 && facts.cells[cellIndex(childX, childY - 1)] === kEmpty;
  const hangs = isFree && facts.axisLands < pair.y && isEmptyBelow;
  const sink = hangs && pair.fallCounter > 0 ? 1 - pair.fallCounter / kFramesPerRow : 0;
  return { x: pair.x, y: pair.y, r: pair.r, sink: Math.min(1, Math.max(0, sink)) };
}

/** @param {SideFacts} facts @returns {Landing[]} */
export function landingOf(facts) {
  const pair = facts.falling;
  const current = facts.pairs[0];
  if (!pair || !current) return [];
  const childX = pair.x + childOffset(pair.r).dx;
  const landing = [];
  if (facts.axisLands > 0) landing.push({ x: pair.x, y: facts.axisLands, cell: current.axis });
  if (facts.childLands > 0) landing.push({ x: childX, y: facts.childLands, cell: current.child });
  return landing;
}
