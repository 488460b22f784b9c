// The strip that shows who leads: both chances as numbers and lengths, and in words for listeners.

import { el, setText } from "../base/dom.js";
import { t } from "../text/chance_texts.js";
import { leaderOf, percentOf } from "./chance.js";

export class ChanceBar {
  constructor() {
    this.numbers_ = ["own", "other"].map((role) => el("strong", { class: `chance_${role}`, "aria-hidden": "true" }));
    this.spoken_ = el("span", { class: "unseen" });
    this.bar_ = el("span", { class: "chance_share", "aria-hidden": "true" });
    this.root = el("div", { class: "chance" }, this.numbers_[0], this.bar_, this.numbers_[1], this.spoken_);
  }

  /** @param {?number} chance   of seat one in thousandths; null: it is not known @param {string[]} names   by seat */
  show(chance, names) {
    setText(this.bar_, t("chance.title"));
    const percent = chance === null ? null : percentOf(chance);
    const texts = percent === null ? ["–", "–"] : [percent, 100 - percent].map((n) => t("chance.percent", { percent: n }));
    texts.forEach((text, seat) => setText(this.numbers_[seat], text));
    setText(this.spoken_, chance === null ? "" : spokenChance(chance, names));
    this.bar_.style.setProperty("--share", String(percent === null ? 0.5 : percent / 100));
  }
}

/** @param {number} chance @param {string[]} names   by seat */
function spokenChance(chance, names) {
  const { seat, percent } = leaderOf(chance);
  return seat < 0 ? t("chance.even") : t("chance.leads", { name: names[seat], percent });
}
