// Draws waiting garbage as a row of icons above the field. Icons that stand for more garbage come first.

import { mixColours } from "./look.js";
import { discPath, starPath } from "./shapes.js";

/** @import {Look} from "./look.js" */

/** @typedef {"small"|"large"|"rock"|"star"|"moon"|"crown"} TrayIcon */

/**
 * The icons: how much garbage each stands for, its outline, and its colour, which is that of garbage if it has none.
 * @type {Record<TrayIcon, {worth: number, outline: () => Path2D, colour?: string}>}
 */
const kIcons = {
  crown: {
    worth: 720, colour: "#f4b73b",
    outline: () => new Path2D("M-0.4 -0.24 L-0.2 0 L0 -0.36 L0.2 0 L0.4 -0.24 L0.32 0.32 L-0.32 0.32 Z"),
  },
  moon: {
    worth: 360, colour: "#a9c7f5",
    outline: () => new Path2D("M0.12 -0.42 A0.42 0.42 0 1 0 0.42 0.16 A0.34 0.34 0 0 1 0.12 -0.42 Z"),
  },
  star: { worth: 180, colour: "#f0c53a", outline: () => starPath(5, 0.42, 0.2, 0.03) },
  rock: {
    worth: 30, colour: "#d6574b",
    outline: () => new Path2D("M-0.4 0.1 L-0.26 -0.28 L0.06 -0.4 L0.36 -0.18 L0.4 0.16 L0.14 0.38 L-0.22 0.36 Z"),
  },
  large: { worth: 6, outline: () => discPath(0.4) },
  small: { worth: 1, outline: () => discPath(0.22) },
};
const kIconNames = /** @type {TrayIcon[]} */ (Object.keys(kIcons));
/** The tray has no room for more icons. */
export const kMaxTrayIcons = 6;

/**
 * Returns the icons for an amount of garbage, the greatest first. If they do not fit, the last ones are left out.
 * @param {number} amount
 * @returns {TrayIcon[]}
 */
export function trayIcons(amount) {
  /** @type {TrayIcon[]} */
  const icons = [];
  let rest = amount;
  for (const icon of kIconNames) {
    for (const { worth } = kIcons[icon]; rest >= worth && icons.length < kMaxTrayIcons; rest -= worth) icons.push(icon);
  }
  return icons;
}

/**
 * Draws over the whole canvas.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} amount
 * @param {Look} look
 */
export function drawTray(ctx, amount, look) {
  const { width, height } = ctx.canvas;
  ctx.clearRect(0, 0, width, height);
  const size = Math.min(height, width / kMaxTrayIcons);
  trayIcons(amount).forEach((icon, i) => {
    ctx.save();
    ctx.translate((i + 0.5) * size, height / 2);
    ctx.scale(size, size);
    drawOutlined(ctx, kIcons[icon].outline(), kIcons[icon].colour ?? look.palette.garbage);
    ctx.restore();
  });
}

/** @param {CanvasRenderingContext2D} ctx @param {Path2D} path @param {string} colour */
function drawOutlined(ctx, path, colour) {
  ctx.lineJoin = "round";
  ctx.lineWidth = 0.14;
  ctx.strokeStyle = mixColours(colour, "#10131c", 0.75);
  ctx.stroke(path);
  const light = ctx.createLinearGradient(-0.2, -0.4, 0.2, 0.42);
  light.addColorStop(0, mixColours(colour, "#ffffff", 0.5));
  light.addColorStop(0.5, colour);
  light.addColorStop(1, mixColours(colour, "#10131c", 0.3));
  ctx.fillStyle = light;
  ctx.fill(path);
}
