// Takes a seat of a replay elsewhere: a card whose button goes on from there in practice, and a row of buttons that copy
// links to its field and its game.

import { copyPageLink } from "../base/copy_link.js";
import { el } from "../base/dom.js";
import { emblemSvg } from "../draw/emblem.js";
import { reportFlag } from "../report/button.js";
import { t } from "../text/translation.js";

/** @import {RecordedGame} from "./recorded_game.js" */

/**
 * The links to a seat's game on other sites; why_not: the reason why one has none.
 * @typedef {{puyop: ?string, ips: ?string, why_not: ?string}} SharedGame
 */

/** @type {("puyop"|"ips")[]} */
const kLinkFormats = ["puyop", "ips"];

/** Makes a seat's card. @param {RecordedGame} recordedGame @param {number} seat
 * @param {string} record   its number on this server, where its players can be reported; "": it has none */
export function seatCard(recordedGame, seat, record) {
  const name = recordedGame.names[seat];
  const goOn = () => {
    const url = recordedGame.positionUrl(seat);
    if (url) window.location.assign(`/practice?url=${encodeURIComponent(url)}`);
    else copyPageLink(null);
  };
  return el(
    "section",
    { class: `card replay_seat curve_seat_${seat}`, data: { seat: String(seat) } },
    el("h3", {}, emblemSvg(name), el("span", { text: name })),
    el("div", { class: "row" }, el("button", { type: "button", text: t("replay.play_from_here"), on: { click: goOn } }),
      record !== "" && reportFlag(t("report.player", { name }), () => ({ game: { record }, players: [{ name, seat }] }))),
  );
}

/**
 * Makes the buttons that copy links of a seat for other programs.
 * @param {RecordedGame} recordedGame @param {number} seat
 * @param {?SharedGame} game   null: the server has no links of it
 */
export function seatLinks(recordedGame, seat, game) {
  /** @param {"puyop"|"ips"} format */
  const copyField = (format) =>
    el("button", { type: "button", on: { click: () => copyPageLink(recordedGame.fieldUrl(seat, format)) } },
      t(`replay.copy_${format}`));
  const wholeGame = kLinkFormats.map((format) => {
    const url = game?.[format];
    return url && el("button", { type: "button", on: { click: () => copyPageLink(url) } }, t(`replay.game_${format}`));
  });
  const hasWholeGame = wholeGame.some(Boolean);
  return el(
    "div",
    { class: "replay_links", data: { seat: String(seat) } },
    el("div", { class: "row" }, el("strong", {}, el("bdi", { text: recordedGame.names[seat] })),
      ...kLinkFormats.map(copyField), hasWholeGame ? el("span", { text: t("replay.whole_game") }) : null, ...wholeGame),
    game?.why_not ? el("p", { class: "dim", text: t("link.none_of_game") }) : null,
  );
}
