// The links that a replay offers for a seat: its current field, its whole game, and a game to play on.

import { el } from "../base/dom.js";
import { t } from "../text/text.js";

/** @import {Film} from "./film.js" */

/** As the server tells it. @typedef {{puyop: ?string, ips: ?string, why_not: ?string}} SharedGame */

/** @type {("puyop"|"ips")[]} */
const kFormats = ["puyop", "ips"];

/**
 * @param {Film} film @param {number} seat
 * @param {?SharedGame} game   null: the server has no links of it
 * @param {(url: ?string) => void} take   the person wants this link; null: there is none
 */
export function seatCard(film, seat, game, take) {
  /** @param {"puyop"|"ips"} format */
  const copyField = (format) =>
    el("button", { type: "button", on: { click: () => take(film.fieldUrl(seat, format)) } },
      t(`replay.copy_${format}`));
  /** @param {"puyop"|"ips"} format @param {SharedGame} shared */
  const copyGame = (format, shared) => {
    const url = shared[format];
    return url && el("button", { type: "button", on: { click: () => take(url) } }, t(`replay.game_${format}`));
  };
  const goOn = () => {
    const url = film.positionUrl(seat);
    if (url) window.location.assign(`/practice?url=${encodeURIComponent(url)}`);
    else take(null);
  };
  return el(
    "section",
    { class: "card replay_seat", data: { seat: String(seat) } },
    el("h3", { text: film.names[seat] }),
    el("div", { class: "row" }, ...kFormats.map(copyField),
      el("button", { type: "button", text: t("replay.play_from_here"), on: { click: goOn } })),
    el("h4", { text: t("replay.whole_game") }),
    game
      ? el("div", { class: "row" }, ...kFormats.map((format) => copyGame(format, game)))
      : el("p", { class: "dim", text: t("common.none") }),
    game?.why_not ? el("p", { class: "dim", text: t("link.none_of_game") }) : null,
  );
}

/**
 * @param {string} path   of the server's answer
 * @returns {Promise<?[SharedGame, SharedGame]>}
 */
export async function loadSharedGames(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? (await answer.json()).seats : null;
  } catch {
    return null;
  }
}
