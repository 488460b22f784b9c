// The card with the link that starts a game. The person may choose an opponent and a number of wins before.

import { el, requireElement, setText } from "../base/dom.js";
import { t } from "../text/translation.js";

/** @import {OpenPlayer} from "../net/wire.js" */

export const kWinsChoices = [1, 2, 3, 5];

/**
 * Returns the address of the page for playing.
 * @param {string} name   of the opponent; "": any free one
 * @param {number} wins   that decide the match
 */
export function playAddress(name, wins) {
  const asked = new URLSearchParams();
  if (name !== "") asked.set("with", name);
  if (wins > 1) asked.set("wins", String(wins));
  const search = asked.toString();
  return search === "" ? "/play" : `/play?${search}`;
}

/** Returns the names of the players that are free now, sorted. @param {OpenPlayer[]} open */
export function freePlayers(open) {
  return open.filter(({ free = 0 }) => free > 0).map(({ name }) => name).sort((a, b) => a.localeCompare(b));
}

export class PlayCard {
  constructor() {
    this.playLink_ = requireElement("#play", HTMLAnchorElement);
    this.opponent_ = requireElement("#opponent", HTMLSelectElement);
    this.wins_ = requireElement("#wins", HTMLSelectElement);
    this.hint_ = requireElement("#play_hint", HTMLElement);
    /** The players that are free. @type {string[]} */
    this.names_ = [];
    /** True until the server has told which players are free. */
    this.isUnknown_ = true;
    for (const choice of [this.opponent_, this.wins_]) choice.addEventListener("change", () => this.updatePlayLink_());
  }

  /** @param {OpenPlayer[]} open */
  showOpponents(open) {
    const names = freePlayers(open);
    if (!this.isUnknown_ && names.join("\n") === this.names_.join("\n")) return;
    this.isUnknown_ = false;
    this.names_ = names;
    this.writeTexts();
  }

  /** Writes all texts in the current language. */
  writeTexts() {
    const [opponent, wins] = [this.opponent_.value, this.wins_.value];
    this.opponent_.replaceChildren(
      el("option", { value: "" }, t("home.any_opponent")),
      ...this.names_.map((name) => el("option", { value: name }, name)),
    );
    this.opponent_.value = this.names_.includes(opponent) ? opponent : "";
    this.wins_.replaceChildren(...kWinsChoices.map((n) => el("option", { value: n }, t("home.first_to", { n }))));
    this.wins_.value = wins || String(kWinsChoices[0]);
    const isNobodyFree = !this.isUnknown_ && this.names_.length === 0;
    setText(this.hint_, t(isNobodyFree ? "home.no_opponents" : "home.play_hint"));
    this.updatePlayLink_();
  }

  updatePlayLink_() {
    this.playLink_.href = playAddress(this.opponent_.value, Number(this.wins_.value));
  }
}
