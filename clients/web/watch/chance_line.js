// The curve of the chance to win over a game: the first seat leads above the middle line, the second below it. Pure.

import { kHalfHeight, xOf } from "../replay/scrub_bar.js";

/** @import {ChanceAt} from "./chance.js" */

/** The line stays clear of the edges of the picture. */
const kReach = 0.94 * kHalfHeight;

/** Returns the curve as a path. @param {ChanceAt[]} chances   by clock
 * @param {number} until   the clock up to which they are known @param {number} last   the clock at the right edge */
export function chancePath(chances, until, last) {
  let path = "";
  for (const { clock, chance } of chances) {
    const x = rounded(xOf(clock, last));
    const y = rounded(yOf(chance));
    path += path === "" ? `M${x} ${y}` : `H${x}V${y}`;
  }
  return path === "" ? "M0 0" : `${path}H${rounded(xOf(until, last))}`;
}

/** @param {number} chance */
export const yOf = (chance) => ((500 - chance) / 500) * kReach;

/** @param {number} value */
const rounded = (value) => Math.round(value * 10) / 10;
