// Draws a flying attack: a ball of light with a star, its tail, and the ring where it arrives.

import { kSeatColours } from "./look.js";
import { starPath } from "./shapes.js";

/** @import {Look} from "./look.js" */
/** @import {Attack} from "./scene.js" */

/** @typedef {{x: number, y: number}} Point */

/** The time that an attack takes to reach its target, in frames. */
export const kAttackFlightFrames = 36;

/**
 * Returns where a flying attack is, and how opaque. It flies along an arc; with reduced motion it only appears at its
 * target.
 * @param {Point} from @param {Point} to
 * @param {number} age   in frames
 * @param {{reducesMotion: boolean}} look
 */
export function attackPosition(from, to, age, { reducesMotion }) {
  const share = Math.min(1, Math.max(0, age / kAttackFlightFrames));
  if (reducesMotion) return { ...to, alpha: share < 1 ? 0.8 : 0 };
  const eased = 1 - (1 - share) ** 2;
  // A wide arc would leave the page above the trays.
  const height = Math.min(0.18 * Math.hypot(to.x - from.x, to.y - from.y), 0.35 * Math.abs(to.y - from.y));
  const lift = Math.sin(eased * Math.PI) * height;
  return {
    x: from.x + (to.x - from.x) * eased,
    y: from.y + (to.y - from.y) * eased - lift,
    alpha: share < 0.8 ? 1 : (1 - share) / 0.2,
  };
}

/**
 * Draws a flying attack over the existing picture.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Attack} attack
 * @param {{from: Point, to: Point, size: number}} place   in pixels of the canvas
 * @param {Look} look
 */
export function drawAttack(ctx, attack, { from, to, size }, look) {
  const { x, y, alpha } = attackPosition(from, to, attack.age, look);
  if (alpha <= 0) return;
  const colour = kSeatColours[attack.from];
  const large = size * attackScale(attack.amount);
  ctx.save();
  // Light is added to what it falls on.
  ctx.globalCompositeOperation = "lighter";
  if (!look.reducesMotion) {
    drawTail(ctx, attack, { from, to, size: large }, colour, look);
    drawArrival(ctx, attack.age / kAttackFlightFrames, { ...to, size: large }, colour);
  }
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

/** The part of a flight at whose end the light spreads. */
const kArrivalShare = 0.3;

/** Draws a ring that spreads where an attack arrives. @param {CanvasRenderingContext2D} ctx
 * @param {number} share   0..1 of the flight @param {{x: number, y: number, size: number}} place
 * @param {string} colour */
function drawArrival(ctx, share, { x, y, size }, colour) {
  const spread = (share - 1 + kArrivalShare) / kArrivalShare;
  if (spread <= 0) return;
  ctx.globalAlpha = 0.9 * (1 - spread);
  ctx.strokeStyle = colour;
  ctx.lineWidth = size * 0.16 * (1 - spread);
  ctx.beginPath();
  ctx.arc(x, y, size * (0.3 + 0.8 * spread), 0, Math.PI * 2);
  ctx.stroke();
}

/** Returns how large an attack flies, as a factor: a rock and more are larger. @param {number} amount */
export function attackScale(amount) {
  return 1 + 0.15 * Math.min(4, Math.log2(1 + amount / 6));
}

/** The tail is made of so many discs, each where the attack was a part of a frame before the last one. */
const kTailDiscs = 40;
const kTailStep = 0.3;

/** Draws the way of the last frames, which gets thinner and fainter.
 * @param {CanvasRenderingContext2D} ctx @param {Attack} attack @param {{from: Point, to: Point, size: number}} place
 * @param {string} colour @param {Look} look */
function drawTail(ctx, attack, { from, to, size }, colour, look) {
  ctx.fillStyle = colour;
  for (let disc = 1; disc <= kTailDiscs && disc * kTailStep < attack.age; ++disc) {
    const { x, y, alpha } = attackPosition(from, to, attack.age - disc * kTailStep, look);
    const rest = 1 - disc / (kTailDiscs + 1);
    ctx.globalAlpha = alpha * 0.11 * rest;
    ctx.beginPath();
    ctx.arc(x, y, size * kOrbRadius * rest, 0, Math.PI * 2);
    ctx.fill();
  }
}
