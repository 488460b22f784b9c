// Draws one field into a canvas.

import { drawBackdrop } from "./backdrop.js";
import { pressureOfCells } from "./bounce.js";
import { drawBursts } from "./bursts.js";
import {
  cellIndex, childOffset, connectedSides, connectedSquares, findUnsupported, kColumns, kEmpty, kRows, kVisibleRows,
} from "./grid.js";
import { cellColour } from "./look.js";
import { discPath, kMarks, markPath } from "./shapes.js";
import { spritesFor } from "./sprites.js";
import { vanishingStyle } from "./vanishing.js";

/** @import {FrameOwner} from "./backdrop.js" */
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
/** A bouncing cell grows this much wider for what it loses in height. */
const kWidening = 0.6;
/** Cells that bounce more than this are drawn without connections to their neighbours. */
const kApart = 0.04;

/**
 * The size of a cell and the edges of the field, in pixels of the canvas.
 * @typedef {{cell: number, left: number, floor: number, top: number}} BoardLayout
 */

/**
 * Draws over the whole canvas. Cells are as large as fit into it, in whole pixels.
 * @param {CanvasRenderingContext2D} ctx
 * @param {SideScene} scene
 * @param {Look} look
 * @param {FrameOwner} [owner]   in whose colour the frame is
 */
export function drawBoard(ctx, scene, look, owner = "none") {
  const { width, height } = ctx.canvas;
  ctx.clearRect(0, 0, width, height);
  const cell = Math.floor(Math.min(width / kBoardColumns, height / kBoardRows));
  if (cell < 2) return;
  const left = Math.round((width - cell * kColumns) / 2);
  const floor = Math.round(height - cell * kBoardBorder - (height - cell * kBoardRows) / 2);
  const place = { cell, left, floor, top: floor - cell * kVisibleRows };

  drawBackdrop(ctx, place, Math.max(1, Math.round(cell * kBoardBorder)), owner);
  ctx.save();
  ctx.beginPath();
  // The garbage that has filled a lost field does not leave its frame.
  const highest = scene.phase === "dead" ? place.top : 0;
  ctx.rect(left, highest, cell * kColumns, floor - highest);
  ctx.clip();
  if (look.landing) drawLandingMarks(ctx, scene, look, place);
  const sprites = spritesFor(look, cell);
  drawCells(ctx, scene, look, sprites, place);
  drawBursts(ctx, scene, look, place);
  drawFallingPair(ctx, scene, sprites, place);
  ctx.restore();
  if (scene.phase === "dead") shadeLostField(ctx, place);
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
  const { cells, vanishing, progress, rested } = scene;
  const unsupported = findUnsupported(cells);
  const sides = connectedSides(cells, unsupported);
  const pressures = rested && !look.reducesMotion ? pressureOfCells(cells, rested, progress) : null;
  const sunk = kFallingPhases.includes(scene.phase) ? Math.round(progress * cell) : 0;
  const blink = scene.phase === "vanishing" ? vanishingStyle(progress, look) : { alpha: 1, scale: 1 };
  for (let x = 1; x <= kColumns; ++x) {
    // A cell that is pressed flat lets down those above it.
    let lowered = 0;
    for (let y = 1; y < kRows; ++y) {
      const at = cellIndex(x, y);
      if (cells[at] === kEmpty) continue;
      const vanishes = vanishing[at] !== 0;
      const pressure = pressures?.[at] ?? 0;
      const scale = vanishes ? blink.scale : 1;
      // Shrinking and bouncing cells are drawn without connections to their neighbours.
      const isWhole = scale === 1 && Math.abs(pressure) < kApart;
      ctx.globalAlpha = (y > kVisibleRows ? 0.45 : 1) * (vanishes ? blink.alpha : 1);
      const box = {
        x: left + (x - 1) * cell - (pressure * kWidening * cell) / 2,
        y: floor - y * cell + (unsupported[at] ? sunk : 0) + (lowered + pressure) * cell,
        width: cell * (1 + pressure * kWidening),
        height: cell * (1 - pressure),
      };
      sprites.drawInBox(ctx, cells[at], isWhole ? sides[at] : 0, shrunken(box, scale));
      lowered += pressure;
    }
  }
  ctx.globalAlpha = 1;
  // Four connected cells are round, so a hole is left in their middle: it is filled here.
  for (const at of connectedSquares(sides)) {
    if (vanishing[at] && scene.phase === "vanishing") continue;
    if (pressures && squareCells(at).some((one) => Math.abs(pressures[one]) >= kApart)) continue;
    const [x, y] = [at % kColumns, Math.floor(at / kColumns)];
    ctx.fillStyle = cellColour(look.palette, cells[at]);
    ctx.fillRect(left + (x + 0.79) * cell, floor - (y + 1.21) * cell, cell * 0.42, cell * 0.42);
  }
}

/** The cells of the square with this lower left cell. @param {number} at */
const squareCells = (at) => [at, at + 1, at + kColumns, at + kColumns + 1];

/** Makes a box smaller around its centre. @param {import("./sprites.js").Box} box @param {number} scale */
function shrunken({ x, y, width, height }, scale) {
  const [across, down] = [(width * (1 - scale)) / 2, (height * (1 - scale)) / 2];
  return { x: x + across, y: y + down, width: width * scale, height: height * scale };
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
