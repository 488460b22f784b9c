// All pairs of a problem in a row, those that are placed dimmed and the one that waits marked.

import { el } from "../base/dom.js";
import { fitCanvas } from "../draw/canvas.js";
import { drawPair } from "../draw/pairs.js";
import { t } from "../text/text.js";

/** @import {Look} from "../draw/look.js" */
/** @import {Pair} from "../draw/scene.js" */

export class PairStrip {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place_ = place;
    /** @type {{canvas: HTMLCanvasElement, fit: () => boolean, pair: Pair}[]} */
    this.drawn_ = [];
    this.shown_ = "";
    /** @type {?Look} */
    this.look_ = null;
  }

  /** @param {Pair[]} pairs @param {number} placed @param {Look} look */
  draw(pairs, placed, look) {
    const shown = pairs.map(({ axis, child }) => `${axis}${child}`).join(" ");
    if (shown !== this.shown_) this.make_(pairs, shown);
    this.place_.setAttribute("aria-label", t("train.pairs"));
    this.drawn_.forEach(({ canvas, fit, pair }, i) => {
      canvas.classList.toggle("is_placed", i < placed);
      canvas.classList.toggle("is_next", i === placed);
      const resized = fit();
      if (!resized && look === this.look_) return;
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      const cell = Math.floor(Math.min(canvas.width, canvas.height / 2));
      context.clearRect(0, 0, canvas.width, canvas.height);
      if (cell >= 2) drawPair(context, pair, look, cell, 0, 0);
    });
    this.look_ = look;
  }

  /** @param {Pair[]} pairs @param {string} shown */
  make_(pairs, shown) {
    this.shown_ = shown;
    this.look_ = null;
    this.drawn_ = pairs.map((pair) => {
      const canvas = el("canvas", { class: "train_pair", "aria-hidden": "true" });
      return { canvas, fit: fitCanvas(canvas), pair };
    });
    this.place_.replaceChildren(...this.drawn_.map(({ canvas }) => canvas));
  }
}
