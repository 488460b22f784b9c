// The bar that a replay is wound with: a picture of the game to point at, and a slider beneath for everybody else.

import { el } from "../base/dom.js";
import { svg } from "../base/svg.js";
import { attackBars, clockAt, kCurveHalf, kCurveWidth, stretchOf, threatPath, xOf } from "./curve.js";

/** @import {Happening} from "../rules/engine.js" */
/** @import {Threat} from "./curve.js" */

/** Of one seat: the first is above the line, the second below. @type {{seat: number, side: 1|-1}[]} */
const kSeats = [{ seat: 0, side: -1 }, { seat: 1, side: 1 }];
const kBarWidth = 4;

export class ScrubBar {
  /**
   * @param {number} last clock of the game
   * @param {Happening[]} matchEvents
   * @param {(clock: number) => void} sought
   */
  constructor(last, matchEvents, sought) {
    this.last_ = last;
    this.happenings_ = matchEvents;
    this.sought_ = sought;
    this.areas_ = kSeats.map(({ seat }) => svg("path", { class: `curve_threat curve_seat_${seat}` }));
    this.stretched_ = svg(
      "g", {}, ...this.areas_, ...kSeats.flatMap(({ seat, side }) => barsOf(matchEvents, seat, side, last)),
    );
    this.position_ = svg("line", { class: "curve_position", y1: -kCurveHalf, y2: kCurveHalf });
    this.picture_ = svg(
      "svg",
      {
        class: "curve", "aria-hidden": "true", preserveAspectRatio: "none",
        viewBox: `0 ${-kCurveHalf} ${kCurveWidth} ${2 * kCurveHalf}`,
      },
      this.stretched_,
      svg("line", { class: "curve_middle", x1: 0, x2: kCurveWidth, y1: 0, y2: 0 }),
      this.position_,
    );
    this.slider = el("input", { type: "range", min: 0, max: last, step: 1, value: 0, class: "curve_slider" });
    this.slider.addEventListener("input", () => sought(this.slider.valueAsNumber));
    this.followPointer_();
    this.showThreats([[], []], 0);
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

  /** @param {[Threat[], Threat[]]} threats   by seat @param {number} until   how far they are known */
  showThreats(threats, until) {
    this.stretched_.setAttribute("transform", `scale(1 ${stretchOf(this.happenings_, threats.flat())})`);
    kSeats.forEach(({ seat, side }) => {
      this.areas_[seat].setAttribute("d", threatPath(threats[seat], until, this.last_, side));
    });
  }

  followPointer_() {
    const picture = this.picture_;
    /** @param {PointerEvent} event */
    const seek = (event) => {
      const box = picture.getBoundingClientRect();
      this.sought_(clockAt((event.clientX - box.left) / box.width, this.last_));
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
 * @param {Happening[]} matchEvents @param {number} seat @param {1|-1} side @param {number} last
 */
function barsOf(matchEvents, seat, side, last) {
  return attackBars(matchEvents, seat, last).flatMap(({ x, height, cancelled }) => {
    /** @param {string} name @param {number} from @param {number} to */
    const rect = (name, from, to) => svg("rect", {
      class: `${name} curve_seat_${seat}`, x: x - kBarWidth / 2, width: kBarWidth, height: to - from,
      y: side < 0 ? -to : from,
    });
    return [rect("curve_cancelled", 0, cancelled), rect("curve_attack", cancelled, height)];
  });
}
