// Draws one field into a canvas.

import {
  cellIndex, childOffset, connectedSides, connectedSquares, findUnsupported, kColumns, kEmpty, kRows, kVisibleRows,
} from "./grid.js";
import { cellColour, kFieldColour } from "./look.js";
import { discPath, kMarks, markPath } from "./shapes.js";
import { spritesFor } from "./sprites.js";

/** @import {Look} from "./look.js" */
/** @import {Phase, SideScene} from "./scene.js" */
/** @import {Sprites} from "./sprites.js" */

/** The size of the drawing in cells. It has a border all around, and shows half of the hidden row above the frame. */
export const kBoardBorder = 0.15;
export const kShownHiddenRows = 0.5;
export const kBoardColumns = kColumns + 2 * kBoardBorder;
export const kBoardRows = kVisibleRows + kShownHiddenRows + 2 * kBoardBorder;

/** @type {Phase[]} */
const kFallingPhases = ["falling", "collapsing", "garbage_falling"];
const kDeathColumn = 3;

/**
 * The size of a cell and the edges of the field, in pixels of the canvas.
 * @typedef {{cell: number, left: number, floor: number, top: number}} BoardLayout
 */

/**
 * Draws over the whole canvas. Cells are as large as fit into it, in whole pixels.
 * @param {CanvasRenderingContext2D} ctx
 * @param {SideScene} scene
 * @param {Look} look
 */
export function drawBoard(ctx, scene, look) {
  const { width, height } = ctx.canvas;
  ctx.clearRect(0, 0, width, height);
  const cell = Math.floor(Math.min(width / kBoardColumns, height / kBoardRows));
  if (cell < 2) return;
  const left = Math.round((width - cell * kColumns) / 2);
  const floor = Math.round(height - cell * kBoardBorder - (height - cell * kBoardRows) / 2);
  const place = { cell, left, floor, top: floor - cell * kVisibleRows };

  drawBackground(ctx, place);
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, 0, cell * kColumns, floor);
  ctx.clip();
  if (look.landing) drawLandingMarks(ctx, scene, look, place);
  const sprites = spritesFor(look, cell);
  drawCells(ctx, scene, look, sprites, place);
  drawFallingPair(ctx, scene, sprites, place);
  ctx.restore();
  if (scene.phase === "dead") shadeLostField(ctx, place);
}

/** @param {CanvasRenderingContext2D} ctx @param {BoardLayout} place */
function drawBackground(ctx, { cell, left, floor, top }) {
  const border = Math.max(1, Math.round(cell * kBoardBorder));
  const width = cell * kColumns;
  ctx.fillStyle = "#4b5878";
  ctx.beginPath();
  ctx.roundRect(left - border, top - border, width + 2 * border, floor - top + 2 * border, cell * 0.25);
  ctx.fill();
  ctx.fillStyle = kFieldColour;
  ctx.fillRect(left, top, width, floor - top);
  ctx.fillStyle = "#ffffff09";
  for (let x = 0; x < kColumns; x += 2) ctx.fillRect(left + x * cell, top, cell, floor - top);
  // The cross marks the cell that ends the game when a puyo rests in it.
  const [x, y, arm] = [left + (kDeathColumn - 0.5) * cell, top + cell / 2, cell * 0.2];
  ctx.strokeStyle = "#ff7a7a66";
  ctx.lineWidth = cell * 0.1;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(x - arm, y - arm);
  ctx.lineTo(x + arm, y + arm);
  ctx.moveTo(x + arm, y - arm);
  ctx.lineTo(x - arm, y + arm);
  ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {SideScene} scene @param {Look} look @param {BoardLayout} place */
function drawLandingMarks(ctx, scene, look, { cell, left, floor }) {
  for (const { x, y, cell: colour } of scene.landing) {
    const mark = look.shapes ? kMarks.get(colour) : undefined;
    const path = mark ? markPath(mark.shape) : discPath(0.22);
    ctx.save();
    ctx.translate(left + (x - 0.5) * cell, floor - (y - 0.5) * cell);
    ctx.scale(cell, cell);
    ctx.lineJoin = "round";
    ctx.lineWidth = 0.07;
    ctx.strokeStyle = cellColour(look.palette, colour);
    ctx.fillStyle = `${cellColour(look.palette, colour)}40`;
    ctx.fill(path);
    ctx.stroke(path);
    ctx.restore();
  }
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {SideScene} scene @param {Look} look
 * @param {Sprites} sprites @param {BoardLayout} place
 */
function drawCells(ctx, scene, look, sprites, { cell, left, floor }) {
  const { cells, vanishing, progress } = scene;
  const unsupported = findUnsupported(cells);
  const sides = connectedSides(cells, unsupported);
  const sunk = kFallingPhases.includes(scene.phase) ? Math.round(progress * cell) : 0;
  const blink = scene.phase === "vanishing" ? vanishingStyle(progress, look) : { alpha: 1, scale: 1 };
  for (let y = 1; y < kRows; ++y) {
    for (let x = 1; x <= kColumns; ++x) {
      const at = cellIndex(x, y);
      if (cells[at] === kEmpty) continue;
      const vanishes = vanishing[at] !== 0;
      ctx.globalAlpha = (y > kVisibleRows ? 0.45 : 1) * (vanishes ? blink.alpha : 1);
      const top = floor - y * cell + (unsupported[at] ? sunk : 0);
      const scale = vanishes ? blink.scale : 1;
      // Shrinking cells are drawn without connections to their neighbours.
      sprites.draw(ctx, cells[at], scale === 1 ? sides[at] : 0, left + (x - 1) * cell, top, scale);
    }
  }
  ctx.globalAlpha = 1;
  // Four connected cells are round, so a hole is left in their middle: it is filled here.
  for (const at of connectedSquares(sides)) {
    if (vanishing[at] && scene.phase === "vanishing") continue;
    const [x, y] = [at % kColumns, Math.floor(at / kColumns)];
    ctx.fillStyle = cellColour(look.palette, cells[at]);
    ctx.fillRect(left + (x + 0.8) * cell, floor - (y + 1.2) * cell, cell * 0.4, cell * 0.4);
  }
}

/**
 * Returns how vanishing cells are drawn: they blink, then shrink. With reduced motion they only blink, more slowly.
 * @param {number} progress   0..1 of the time that they take to vanish
 * @param {{reducesMotion: boolean}} look
 */
export function vanishingStyle(progress, { reducesMotion }) {
  if (reducesMotion) return { alpha: progress % 0.5 < 0.25 ? 1 : 0.4, scale: 1 };
  const blinks = 0.64;
  if (progress < blinks) return { alpha: Math.floor((progress / blinks) * 6) % 2 === 0 ? 1 : 0.35, scale: 1 };
  const rest = (progress - blinks) / (1 - blinks);
  return { alpha: 1 - rest * 0.5, scale: 1 + 0.12 * Math.sin(rest * Math.PI) - rest * 0.85 };
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {SideScene} scene @param {Sprites} sprites @param {BoardLayout} place
 */
function drawFallingPair(ctx, scene, sprites, { cell, left, floor }) {
  const { falling, current } = scene;
  if (!falling || !current) return;
  const { dx, dy } = childOffset(falling.r);
  const top = (/** @type {number} */ y) => floor - (y - falling.sink) * cell;
  sprites.draw(ctx, current.child, 0, left + (falling.x + dx - 1) * cell, Math.round(top(falling.y + dy)));
  sprites.draw(ctx, current.axis, 0, left + (falling.x - 1) * cell, Math.round(top(falling.y)));
  // The circle marks the axis, around which the pair turns.
  ctx.strokeStyle = "#ffffffcc";
  ctx.lineWidth = Math.max(1, cell * 0.05);
  ctx.beginPath();
  ctx.arc(left + (falling.x - 0.5) * cell, top(falling.y) + cell / 2, cell * 0.44, 0, Math.PI * 2);
  ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {BoardLayout} place */
function shadeLostField(ctx, { cell, left, floor, top }) {
  ctx.fillStyle = "#0b0e17aa";
  ctx.fillRect(left, top, cell * kColumns, floor - top);
}
