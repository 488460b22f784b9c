// Cells drawn beforehand: one picture of all of them a size and look, from which a frame only copies.

import { kColours, kGarbage } from "./grid.js";
import { cellColour, contrast, mixed } from "./look.js";
import { bodyPath, disc, kMarks, markPath } from "./shapes.js";

/** @import {Look} from "./look.js" */

const kConnections = 16;
const kBodyRadius = 0.46;
const kDark = "#10131c";

/** The cells of one size and look. Immutable. */
export class Sprites {
  /** @param {Look} look @param {number} size   of a cell, in device pixels */
  constructor(look, size) {
    this.size = size;
    this.look_ = look;
    this.sheet_ = document.createElement("canvas");
    this.sheet_.width = size * kConnections;
    this.sheet_.height = size * (kColours.length + 1);
    const ctx = /** @type {CanvasRenderingContext2D} */ (this.sheet_.getContext("2d"));
    kColours.forEach((cell, row) => {
      for (let sides = 0; sides < kConnections; ++sides) {
        this.inCell_(ctx, sides, row, () => drawColour(ctx, cell, sides, look));
      }
    });
    this.inCell_(ctx, 0, kColours.length, () => drawGarbage(ctx, look.palette.garbage));
  }

  /** @param {Look} look @param {number} size */
  fits(look, size) {
    return this.size === size && this.look_ === look;
  }

  /**
   * Copies a cell to the target, with its upper left corner at (x, y).
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} cell @param {number} sides   on which it is connected
   * @param {number} x @param {number} y
   * @param {number} scale   1 is its full size; smaller stays centred
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
   * Lets `draw` draw in a unit square around (0, 0).
   * @param {CanvasRenderingContext2D} ctx @param {number} column @param {number} row @param {() => void} draw
   */
  inCell_(ctx, column, row, draw) {
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
function drawColour(ctx, cell, sides, look) {
  const colour = cellColour(look.palette, cell);
  ctx.fillStyle = mixed(colour, kDark, 0.42);
  ctx.fill(bodyPath(sides, kBodyRadius));
  const shade = ctx.createLinearGradient(0, -0.5, 0, 0.5);
  shade.addColorStop(0, mixed(colour, "#ffffff", 0.22));
  shade.addColorStop(0.5, colour);
  shade.addColorStop(1, mixed(colour, kDark, 0.12));
  // Along a joined side the shading would show as a seam.
  ctx.fillStyle = sides === 0 ? shade : colour;
  ctx.fill(bodyPath(sides, kBodyRadius - 0.045));
  drawGleam(ctx, colour);
  const mark = kMarks.get(cell);
  if (!mark) return;
  if (look.shapes) drawMark(ctx, colour, markPath(mark.shape));
  if (look.letters) drawLetter(ctx, mark.letter, look.shapes ? kDark : readableOn(colour));
  else drawEyes(ctx, look.shapes ? 0.075 : 0.14, look.shapes ? 0.04 : 0.075);
}

/** @param {CanvasRenderingContext2D} ctx @param {string} colour */
function drawGleam(ctx, colour) {
  ctx.save();
  ctx.fillStyle = mixed(colour, "#ffffff", 0.6);
  ctx.translate(-0.2, -0.27);
  ctx.rotate(-0.7);
  ctx.scale(1, 0.5);
  ctx.fill(disc(0.09));
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {string} colour @param {Path2D} path */
function drawMark(ctx, colour, path) {
  ctx.lineJoin = "round";
  ctx.lineWidth = 0.12;
  ctx.strokeStyle = mixed(colour, kDark, 0.3);
  ctx.stroke(path);
  ctx.lineWidth = 0.05;
  ctx.fillStyle = ctx.strokeStyle = mixed(colour, "#ffffff", 0.78);
  ctx.fill(path);
  ctx.stroke(path);
}

/** @param {CanvasRenderingContext2D} ctx @param {string} letter @param {string} colour */
function drawLetter(ctx, letter, colour) {
  ctx.fillStyle = colour;
  // Fonts have no sizes below one pixel: drawn large, scaled down.
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
    ctx.fillStyle = kDark;
    ctx.fill(disc(radius));
    ctx.restore();
    ctx.save();
    ctx.translate(side * apart - radius * 0.25, 0.01 - radius * 0.7);
    ctx.fillStyle = "#ffffff";
    ctx.fill(disc(radius * 0.36));
    ctx.restore();
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {string} colour */
function drawGarbage(ctx, colour) {
  ctx.fillStyle = mixed(colour, kDark, 0.5);
  ctx.fill(disc(0.45));
  const shade = ctx.createLinearGradient(0, -0.5, 0, 0.5);
  shade.addColorStop(0, mixed(colour, "#ffffff", 0.35));
  shade.addColorStop(1, mixed(colour, kDark, 0.2));
  ctx.fillStyle = shade;
  ctx.fill(disc(0.405));
  ctx.strokeStyle = mixed(colour, kDark, 0.65);
  ctx.lineWidth = 0.05;
  ctx.lineCap = "round";
  // It sleeps.
  for (const side of [-1, 1]) {
    ctx.beginPath();
    ctx.arc(side * 0.14, -0.02, 0.075, 0.15 * Math.PI, 0.85 * Math.PI);
    ctx.stroke();
  }
}

/** @param {string} colour */
function readableOn(colour) {
  return contrast(colour, kDark) > contrast(colour, "#ffffff") ? kDark : "#ffffff";
}

/** @type {Sprites[]} */
const recent = [];
// Two boards, their queues and trays, twice over while a look changes.
const kRecentSprites = 8;

/**
 * The sprites of a look and size, made at most once while they are in use.
 * @param {Look} look @param {number} size
 */
export function spritesFor(look, size) {
  const known = recent.find((sprites) => sprites.fits(look, size));
  if (known) return known;
  const made = new Sprites(look, size);
  recent.unshift(made);
  recent.length = Math.min(recent.length, kRecentSprites);
  return made;
}
