// Draws a flying attack: a ball of light with a star, its tail, and what is seen where it strikes.

import { kSeatColours, mixColours } from "./look.js";
import { starPath } from "./shapes.js";

/** @import {Leg} from "./exchange.js" */
/** @import {Look} from "./look.js" */
/** @import {Attack} from "./scene.js" */

/** @typedef {{x: number, y: number}} Point */

/**
 * Returns where a flying attack is, and how opaque. It flies along an arc; with reduced motion it only appears at its
 * target.
 * @param {Point} from @param {Point} to
 * @param {number} share   0..1 of its way
 * @param {{reducesMotion: boolean}} look
 */
export function attackPosition(from, to, share, { reducesMotion }) {
  if (reducesMotion) return { ...to, alpha: share < 1 ? 0.8 : 0 };
  const eased = 1 - (1 - share) ** 2;
  // A wide arc would leave the page above the trays.
  const height = Math.min(0.18 * Math.hypot(to.x - from.x, to.y - from.y), 0.35 * Math.abs(to.y - from.y));
  const lift = Math.sin(eased * Math.PI) * height;
  return {
    x: from.x + (to.x - from.x) * eased,
    y: from.y + (to.y - from.y) * eased - lift,
    alpha: share < 1 ? 1 : 0,
  };
}

/**
 * Draws a flying attack over the existing picture.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Attack} attack @param {Leg} leg
 * @param {{from: Point, to: Point, size: number}} place   in pixels of the canvas
 * @param {Look} look
 */
export function drawAttack(ctx, attack, { share, frames }, { from, to, size }, look) {
  const { x, y, alpha } = attackPosition(from, to, share, look);
  const colour = kSeatColours[attack.from];
  const large = size * attackScale(attack.amount + attack.cancelled);
  ctx.save();
  // Light is added to what it falls on.
  ctx.globalCompositeOperation = "lighter";
  if (!look.reducesMotion) drawTail(ctx, { share, frames, colour }, { from, to, size: large }, look);
  ctx.globalAlpha = alpha;
  ctx.translate(x, y);
  ctx.scale(large, large);
  drawOrb(ctx, colour);
  if (!look.reducesMotion) ctx.rotate(attack.age * 0.09);
  ctx.fillStyle = "#ffffff";
  ctx.fill(starPath(4, 0.7, 0.07, 0));
  ctx.restore();
}

const kOrbRadius = 0.34;
const kGlowRadius = 0.95;

/** Draws a ball of light with a radius of kOrbRadius, and its glow. @param {CanvasRenderingContext2D} ctx
 * @param {string} colour */
function drawOrb(ctx, colour) {
  const glow = ctx.createRadialGradient(0, 0, 0, 0, 0, kGlowRadius);
  glow.addColorStop(0, "#ffffff");
  glow.addColorStop(kOrbRadius / kGlowRadius, colour);
  glow.addColorStop((kOrbRadius + 0.06) / kGlowRadius, `${colour}70`);
  glow.addColorStop(1, `${colour}00`);
  ctx.fillStyle = glow;
  ctx.fillRect(-kGlowRadius, -kGlowRadius, 2 * kGlowRadius, 2 * kGlowRadius);
}

const kSplinters = 10;

/**
 * Draws what is seen where an attack strikes: a ring that spreads, and, if it cancels garbage, splinters of it.
 * @param {CanvasRenderingContext2D} ctx @param {number} share   0..1 of its time @param {Point & {size: number}} place
 * @param {{from: "own"|"other", splinters: ?string}} kind   splinters: their colour, null: there are none
 */
export function drawImpact(ctx, share, { x, y, size }, { from, splinters }) {
  ctx.save();
  ctx.globalAlpha = 0.9 * (1 - share);
  ctx.strokeStyle = mixColours(kSeatColours[from], "#ffffff", 0.4);
  ctx.lineWidth = size * 0.2 * (1 - share);
  ctx.beginPath();
  ctx.arc(x, y, size * (0.3 + 0.8 * share), 0, Math.PI * 2);
  ctx.stroke();
  if (splinters) {
    ctx.fillStyle = splinters;
    ctx.beginPath();
    for (let i = 0; i < kSplinters; ++i) {
      const angle = (i * 2 * Math.PI) / kSplinters + (i % 3) * 0.2;
      const far = size * (0.2 + (1.1 + (i % 4) * 0.5) * (1 - (1 - share) ** 2));
      const [px, py] = [x + Math.cos(angle) * far * 1.6, y + Math.sin(angle) * far + size * 1.2 * share * share];
      const [wide, turn] = [size * 0.24 * (1 - 0.6 * share), angle + share * 7];
      ctx.moveTo(px + Math.cos(turn) * wide, py + Math.sin(turn) * wide);
      for (const corner of [2.2, 4.1]) {
        ctx.lineTo(px + Math.cos(turn + corner) * wide, py + Math.sin(turn + corner) * wide);
      }
      ctx.closePath();
    }
    ctx.fill();
  }
  ctx.restore();
}

/** Returns how large an attack flies, as a factor: a rock and more are larger. @param {number} amount */
export function attackScale(amount) {
  return 1 + 0.15 * Math.min(4, Math.log2(1 + amount / 6));
}

/** The tail is made of so many discs, each where the attack was a part of a frame before the last one. */
const kTailDiscs = 40;
const kTailStep = 0.3;

/** Draws the way of the last frames, which gets thinner and fainter.
 * @param {CanvasRenderingContext2D} ctx @param {{share: number, frames: number, colour: string}} flight
 * @param {{from: Point, to: Point, size: number}} place @param {Look} look */
function drawTail(ctx, { share, frames, colour }, { from, to, size }, look) {
  ctx.fillStyle = colour;
  for (let disc = 1; disc <= kTailDiscs; ++disc) {
    const before = share - (disc * kTailStep) / frames;
    if (before < 0) break;
    const { x, y } = attackPosition(from, to, before, look);
    const rest = 1 - disc / (kTailDiscs + 1);
    ctx.globalAlpha = 0.11 * rest;
    ctx.beginPath();
    ctx.arc(x, y, size * kOrbRadius * rest, 0, Math.PI * 2);
    ctx.fill();
  }
}
