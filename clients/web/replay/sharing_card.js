// The card of a seat in a replay: buttons that copy links to its field and its game, or go on from there in practice.

import { copyPageLink } from "../base/copy_link.js";
import { el } from "../base/dom.js";
import { emblemSvg } from "../draw/emblem.js";
import { t } from "../text/translation.js";

/** @import {RecordedGame} from "./recorded_game.js" */

/**
 * The links to a seat's game on other sites; why_not: the reason why one has none.
 * @typedef {{puyop: ?string, ips: ?string, why_not: ?string}} SharedGame
 */

/** @type {("puyop"|"ips")[]} */
const kLinkFormats = ["puyop", "ips"];

/**
 * Makes a seat's card, with buttons that copy links or go on from here in practice.
 * @param {RecordedGame} recordedGame @param {number} seat
 * @param {?SharedGame} game   null: the server has no links of it
 */
export function sharingCard(recordedGame, seat, game) {
  /** @param {"puyop"|"ips"} format */
  const copyField = (format) =>
    el("button", { type: "button", on: { click: () => copyPageLink(recordedGame.fieldUrl(seat, format)) } },
      t(`replay.copy_${format}`));
  /** @param {"puyop"|"ips"} format @param {SharedGame} shared */
  const copyGame = (format, shared) => {
    const url = shared[format];
    return url && el("button", { type: "button", on: { click: () => copyPageLink(url) } }, t(`replay.game_${format}`));
  };
  const goOn = () => {
    const url = recordedGame.positionUrl(seat);
    if (url) window.location.assign(`/practice?url=${encodeURIComponent(url)}`);
    else copyPageLink(null);
  };
  return el(
    "section",
    { class: `card replay_seat curve_seat_${seat}`, data: { seat: String(seat) } },
    el("h3", {}, emblemSvg(recordedGame.names[seat]), el("span", { text: recordedGame.names[seat] })),
    el("div", { class: "row" }, ...kLinkFormats.map(copyField),
      el("button", { type: "button", text: t("replay.play_from_here"), on: { click: goOn } })),
    el("h4", { text: t("replay.whole_game") }),
    game
      ? el("div", { class: "row" }, ...kLinkFormats.map((format) => copyGame(format, game)))
      : el("p", { class: "dim", text: t("common.none") }),
    game?.why_not ? el("p", { class: "dim", text: t("link.none_of_game") }) : null,
  );
}
