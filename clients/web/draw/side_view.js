// One side as part of a page: its field, queue and tray on canvases, everything that is text as text.

import { el, fitCanvas, setText } from "../base/dom.js";
import { formatNumber, t } from "../text/text.js";
import { drawBoard, kBoardColumns } from "./board.js";
import { drawPairs } from "./pairs.js";
import { drawTray } from "./tray.js";

/** @import {Look} from "./look.js" */
/** @import {SideScene} from "./scene.js" */

/** @typedef {"own"|"other"} SideRole   the side that is shown: of two watched sides, the left one is "own" */

export class SideView {
  /** @param {SideRole} role */
  constructor(role) {
    this.role_ = role;
    this.board = el("canvas", { class: "side_board", role: "img" });
    this.pairs_ = el("canvas", { class: "side_pairs", role: "img" });
    this.tray_ = el("canvas", { class: "side_icons", "aria-hidden": "true" });
    this.name_ = el("strong", { class: "side_name" });
    this.wins_ = el("span", { class: "side_wins" });
    this.garbage_ = el("span", { class: "side_garbage" });
    this.fixed_ = el("span", { class: "side_fixed" });
    this.link_ = el("span", { class: "side_link" });
    this.clear_ = el("span", { class: "side_clear" });
    this.score_ = el("span", { class: "side_points" });
    this.factors_ = el("span", { class: "side_factors" });
    this.tray = el("div", { class: "side_tray" }, this.tray_, this.garbage_, this.fixed_);
    this.field = el("div", { class: "side_field" }, this.board, this.link_, this.clear_);
    this.root = el(
      "section",
      { class: `side side_${role}` },
      el("header", { class: "side_head" }, this.name_, this.wins_),
      this.tray,
      this.field,
      el("div", { class: "side_next" }, this.pairs_),
      el("div", { class: "side_score" }, this.score_, this.factors_),
    );
    this.fits_ = [this.board, this.pairs_, this.tray_].map(fitCanvas);
    this.drawnPairs_ = "";
    /** The most next pairs that were shown so far: the last one is hidden at times. */
    this.mostPairs_ = 0;
    this.drawnTray_ = "";
  }

  /** @param {SideScene} scene @param {Look} look */
  draw(scene, look) {
    const resized = this.fits_.map((fit) => fit()).some(Boolean);
    drawBoard(context(this.board), scene, look);
    this.drawQueue_(scene, look, resized);
    this.drawGarbage_(scene, look, resized);
    this.write_(scene);
  }

  /** Where fingers mean which column: for touch.js. */
  touchLayout() {
    const { left, width } = this.board.getBoundingClientRect();
    return { column: width / kBoardColumns, middle: left + width / 2 };
  }

  /**
   * Only when it changed: it does so once a pair.
   * @param {SideScene} scene @param {Look} look @param {boolean} resized
   */
  drawQueue_(scene, look, resized) {
    const pairs = scene.next.map(({ axis, child }) => `${axis}${child}`).join(" ");
    if (!resized && pairs === this.drawnPairs_ && look === this.look_) return;
    this.drawnPairs_ = pairs;
    this.mostPairs_ = Math.max(this.mostPairs_, scene.next.length);
    drawPairs(context(this.pairs_), scene.next, this.mostPairs_, look, this.role_ === "own" ? "left" : "right");
  }

  /** @param {SideScene} scene @param {Look} look @param {boolean} resized */
  drawGarbage_(scene, look, resized) {
    const tray = `${scene.pending} ${scene.fixed}`;
    if (resized || tray !== this.drawnTray_ || look !== this.look_) {
      this.drawnTray_ = tray;
      drawTray(context(this.tray_), scene.pending + scene.fixed, look);
    }
    this.look_ = look;
  }

  /** @param {SideScene} scene */
  write_(scene) {
    setText(this.name_, scene.name);
    setText(this.wins_, t("board.wins", { n: scene.wins }));
    const waits = scene.pending + scene.fixed;
    setText(this.garbage_, waits > 0 ? formatNumber(waits) : "");
    setText(this.fixed_, scene.fixed > 0 ? t("board.garbage_fixed", { n: scene.fixed }) : "");
    setText(this.link_, scene.link > 0 ? t("board.link", { n: scene.link }) : "");
    setText(this.clear_, scene.allClear ? t("board.all_clear") : "");
    setText(this.score_, formatNumber(scene.score));
    setText(this.factors_, scene.linkScore ? t("board.factors", scene.linkScore) : "");
    label(this.board, this.role_ === "own" ? t("board.own") : t("board.other", { name: scene.name }));
    label(this.pairs_, t("board.next"));
  }
}

/** @param {Element} element @param {string} text */
function label(element, text) {
  if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-label", text);
}

/** @param {HTMLCanvasElement} canvas */
function context(canvas) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
}
