// Draws the dust that garbage raises where it comes to rest. It follows from the scene, so that a replay shows the same.

import { cellIndex, kColumns, kGarbage, kVisibleRows } from "./grid.js";

/** @import {BoardLayout} from "./board.js" */
/** @import {Look} from "./look.js" */
/** @import {SideScene} from "./scene.js" */

/** The part of the time of settling in which dust is seen. */
const kDustShare = 0.75;
const kPuffs = [-1, -0.5, 0.5, 1];

/** @param {CanvasRenderingContext2D} ctx @param {SideScene} scene @param {Look} look @param {BoardLayout} place */
export function drawDust(ctx, { cells, phase, progress, rested }, look, { cell, left, floor }) {
  if (look.reducesMotion || phase !== "settling" || !rested || progress >= kDustShare) return;
  const share = progress / kDustShare;
  const reach = 1 - (1 - share) ** 3;
  ctx.fillStyle = "#e4ddcf";
  ctx.globalAlpha = 0.8 * (1 - share);
  ctx.beginPath();
  for (let x = 1; x <= kColumns; ++x) {
    for (let y = 1; y <= kVisibleRows; ++y) {
      const at = cellIndex(x, y);
      if (!rested[at] || cells[at] !== kGarbage) continue;
      for (const puff of kPuffs) {
        const px = left + (x - 0.5 + puff * (0.3 + 0.45 * reach)) * cell;
        const py = floor - (y - 1 + 0.1 + 0.3 * reach * (1.4 - Math.abs(puff))) * cell;
        ctx.moveTo(px, py);
        ctx.arc(px, py, cell * (0.12 + 0.16 * share), 0, 2 * Math.PI);
      }
      // Only the lowest cell of a column strikes what lies below it.
      break;
    }
  }
  ctx.fill();
  ctx.globalAlpha = 1;
}
