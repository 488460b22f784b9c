// Shows the players that take challenges as cards: a face, a title, the name, how the player plays, and a link that
// begins a match.

import { el } from "../base/dom.js";
import { emblemSvg } from "../draw/emblem.js";
import { t } from "../text/translation.js";
import { kKnownPlayers, knownPlayer, opponentsOf, strengthOf } from "./opponents.js";
import { playAddress } from "./play_card.js";

/** @import {OpenPlayer} from "../net/wire.js" */
/** @import {Score, ScoreBook} from "./score_book.js" */

const kMaxCards = 12;
/** The ground of each card, by the strength of its player. */
const kTones = ["#7d86b8", "#7fb83a", "#d0452f", "#6d5ad8", "#c9892b", "#2f9f78", "#4d8fd0", "#9a5be0", "#ff7fae"];

export class OpponentCards {
  /** @param {HTMLElement} place @param {ScoreBook} scores */
  constructor(place, scores) {
    this.place_ = place;
    this.scores_ = scores;
    /** @type {string[]} */
    this.names_ = [];
  }

  /** @param {OpenPlayer[]} open */
  showOpponents(open) {
    const names = opponentsOf(open).slice(0, kMaxCards);
    if (names.join("\n") === this.names_.join("\n")) return;
    this.names_ = names;
    this.writeTexts();
  }

  /** Writes all texts in the current language. */
  writeTexts() {
    this.place_.replaceChildren(
      ...this.names_.map((name) => opponentCard(name, this.scores_.scoreAgainst(name))));
  }
}

/** @param {string} name @param {?Score} score   of the visitor against this player; null: none */
export function opponentCard(name, score) {
  const player = knownPlayer(name);
  const strength = strengthOf(name);
  const most = kKnownPlayers.length;
  const card = el("a", { class: "card opponent", href: playAddress(name, 1), data: { name } },
    emblemSvg(name),
    el("span", { class: "opponent_names" },
      el("strong", {}, el("bdi", { text: name })), " ",
      player && el("span", { class: "dim", text: t(`title.${player}`) })),
    el("span", { class: "opponent_style", text: player ? t(`style.${player}`) : t("style.unknown") }),
    el("span", { class: "opponent_foot" },
      strength > 0 && el("span",
        { class: "opponent_strength", role: "img", "aria-label": t("home.strength", { n: strength, most }) },
        ...kKnownPlayers.map((_, i) => el("span", { class: i < strength ? "is_on" : "" }))),
      score && el("span", { class: "opponent_score", text: t("home.score", { ...score }) }),
      !score && strength > 0 && el("span",
        { class: "dim", "aria-hidden": "true", text: t("home.strength_short", { n: strength, most }) })));
  card.style.setProperty("--tone", kTones[strength]);
  return card;
}
