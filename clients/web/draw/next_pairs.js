// Draws the next pairs into a canvas. The pair that comes first is large; those after it are smaller, lower and farther
// from the field.

import { kVisiblePairs } from "./scene.js";
import { spritesFor } from "./sprites.js";

/** @import {Look} from "./look.js" */
/** @import {Pair} from "./scene.js" */

/** The size of the drawing of two pairs, measured in cells of the large pair. */
export const kPairsColumns = 1.9;
export const kPairsRows = 4;
const kLaterPairScale = 0.75;
const kSecondPairRow = 2.3;
/** The distance from a later pair to the next one, in cells of the later pairs. */
const kLaterPairStep = 2.2;

/**
 * Returns where the next pairs stand: their upper left corners, in pixels. More than two pairs are all drawn smaller.
 * @param {{width: number, height: number}} canvas
 * @param {number} most   the greatest number of pairs that this side shows: pairs keep their size while one is hidden
 * @param {"left"|"right"} field   the side of the drawing on which the field is
 * @returns {{cell: number, x: number, y: number}[]}
 */
export function pairPlaces({ width, height }, most, field) {
  const rows = kPairsRows + kLaterPairScale * kLaterPairStep * Math.max(most - 2, 0);
  const near = Math.floor(Math.min(width / kPairsColumns, height / rows));
  const far = Math.floor(near * kLaterPairScale);
  if (far < 2) return [];
  const [nearX, farX] = field === "left" ? [0, width - far] : [width - near, 0];
  const places = [{ cell: near, x: nearX, y: 0 }];
  for (let i = 1; i < Math.max(most, 2); ++i) {
    const y = Math.round(near * kSecondPairRow) + Math.round(far * kLaterPairStep * (i - 1));
    places.push({ cell: far, x: farX, y });
  }
  return places;
}

/**
 * Draws over the whole canvas.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Pair[]} pairs
 * @param {number} most   as for pairPlaces()
 * @param {Look} look
 * @param {"left"|"right"} field   the side of the drawing on which the field is
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
