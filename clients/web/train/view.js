// Draws a problem on the page: its field and pairs, its goal, and its result so far.

import { el, makeCanvasFitter, requireElement, setText } from "../base/dom.js";
import { drawPair } from "../draw/next_pairs.js";
import { SideView } from "../draw/side_view.js";
import { Coach, coachMood } from "../lesson/coach.js";
import { t } from "../text/translation.js";
import { goalText } from "./problem_text.js";

/** @import {Look} from "../draw/look.js" */
/** @import {Pair} from "../draw/scene.js" */
/** @import {TrainingGame} from "./game.js" */
/** @import {News} from "./session.js" */

/** The goals that are chains, whose links have tokens. */
const kChainGoals = ["chain", "chain_and_clear"];

export class TrainingView {
  constructor() {
    this.side = new SideView("own");
    this.strip_ = new PairStrip(requireElement("#pairs", HTMLElement));
    this.goal_ = requireElement("#goal", HTMLElement);
    this.status_ = requireElement("#told", HTMLElement);
    this.stage_ = requireElement("#stage", HTMLElement);
    this.stage_.append(this.side.root);
    this.coach_ = new Coach();
  }

  /** @param {TrainingGame} game @param {News} news @param {{look: Look, lit: number}} shown   lit: the links that the
   * running chain has fired */
  draw(game, news, { look, lit }) {
    const { placed, solved, over } = game.state;
    const { kind, count } = game.goal;
    const scene = game.scene("");
    const isSolved = solved && !game.showsSolution;
    this.side.draw(scene, look);
    this.coach_.showMood(coachMood(scene, { isReached: isSolved, isWrong: over && !solved }));
    this.coach_.showTokens(kChainGoals.includes(kind) ? count : 0, lit);
    this.strip_.draw(game.pairs, placed, look);
    this.stage_.setAttribute("aria-busy", String(game.isBusy));
    setText(this.goal_, goalText(game.goal));
    setText(this.status_, statusText(game, news));
    this.status_.classList.toggle("is_solved", isSolved);
    this.status_.classList.toggle("is_wrong", over && !solved);
  }

  /** Calls `point` with the column that a mouse presses. @param {(column: number) => void} point */
  onColumnPressed(point) {
    this.stage_.addEventListener("pointerdown", (event) => {
      const column = event.pointerType === "mouse" ? this.columnAt_(event) : null;
      if (column !== null) point(column);
    });
  }

  /**
   * Returns the column under the pointer; null: it is beside the field.
   * @param {PointerEvent} event @returns {?number}
   */
  columnAt_({ clientX, target }) {
    if (target !== this.side.board) return null;
    const { column, middle } = this.side.touchLayout();
    return Math.min(6, Math.max(1, Math.ceil((clientX - middle) / column + 3)));
  }
}

/** Returns the text about the result so far. @param {TrainingGame} game @param {News} news */
export function statusText(game, { end }) {
  const { placed, solved, over } = game.state;
  if (game.showsSolution) return over ? t("train.shown") : t("train.showing");
  if (solved) return end === "shown" ? t("train.solved_after") : t("train.solved");
  if (over) return t("train.failed");
  return t("train.pair", { n: placed + 1, total: game.pairs.length });
}

/** Shows all pairs of a problem in a row. Placed pairs are dimmed, and the pair that waits is marked. */
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
    if (shown !== this.shown_) this.makeCanvases_(pairs, shown);
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
  makeCanvases_(pairs, shown) {
    this.shown_ = shown;
    this.look_ = null;
    this.drawn_ = pairs.map((pair) => {
      const canvas = el("canvas", { class: "train_pair", "aria-hidden": "true" });
      return { canvas, fit: makeCanvasFitter(canvas), pair };
    });
    this.place_.replaceChildren(...this.drawn_.map(({ canvas }) => canvas));
  }
}
