// Draws the next two pairs into a canvas. The pair that comes first is large; the one after it is smaller, lower and
// farther from the field.

import { kVisiblePairs } from "./scene.js";
import { spritesFor } from "./sprites.js";

/** @import {Look} from "./look.js" */
/** @import {Pair} from "./scene.js" */

/** The size of the drawing, measured in cells of the large pair. */
export const kPairsColumns = 1.9;
export const kPairsRows = 4;
const kLaterPairScale = 0.75;

/**
 * Draws over the whole canvas.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Pair[]} pairs
 * @param {Look} look
 * @param {"left"|"right"} field   the side of the drawing on which the field is
 */
export function drawPairs(ctx, pairs, look, field) {
  const { width, height } = ctx.canvas;
  ctx.clearRect(0, 0, width, height);
  const near = Math.floor(Math.min(width / kPairsColumns, height / kPairsRows));
  const far = Math.floor(near * kLaterPairScale);
  if (far < 2) return;
  const [nearX, farX] = field === "left" ? [0, width - far] : [width - near, 0];
  const places = [{ cell: near, x: nearX, y: 0 }, { cell: far, x: farX, y: Math.round(near * 2.3) }];
  pairs.slice(0, kVisiblePairs - 1).forEach((pair, i) => drawPair(ctx, pair, look, places[i].cell, places[i].x, places[i].y));
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Pair} pair @param {Look} look
 * @param {number} cell @param {number} x @param {number} y
 */
export function drawPair(ctx, { axis, child }, look, cell, x, y) {
  const sprites = spritesFor(look, cell);
  sprites.draw(ctx, child, 0, x, y);
  sprites.draw(ctx, axis, 0, x, y + cell);
}
