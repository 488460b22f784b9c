// Turns the facts about a side into a scene to be drawn.

/** @import {SideFacts} from "./engine.js" */
/** @import {SideScene, FallingPair, Landing} from "../draw/scene.js" */

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
