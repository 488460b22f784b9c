// The list of what was missed in a replay: what it was, a button that leads there, and a link to train it.

import { el, setText } from "../base/dom.js";
import { t } from "../text/translation.js";
import { problemAddress } from "../train/problem_links.js";
import { missedSign } from "./missed_shapes.js";

/** @import {AnalysisReport} from "./analysis.js" */
/** @import {MissedMoment} from "./missed_moments.js" */

export class MissedList {
  /**
   * @param {string[]} names   of the players, by seat
   * @param {(clock: number) => string} placeText   the text of a clock
   * @param {{see: (clock: number) => void, copyLink: (missed: MissedMoment) => void,
   *   picture: (seat: number, clock: number) => HTMLElement}} actions   picture: makes one of a field
   */
  constructor(names, placeText, actions) {
    this.names_ = names;
    this.placeText_ = placeText;
    this.actions_ = actions;
    /** @type {?AnalysisReport} */
    this.report_ = null;
    this.hasFailed_ = false;
    this.status_ = el("p", { class: "dim", role: "status" });
    this.progress_ = el("progress", { max: 1, class: "missed_progress" });
    this.items_ = el("ol", { class: "missed_list" });
    this.copy_ = el("button", { type: "button", hidden: true, on: { click: () => this.copyLink_() } });
    this.root = el("div", {}, this.status_, this.progress_, this.items_, this.copy_);
  }

  /** @param {AnalysisReport} report */
  show(report) {
    const hasChanged = report.isComplete !== this.report_?.isComplete;
    this.report_ = report;
    this.progress_.value = report.progress;
    if (hasChanged) this.writeTexts();
  }

  showFailure() {
    this.hasFailed_ = true;
    this.writeTexts();
  }

  /** Writes all texts in the current language. */
  writeTexts() {
    const missed = this.report_?.missed ?? [];
    const isSearching = !this.hasFailed_ && !this.report_?.isComplete;
    this.progress_.hidden = !isSearching;
    this.progress_.setAttribute("aria-label", t("missed.searching"));
    setText(this.status_, this.statusText_(isSearching, missed.length));
    this.items_.hidden = missed.length === 0;
    this.items_.replaceChildren(...missed.map((one) => this.itemOf_(one)));
    this.copy_.hidden = missed.length === 0;
    setText(this.copy_, t("missed.copy"));
  }

  /** @param {boolean} isSearching @param {number} count */
  statusText_(isSearching, count) {
    if (this.hasFailed_) return t("missed.failed");
    if (isSearching) return t("missed.searching");
    return count === 0 ? t("missed.none") : t("missed.how");
  }

  /** @param {MissedMoment} missed */
  itemOf_(missed) {
    const { seat, clock, problem } = missed;
    const name = this.names_[seat];
    const place = this.placeText_(clock);
    /** @param {string} text */
    const labelOf = (text) => t("missed.link_label", { text, name, place });
    const see = el("a", { class: "button", href: `#frame=${clock}`, text: t("missed.see"),
      "aria-label": labelOf(t("missed.see")), on: { click: (event) => this.see_(event, clock) } });
    const train = problem !== "" && el("a", { class: "button", href: problemAddress(problem), text: t("missed.train"),
      "aria-label": labelOf(t("missed.train")) });
    return el("li", { class: `missed_item curve_seat_${seat}` },
      this.actions_.picture(seat, clock),
      el("p", {}, missedSign(missed.kind), " ", el("span", { class: "missed_place", text: place }), " ", this.textOf_(missed),
        missed.hasDied ? el("strong", { class: "missed_decided", text: t("missed.decided") }) : null),
      el("span", { class: "missed_ways" }, see, train));
  }

  /** @param {MissedMoment} missed */
  textOf_({ seat, kind, links, garbage, fired }) {
    const instead = t(fired > 0 ? "missed.fired" : "missed.fired_nothing", { fired });
    return t(`missed.${kind}`, { name: this.names_[seat], links, garbage, instead });
  }

  /** @param {Event} event @param {number} clock */
  see_(event, clock) {
    // With a modifier, a click opens the address elsewhere.
    if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    this.actions_.see(clock);
  }

  copyLink_() {
    const [largest] = this.report_?.missed ?? [];
    if (largest) this.actions_.copyLink(largest);
  }
}
