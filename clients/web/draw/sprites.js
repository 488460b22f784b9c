// Draws all kinds of cells once for each size and look, into one picture. Frames only copy from that picture.

import { kBlue, kColours, kGarbage, kGreen, kPurple, kRed, kYellow } from "./grid.js";
import { cellColour, contrastRatio, mixColours } from "./look.js";
import { bodyPath, discPath, kMarks, markPath } from "./shapes.js";

/** @import {Look} from "./look.js" */

const kConnectionPatterns = 16;
const kBodyRadius = 0.46;
const kDarkColour = "#10131c";

/** @typedef {{x: number, y: number, width: number, height: number}} Box   in pixels of the canvas */

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
   */
  draw(ctx, cell, sides, x, y) {
    this.drawInBox(ctx, cell, sides, { x, y, width: this.size, height: this.size });
  }

  /**
   * Copies a cell to the target, as large as the box.
   * @param {CanvasRenderingContext2D} ctx @param {number} cell @param {number} sides @param {Box} box
   */
  drawInBox(ctx, cell, sides, { x, y, width, height }) {
    const row = cell === kGarbage ? kColours.length : kColours.indexOf(cell);
    const column = cell === kGarbage ? 0 : sides;
    const size = this.size;
    ctx.drawImage(this.sheet_, column * size, row * size, size, size, x, y, width, height);
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
  ctx.fillStyle = mixColours(colour, kDarkColour, 0.55);
  ctx.fill(bodyPath(sides, kBodyRadius));
  ctx.fillStyle = colour;
  ctx.fill(bodyPath(sides, kBodyRadius - 0.045));
  drawGloss(ctx, colour);
  const mark = kMarks.get(cell);
  if (!mark) return;
  if (look.letters) {
    if (look.shapes) drawMark(ctx, colour, markPath(mark.shape));
    return drawLetter(ctx, mark.letter, look.shapes ? kDarkColour : readableColourOn(colour));
  }
  if (look.shapes) {
    ctx.save();
    ctx.translate(0, 0.11);
    ctx.scale(0.64, 0.64);
    drawMark(ctx, colour, markPath(mark.shape));
    ctx.restore();
  }
  drawEyes(ctx, cell, colour, look.shapes ? -0.16 : -0.02);
}

/** Draws the light on a body. It ends before the edges, so that no seam shows between connected cells.
 * @param {CanvasRenderingContext2D} ctx @param {string} colour */
function drawGloss(ctx, colour) {
  const light = ctx.createRadialGradient(-0.1, -0.16, 0.02, -0.06, -0.08, 0.42);
  light.addColorStop(0, mixColours(colour, "#ffffff", 0.42));
  light.addColorStop(1, `${mixColours(colour, "#ffffff", 0.42)}00`);
  ctx.fillStyle = light;
  ctx.fill(discPath(0.42));
  ctx.save();
  ctx.fillStyle = mixColours(colour, "#ffffff", 0.75);
  ctx.translate(-0.23, -0.28);
  ctx.rotate(-0.7);
  ctx.scale(1, 0.48);
  ctx.fill(discPath(0.1));
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

/** The colours have characters: how far their pupils look aside and down, and how their lids stand.
 * @type {Map<number, {aside: number, down: number, lid: "none"|"stern"|"calm"}>} */
const kGazes = new Map([
  [kRed, { aside: 0, down: 0.015, lid: "stern" }], [kGreen, { aside: -0.03, down: 0.02, lid: "none" }],
  [kBlue, { aside: 0, down: 0, lid: "none" }], [kYellow, { aside: 0.01, down: -0.025, lid: "none" }],
  [kPurple, { aside: 0.04, down: 0.01, lid: "calm" }],
]);
const kEyeRadius = 0.125;

/** @param {CanvasRenderingContext2D} ctx @param {number} cell @param {string} colour @param {number} y */
function drawEyes(ctx, cell, colour, y) {
  const { aside, down, lid } = kGazes.get(cell) ?? { aside: 0, down: 0, lid: "none" };
  for (const side of [-1, 1]) {
    ctx.save();
    ctx.translate(side * 0.155, y);
    ctx.fillStyle = mixColours(colour, kDarkColour, 0.5);
    ctx.fill(discPath(kEyeRadius + 0.025));
    ctx.fillStyle = "#ffffff";
    ctx.fill(discPath(kEyeRadius));
    ctx.translate(aside, down);
    ctx.fillStyle = kDarkColour;
    ctx.fill(discPath(kEyeRadius * 0.6));
    ctx.translate(-0.022, -0.028);
    ctx.fillStyle = "#ffffff";
    ctx.fill(discPath(kEyeRadius * 0.24));
    ctx.restore();
    if (lid !== "none") drawLid(ctx, colour, { x: side * 0.155, y, slope: lid === "stern" ? side * 0.5 : 0 });
  }
}

/** Draws a lid over the upper part of an eye.
 * @param {CanvasRenderingContext2D} ctx @param {string} colour @param {{x: number, y: number, slope: number}} eye */
function drawLid(ctx, colour, { x, y, slope }) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(-slope);
  ctx.fillStyle = mixColours(colour, kDarkColour, 0.22);
  ctx.beginPath();
  ctx.arc(0, 0, kEyeRadius + 0.03, Math.PI * 1.02, Math.PI * 1.98);
  ctx.closePath();
  ctx.fill();
  ctx.restore();
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
  // The eyes of garbage are closed, and it has a crack.
  for (const side of [-1, 1]) {
    ctx.beginPath();
    ctx.arc(side * 0.14, 0.02, 0.075, 1.15 * Math.PI, 1.85 * Math.PI);
    ctx.stroke();
  }
  ctx.lineWidth = 0.035;
  ctx.stroke(new Path2D("M-0.1 0.2 L0 0.16 L0.1 0.2 M0.06 -0.4 L0.12 -0.3 L0.06 -0.24 L0.12 -0.18"));
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
