// The panel's texts about the last game of a match that is over: its length, the longest chains, and the largest chain
// that the person missed, with the ways to see and to train it.

import { el } from "../base/dom.js";
import { t } from "../text/translation.js";
import { playingTimeText } from "./match_events.js";

/** @import {GameSummary} from "../replay/game_summary.js" */
/** @import {Score} from "../home/score_book.js" */
/** @import {MatchState} from "./match_state.js" */

const kFramesPerSecond = 60;

export class AfterGame {
  /** @param {(name: string) => ?Score} scoreAgainst   returns the score of this browser's person against a player of the
   *   computer */
  constructor(scoreAgainst) {
    this.scoreAgainst_ = scoreAgainst;
    this.root = el("div", { class: "after_game" });
    this.record_ = "";
    this.opponent_ = "";
    /** @type {?GameSummary} */
    this.summary_ = null;
    this.isSearching_ = false;
    this.stop_ = () => {};
  }

  /** Shows the last game of a match that is over, and nothing of a match that goes on. @param {MatchState} state */
  follow({ stage, record, seatIndex, names }) {
    const next = stage === "over" ? record : "";
    if (next === this.record_) return;
    this.stop_();
    this.stop_ = () => {};
    this.record_ = next;
    this.opponent_ = names.other;
    this.summary_ = null;
    this.isSearching_ = next !== "";
    this.writeTexts();
    if (next !== "") void this.summarise_(next, seatIndex);
  }

  /** @param {string} record @param {number} seat */
  async summarise_(record, seat) {
    // Loaded after the game, because it is not needed before. Without a connection it cannot be loaded.
    const loaded = await import("../replay/game_summary.js").catch(() => null);
    if (record !== this.record_) return;
    /** @param {?GameSummary} summary */
    const end = (summary) => {
      this.summary_ = summary;
      this.isSearching_ = false;
      this.writeTexts();
    };
    if (loaded) this.stop_ = loaded.summariseGame(record, seat, end);
    else end(null);
  }

  /** Writes all texts in the current language. */
  writeTexts() {
    this.root.replaceChildren(...this.content_().map((child) => el("p", {}, ...child)));
  }

  /** @returns {(string|HTMLElement)[][]} the content of each paragraph */
  content_() {
    if (this.isSearching_) return [[t("missed.searching")]];
    if (!this.summary_) return [];
    const { seconds, longestChains, missed } = this.summary_;
    const time = playingTimeText(seconds * kFramesPerSecond);
    const facts = [el("span", { text: t("summary.length", { time }) }), " ",
      el("span", { text: t("summary.longest", { ...longestChains, name: this.opponent_ }) })];
    const score = this.scoreAgainst_(this.opponent_);
    if (score) facts.push(" ", el("span", { text: t("summary.tally", { name: this.opponent_, ...score }) }));
    if (!missed) return [facts, [t("summary.none")]];
    const { kind, links, garbage, clock, problem } = missed;
    const see = el("a", { href: `/replay/${this.record_}#frame=${clock}`, text: t("missed.see") });
    const train = el("a", { href: `/train?p=${encodeURIComponent(problem)}`, text: t("missed.train") });
    return [facts, [t(`summary.${kind}`, { links, garbage }), " ", see, ...(problem === "" ? [] : [" ", train])]];
  }
}
