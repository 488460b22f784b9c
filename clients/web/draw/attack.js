// Draws an attack that flies to the receiver's tray, or to the sender's own tray if it only cancels garbage.

import { star } from "./shapes.js";

/** @import {Look} from "./look.js" */
/** @import {Attack} from "./scene.js" */

/** @typedef {{x: number, y: number}} Point */

/** How long one is seen, in frames. */
export const kFlightFrames = 36;

/**
 * Where it is and how much of it is seen: along an arc, or with reduced motion at its end.
 * @param {Point} from @param {Point} to
 * @param {number} age   in frames
 * @param {{calm: boolean}} look
 */
export function flight(from, to, age, { calm }) {
  const share = Math.min(1, Math.max(0, age / kFlightFrames));
  if (calm) return { ...to, alpha: share < 1 ? 0.8 : 0 };
  const eased = 1 - (1 - share) ** 2;
  const lift = Math.sin(eased * Math.PI) * Math.hypot(to.x - from.x, to.y - from.y) * 0.18;
  return {
    x: from.x + (to.x - from.x) * eased,
    y: from.y + (to.y - from.y) * eased - lift,
    alpha: share < 0.8 ? 1 : (1 - share) / 0.2,
  };
}

/**
 * Draws over the existing picture.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Attack} attack
 * @param {{from: Point, to: Point, size: number}} place   in pixels of the canvas
 * @param {Look} look
 */
export function drawAttack(ctx, attack, { from, to, size }, look) {
  const { x, y, alpha } = flight(from, to, attack.age, look);
  if (alpha <= 0) return;
  const colour = attack.from === "own" ? "#7fd4ff" : "#ffb27f";
  ctx.save();
  ctx.globalAlpha = alpha;
  ctx.translate(x, y);
  const glow = ctx.createRadialGradient(0, 0, 0, 0, 0, size);
  glow.addColorStop(0, colour);
  glow.addColorStop(1, `${colour}00`);
  ctx.fillStyle = glow;
  ctx.fillRect(-size, -size, size * 2, size * 2);
  ctx.scale(size, size);
  if (!look.calm) ctx.rotate(attack.age * 0.12);
  ctx.fillStyle = "#ffffff";
  ctx.fill(star(6, 0.5, 0.26, 0));
  ctx.restore();
}
