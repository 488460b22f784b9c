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

/** Follows the scenes of one side, and finds the cells that come to rest. */
export class RestingCells {
  constructor() {
    /** @type {?SideScene} */
    this.before_ = null;
    /** The cells of the pair that was placed last. @type {?Uint8Array} */
    this.placed_ = null;
    /** The cells before the garbage began to fall that falls now. @type {?Uint8Array} */
    this.beforeGarbage_ = null;
    /** @type {?Uint8Array} */
    this.rested_ = null;
  }

  /**
   * Returns the cells that came to rest at the beginning of the scene's phase, as 84 flags; null: none.
   * @param {SideScene} scene   the one that follows the last one
   * @returns {?Uint8Array}
   */
  next(scene) {
    const before = this.before_;
    this.before_ = scene;
    // A placed pair lies in the field from the first frame of its fall on, also if it has no way to fall.
    if (before?.phase === "control" && scene.phase !== "control") {
      this.placed_ = scene.cells.map((cell, at) => Number(cell !== before.cells[at]));
    }
    if (scene.phase === "garbage_falling" && before?.phase !== "garbage_falling") {
      this.beforeGarbage_ = before?.cells ?? null;
    }
    if (before?.phase !== scene.phase) this.rested_ = before && this.restedAfter_(before, scene);
    return this.rested_;
  }

  /** @param {SideScene} before @param {SideScene} scene @returns {?Uint8Array} */
  restedAfter_(before, scene) {
    if (!kPhasesBeforeRest[scene.phase]?.includes(before.phase)) return null;
    const wasLoose = findUnsupported(before.cells);
    const placed = scene.phase === "grounding" ? this.placed_ : null;
    // In lower columns garbage comes to rest a little earlier: all of it strikes at the end of its fall.
    const fallen = before.phase === "garbage_falling" ? this.beforeGarbage_ : null;
    const isNew = (/** @type {number} */ at) => before.cells[at] === kEmpty || wasLoose[at] === 1 || placed?.[at] === 1
      || (fallen !== null && fallen[at] === kEmpty);
    return scene.cells.map((cell, at) => Number(cell !== kEmpty && isNew(at)));
  }
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
