// The next pairs drawn into a canvas: the nearest one large, those after it smaller, lower and farther from the field.

import { kVisiblePairs } from "./scene.js";
import { spritesFor } from "./sprites.js";

/** @import {Look} from "./look.js" */
/** @import {Pair} from "./scene.js" */

/** The size of the drawing of two pairs in cells of the nearest one. */
export const kPairsColumns = 1.9;
export const kPairsRows = 4;
const kFartherScale = 0.75;
const kSecondRow = 2.3;
/** From a farther pair to the next one, in cells of the farther pairs. */
const kFartherStep = 2.2;

/**
 * Returns where the next pairs stand: their upper left corners, in pixels. More than two pairs are all drawn smaller.
 * @param {{width: number, height: number}} canvas
 * @param {number} most   the most pairs that this side shows, so that pairs keep their size while one is hidden
 * @param {"left"|"right"} field   on which side of the drawing the field is
 * @returns {{cell: number, x: number, y: number}[]}
 */
export function pairPlaces({ width, height }, most, field) {
  const rows = kPairsRows + kFartherScale * kFartherStep * Math.max(most - 2, 0);
  const near = Math.floor(Math.min(width / kPairsColumns, height / rows));
  const far = Math.floor(near * kFartherScale);
  if (far < 2) return [];
  const [nearX, farX] = field === "left" ? [0, width - far] : [width - near, 0];
  const places = [{ cell: near, x: nearX, y: 0 }];
  for (let i = 1; i < Math.max(most, 2); ++i) {
    places.push({ cell: far, x: farX, y: Math.round(near * kSecondRow) + Math.round(far * kFartherStep * (i - 1)) });
  }
  return places;
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Pair[]} pairs
 * @param {number} most   as for pairPlaces()
 * @param {Look} look
 * @param {"left"|"right"} field   on which side of the drawing the field is
 */
export function drawPairs(ctx, pairs, most, look, field) {
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  const places = pairPlaces(ctx.canvas, Math.min(most, kVisiblePairs - 1), field);
  places.slice(0, pairs.length).forEach(({ cell, x, y }, i) => drawPair(ctx, pairs[i], look, cell, x, y));
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
