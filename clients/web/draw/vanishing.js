// Tells where the cells of a link are, and how they look until they are gone. Pure.

import { kColumns } from "./grid.js";

/** The part of the time in which vanishing cells blink; then they burst. */
export const kBlinkShare = 0.64;
const kBlinks = 6;

/**
 * Returns how vanishing cells are drawn: they blink, then swell and shrink. With reduced motion they only blink, more
 * slowly.
 * @param {number} progress   0..1 of the time that they take to vanish
 * @param {{reducesMotion: boolean}} look
 */
export function vanishingStyle(progress, { reducesMotion }) {
  if (reducesMotion) return { alpha: progress % 0.5 < 0.25 ? 1 : 0.4, scale: 1 };
  if (progress < kBlinkShare) {
    return { alpha: Math.floor((progress / kBlinkShare) * kBlinks) % 2 === 0 ? 1 : 0.35, scale: 1 };
  }
  const rest = (progress - kBlinkShare) / (1 - kBlinkShare);
  return { alpha: 1 - rest * 0.5, scale: Math.max(0.02, 1 + 0.12 * Math.sin(rest * Math.PI) - rest) };
}

/** Returns the middle of marked cells, in cells from the lower left corner of the field; null: none is marked.
 * @param {Uint8Array} marks   84 */
export function middleOfCells(marks) {
  let [count, x, y] = [0, 0, 0];
  for (let at = 0; at < marks.length; ++at) {
    if (marks[at] === 0) continue;
    ++count;
    x += at % kColumns;
    y += Math.floor(at / kColumns);
  }
  return count === 0 ? null : { x: x / count + 0.5, y: y / count + 0.5 };
}
