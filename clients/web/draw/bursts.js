// Draws how the groups of a link burst, drops, a ring, and rays, which grow with each link, and the dust that garbage
// raises. Everything follows from the scene, so that a replay shows the same burst at the same frame.

import { cellIndex, kColumns, kGarbage, kVisibleRows } from "./grid.js";
import { cellColour, mixColours } from "./look.js";
import { kBlinkShare, middleOfCells } from "./vanishing.js";

/** @import {BoardLayout} from "./board.js" */
/** @import {Look} from "./look.js" */
/** @import {SideScene} from "./scene.js" */

const kMinDrops = 4;
const kMaxDrops = 11;
/** A whole field that vanishes must not make frames slow. */
const kMaxDropsInAll = 180;
const kFirstLinkWithRing = 2;
const kFirstLinkWithRays = 5;
const kRays = 12;

/** Returns how large the effects of a link are, from 0 for the first to 1 for the tenth. @param {number} link */
export function linkStrength(link) {
  return Math.min(1, Math.max(0, link - 1) / 9);
}

/** Returns the same number, 0..1, for the same drop. @param {number} at @param {number} drop */
function scatter(at, drop) {
  const mixed = Math.imul((at + 1) * 374761393 + (drop + 1) * 668265263, 1274126177);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/**
 * Returns where the drops of a vanishing cell are, in cells from its centre, and their radius.
 * @param {number} at   the index of the cell
 * @param {number} share   0..1 of the burst
 * @param {number} link @param {number} count
 * @returns {{dx: number, dy: number, radius: number}[]}
 */
export function dropsOf(at, share, link, count) {
  const reach = 1.1 + 1.5 * linkStrength(link);
  const eased = 1 - (1 - share) ** 2;
  return Array.from({ length: count }, (_, drop) => {
    const angle = (drop / count + scatter(at, drop)) * 2 * Math.PI;
    const distance = reach * (0.45 + 0.55 * scatter(at, drop + 32)) * eased;
    return {
      dx: Math.cos(angle) * distance,
      dy: Math.sin(angle) * distance + 1.1 * share * share,
      radius: (0.15 + 0.1 * scatter(at, drop + 64)) * (1 + 0.5 * linkStrength(link)) * (1 - share),
    };
  });
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {SideScene} scene @param {Look} look @param {BoardLayout} place
 */
export function drawBursts(ctx, scene, look, place) {
  if (look.reducesMotion || scene.phase !== "vanishing" || scene.progress <= kBlinkShare) return;
  const share = (scene.progress - kBlinkShare) / (1 - kBlinkShare);
  const vanishing = [...scene.vanishing.keys()].filter((at) => scene.vanishing[at]);
  if (vanishing.length === 0) return;
  ctx.save();
  // Nothing leaves the frame of the field.
  ctx.beginPath();
  ctx.rect(place.left, place.top, kColumns * place.cell, place.floor - place.top);
  ctx.clip();
  const middle = middleOfCells(scene.vanishing) ?? { x: 0, y: 0 };
  const light = { x: place.left + middle.x * place.cell, y: place.floor - middle.y * place.cell, cell: place.cell };
  if (scene.link >= kFirstLinkWithRays) drawRays(ctx, scene.link, share, light);
  if (scene.link >= kFirstLinkWithRing) drawRing(ctx, scene.link, share, light);
  const wanted = Math.min(kMaxDrops, kMinDrops + scene.link);
  const count = Math.max(1, Math.min(wanted, Math.floor(kMaxDropsInAll / vanishing.length)));
  for (const at of vanishing) {
    const { x, y } = centreOf(at, place);
    const drops = dropsOf(at, share, scene.link, count);
    const colour = cellColour(look.palette, scene.cells[at]);
    ctx.strokeStyle = mixColours(colour, "#10131c", 0.6);
    ctx.lineWidth = place.cell * 0.06;
    tracePath(ctx, drops, { x, y, cell: place.cell, shift: 0, scale: 1 });
    ctx.stroke();
    ctx.fillStyle = mixColours(colour, "#ffffff", 0.15);
    ctx.fill();
    ctx.fillStyle = "#ffffffc0";
    tracePath(ctx, drops, { x, y, cell: place.cell, shift: -0.35, scale: 0.35 });
    ctx.fill();
  }
  ctx.restore();
}

/** Begins a path of discs: the drops, or the light on each of them.
 * @param {CanvasRenderingContext2D} ctx @param {{dx: number, dy: number, radius: number}[]} drops
 * @param {{x: number, y: number, cell: number, shift: number, scale: number}} place   shift, scale: in parts of a radius */
function tracePath(ctx, drops, { x, y, cell, shift, scale }) {
  ctx.beginPath();
  for (const { dx, dy, radius } of drops) {
    const [px, py, size] = [x + (dx + shift * radius) * cell, y + (dy + shift * radius) * cell, radius * scale * cell];
    ctx.moveTo(px + size, py);
    ctx.arc(px, py, size, 0, 2 * Math.PI);
  }
}

/** @param {number} at @param {BoardLayout} place */
function centreOf(at, { cell, left, floor }) {
  return { x: left + ((at % kColumns) + 0.5) * cell, y: floor - (Math.floor(at / kColumns) + 0.5) * cell };
}

/** @param {CanvasRenderingContext2D} ctx @param {number} link @param {number} share
 * @param {{x: number, y: number, cell: number}} place   the middle of the burst */
function drawRing(ctx, link, share, { x, y, cell }) {
  ctx.strokeStyle = "#ffffff";
  ctx.globalAlpha = 0.55 * (1 - share);
  ctx.lineWidth = cell * (0.08 + 0.22 * linkStrength(link)) * (1 - share);
  ctx.beginPath();
  ctx.arc(x, y, cell * (0.8 + (1.6 + 2.4 * linkStrength(link)) * share), 0, 2 * Math.PI);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} ctx @param {number} link @param {number} share
 * @param {{x: number, y: number, cell: number}} place   the middle of the burst */
function drawRays(ctx, link, share, { x, y, cell }) {
  const length = cell * (4 + 9 * linkStrength(link));
  ctx.globalAlpha = 0.34 * (1 - share) * (0.5 + 0.5 * linkStrength(link));
  ctx.fillStyle = "#fff1c4";
  ctx.beginPath();
  for (let ray = 0; ray < kRays; ++ray) {
    const angle = ((ray + share * 0.5) / kRays) * 2 * Math.PI;
    const half = Math.PI / kRays / 2.4;
    ctx.moveTo(x, y);
    ctx.lineTo(x + Math.cos(angle - half) * length, y + Math.sin(angle - half) * length);
    ctx.lineTo(x + Math.cos(angle + half) * length, y + Math.sin(angle + half) * length);
  }
  ctx.fill();
  ctx.globalAlpha = 1;
}

/** The part of the time of settling in which dust is seen. */
const kDustShare = 0.75;
const kPuffs = [-1, -0.5, 0.5, 1];

/** Draws the dust where garbage comes to rest.
 * @param {CanvasRenderingContext2D} ctx @param {SideScene} scene @param {Look} look @param {BoardLayout} place */
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
