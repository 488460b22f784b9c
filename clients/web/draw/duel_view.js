// Shows both sides of a duel on a page, and the attacks between them. An attack flies to the receiver's tray, or to the
// sender's own tray if it only cancels garbage.

import { el, makeCanvasFitter, setText } from "../base/dom.js";
import { formatNumber, t } from "../text/translation.js";
import { drawAttack, kAttackFlightFrames } from "./attack.js";
import { chainTier, kGreatTier, standingOf } from "./calls.js";
import { drawTray } from "./garbage_tray.js";
import { kSeatColours } from "./look.js";
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
    this.cancelled_ = el("span", { class: "attack_cancelled" });
    this.sent_ = el("span", { class: "unseen" });
    // The number with its arrow, and the icons of the garbage.
    this.number_ = el("span", { class: "attack_number", "aria-hidden": "true" });
    this.icons_ = el("canvas", { class: "attack_icons", "aria-hidden": "true" });
    this.attack_ = el("p", { class: "duel_attack" }, this.number_, this.icons_, this.cancelled_, this.sent_);
    this.overlay_ = el("canvas", { class: "duel_overlay", "aria-hidden": "true" });
    this.fitOverlay_ = makeCanvasFitter(this.overlay_);
    this.fitIcons_ = makeCanvasFitter(this.icons_);
    this.middle.append(this.tally_, this.attack_);
    this.root = el("div", { class: "duel" }, this.own.root, this.middle, this.other.root, this.overlay_);
    this.overlayIsClean_ = true;
    this.drawnAttack_ = "";
  }

  /** @param {DuelScene} scene @param {Look} look */
  draw(scene, look) {
    const { own, other } = scene;
    this.own.draw(own, look, { standing: standingOf(own, other), owner: other ? "own" : "none" });
    this.other.root.hidden = other === null;
    this.root.classList.toggle("is_alone", other === null);
    if (other) this.other.draw(other, look, { standing: standingOf(other, own), owner: "other" });
    const longest = standingOf(own, other) === "open" ? Math.max(own.link, other?.link ?? 0) : 0;
    this.root.classList.toggle("has_great_chain", chainTier(longest) === kGreatTier);
    setText(this.tally_, other ? `${formatNumber(own.wins)} – ${formatNumber(other.wins)}` : "");
    const attack = other ? scene.attack : null;
    const victim = (attack?.from === "own" ? other?.name : own.name) ?? "";
    this.showAttackNumbers_(attack && attack.age < kAttackTextFrames ? attack : null, victim, look);
    this.drawAttackOnOverlay_(attack && attack.age < kAttackFlightFrames ? attack : null, look);
  }

  /** @param {?Attack} attack @param {string} victim   the name of the player on whom its garbage falls
   * @param {Look} look */
  showAttackNumbers_(attack, victim, look) {
    const { amount = 0, cancelled = 0, from = "own" } = attack ?? {};
    const resized = this.fitIcons_();
    const falls = amount > 0 ? t("board.falls_on", { name: victim }) : "";
    const texts = [cancelled > 0 ? t("board.cancelled", { n: cancelled }) : falls,
      amount > 0 ? t("board.attack", { n: amount }) : ""];
    const shown = `${texts.join()} ${from}`;
    if (!resized && shown === this.drawnAttack_) return;
    this.drawnAttack_ = shown;
    setText(this.cancelled_, texts[0]);
    this.cancelled_.classList.toggle("attack_falls", cancelled === 0);
    setText(this.sent_, texts[1]);
    setText(this.number_, amount > 0 ? formatNumber(amount) : "");
    this.attack_.classList.toggle("is_other", from === "other");
    const ctx = this.icons_.getContext("2d");
    if (ctx) drawTray(ctx, amount, look, { colour: kSeatColours[from], isCentred: true });
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
    const [sender, receiver] = attack.from === "own" ? [this.own, this.other] : [this.other, this.own];
    // An attack that only cancels garbage goes no further than the sender's own tray.
    const target = attack.amount > 0 ? receiver : sender;
    const board = sender.board.getBoundingClientRect();
    const tray = target.tray.getBoundingClientRect();
    const size = 0.9 * Math.min(this.own.board.width / 7, tray.height * ratio);
    // It arrives at the end of the tray that is nearer to the other field.
    const half = size / 2 / ratio;
    const inner = target === this.own ? tray.right - half : tray.left + half;
    const point = (/** @type {number} */ x, /** @type {number} */ y) =>
      ({ x: (x - origin.left) * ratio, y: (y - origin.top) * ratio });
    const from = point(board.left + board.width / 2, board.top + board.height * 0.6);
    drawAttack(ctx, attack, { from, to: point(inner, tray.top + tray.height / 2), size }, look);
  }
}
