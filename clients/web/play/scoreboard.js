// The scoreboard between the fields while a person plays: below the result so far it shows the wins that decide the
// match, and what both players have done in the game, number against number.

import { el, setText } from "../base/dom.js";
import { formatNumber, t } from "../text/translation.js";

/** @import {GameTotals, PairOfNumbers} from "./game_totals.js" */
/** @import {MatchState} from "./match_state.js" */

/** More wins than these are not shown one by one. */
const kMaxPips = 5;
const kSides = /** @type {const} */ (["own", "other"]);

export class Scoreboard {
  /** @param {HTMLElement} middle   the column of a DuelView between its fields */
  constructor(middle) {
    this.goal_ = el("span", { class: "board_goal" });
    this.pips_ = kSides.map((side) => el("span", { class: `board_pips is_${side}`, "aria-hidden": "true" }));
    this.longest_ = new TotalRow();
    this.sent_ = new TotalRow();
    this.drawnPips_ = "";
    middle.classList.add("play_board");
    middle.append(
      el("p", { class: "board_rounds" }, this.pips_[0], this.goal_, this.pips_[1]),
      el("table", { class: "board_totals" }, el("tbody", {}, this.longest_.root, this.sent_.root)));
  }

  /** @param {MatchState} state @param {GameTotals} totals */
  show({ terms, score, game, names }, totals) {
    const firstTo = terms.firstTo ?? 0;
    setText(this.goal_, firstTo > 1 ? t("home.first_to", { n: firstTo }) : t("watch.game", { n: game }));
    this.showPips_(firstTo > 1 && firstTo <= kMaxPips ? firstTo : 0, score);
    this.longest_.show(t("play.longest"), totals.areKnown ? totals.longest : null, names);
    this.sent_.show(t("play.sent"), totals.areKnown ? totals.sent : null, names);
  }

  /** @param {number} count @param {PairOfNumbers} wins */
  showPips_(count, wins) {
    const pips = `${count} ${wins.own} ${wins.other}`;
    if (pips === this.drawnPips_) return;
    this.drawnPips_ = pips;
    kSides.forEach((side, i) => this.pips_[i].replaceChildren(
      ...Array.from({ length: count }, (_, win) => el("span", { class: win < wins[side] ? "is_won" : "" }))));
  }
}

/** A row of the table: its title between the numbers of both players, with a bar for each. For listeners, the name of
 * the player stands before each number. */
class TotalRow {
  constructor() {
    this.title_ = el("th", { scope: "row" });
    this.cells_ = kSides.map((side) => el("td", { class: `is_${side}` }));
    this.root = el("tr", {}, this.cells_[0], this.title_, this.cells_[1]);
    this.shown_ = "";
  }

  /** @param {string} title @param {?PairOfNumbers} numbers   null: they are not known
   * @param {{own: string, other: string}} names   of the players */
  show(title, numbers, names) {
    setText(this.title_, title);
    const texts = kSides.map((side) => (numbers ? formatNumber(numbers[side]) : "–"));
    const shown = [...texts, names.own, names.other].join();
    if (shown === this.shown_) return;
    this.shown_ = shown;
    const most = Math.max(1, numbers?.own ?? 0, numbers?.other ?? 0);
    kSides.forEach((side, i) => {
      this.cells_[i].replaceChildren(el("span", { class: "unseen", text: `${names[side]} ` }), texts[i]);
      this.cells_[i].style.setProperty("--share", String((numbers?.[side] ?? 0) / most));
    });
  }
}
