// Scenes describe a picture as plain data. Code that knows the game makes them, and this folder has only functions
// of scenes. Rows and columns count from 1, at the floor and at the left; cells are the digits of grid.js.
// sceneOf() turns the facts about a side into a scene to be drawn.

/** @import {SideFacts} from "../rules/engine.js" */

/**
 * @typedef {"opening"|"preparation"|"control"|"falling"|"grounding"|"vanishing"|"collapsing"|"garbage_falling"|
 *   "settling"|"dead"} Phase
 */
/** @typedef {{axis: number, child: number}} Pair   cell digits */
/**
 * sink: 0..1 of the next row already fallen, for smooth drawing
 * @typedef {{x: number, y: number, r: number, sink: number}} FallingPair
 */
/** @typedef {{x: number, y: number, cell: number}} Landing   where a half of the falling pair would come to rest */

/**
 * @typedef {object} SideScene
 * @property {Uint8Array} cells      84: index (y - 1) * 6 + (x - 1)
 * @property {Phase} phase
 * @property {number} progress       0..1 of the phase's wait: vanishing cells blink and shrink by it, unsupported cells
 *                                   sink by it while falling, collapsing, garbage_falling
 * @property {Uint8Array} vanishing  84: 1 where the cell belongs to the link that vanishes (else 0)
 * @property {?Pair} current         of the falling pair
 * @property {?FallingPair} falling  null: no pair under control
 * @property {Landing[]} landing     empty: none shown
 * @property {Pair[]} next           without the current one: up to kVisiblePairs - 1
 * @property {number} pending        garbage that waits, may still be cancelled or added to
 * @property {number} fixed          garbage certain to fall
 * @property {number} score
 * @property {number} link           of the running chain, 0: none
 * @property {?{cells: number, factor: number, points: number}} linkScore   "70 x 10" of the running link, null: none
 * @property {boolean} allClear      its banner shows
 * @property {string} name
 * @property {number} wins
 */

/**
 * age: frames since it was sent
 * @typedef {{from: "own"|"other", amount: number, cancelled: number, age: number}} Attack
 */
/** @typedef {{own: SideScene, other: ?SideScene, attack: ?Attack}} DuelScene */

/** The most pairs that a ruleset may show to a player, the current one included (engine/rules/pair.h). */
export const kVisiblePairs = 5;

const kRowFrames = 16;
/** Where the child is, seen from the axis, by rotation. */
const kChild = [[0, 1], [1, 0], [0, -1], [-1, 0]];

/**
 * @param {SideFacts} facts
 * @param {{name: string, wins: number, allClear: boolean, landing: boolean, progress?: number}} beside the facts that
 *   the rules do not know; `progress` of the phase where its wait is not known
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
    falling: fallingOf(facts),
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
function fallingOf(facts) {
  const pair = facts.falling;
  if (!pair) return null;
  const [dx, dy] = kChild[pair.r];
  const isFree = facts.axisLands !== pair.y || facts.childLands !== pair.y + dy;
  const hangs = isFree && facts.axisLands < pair.y && landsBelow(facts, pair.x + dx, pair.y + dy);
  const sink = hangs && pair.fallCounter > 0 ? 1 - pair.fallCounter / kRowFrames : 0;
  return { x: pair.x, y: pair.y, r: pair.r, sink: Math.min(1, Math.max(0, sink)) };
}

/** Whether the cell below is empty. @param {SideFacts} facts @param {number} x @param {number} y */
function landsBelow(facts, x, y) {
  return y > 1 && facts.cells[(y - 2) * 6 + x - 1] === 0;
}

/** @param {SideFacts} facts @returns {Landing[]} */
export function landingOf(facts) {
  const pair = facts.falling;
  const current = facts.pairs[0];
  if (!pair || !current) return [];
  const landing = [];
  if (facts.axisLands > 0) landing.push({ x: pair.x, y: facts.axisLands, cell: current.axis });
  if (facts.childLands > 0) landing.push({ x: pair.x + kChild[pair.r][0], y: facts.childLands, cell: current.child });
  return landing;
}
