// The bar that a replay is wound with: a picture of the game to point at, and a slider beneath for everybody else.
// A game as a picture: the garbage that each seat sent, and the chains that it could have fired, over time. Pure.

import { el, svg } from "../base/dom.js";

/** @import {GameEvent} from "../rules/engine.js" */

/** Of one seat: the first is above the line, the second below. @type {{seat: number, side: 1|-1}[]} */
const kSidesOfSeats = [{ seat: 0, side: -1 }, { seat: 1, side: 1 }];
const kAttackBarWidth = 4;

export class ScrubBar {
  /**
   * @param {number} last clock of the game
   * @param {GameEvent[]} matchEvents
   * @param {(clock: number) => void} onSeek
   */
  constructor(last, matchEvents, onSeek) {
    this.last_ = last;
    this.matchEvents_ = matchEvents;
    this.onSeek_ = onSeek;
    this.areas_ = kSidesOfSeats.map(({ seat }) => svg("path", { class: `curve_threat curve_seat_${seat}` }));
    const attacks = kSidesOfSeats.flatMap(({ seat, side }) => attackRectangles(matchEvents, seat, side, last));
    this.stretched_ = svg("g", {}, ...this.areas_, ...attacks);
    this.position_ = svg("line", { class: "curve_position", y1: -kHalfHeight, y2: kHalfHeight });
    this.picture_ = svg(
      "svg",
      {
        class: "curve", "aria-hidden": "true", preserveAspectRatio: "none",
        viewBox: `0 ${-kHalfHeight} ${kPictureWidth} ${2 * kHalfHeight}`,
      },
      this.stretched_,
      svg("line", { class: "curve_middle", x1: 0, x2: kPictureWidth, y1: 0, y2: 0 }),
      this.position_,
    );
    this.slider = el("input", { type: "range", min: 0, max: last, step: 1, value: 0, class: "curve_slider" });
    this.slider.addEventListener("input", () => onSeek(this.slider.valueAsNumber));
    this.seekByPointer_();
    this.showPossibleChains([[], []], 0);
    this.root = el("div", { class: "curve_box" }, this.picture_, this.slider);
  }

  /** @param {number} clock @param {string} spoken   the text of the clock for a screen reader */
  show(clock, spoken) {
    const x = String(xOf(clock, this.last_));
    if (this.position_.getAttribute("x1") !== x) {
      this.position_.setAttribute("x1", x);
      this.position_.setAttribute("x2", x);
      this.slider.value = String(clock);
    }
    if (this.slider.getAttribute("aria-valuetext") !== spoken) this.slider.setAttribute("aria-valuetext", spoken);
  }

  /** @param {[PossibleChain[], PossibleChain[]]} chains   by seat @param {number} until   how far they are known */
  showPossibleChains(chains, until) {
    this.stretched_.setAttribute("transform", `scale(1 ${stretchOf(this.matchEvents_, chains.flat())})`);
    kSidesOfSeats.forEach(({ seat, side }) => {
      this.areas_[seat].setAttribute("d", possibleChainsPath(chains[seat], until, this.last_, side));
    });
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

/**
 * The part of a bar next to the middle line is the garbage that was cancelled on its way.
 * @param {GameEvent[]} matchEvents @param {number} seat @param {1|-1} side @param {number} last
 */
function attackRectangles(matchEvents, seat, side, last) {
  return attackBars(matchEvents, seat, last).flatMap(({ x, height, cancelled }) => {
    /** @param {string} name @param {number} from @param {number} to */
    const rect = (name, from, to) => svg("rect", {
      class: `${name} curve_seat_${seat}`, x: x - kAttackBarWidth / 2, width: kAttackBarWidth, height: to - from,
      y: side < 0 ? -to : from,
    });
    return [rect("curve_cancelled", 0, cancelled), rect("curve_attack", cancelled, height)];
  });
}

/** The best chain of a seat from a clock on. @typedef {{clock: number, links: number, points: number}} PossibleChain */
/**
 * cancelled: the part of the height that cancelled garbage on its way to the sender
 * @typedef {{x: number, height: number, cancelled: number}} AttackBar
 */

/** The size of the drawing; one half of its height is a seat's. */
export const kPictureWidth = 1000;
export const kHalfHeight = 50;
const kMaxUnstretchedHeight = 48;
/** Garbage that fills a half, before the picture is stretched. */
const kGarbageOfMaxHeight = 400;
/** Less than this does not fill it: a few stones shall not look like a great attack. */
const kMinGarbageOfMaxHeight = 30;
/** Points that a garbage puyo costs in the arcade game. */
const kPointsPerGarbage = 70;

/** Small attacks decide games as large ones do: they are to be seen too. @param {number} garbage */
function heightOf(garbage) {
  return kMaxUnstretchedHeight * Math.sqrt(garbage / kGarbageOfMaxHeight);
}

/**
 * By how much heights are stretched so that the greatest of the game just fits: as they are roots, by the same for all.
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

/** The clock at a share of the width. @param {number} share @param {number} last */
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
 * @param {PossibleChain[]} chains   by clock @param {number} until   how far they are known @param {number} last
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
