// Shows what comes between games: the result of the last game or of the match, and what comes next.

import { el } from "../base/dom.js";
import { emblemSvg } from "../draw/emblem.js";
import { pairOfNames } from "../text/names.js";
import { t } from "../text/translation.js";

/** @import {LobbyMatch} from "../net/wire.js" */
/** @import {WatchedMatch} from "../watch/watched_match.js" */

/**
 * winner: the name of the player that has won, "": none; title: the result, "": no game has ended; next: what comes,
 * "": nothing
 * @typedef {{winner: string, title: string, next: string}} Interlude
 */

/**
 * Returns what to show between games; null: a game is being played.
 * @param {?WatchedMatch} match
 * @param {?LobbyMatch|"none"} nextMatch   the match that is shown next; null: it is not known yet; "none": there is none
 * @returns {?Interlude}
 */
export function interludeOf(match, nextMatch) {
  const next = nextMatch === "none" ? "" : nextMatchText(nextMatch);
  if (!match || match.stage === "gone") return next === "" ? null : { winner: "", title: "", next };
  const isDecided = match.leg === null || Math.max(...match.wins) >= match.leg.firstTo;
  if (match.stage === "over") return { ...(isDecided ? resultOfMatch(match) : resultOfGame(match)), next };
  if (match.stage !== "between") return null;
  return { ...resultOfGame(match), next: t("watch.game", { n: match.gamesBefore + match.game + 1 }) };
}

/** @param {WatchedMatch} match */
function resultOfGame(match) {
  const last = match.played.at(-1);
  const winner = match.players[last?.winner ?? -1] ?? "";
  const n = match.gamesBefore + (last?.game ?? match.game);
  return { winner, title: winner === "" ? t("tv.drawn_game", { n }) : t("tv.won_game", { name: winner, n }) };
}

/** Returns the result of a match, or of a pair in a knock-out, whose matches count together. A player may have resigned
 * while it led. @param {WatchedMatch} match */
function resultOfMatch({ leg, winner: seat, wins: [first, second], players }) {
  const winning = leg === null && seat !== null ? seat : first === second ? -1 : Number(second > first);
  if (winning < 0) return { winner: "", title: t("tv.drawn_match") };
  const winner = players[winning];
  return { winner, title: t("tv.won_match", { name: winner }) };
}

/** @param {?LobbyMatch} next */
function nextMatchText(next) {
  return next ? pairOfNames(next.players ?? []) : t("tv.waiting");
}

export class Between {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root_ = root;
    this.shown_ = "";
  }

  /** @param {?Interlude} interlude */
  show(interlude) {
    const shown = JSON.stringify(interlude);
    if (shown === this.shown_) return;
    this.shown_ = shown;
    this.root_.hidden = interlude === null;
    if (!interlude) return this.root_.replaceChildren();
    const { winner, title, next } = interlude;
    this.root_.replaceChildren(
      ...(winner === "" ? [] : [emblemSvg(winner)]),
      ...(title === "" ? [] : [el("strong", { class: "tv_result", text: title })]),
      ...(next === "" ? [] : [
        el("span", { class: "tv_next dim", text: t("tv.next") }), el("span", { class: "tv_next_name", text: next }),
      ]),
    );
  }
}
