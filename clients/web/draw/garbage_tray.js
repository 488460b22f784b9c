// Draws waiting garbage as a row of icons above the field. Icons that stand for more garbage come first.

import { mixColours } from "./look.js";
import { discPath, starPath } from "./shapes.js";

/** @import {Look} from "./look.js" */

/** @typedef {"small"|"large"|"rock"|"star"|"moon"|"crown"} TrayIcon */

/** The icons, and how much garbage each stands for. @type {[TrayIcon, number][]} */
const kGarbageOfIcons = [["crown", 720], ["moon", 360], ["star", 180], ["rock", 30], ["large", 6], ["small", 1]];
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
  for (const [icon, worth] of kGarbageOfIcons) {
    while (rest >= worth && icons.length < kMaxTrayIcons) {
      icons.push(icon);
      rest -= worth;
    }
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
    drawIcon(ctx, icon, look.palette.garbage);
    ctx.restore();
  });
}

/** @param {CanvasRenderingContext2D} ctx @param {TrayIcon} icon @param {string} grey */
function drawIcon(ctx, icon, grey) {
  switch (icon) {
    case "small":
      return drawOutlined(ctx, discPath(0.22), grey);
    case "large":
      return drawOutlined(ctx, discPath(0.4), grey);
    case "rock":
      return drawOutlined(ctx, rockPath(), "#d6574b");
    case "star":
      return drawOutlined(ctx, starPath(5, 0.42, 0.2, 0.03), "#f0c53a");
    case "moon":
      return drawOutlined(ctx, moonPath(), "#a9c7f5");
    case "crown":
      return drawOutlined(ctx, crownPath(), "#f4b73b");
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {Path2D} path @param {string} colour */
function drawOutlined(ctx, path, colour) {
  ctx.lineJoin = "round";
  ctx.lineWidth = 0.1;
  ctx.strokeStyle = mixColours(colour, "#10131c", 0.55);
  ctx.stroke(path);
  ctx.fillStyle = colour;
  ctx.fill(path);
}

function rockPath() {
  return new Path2D("M-0.4 0.1 L-0.26 -0.28 L0.06 -0.4 L0.36 -0.18 L0.4 0.16 L0.14 0.38 L-0.22 0.36 Z");
}

function moonPath() {
  return new Path2D("M0.12 -0.42 A0.42 0.42 0 1 0 0.42 0.16 A0.34 0.34 0 0 1 0.12 -0.42 Z");
}

function crownPath() {
  return new Path2D("M-0.4 -0.24 L-0.2 0 L0 -0.36 L0.2 0 L0.4 -0.24 L0.32 0.32 L-0.32 0.32 Z");
}
