// Draws the well of a field behind its cells: a lacquered frame, a floor that is lighter than the top, and waves. It is
// drawn once for each size; frames only copy it.

import { el } from "../base/dom.js";
import { kColumns } from "./grid.js";

/** @import {BoardLayout} from "./board.js" */

const kDeathColumn = 3;
/** The lacquer of a frame: that of each seat, and that of a field of nobody. */
const kFrames = {
  own: { light: "#7fd4ff", middle: "#2c80b4", dark: "#173f66" },
  other: { light: "#ffb27f", middle: "#b3683a", dark: "#5c3019" },
  none: { light: "#8f78c9", middle: "#57457f", dark: "#2b2148" },
};
/** Whose field it is; a spectator sees the left one as "own". @typedef {keyof typeof kFrames} FrameOwner */
const kWell = { top: "#0b0d20", bottom: "#1c2146" };

/** @type {{key: string, canvas: HTMLCanvasElement}[]} */
const recentBackdrops = [];
const kRecentBackdrops = 8;

/**
 * Draws the backdrop over the whole canvas.
 * @param {CanvasRenderingContext2D} ctx @param {BoardLayout} place
 * @param {number} border   the width of the frame, in pixels @param {FrameOwner} owner
 */
export function drawBackdrop(ctx, place, border, owner) {
  const { width, height } = ctx.canvas;
  const key = `${width} ${height} ${place.cell} ${owner}`;
  let known = recentBackdrops.find((backdrop) => backdrop.key === key);
  if (!known) {
    known = { key, canvas: makeBackdrop(width, height, place, border, owner) };
    recentBackdrops.unshift(known);
    recentBackdrops.length = Math.min(recentBackdrops.length, kRecentBackdrops);
  }
  ctx.drawImage(known.canvas, 0, 0);
}

/** @param {number} width @param {number} height @param {BoardLayout} place @param {number} border
 * @param {FrameOwner} owner */
function makeBackdrop(width, height, place, border, owner) {
  const canvas = el("canvas", { width, height });
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  drawFrame(ctx, place, border, kFrames[owner]);
  drawWell(ctx, place);
  drawCross(ctx, place);
  return canvas;
}

/** @param {CanvasRenderingContext2D} ctx @param {BoardLayout} place @param {number} border
 * @param {{light: string, middle: string, dark: string}} colours */
function drawFrame(ctx, { cell, left, floor, top }, border, { light, middle, dark }) {
  const wide = cell * kColumns;
  const lacquer = ctx.createLinearGradient(0, top - border, 0, floor + border);
  lacquer.addColorStop(0, light);
  lacquer.addColorStop(0.12, middle);
  lacquer.addColorStop(0.9, dark);
  lacquer.addColorStop(1, middle);
  ctx.fillStyle = lacquer;
  ctx.beginPath();
  ctx.roundRect(left - border, top - border, wide + 2 * border, floor - top + 2 * border, cell * 0.28);
  ctx.fill();
}

/** @param {CanvasRenderingContext2D} ctx @param {BoardLayout} place */
function drawWell(ctx, { cell, left, floor, top }) {
  const [wide, high] = [cell * kColumns, floor - top];
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(left, top, wide, high, cell * 0.16);
  ctx.clip();
  const depth = ctx.createLinearGradient(0, top, 0, floor);
  depth.addColorStop(0, kWell.top);
  depth.addColorStop(1, kWell.bottom);
  ctx.fillStyle = depth;
  ctx.fillRect(left, top, wide, high);
  ctx.fillStyle = "#ffffff07";
  for (let x = 0; x < kColumns; x += 2) ctx.fillRect(left + x * cell, top, cell, high);
  drawWaves(ctx, { cell, left, floor, top });
  // The frame throws a shadow into the well, which gives it depth.
  ctx.shadowColor = "#000000d0";
  ctx.shadowBlur = cell * 0.5;
  ctx.strokeStyle = "#05060f";
  ctx.lineWidth = Math.max(1, cell * 0.06);
  ctx.beginPath();
  ctx.roundRect(left, top, wide, high, cell * 0.16);
  ctx.stroke();
  ctx.restore();
}

/** Draws rows of waves that fade towards the top. @param {CanvasRenderingContext2D} ctx @param {BoardLayout} place */
function drawWaves(ctx, { cell, left, floor, top }) {
  ctx.lineWidth = Math.max(1, cell * 0.03);
  const rows = Math.ceil((floor - top) / (cell * 0.5));
  for (let row = 0; row < rows; ++row) {
    ctx.strokeStyle = `rgba(150, 150, 230, ${(0.1 * (1 - row / rows)).toFixed(3)})`;
    const offset = row % 2 === 0 ? 0 : cell;
    for (let x = -1; x <= kColumns / 2 + 1; ++x) {
      for (const radius of [1, 0.66, 0.32]) {
        ctx.beginPath();
        ctx.arc(left + offset + x * 2 * cell, floor - row * cell * 0.5, radius * cell, Math.PI, 2 * Math.PI);
        ctx.stroke();
      }
    }
  }
}

/** The cross marks the cell that ends the game when a puyo rests in it.
 * @param {CanvasRenderingContext2D} ctx @param {BoardLayout} place */
function drawCross(ctx, { cell, left, top }) {
  const [x, y, arm] = [left + (kDeathColumn - 0.5) * cell, top + cell / 2, cell * 0.2];
  ctx.strokeStyle = "#ff6f6fa0";
  ctx.lineWidth = cell * 0.11;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(x - arm, y - arm);
  ctx.lineTo(x + arm, y + arm);
  ctx.moveTo(x + arm, y - arm);
  ctx.lineTo(x - arm, y + arm);
  ctx.stroke();
}
