// Shows the texts beside the fields of a watched match.

import { el, requireElement, setText } from "../base/dom.js";
import { emblemSvg } from "../draw/emblem.js";
import { reportFlag } from "../report/button.js";
import { pairOfNames } from "../text/names.js";
import { causeText } from "../text/server_codes.js";
import { t } from "../text/translation.js";
import { remarkText } from "./remarks.js";

/** @import {Announcer} from "../base/announcer.js" */
/** @import {ConnectionState} from "../net/connection.js" */
/** @import {Announcement} from "../play/match_events.js" */
/** @import {Subject} from "../report/button.js" */
/** @import {FinishedGame, WatchedMatch} from "./watched_match.js" */

/** What the flags beside the comments report, by seat. @type {Subject[]} */
const reported = [];
/** The elements that show the comments of the players, by seat. */
const kCommentSelectors = ["#comment_0", "#comment_1"];

/** @param {WatchedMatch} match @param {ConnectionState} line */
export function showPanel(match, line) {
  const title = match.players[0] === "" ? t("watch.title") : pairOfNames(match.players);
  setText(requireElement("#title", HTMLElement), title);
  document.title = `${title} · ${t("app.name")}`;
  const state = requireElement("#state", HTMLElement);
  setText(state, stateText(match, line));
  state.classList.toggle("is_told", isToldByBoard(match, line));
  showComments(match);
}

/** Shows the last comments of both players as bubbles at their faces, so only listeners are told who speaks.
 * @param {?WatchedMatch} match   null: none is shown */
export function showComments(match) {
  kCommentSelectors.forEach((selector, seat) => {
    const text = match?.comments[seat] ?? "";
    const place = requireElement(selector, HTMLElement);
    // A flag that has the focus stays, and so does one to which a dialog will give it back.
    if (text === "" && (place.contains(document.activeElement) || document.querySelector("dialog[open]"))) return;
    if (place.hidden !== (text === "")) place.hidden = text === "";
    if (!match || text === "") return place.replaceChildren();
    const name = match.players[seat];
    // The flag stays when the comment changes, because it may have the focus.
    if (!place.firstChild) place.append(el("span", { class: "unseen" }), el("span"), reportFlag("", () => reported[seat]));
    reported[seat] = { game: { match: match.match }, players: [{ name, seat, said: text }], reason: "words" };
    const [speaker, words, flag] = place.children;
    const label = t("report.comment", { name });
    setText(speaker, `${t("watch.message", { name })}: `);
    setText(words, remarkText(text));
    if (flag.getAttribute("aria-label") !== label) flag.setAttribute("aria-label", label);
  });
}

/** Returns true if the state is no more than the scoreboard says.
 * @param {?WatchedMatch} match @param {ConnectionState} line */
export function isToldByBoard(match, line) {
  return match !== null && line !== "lost" && line !== "refused" && match.stage === "playing" && match.missing < 0
    && match.delaySeconds === 0;
}

/** Announces an event of a watched match to users of a screen reader.
 * @param {Announcer} announcer @param {Announcement} announcement @param {WatchedMatch} match */
export function announceToSpectators(announcer, announcement, match) {
  const { who } = announcement;
  const name = match.players[who === "own" ? 0 : 1];
  if ("links" in announcement) announcer.say(`${who} chain`, t("watch.chain", { name, n: announcement.links }));
  if ("clear" in announcement) announcer.say(`${who} clear`, t("watch.clear", { name }));
}

/** Says what is happening. @param {?WatchedMatch} match   null: none is shown @param {ConnectionState} line */
export function stateText(match, line) {
  if (line === "lost") return t("watch.lost");
  if (line === "refused") return t("error.no_server");
  if (!match) return "";
  if (match.missing >= 0 && match.stage !== "over") {
    return t("play.opponent_gone", { name: match.players[match.missing], seconds: match.secondsLeft });
  }
  switch (match.stage) {
    case "joining":
      return withDelay(match, t("watch.joining"));
    case "gone":
      return match.played.length > 0 ? t("watch.only_replays") : t("watch.gone");
    case "over":
      return t("watch.over");
    case "between":
      return t("watch.ended");
    case "playing":
      return withDelay(match, gameText(match));
  }
}

/** Names the running game, and how many games decide the match. @param {WatchedMatch} match */
function gameText({ game, gamesBefore, firstTo: own, leg }) {
  const name = t("watch.game", { n: gamesBefore + game });
  const firstTo = leg?.firstTo ?? own;
  return firstTo > 1 ? `${name} · ${t("home.first_to", { n: firstTo })}` : name;
}

/** Says how late the server shows the match. @param {WatchedMatch} match @param {string} text */
function withDelay({ delaySeconds }, text) {
  return delaySeconds === 0 ? text : t("watch.late", { text, seconds: delaySeconds });
}

/** Lists the finished games, the newest first. @param {WatchedMatch} match */
export function showFinishedGames(match) {
  requireElement("#played", HTMLElement).replaceChildren(
    ...match.played.reverse().map((played) =>
      el("li", {}, winnerFace(match, played), `${resultText(match, played)} `, replayLink(played))),
  );
}

/** @param {WatchedMatch} match @param {FinishedGame} played */
function winnerFace(match, { winner }) {
  const name = match.players[winner] ?? "";
  return name === "" ? null : emblemSvg(name);
}

/** @param {FinishedGame} played */
function replayLink({ record }) {
  return el("a", { href: `/replay/${record}`, text: t("play.replay") });
}

/** @param {WatchedMatch} match @param {FinishedGame} played */
function resultText(match, { game, winner, cause }) {
  const why = causeText(cause, match.players[1 - winner] ?? "");
  const result = winner < 0 ? t("replay.nobody_won", { why }) : t("replay.won", { name: match.players[winner], why });
  return `${t("watch.game", { n: game })}: ${result}`;
}
