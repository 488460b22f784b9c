// Shows both sides of a duel on a page, and the attacks between them. An attack leaves the groups that have burst, and flies
// to the receiver's tray. If it cancels garbage, it goes to the sender's own tray before.

import { el, layoutBox, makeCanvasFitter, setText } from "../base/dom.js";
import { formatNumber, t } from "../text/translation.js";
import { drawAttack, drawImpact } from "./attack.js";
import { chainTier, kGreatTier, standingOf } from "./calls.js";
import { impactsOf, legOf, seenScene, toldAttack } from "./exchange.js";
import { SideView } from "./side_view.js";

/** @import {Look} from "./look.js" */
/** @import {Attack, DuelScene} from "./scene.js" */

export class DuelView {
  constructor() {
    this.own = new SideView("own");
    this.other = new SideView("other");
    this.middle = el("div", { class: "duel_middle" });
    // The sides tell the same numbers with their meaning.
    this.tally_ = el("p", { class: "duel_tally", "aria-hidden": "true" });
    this.sent_ = el("span", { class: "unseen" });
    // The number with its arrow.
    this.number_ = el("span", { class: "attack_number", "aria-hidden": "true" });
    this.attack_ = el("p", { class: "duel_attack" }, this.number_, this.sent_);
    this.overlay_ = el("canvas", { class: "duel_overlay", "aria-hidden": "true" });
    this.fitOverlay_ = makeCanvasFitter(this.overlay_);
    this.middle.append(this.tally_, this.attack_);
    this.root = el("div", { class: "duel" }, this.own.root, this.middle, this.other.root, this.overlay_);
    this.overlayIsClean_ = true;
  }

  /** Calls a function when any part has got another size. An attack flies between parts, so it then flies elsewhere, also
   * if the whole has kept its size. @param {() => void} draw */
  onResize(draw) {
    const observer = new ResizeObserver(draw);
    for (const part of [this.root, this.middle, this.own.board, this.other.board]) observer.observe(part);
  }

  /** @param {DuelScene} scene @param {Look} look */
  draw(scene, look) {
    const { own, other } = scene;
    const isOver = scene.isOver === true || standingOf(own, other) !== "open";
    // What flies when a game ends does not land any more.
    const attacks = isOver || !other ? [] : scene.attacks;
    const shared = { attacks, isOver };
    this.own.draw(own, look, { standing: standingOf(own, other), owner: other ? "own" : "none", ...shared });
    this.other.root.hidden = other === null;
    this.root.classList.toggle("is_alone", other === null);
    if (other) this.other.draw(other, look, { standing: standingOf(other, own), owner: "other", ...shared });
    const links = [own, other].map((side) => (side ? seenScene(side).link : 0));
    const longest = isOver ? 0 : Math.max(...links);
    this.root.classList.toggle("has_great_chain", chainTier(longest) === kGreatTier);
    setText(this.tally_, other ? `${formatNumber(own.wins)} – ${formatNumber(other.wins)}` : "");
    this.showAttackNumber_(toldAttack(attacks));
    this.drawAttacksOnOverlay_(attacks, look);
  }

  /** @param {?Attack} attack   the one that flies */
  showAttackNumber_(attack) {
    const amount = attack?.amount ?? 0;
    setText(this.sent_, amount > 0 ? t("board.attack", { n: amount }) : "");
    setText(this.number_, amount > 0 ? formatNumber(amount) : "");
    this.attack_.classList.toggle("is_other", attack?.from === "other");
  }

  /** @param {Attack[]} attacks @param {Look} look */
  drawAttacksOnOverlay_(attacks, look) {
    const ctx = this.overlay_.getContext("2d");
    const emptied = this.fitOverlay_();
    if (!ctx) return;
    if (!this.overlayIsClean_ && !emptied) ctx.clearRect(0, 0, this.overlay_.width, this.overlay_.height);
    const seen = attacks.filter((attack) => legOf(attack) || impactsOf(attack).length > 0);
    this.overlayIsClean_ = seen.length === 0;
    if (seen.length === 0) return;
    const ratio = window.devicePixelRatio || 1;
    const { left, top } = layoutBox(this.overlay_);
    const size = 0.13 * this.own.board.width;
    const placeOf = (/** @type {{x: number, y: number}} */ { x, y }) => ({ x: (x - left) * ratio, y: (y - top) * ratio });
    for (const attack of seen) {
      const [sender, receiver] = attack.from === "own" ? [this.own, this.other] : [this.other, this.own];
      const trays = { sender: placeOf(sender.trayPlace()), receiver: placeOf(receiver.trayPlace()) };
      const leg = legOf(attack);
      if (leg) {
        const from = leg.way === "surplus" ? trays.sender : placeOf(sender.burstPlace());
        const to = leg.way === "counter" ? trays.sender : trays.receiver;
        drawAttack(ctx, attack, leg, { from, to, size }, look);
      }
      if (look.reducesMotion) continue;
      for (const { at, share } of impactsOf(attack)) {
        const splinters = at === "sender" ? look.palette.garbage : null;
        drawImpact(ctx, share, { ...trays[at], size }, { from: attack.from, splinters });
      }
    }
  }
}
