// Shows one player's side on a page. Its field, next pairs and garbage are drawn on canvases, its texts are elements.

import { el, layoutBox, makeCanvasFitter, setText } from "../base/dom.js";
import { formatNumber, t } from "../text/translation.js";
import { drawBoard, kBoardBorder, kBoardColumns, kBoardRows } from "./board.js";
import { countRestedGarbage, RestingCells } from "./bounce.js";
import { callOf, chainTier, heatOf, isInDanger, moodOf, shakeWeight, standingOf } from "./calls.js";
import { titleOf } from "../home/opponents.js";
import { emblemSvg } from "./emblem.js";
import { counterOf, seenScene, shownGarbage } from "./exchange.js";
import { drawTray } from "./garbage_tray.js";
import { kColumns, kVisibleRows } from "./grid.js";
import { lettering } from "./lettering.js";
import { drawPairs } from "./next_pairs.js";
import { middleOfCells } from "./vanishing.js";

/** @import {FrameOwner} from "./backdrop.js" */
/** @import {Call, Standing} from "./calls.js" */
/** @import {Counter} from "./exchange.js" */
/** @import {Look} from "./look.js" */
/** @import {Attack, SideScene} from "./scene.js" */

/** @typedef {"own"|"other"} SideRole   a spectator sees the left side as "own" */
/** What a side shows of its duel: how the game stands, whose colour its frame has, the recent attacks of both, and whether
 * the game has ended.
 * @typedef {{standing: Standing, owner: FrameOwner, attacks?: Attack[], isOver?: boolean}} DuelFacts */

export class SideView {
  /** @param {SideRole} role */
  constructor(role) {
    this.role_ = role;
    this.board = el("canvas", { class: "side_board", role: "img" });
    this.pairs_ = el("canvas", { class: "side_pairs", role: "img" });
    this.tray_ = el("canvas", { class: "side_icons", "aria-hidden": "true" });
    this.face_ = el("span", { class: "side_face", "aria-hidden": "true" });
    this.name_ = el("strong", { class: "side_name" });
    this.title_ = el("span", { class: "side_title" });
    this.wins_ = el("span", { class: "side_wins" });
    this.next_ = el("div", { class: "side_next" }, this.pairs_);
    this.garbage_ = el("span", { class: "side_garbage" });
    this.waits_ = el("span", { class: "side_waits" });
    this.fixed_ = el("span", { class: "side_fixed" });
    this.link_ = el("span", { class: "side_link" });
    this.allClear_ = el("span", { class: "side_clear" });
    this.call_ = el("span", { class: "side_call" });
    this.counter_ = el("span", { class: "side_counter" });
    this.warning_ = el("span", { class: "side_warning" });
    this.score_ = el("span", { class: "side_points" });
    this.factors_ = el("span", { class: "side_factors" });
    this.tray = el("div", { class: "side_tray" }, this.tray_, this.garbage_, this.waits_, this.fixed_);
    this.field = el("div", { class: "side_field" }, this.board, this.warning_, this.link_, this.counter_,
      this.allClear_, this.call_);
    this.root = el(
      "section",
      { class: `side side_${role}` },
      el("header", { class: "side_head" }, this.face_, this.name_, this.title_, this.wins_),
      this.tray,
      this.field,
      this.next_,
      el("div", { class: "side_score" }, this.score_, this.factors_),
    );
    this.canvasFitters_ = [this.board, this.pairs_, this.tray_].map(makeCanvasFitter);
    this.drawnPairs_ = "";
    /** The most next pairs that were shown so far: the last one is hidden at times. */
    this.mostPairs_ = 0;
    this.drawnTray_ = 0;
    /** True while the number of the tray rolls. */
    this.isRolling_ = false;
    this.drawnCounter_ = "";
    /** @type {?Counter} */
    this.counterWord_ = null;
    /** The middle of the groups that vanished last, in cells from the lower left corner of the field. */
    this.burst_ = { x: kColumns / 2, y: kVisibleRows * 0.4 };
    this.drawnFace_ = "";
    this.drawnLink_ = "";
    this.drawnCall_ = "";
    this.shakes_ = 0;
    /** The scene that was drawn last. @type {?SideScene} */
    this.before_ = null;
    this.restingCells_ = new RestingCells();
    /** The cells that came to rest in this phase. @type {?Uint8Array} */
    this.rested_ = null;
  }

  /**
   * Draws one player's side as the scene says: its field, its next pairs, its garbage and its texts. Next pairs and
   * garbage are drawn again only when they have changed.
   * @param {SideScene} given @param {Look} look @param {DuelFacts} [duel]   without it, the side plays alone
   */
  draw(given, look, duel) {
    const scene = seenScene(given);
    const { standing, owner, attacks = [], isOver = false } =
      duel ?? { standing: standingOf(scene, null), owner: /** @type {const} */ ("none") };
    const resized = this.canvasFitters_.map((fit) => fit()).some(Boolean);
    this.rested_ = scene.rested ?? this.restingCells_.next(scene);
    this.burst_ = middleOfCells(scene.vanishing) ?? this.burst_;
    drawBoard(context2d(this.board), { ...scene, rested: this.rested_ }, look, owner);
    this.drawNextPairs_(scene, look, resized);
    const waiting = isOver ? 0 : scene.pending + scene.fixed;
    this.drawGarbage_(shownGarbage(this.role_, waiting, attacks, look), isOver ? 0 : scene.fixed, look, resized);
    this.counterWord_ = counterOf(this.role_, waiting, attacks, this.counterWord_);
    this.showCounter_(this.counterWord_);
    this.writeTexts_(scene);
    this.drawFace_(scene, standing);
    this.playScenes_(scene, standing);
    this.before_ = scene;
  }

  /** Draws the player's face anew if its name or its mood has changed. @param {SideScene} scene
   * @param {Standing} standing */
  drawFace_(scene, standing) {
    const mood = moodOf(scene, standing);
    const face = `${mood} ${scene.name}`;
    if (face === this.drawnFace_) return;
    this.drawnFace_ = face;
    setData(this.face_, "mood", mood);
    this.face_.replaceChildren(...(scene.name === "" ? [] : [emblemSvg(scene.name, mood)]));
  }

  /** Shows the scenes that lie over the field; that of the end takes the place of all others.
   * @param {SideScene} scene @param {Standing} standing */
  playScenes_(scene, standing) {
    const isOpen = standing === "open";
    const isWarned = isOpen && scene.fixed > 0 && scene.phase !== "garbage_falling" && scene.phase !== "settling";
    this.field.classList.toggle("is_warned", isWarned);
    this.warning_.style.setProperty("--rows", String(Math.min(5, scene.fixed / kColumns)));
    this.showCall_(callOf(this.before_, scene, standing, this.call_.dataset.call), scene.name);
    this.showLink_(isOpen ? scene.link : 0);
    this.field.classList.toggle("is_in_danger", isOpen && isInDanger(scene.cells));
    if (scene.phase !== "settling" || !this.before_ || this.before_.phase === "settling") return;
    const weight = shakeWeight(countRestedGarbage(this.rested_, scene.cells));
    if (weight === 0) return;
    this.field.style.setProperty("--weight", String(weight));
    setData(this.field, "shake", String(1 + (++this.shakes_ % 2)));
  }

  /** Shows the word over the field; that of the end is drawn. @param {Call} call @param {string} name */
  showCall_(call, name) {
    const text = call === "none" ? "" : t(`call.${call}`);
    const shown = `${call} ${text} ${name}`;
    if (shown === this.drawnCall_) return;
    this.drawnCall_ = shown;
    setData(this.call_, "call", call);
    setData(this.field, "call", call);
    if (call !== "won" && call !== "lost" && call !== "drawn") return this.call_.replaceChildren(text);
    const face = call === "won" && name !== "" ? [emblemSvg(name, "glad")] : [];
    this.call_.replaceChildren(
      el("span", { class: "unseen", text }), lettering(t(`letters.${call}`)), ...face);
  }

  /** Shows the number of the running chain's link over the field. @param {number} link   0: no chain runs */
  showLink_(link) {
    const text = link > 0 ? t("board.link", { n: link }) : "";
    if (text === this.drawnLink_) return;
    this.drawnLink_ = text;
    this.root.style.setProperty("--heat", String(heatOf(link)));
    setData(this.link_, "tier", String(chainTier(link)));
    setData(this.link_, "beat", String(link % 2));
    this.link_.replaceChildren(...(link === 0 ? [] : [
      el("span", { class: "unseen", text }), el("span", { class: "side_rays" }),
      el("span", { class: "side_chain" }, lettering(formatNumber(link)), lettering(t("letters.chain"))),
    ]));
  }

  /** Shows that an attack has cancelled garbage. @param {?Counter} counter */
  showCounter_(counter) {
    const text = counter ? t("board.cancelled", { n: counter.cancelled }) : "";
    const shown = `${text} ${counter?.isAll}`;
    if (shown === this.drawnCounter_) return;
    this.drawnCounter_ = shown;
    this.counter_.style.setProperty("--much", String(Math.min(1, 0.6 + (counter?.cancelled ?? 0) / 45)));
    this.counter_.classList.toggle("is_all", counter?.isAll === true);
    this.counter_.replaceChildren(...(counter ? [
      el("span", { class: "unseen", text }), lettering(t(counter.isAll ? "letters.cancelled" : "letters.counter")),
      lettering(`-${counter.cancelled}`),
    ] : []));
  }

  /** The middle of the icons of waiting garbage, on the page by its layout: they may jump just now. */
  trayPlace() {
    return middleOf(this.tray_);
  }

  /** The place of the groups that burst last, on the page by its layout: the field may shake. */
  burstPlace() {
    const { left, top, width, height } = layoutBox(this.board);
    const x = (this.burst_.x + kBoardBorder) / kBoardColumns;
    const y = 1 - (this.burst_.y + kBoardBorder) / kBoardRows;
    return { x: left + x * width, y: top + y * height };
  }

  /** Returns the width of a column and the middle of the field on the page, for input/touch.js. */
  touchLayout() {
    const { left, width } = this.board.getBoundingClientRect();
    return { column: width / kBoardColumns, middle: left + width / 2 };
  }

  /**
   * Draws the next pairs if they, the look or the size have changed.
   * @param {SideScene} scene @param {Look} look @param {boolean} resized
   */
  drawNextPairs_(scene, look, resized) {
    const pairs = scene.next.map(({ axis, child }) => `${axis}${child}`).join(" ");
    if (!resized && pairs === this.drawnPairs_ && look === this.look_) return;
    this.drawnPairs_ = pairs;
    this.mostPairs_ = Math.max(this.mostPairs_, scene.next.length);
    drawPairs(context2d(this.pairs_), scene.next, this.mostPairs_, look, this.role_ === "own" ? "left" : "right");
  }

  /** @param {number} shown   the garbage that the tray shows @param {number} fixed   certain to fall
   * @param {Look} look @param {boolean} resized */
  drawGarbage_(shown, fixed, look, resized) {
    const isOther = shown !== this.drawnTray_;
    if (resized || isOther || look !== this.look_) {
      // A number that rolls lets the icons leap once.
      if (isOther && !this.isRolling_) setData(this.tray_, "beat", this.tray_.dataset.beat === "0" ? "1" : "0");
      drawTray(context2d(this.tray_), shown, look);
    }
    this.isRolling_ = isOther;
    this.drawnTray_ = shown;
    this.look_ = look;
    setText(this.garbage_, shown > 0 ? formatNumber(shown) : "");
    setText(this.fixed_, fixedText(shown, Math.min(shown, fixed)));
  }

  /** @param {SideScene} scene */
  writeTexts_(scene) {
    setText(this.name_, scene.name);
    setText(this.title_, titleOf(scene.name));
    setText(this.wins_, t("board.wins", { n: scene.wins }));
    setText(this.waits_, t("board.waits"));
    setText(this.allClear_, scene.allClear ? t("board.all_clear") : "");
    setText(this.score_, formatNumber(scene.score));
    setText(this.factors_, scene.linkScore ? t("board.added", { n: scene.linkScore.points }) : t("board.score"));
    setLabel(this.board, this.role_ === "own" ? t("board.own") : t("board.other", { name: scene.name }));
    setLabel(this.pairs_, t("board.next"));
    setData(this.next_, "title", t("board.next_title"));
  }
}

/** Tells how much of the waiting garbage is certain to fall. @param {number} shown @param {number} fixed */
function fixedText(shown, fixed) {
  if (fixed === 0) return "";
  return fixed === shown ? t("board.all_fixed") : t("board.garbage_fixed", { n: fixed });
}

/** @param {HTMLElement} element */
function middleOf(element) {
  const { left, top, width, height } = layoutBox(element);
  return { x: left + width / 2, y: top + height / 2 };
}

/** @param {Element} element @param {string} text */
function setLabel(element, text) {
  if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-label", text);
}

/** @param {HTMLElement} element @param {string} name @param {string} value */
function setData(element, name, value) {
  if (element.dataset[name] !== value) element.dataset[name] = value;
}

/** @param {HTMLCanvasElement} canvas */
function context2d(canvas) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
}
