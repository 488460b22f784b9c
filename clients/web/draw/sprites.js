// Draws all kinds of cells once for each size and look, into one picture. Frames only copy from that picture.

import { kColours, kGarbage } from "./grid.js";
import { cellColour, contrastRatio, mixColours } from "./look.js";
import { bodyPath, discPath, kMarks, markPath } from "./shapes.js";

/** @import {Look} from "./look.js" */

const kConnectionPatterns = 16;
const kBodyRadius = 0.46;
const kDarkColour = "#10131c";

/** The picture of all cells in one size and look. It never changes. */
export class Sprites {
  /** @param {Look} look @param {number} size   of a cell, in device pixels */
  constructor(look, size) {
    this.size = size;
    this.look_ = look;
    this.sheet_ = document.createElement("canvas");
    this.sheet_.width = size * kConnectionPatterns;
    this.sheet_.height = size * (kColours.length + 1);
    const ctx = /** @type {CanvasRenderingContext2D} */ (this.sheet_.getContext("2d"));
    kColours.forEach((cell, row) => {
      for (let sides = 0; sides < kConnectionPatterns; ++sides) {
        this.drawInCell_(ctx, sides, row, () => drawColouredCell(ctx, cell, sides, look));
      }
    });
    this.drawInCell_(ctx, 0, kColours.length, () => drawGarbageCell(ctx, look.palette.garbage));
  }

  /** @param {Look} look @param {number} size */
  isFor(look, size) {
    return this.size === size && this.look_ === look;
  }

  /**
   * Copies a cell to the target, with its upper left corner at (x, y).
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} cell @param {number} sides   on which it is connected
   * @param {number} x @param {number} y
   * @param {number} scale   1 is the full size; a smaller cell keeps its centre
   */
  draw(ctx, cell, sides, x, y, scale = 1) {
    const row = cell === kGarbage ? kColours.length : kColours.indexOf(cell);
    const column = cell === kGarbage ? 0 : sides;
    const size = this.size;
    const margin = (size * (1 - scale)) / 2;
    ctx.drawImage(
      this.sheet_, column * size, row * size, size, size, x + margin, y + margin, size * scale, size * scale,
    );
  }

  /**
   * Calls `draw` with coordinates in which the cell is a square of side 1 around (0, 0).
   * @param {CanvasRenderingContext2D} ctx @param {number} column @param {number} row @param {() => void} draw
   */
  drawInCell_(ctx, column, row, draw) {
    ctx.save();
    ctx.beginPath();
    ctx.rect(column * this.size, row * this.size, this.size, this.size);
    ctx.clip();
    ctx.translate((column + 0.5) * this.size, (row + 0.5) * this.size);
    ctx.scale(this.size, this.size);
    draw();
    ctx.restore();
  }
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} cell @param {number} sides
 * @param {Look} look
 */
function drawColouredCell(ctx, cell, sides, look) {
  const colour = cellColour(look.palette, cell);
  ctx.fillStyle = mixColours(colour, kDarkColour, 0.42);
  ctx.fill(bodyPath(sides, kBodyRadius));
  const shade = ctx.createLinearGradient(0, -0.5, 0, 0.5);
  shade.addColorStop(0, mixColours(colour, "#ffffff", 0.22));
  shade.addColorStop(0.5, colour);
  shade.addColorStop(1, mixColours(colour, kDarkColour, 0.12));
  // The shading would show as a seam between connected cells, so these have none.
  ctx.fillStyle = sides === 0 ? shade : colour;
  ctx.fill(bodyPath(sides, kBodyRadius - 0.045));
  drawHighlight(ctx, colour);
  const mark = kMarks.get(cell);
  if (!mark) return;
  if (look.shapes) drawMark(ctx, colour, markPath(mark.shape));
  if (look.letters) drawLetter(ctx, mark.letter, look.shapes ? kDarkColour : readableColourOn(colour));
  else drawEyes(ctx, look.shapes ? 0.075 : 0.14, look.shapes ? 0.04 : 0.075);
}

/** @param {CanvasRenderingContext2D} ctx @param {string} colour */
function drawHighlight(ctx, colour) {
  ctx.save();
  ctx.fillStyle = mixColours(colour, "#ffffff", 0.6);
  ctx.translate(-0.2, -0.27);
  ctx.rotate(-0.7);
  ctx.scale(1, 0.5);
  ctx.fill(discPath(0.09));
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {string} colour @param {Path2D} path */
function drawMark(ctx, colour, path) {
  ctx.lineJoin = "round";
  ctx.lineWidth = 0.12;
  ctx.strokeStyle = mixColours(colour, kDarkColour, 0.3);
  ctx.stroke(path);
  ctx.lineWidth = 0.05;
  ctx.fillStyle = ctx.strokeStyle = mixColours(colour, "#ffffff", 0.78);
  ctx.fill(path);
  ctx.stroke(path);
}

/** @param {CanvasRenderingContext2D} ctx @param {string} letter @param {string} colour */
function drawLetter(ctx, letter, colour) {
  ctx.fillStyle = colour;
  // Fonts have no sizes below one pixel, so the letter is drawn large and scaled down.
  ctx.save();
  ctx.scale(0.01, 0.01);
  ctx.font = "700 38px system-ui, sans-serif";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(letter, 0, 4);
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {number} apart @param {number} radius */
function drawEyes(ctx, apart, radius) {
  for (const side of [-1, 1]) {
    ctx.save();
    ctx.translate(side * apart, 0.01);
    ctx.scale(1, 1.5);
    ctx.fillStyle = kDarkColour;
    ctx.fill(discPath(radius));
    ctx.restore();
    ctx.save();
    ctx.translate(side * apart - radius * 0.25, 0.01 - radius * 0.7);
    ctx.fillStyle = "#ffffff";
    ctx.fill(discPath(radius * 0.36));
    ctx.restore();
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {string} colour */
function drawGarbageCell(ctx, colour) {
  ctx.fillStyle = mixColours(colour, kDarkColour, 0.5);
  ctx.fill(discPath(0.45));
  const shade = ctx.createLinearGradient(0, -0.5, 0, 0.5);
  shade.addColorStop(0, mixColours(colour, "#ffffff", 0.35));
  shade.addColorStop(1, mixColours(colour, kDarkColour, 0.2));
  ctx.fillStyle = shade;
  ctx.fill(discPath(0.405));
  ctx.strokeStyle = mixColours(colour, kDarkColour, 0.65);
  ctx.lineWidth = 0.05;
  ctx.lineCap = "round";
  // The eyes of garbage are closed.
  for (const side of [-1, 1]) {
    ctx.beginPath();
    ctx.arc(side * 0.14, -0.02, 0.075, 0.15 * Math.PI, 0.85 * Math.PI);
    ctx.stroke();
  }
}

/** Returns the dark colour or white: the one with more contrast to this colour. @param {string} colour */
function readableColourOn(colour) {
  return contrastRatio(colour, kDarkColour) > contrastRatio(colour, "#ffffff") ? kDarkColour : "#ffffff";
}

/** @type {Sprites[]} */
const recentSprites = [];
// Enough for the sizes of two fields and their next pairs, also while the look changes.
const kRecentSprites = 8;

/**
 * Returns the sprites of a look and size. The most recent ones are kept, so that frames do not make them again.
 * @param {Look} look @param {number} size
 */
export function spritesFor(look, size) {
  const known = recentSprites.find((sprites) => sprites.isFor(look, size));
  if (known) return known;
  const made = new Sprites(look, size);
  recentSprites.unshift(made);
  recentSprites.length = Math.min(recentSprites.length, kRecentSprites);
  return made;
}
