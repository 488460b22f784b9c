// The scoreboard between the fields: below the result so far it shows the wins that decide the match, the time, and what
// both players have done in the game, number against number.

import { el, setText } from "../base/dom.js";
import { formatNumber, t } from "../text/translation.js";

/** @import {GameTotals, PairOfNumbers} from "./game_totals.js" */

/** firstTo: so many wins decide the match, 0: another number of games is played
 * @typedef {{firstTo: number, score: PairOfNumbers, game: number, names: {own: string, other: string}}} BoardFacts */
/** The largest chain that a player could fire. @typedef {{links: number, points: number}} FiredChain */

/** More wins than these are not shown one by one. */
const kMaxPips = 5;
const kSides = /** @type {const} */ (["own", "other"]);

export class Scoreboard {
  /** @param {HTMLElement} middle   the column of a DuelView between its fields */
  constructor(middle) {
    this.goal_ = el("span", { class: "board_goal" });
    this.pips_ = kSides.map((side) => el("span", { class: `board_pips is_${side}`, "aria-hidden": "true" }));
    this.clock_ = el("span", { class: "play_clock" });
    this.note_ = el("span", { class: "play_connection" });
    this.longest_ = new TotalRow();
    this.sent_ = new TotalRow();
    this.possible_ = new TotalRow();
    this.rows_ = el("tbody", {}, this.longest_.root, this.sent_.root);
    this.drawnPips_ = "";
    middle.classList.add("play_board");
    middle.append(
      el("p", { class: "board_rounds" }, this.pips_[0], this.goal_, this.pips_[1]),
      el("p", { class: "play_line" }, this.clock_, " ", this.note_),
      el("table", { class: "board_totals" }, this.rows_));
  }

  /** @param {BoardFacts} facts @param {Pick<GameTotals, "areKnown"|"longest"|"sent">} totals */
  show({ firstTo, score, game, names }, totals) {
    setText(this.goal_, firstTo > 1 ? t("home.first_to", { n: firstTo }) : t("watch.game", { n: game }));
    this.showPips_(firstTo > 1 && firstTo <= kMaxPips ? firstTo : 0, score);
    this.longest_.show(t("play.longest"), totals.areKnown ? totals.longest : null, names);
    this.sent_.show(t("play.sent"), totals.areKnown ? totals.sent : null, names);
  }

  /** @param {string} time   "": none */
  showTime(time) {
    setText(this.clock_, time);
  }

  /** @param {{text: string, isQuiet: boolean}} note   about the connection; isQuiet: only screen readers find it */
  showNote({ text, isQuiet }) {
    setText(this.note_, text);
    this.note_.classList.toggle("is_quiet", isQuiet);
  }

  /** Shows the chains that both players could fire, with a bar for the points.
   * @param {[?FiredChain, ?FiredChain]} chains   null: it is not known yet @param {{own: string, other: string}} names */
  showPossible(chains, names) {
    if (!this.possible_.root.isConnected) this.rows_.append(this.possible_.root);
    const [own, other] = chains.map((chain) => chain ?? { links: 0, points: 0 });
    const areKnown = chains.every((chain) => chain !== null);
    const spoken = kSides.map((side, i) => t("replay.could_fire", { name: names[side], ...[own, other][i] }));
    this.possible_.show(t("replay.possible"), areKnown ? { own: own.links, other: other.links } : null, names,
      { bars: { own: own.points, other: other.points }, spoken });
  }

  /** @param {number} count @param {PairOfNumbers} wins */
  showPips_(count, wins) {
    const pips = `${count} ${wins.own} ${wins.other}`;
    if (pips === this.drawnPips_) return;
    this.drawnPips_ = pips;
    kSides.forEach((side, i) => this.pips_[i].replaceChildren(
      ...Array.from({ length: count }, (_, win) => el("span", { class: win + 1 <= wins[side] ? "is_won" : "" }))));
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
   * @param {{own: string, other: string}} names   of the players
   * @param {{bars?: ?PairOfNumbers, spoken?: string[]}} [more]   bars: the lengths of the bars, if they are not the
   *   numbers; spoken: what listeners are told instead of the names and numbers */
  show(title, numbers, names, { bars = numbers, spoken } = {}) {
    setText(this.title_, title);
    const texts = kSides.map((side) => (numbers ? formatNumber(numbers[side]) : "–"));
    const shown = [...texts, names.own, names.other, ...(spoken ?? [])].join();
    if (shown === this.shown_) return;
    this.shown_ = shown;
    const most = Math.max(1, bars?.own ?? 0, bars?.other ?? 0);
    kSides.forEach((side, i) => {
      const unseen = el("span", { class: "unseen", text: spoken && numbers ? spoken[i] : `${names[side]} ` });
      const seen = spoken && numbers ? el("span", { "aria-hidden": "true", text: texts[i] }) : texts[i];
      this.cells_[i].replaceChildren(unseen, seen);
      this.cells_[i].style.setProperty("--share", String((bars?.[side] ?? 0) / most));
    });
  }
}
