// The bar for moving through a replay. It has a picture of the game that a person can point at, and a slider for the
// keyboard and screen readers. The picture shows over time the garbage that each seat sent, the chains that it could
// have fired, and signs of what it missed.

import { el, svg } from "../base/dom.js";
import { formatNumber } from "../text/translation.js";
import { durationText } from "./duration_text.js";
import { missedSign } from "./missed_shapes.js";

/** @import {GameEvent} from "../rules/engine.js" */
/** @import {MissedMoment} from "./missed_moments.js" */

/** The first seat is drawn above the middle line, the second below it. @type {{seat: number, side: 1|-1}[]} */
const kSidesOfSeats = [{ seat: 0, side: -1 }, { seat: 1, side: 1 }];
const kAttackBarWidth = 7;

export class ScrubBar {
  /**
   * @param {{last: number, matchEvents: GameEvent[], countsTurns: boolean}} game   last: its last clock
   * @param {(clock: number) => void} onSeek
   */
  constructor({ last, matchEvents, countsTurns }, onSeek) {
    this.last_ = last;
    this.matchEvents_ = matchEvents;
    this.onSeek_ = onSeek;
    this.areas_ = kSidesOfSeats.map(({ seat }) => svg("path", { class: `curve_threat curve_seat_${seat}` }));
    const attacks = kSidesOfSeats.flatMap(({ seat, side }) => attackRectangles(matchEvents, seat, side, last));
    this.stretched_ = svg("g", {}, ...this.areas_, ...attacks);
    this.chance_ = svg("path", { class: "curve_chance" });
    this.position_ = svg("line", { class: "curve_position", y1: -kHalfHeight, y2: kHalfHeight });
    this.picture_ = svg(
      "svg",
      {
        class: "curve", "aria-hidden": "true", preserveAspectRatio: "none",
        viewBox: `0 ${-kHalfHeight} ${kPictureWidth} ${2 * kHalfHeight}`,
      },
      this.stretched_,
      svg("line", { class: "curve_middle", x1: 0, x2: kPictureWidth, y1: 0, y2: 0 }),
      this.chance_,
      this.position_,
    );
    this.slider = el("input", { type: "range", min: 0, max: last, step: 1, value: 0, class: "curve_slider" });
    this.slider.addEventListener("input", () => onSeek(this.slider.valueAsNumber));
    this.seekByPointer_();
    this.showPossibleChains([[], []], 0);
    this.signs_ = el("div", { class: "curve_signs", "aria-hidden": "true" });
    const marks = el("div", { class: "curve_marks", "aria-hidden": "true" },
      ...(countsTurns ? [] : timeMarks(last)).map(({ clock, text }) =>
        placedAt(el("span", { class: "curve_time", text }), clock, last)),
      ...greatChains(matchEvents).map(({ seat, clock, links }) =>
        placedAt(el("span", { class: `curve_links curve_seat_${seat}`, text: formatNumber(links) }), clock, last)));
    this.root = el("div", { class: "curve_box" }, this.picture_, marks, this.signs_, this.slider);
  }

  /** @param {number} clock @param {string} spoken   the clock as a text for screen readers */
  show(clock, spoken) {
    const x = String(xOf(clock, this.last_));
    if (this.position_.getAttribute("x1") !== x) {
      this.position_.setAttribute("x1", x);
      this.position_.setAttribute("x2", x);
      this.slider.value = String(clock);
      this.slider.style.setProperty("--share", String(this.last_ === 0 ? 0 : clock / this.last_));
    }
    if (this.slider.getAttribute("aria-valuetext") !== spoken) this.slider.setAttribute("aria-valuetext", spoken);
  }

  /**
   * @param {[PossibleChain[], PossibleChain[]]} chains   by seat
   * @param {number} until   the clock up to which they are known
   */
  showPossibleChains(chains, until) {
    this.stretched_.setAttribute("transform", `scale(1 ${stretchOf(this.matchEvents_, chains.flat())})`);
    kSidesOfSeats.forEach(({ seat, side }) => {
      this.areas_[seat].setAttribute("d", possibleChainsPath(chains[seat], until, this.last_, side));
    });
  }

  /** Shows who led when. @param {string} path   of the curve (watch/chance_line.js) */
  showChances(path) {
    this.chance_.setAttribute("d", path);
  }

  /** Shows signs where something was missed. A list tells the same in words. @param {MissedMoment[]} missed */
  showMissed(missed) {
    this.signs_.replaceChildren(...missed.map(({ seat, clock, kind }) => {
      return placedAt(el("span", { class: `curve_sign curve_seat_${seat}` }, missedSign(kind)), clock, this.last_);
    }));
  }

  seekByPointer_() {
    const picture = this.picture_;
    /** @param {PointerEvent} event */
    const seek = (event) => {
      const box = picture.getBoundingClientRect();
      this.onSeek_(clockAt((event.clientX - box.left) / box.width, this.last_));
    };
    picture.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      picture.setPointerCapture(event.pointerId);
      seek(event);
    });
    picture.addEventListener("pointermove", (event) => {
      if (picture.hasPointerCapture(event.pointerId)) seek(event);
    });
  }
}

/** @param {HTMLElement} mark @param {number} clock @param {number} last */
function placedAt(mark, clock, last) {
  mark.style.left = `${(100 * xOf(clock, last)) / kPictureWidth}%`;
  return mark;
}

const kFramesPerSecond = 60;
/** The seconds between two marks of the time. */
const kMarkSteps = [10, 20, 30, 60, 120, 300, 600, 1200, 3600];
/** So many marks have room beside each other on a phone. */
const kMaxMarks = 8;
/** A chain of so many links has its number in the picture. */
const kGreatChain = 5;

/** Returns the marks of the time, one for each ten seconds or more, except at the ends. @param {number} last */
export function timeMarks(last) {
  const countOf = (/** @type {number} */ frames) => Math.max(0, Math.ceil((last - frames / 2) / frames) - 1);
  const steps = kMarkSteps.map((seconds) => seconds * kFramesPerSecond);
  const step = steps.find((frames) => countOf(frames) <= kMaxMarks) ?? steps[steps.length - 1];
  return Array.from({ length: countOf(step) }, (_, i) => {
    const clock = (i + 1) * step;
    return { clock, text: durationText(clock / kFramesPerSecond) };
  });
}

/** Returns the chains that have many links, each where its last link burst. @param {GameEvent[]} matchEvents */
export function greatChains(matchEvents) {
  /** @type {{seat: number, clock: number, links: number}[]} */
  const chains = [];
  for (const { kind, seat, clock, number } of matchEvents) {
    if (kind !== "link_started") continue;
    const running = chains.filter((chain) => chain.seat === seat).at(-1);
    if (running && number > 1) Object.assign(running, { clock, links: number });
    else chains.push({ seat, clock, links: number });
  }
  return chains.filter(({ links }) => links >= kGreatChain);
}

/**
 * Makes the bars of a seat's attacks. The part of a bar next to the middle line is the garbage that the attack
 * cancelled.
 * @param {GameEvent[]} matchEvents @param {number} seat @param {1|-1} side @param {number} last
 */
export function attackRectangles(matchEvents, seat, side, last) {
  return attackBars(matchEvents, seat, last).flatMap(({ x, height, cancelled }) => {
    /** @param {string} name @param {number} from @param {number} to */
    const rect = (name, from, to) => svg("rect", {
      class: `${name} curve_seat_${seat}`, x: x - kAttackBarWidth / 2, width: kAttackBarWidth, height: to - from,
      y: side < 0 ? -to : from,
    });
    return [rect("curve_cancelled", 0, cancelled), rect("curve_attack", cancelled, height)];
  });
}

/**
 * The largest chain that a seat can fire from a clock on.
 * @typedef {{clock: number, links: number, points: number}} PossibleChain
 */
/**
 * cancelled: the part of the height for garbage that was on its way to the sender and was cancelled
 * @typedef {{x: number, height: number, cancelled: number}} AttackBar
 */

/** The size of the picture. Each seat has one half of its height. */
export const kPictureWidth = 1000;
export const kHalfHeight = 50;
const kMaxUnstretchedHeight = 48;
/** An attack of so much garbage has the maximal height, before the picture is stretched. */
const kGarbageOfMaxHeight = 400;
/** The picture is stretched as if the largest attack had at least this, so that a few garbage puyos do not look like a
 * great attack. */
const kMinGarbageOfMaxHeight = 30;
/** Points that a garbage puyo costs in the arcade game. */
const kPointsPerGarbage = 70;

/**
 * Returns the height of an attack. It grows with the root, so that small attacks can be seen beside large ones.
 * @param {number} garbage
 */
function heightOf(garbage) {
  return kMaxUnstretchedHeight * Math.sqrt(garbage / kGarbageOfMaxHeight);
}

/**
 * Returns the factor by which all heights are stretched, so that the largest of the game just fits.
 * @param {GameEvent[]} matchEvents @param {PossibleChain[]} chains   of both seats
 */
export function stretchOf(matchEvents, chains) {
  let most = kMinGarbageOfMaxHeight;
  for (const { kind, amount, cancelled } of matchEvents) {
    if (kind === "garbage_sent") most = Math.max(most, amount + cancelled);
  }
  for (const { points } of chains) most = Math.max(most, points / kPointsPerGarbage);
  return Math.sqrt(kGarbageOfMaxHeight / most);
}

/** @param {number} clock @param {number} last */
export function xOf(clock, last) {
  return last === 0 ? 0 : (clock / last) * kPictureWidth;
}

/** Returns the clock at a share of the width, 0..1. @param {number} share @param {number} last */
export function clockAt(share, last) {
  return Math.round(Math.min(1, Math.max(0, share)) * last);
}

/**
 * @param {GameEvent[]} matchEvents @param {number} seat @param {number} last
 * @returns {AttackBar[]}
 */
export function attackBars(matchEvents, seat, last) {
  return matchEvents
    .filter((one) => one.kind === "garbage_sent" && one.seat === seat && one.amount + one.cancelled > 0)
    .map(({ clock, amount, cancelled }) => {
      const height = heightOf(amount + cancelled);
      return { x: xOf(clock, last), height, cancelled: (height * cancelled) / (amount + cancelled) };
    });
}

/**
 * Returns the outline of the possible chains, as the path of an area on the middle line.
 * @param {PossibleChain[]} chains   by clock
 * @param {number} until   the clock up to which they are known
 * @param {number} last
 * @param {1|-1} side   -1: above the line
 */
export function possibleChainsPath(chains, until, last, side) {
  let path = "M0 0";
  let height = 0;
  for (const { clock, points } of chains) {
    path += `H${rounded(xOf(clock, last))}`;
    height = heightOf(points / kPointsPerGarbage);
    path += `V${rounded(height * side)}`;
  }
  return `${path}H${rounded(xOf(until, last))}V0Z`;
}

/** Returns a seat's best chain at a clock, or null if it is not known yet.
 * @param {PossibleChain[]} chains @param {number} clock */
export function possibleChainAt(chains, clock) {
  return chains.filter((chain) => chain.clock <= clock).at(-1) ?? null;
}

/** @param {number} value */
function rounded(value) {
  return Math.round(value * 10) / 10;
}
