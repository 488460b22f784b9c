// Tells how cells that have come to rest bounce: they are pressed flat, spring back, and press on the cells below.
// Pure.

import { cellIndex, findUnsupported, kColumns, kEmpty, kGarbage, kRows } from "./grid.js";

/** @import {Phase, SideScene} from "./scene.js" */

/** Cells come to rest at the beginning of these phases, after these. @type {Partial<Record<Phase, Phase[]>>} */
const kPhasesBeforeRest = {
  grounding: ["control", "falling", "collapsing"], settling: ["garbage_falling", "grounding", "vanishing"],
};

/** The greatest part of its height that a cell loses. */
const kFlattest = 0.3;
/** A cell passes on this part of the pressure to the cell below it. */
const kPassedOn = 0.55;

/**
 * Returns the cells that came to rest at the beginning of this phase, as 84 flags; null: none.
 * @param {?Uint8Array} rested   the last result
 * @param {?SideScene} before   the scene that was drawn last
 * @param {SideScene} scene
 * @returns {?Uint8Array}
 */
export function nextRested(rested, before, scene) {
  const phasesBefore = kPhasesBeforeRest[scene.phase];
  if (!phasesBefore || !before) return null;
  if (before.phase === scene.phase) return rested;
  if (!phasesBefore.includes(before.phase)) return null;
  const wasLoose = findUnsupported(before.cells);
  return scene.cells.map((cell, at) => Number(cell !== kEmpty && (before.cells[at] === kEmpty || wasLoose[at] === 1)));
}

/** Returns how many of the cells that came to rest are garbage.
 * @param {?Uint8Array} rested @param {Uint8Array} cells */
export function countRestedGarbage(rested, cells) {
  return rested ? rested.reduce((count, one, at) => count + (one && cells[at] === kGarbage ? 1 : 0), 0) : 0;
}

/**
 * Returns by how much a cell is pressed flat, as a part of its height: it is most at the impact, and below 0 while the
 * cell stretches.
 * @param {number} progress   0..1 of the time in which cells come to rest
 */
export function pressureAt(progress) {
  return kFlattest * Math.exp(-3.2 * progress) * Math.cos(progress * 3 * Math.PI) * (1 - progress);
}

/**
 * Returns the pressure on each cell, as 84 parts of its height. A column passes pressure downwards.
 * @param {Uint8Array} cells @param {Uint8Array} rested @param {number} progress
 * @returns {Float32Array}
 */
export function pressureOfCells(cells, rested, progress) {
  const pressures = new Float32Array(cells.length);
  const whole = pressureAt(progress);
  for (let x = 1; x <= kColumns; ++x) {
    let passed = 0;
    for (let y = kRows; y >= 1; --y) {
      const at = cellIndex(x, y);
      if (cells[at] === kEmpty) passed = 0;
      else passed = pressures[at] = rested[at] ? whole : passed * kPassedOn;
    }
  }
  return pressures;
}
