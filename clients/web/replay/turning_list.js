// The list of the turning points of a replay: whose chance changed, and a link that leads there.

import { el, setText } from "../base/dom.js";
import { t } from "../text/chance_texts.js";
import { percentOf } from "../watch/chance.js";

/** @import {TurningPoint} from "./turning_points.js" */

export class TurningList {
  /**
   * @param {string[]} names   of the players, by seat
   * @param {(clock: number) => string} placeText   the text of a clock
   * @param {(clock: number) => void} see
   */
  constructor(names, placeText, see) {
    this.names_ = names;
    this.placeText_ = placeText;
    this.see_ = see;
    /** null: they are being searched. @type {?TurningPoint[]} */
    this.points_ = null;
    this.hasFailed_ = false;
    this.status_ = el("p", { class: "dim", role: "status" });
    this.items_ = el("ol", { class: "turning_list" });
    this.root = el("div", {}, this.status_, this.items_);
  }

  /** @param {TurningPoint[]} points */
  show(points) {
    this.points_ = points;
    this.writeTexts();
  }

  /** Says that this browser cannot find them. */
  showFailure() {
    this.hasFailed_ = true;
    this.writeTexts();
  }

  statusText_() {
    if (this.hasFailed_) return t("chance.failed");
    if (this.points_ === null) return t("chance.searching");
    return t(this.points_.length === 0 ? "chance.none" : "chance.how");
  }

  /** Writes all texts in the current language. */
  writeTexts() {
    const points = this.points_;
    setText(this.status_, this.statusText_());
    this.items_.replaceChildren(...(points ?? []).map((point) => this.itemOf_(point)));
  }

  /** @param {TurningPoint} point */
  itemOf_({ clock, seat, before, after }) {
    const place = this.placeText_(clock);
    const change = t("chance.change",
      { name: this.names_[seat], before: percentOf(before), after: percentOf(after) });
    const link = el("a", { class: "button", href: `#frame=${clock}`, text: place,
      "aria-label": t("chance.see_label", { place, change }), on: { click: (event) => this.click_(event, clock) } });
    return el("li", { class: `curve_seat_${seat}` }, link, " ", el("span", { text: change }));
  }

  /** @param {Event} event @param {number} clock */
  click_(event, clock) {
    // With a modifier, a click opens the address elsewhere.
    if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    this.see_(clock);
  }
}
