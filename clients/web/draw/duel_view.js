// Shows both sides of a duel on a page, and the attacks between them. An attack flies to the receiver's tray, or to the
// sender's own tray if it only cancels garbage.

import { el, makeCanvasFitter, setText } from "../base/dom.js";
import { formatNumber, t } from "../text/translation.js";
import { hasBeaten, heatOf } from "./calls.js";
import { starPath } from "./shapes.js";
import { SideView } from "./side_view.js";

/** @import {Look} from "./look.js" */
/** @import {Attack, DuelScene} from "./scene.js" */

/** The page shows the numbers of an attack for this time, in frames. */
const kAttackTextFrames = 90;

export class DuelView {
  constructor() {
    this.own = new SideView("own");
    this.other = new SideView("other");
    this.middle = el("div", { class: "duel_middle" });
    // The sides tell the same numbers with their meaning.
    this.tally_ = el("p", { class: "duel_tally", "aria-hidden": "true" });
    this.cancelled_ = el("span");
    this.sent_ = el("span");
    this.attack_ = el("p", { class: "duel_attack" }, this.cancelled_, this.sent_);
    this.overlay_ = el("canvas", { class: "duel_overlay", "aria-hidden": "true" });
    this.fitOverlay_ = makeCanvasFitter(this.overlay_);
    this.middle.append(this.tally_, this.attack_);
    this.root = el("div", { class: "duel" }, this.own.root, this.middle, this.other.root, this.overlay_);
    this.overlayIsClean_ = true;
    this.heat_ = 0;
  }

  /** @param {DuelScene} scene @param {Look} look */
  draw(scene, look) {
    this.own.draw(scene.own, look, hasBeaten(scene.own, scene.other));
    this.other.root.hidden = scene.other === null;
    this.root.classList.toggle("is_alone", scene.other === null);
    if (scene.other) this.other.draw(scene.other, look, hasBeaten(scene.other, scene.own));
    this.showHeat_(heatOf(scene));
    setText(this.tally_, scene.other ? `${formatNumber(scene.own.wins)} – ${formatNumber(scene.other.wins)}` : "");
    const attack = scene.other ? scene.attack : null;
    this.showAttackText_(attack && attack.age < kAttackTextFrames ? attack : null);
    this.drawAttackOnOverlay_(attack && attack.age < kAttackFlightFrames ? attack : null, look);
  }

  /** Sets how bright the light behind the fields is. @param {number} heat 0..1 */
  showHeat_(heat) {
    if (heat === this.heat_) return;
    this.heat_ = heat;
    this.root.style.setProperty("--heat", String(heat));
  }

  /** @param {?Attack} attack */
  showAttackText_(attack) {
    setText(this.cancelled_, attack && attack.cancelled > 0 ? t("board.cancelled", { n: attack.cancelled }) : "");
    setText(this.sent_, attack && attack.amount > 0 ? t("board.attack", { n: attack.amount }) : "");
    this.attack_.classList.toggle("is_other", attack?.from === "other");
  }

  /** @param {?Attack} attack @param {Look} look */
  drawAttackOnOverlay_(attack, look) {
    const ctx = this.overlay_.getContext("2d");
    const emptied = this.fitOverlay_();
    if (!ctx) return;
    if (!this.overlayIsClean_ && !emptied) ctx.clearRect(0, 0, this.overlay_.width, this.overlay_.height);
    this.overlayIsClean_ = attack === null;
    if (!attack) return;
    const ratio = window.devicePixelRatio || 1;
    const origin = this.overlay_.getBoundingClientRect();
    /** @param {Element} element @param {number} down   0..1 of the height of the element */
    const point = (element, down) => {
      const box = element.getBoundingClientRect();
      const x = box.left + box.width / 2 - origin.left;
      return { x: x * ratio, y: (box.top + box.height * down - origin.top) * ratio };
    };
    const [sender, receiver] = attack.from === "own" ? [this.own, this.other] : [this.other, this.own];
    // An attack that only cancels garbage goes no further than the sender's own tray.
    const target = attack.amount > 0 ? receiver : sender;
    const size = (this.own.board.width / 7) * 0.9;
    drawAttack(ctx, attack, { from: point(sender.board, 0.6), to: point(target.tray, 0.5), size }, look);
  }
}

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
  const colour = attack.from === "own" ? "#7fd4ff" : "#ffb27f";
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
  ctx.fill(starPath(4, 0.8, 0.07, 0));
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
  return 1 + 0.3 * Math.min(4, Math.log2(1 + amount / 6));
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
