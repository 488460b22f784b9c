// The panel beside a duel. It is shown while no game runs: it tells for whom the page waits or how the match ended, and
// has buttons for what the person can do.

import { copyLink } from "../base/copy_link.js";
import { el } from "../base/dom.js";
import { causeText, refusalText } from "../text/server_codes.js";
import { formatNumber, t } from "../text/translation.js";
import { playingTimeText } from "./match_events.js";
import { kMaxWins } from "./request.js";

/** @import {ConnectionState} from "../net/connection.js" */
/** @import {MatchState} from "./match_state.js" */

/**
 * @typedef {{kind: "connecting"} | {kind: "connection", state: ConnectionState} | {kind: "asking"}
 *   | {kind: "no_free_opponent", name: string, isAnyConnected: boolean}
 *   | {kind: "invited", code: string, replacesLink: boolean} | {kind: "starting"}
 *   | {kind: "playing"} | {kind: "resigning"} | {kind: "first_unfinished"} | {kind: "match_missed"}
 *   | {kind: "friend_away"} | {kind: "invalid_wins", wins: string} | {kind: "other_device"}
 *   | {kind: "paused", until: number} | {kind: "count_in", until: number}
 *   | {kind: "game_ended", won: boolean, drawn: boolean, cause: string}
 *   | {kind: "match_ended"} | {kind: "rematch_offered"} | {kind: "rematch_proposed"} | {kind: "rematch_declined"}
 *   | {kind: "result_unknown"} | {kind: "seat_gone"} | {kind: "refused", code: string, text: string}} Topic
 * @typedef {{rematch: () => void, samePairs: () => void, decline: () => void, resign: () => void, goOn: () => void,
 *   giveUpForRequest: () => void, newMatch: () => void, leave: () => void, retry: () => void, report: () => void,
 *   resumeUrl: () => string, joinUrl: (code: string) => string}} Actions
 */

/** @param {string} name   empty: any opponent @param {boolean} isAnyConnected @returns {string[]} */
function whyNotFree(name, isAnyConnected) {
  if (!isAnyConnected) return [t("play.no_opponents"), t("play.start_opponent"), t("play.asking_again")];
  return [name === "" ? t("play.nobody_free") : t("play.not_free", { name })];
}

/** @param {Topic} topic @param {MatchState} state @param {Actions} actions @returns {?Content} */
export function contentOf(topic, state, actions) {
  const newMatch = [{ text: t("home.play"), on: actions.newMatch, isMain: true }];
  const cancel = { text: t("common.cancel"), on: actions.leave };
  switch (topic.kind) {
    case "connecting":
      return { title: t("connection.connecting") };
    case "connection":
      if (state.claim) return { title: t("connection.connecting"), lines: [ownLossText(state)] };
      return { title: t("error.no_server"), actions: [{ text: t("common.retry"), on: actions.retry, isMain: true }] };
    case "asking":
      return { title: t("play.waiting"), actions: [cancel] };
    case "no_free_opponent":
      return {
        title: t("play.waiting"),
        lines: whyNotFree(topic.name, topic.isAnyConnected),
        actions: topic.name === "" ? [cancel] : [{ text: t("home.play"), on: actions.newMatch }, cancel],
      };
    case "invited":
      return {
        title: t("play.waiting_friend"),
        lines: [topic.replacesLink ? t("play.link_replaced") : "", linkToCopy(actions.joinUrl(topic.code))],
        actions: [cancel],
      };
    case "starting":
      return { title: t("play.get_ready") };
    case "playing":
      return null;
    case "first_unfinished":
      return {
        title: t("play.first_unfinished", { name: state.names.other }),
        actions: [
          { text: t("play.go_on"), on: actions.goOn, isMain: true },
          { text: t("play.follow"), on: actions.giveUpForRequest },
        ],
      };
    case "resigning":
      return {
        title: t("play.resign_confirm"),
        actions: [
          { text: t("play.resign"), on: actions.resign, isMain: true }, { text: t("common.cancel"), on: actions.goOn },
        ],
      };
    case "other_device":
      return {
        title: t("play.other_device"),
        lines: [linkToCopy(actions.resumeUrl())],
        actions: [{ text: t("common.close"), on: actions.goOn }],
      };
    case "paused":
      return pausedContent(topic.until, state);
    case "count_in":
      return { title: t("play.count_in", { seconds: secondsUntil(topic.until) }), lines: [goesOnText(state)] };
    case "game_ended":
      return { title: gameEndTitle(topic), lines: [causeText(topic.cause, loserName(state)), replayLink(state)],
        result: state };
    case "match_ended":
      return matchEndedContent(state, actions);
    case "rematch_offered":
      return {
        title: t("play.rematch_offered", { name: state.names.other }),
        result: state,
        actions: [
          { text: t("play.rematch"), on: actions.rematch, isMain: true }, { text: t("play.decline"), on: actions.decline },
        ],
      };
    case "rematch_proposed":
      return {
        title: t("play.rematch_asked", { name: state.names.other }),
        result: state,
        actions: [{ text: t("common.cancel"), on: actions.decline }],
      };
    case "rematch_declined":
      return {
        title: t("play.rematch_declined", { name: state.names.other }),
        result: state,
        actions: newMatch,
      };
    case "match_missed":
      return {
        title: t("play.match_missed", scoreTexts(state)),
        result: state,
        actions: [{ text: t("play.rematch"), on: actions.rematch, isMain: true }, otherOpponent(actions),
          reportOpponent(actions)],
      };
    case "friend_away":
      return { title: t("play.waiting"), lines: [t("play.friend_away")], actions: [cancel] };
    case "result_unknown":
      return { title: t("play.not_known"), actions: newMatch };
    case "seat_gone":
      return { title: state.stage === "none" ? t("error.not_found") : t("connection.replaced"), actions: newMatch };
    case "invalid_wins":
      return { title: t("play.wrong_wins", { wins: topic.wins, most: kMaxWins }), actions: newMatch };
    case "refused":
      return {
        title: refusalTitle(topic, state),
        ...(state.stage === "over" ? { result: state } : {}),
        actions: newMatch,
      };
  }
}

/** @type {Topic["kind"][]} */
const kTopicsOfEndedMatch = ["match_ended", "match_missed", "rematch_offered", "rematch_proposed", "rematch_declined",
  "refused"];

/** Returns true if a topic is about a match that is over, and not about one that this page only has left.
 * @param {Topic} topic @param {MatchState} state */
export function isAboutEndedMatch({ kind }, { stage }) {
  return stage === "over" && kTopicsOfEndedMatch.includes(kind);
}

/** @param {{code: string, text: string}} refusal @param {MatchState} state */
function refusalTitle({ code, text: reason }, { stage, names }) {
  // After a match, these errors answer the wish for a rematch.
  if (stage === "over" && code === "ERROR_CODE_BUSY") return t("play.no_time", { name: names.other });
  if (stage === "over" && code === "ERROR_CODE_UNKNOWN_PLAYER") return t("play.left", { name: names.other });
  return refusalText(code, reason);
}

/** @param {{won: boolean, drawn: boolean, cause: string}} end */
function gameEndTitle(end) {
  if (end.cause === "CAUSE_VOIDED") return t("play.void");
  if (end.drawn) return t("play.drawn");
  return t(end.won ? "play.won" : "play.lost");
}

/** @param {MatchState} state */
const loserName = ({ loser, names }) => (loser === "" ? "" : names[loser]);

/** @param {MatchState} state */
function replayLink(state) {
  return state.record === "" ? "" : el("a", { href: `/replay/${state.record}`, text: t("play.replay") });
}

/** @param {MatchState} state */
const scoreTexts = ({ score }) => ({ own: formatNumber(score.own), other: formatNumber(score.other) });

/** Leads to where opponents are chosen. @param {Actions} actions */
const otherOpponent = (actions) => ({ text: t("play.other_opponent"), on: actions.leave });

/** @param {Actions} actions */
const reportOpponent = (actions) => ({ text: t("report.open"), on: actions.report });

const kMatchTitles = /** @type {const} */ ({
  "": "play.match_drawn", own: "play.match_lost", other: "play.match_won",
});

/** @param {MatchState} state @param {Actions} actions @returns {Content} */
function matchEndedContent(state, actions) {
  return {
    title: state.cause === "CAUSE_VOIDED" ? t("play.void") : t(kMatchTitles[state.loser], scoreTexts(state)),
    lines: [causeText(state.cause, loserName(state))],
    result: state,
    actions: [
      { text: t("play.rematch"), on: actions.rematch, isMain: true },
      { text: t("play.rematch_same"), on: actions.samePairs }, otherOpponent(actions),
      reportOpponent(actions),
    ],
  };
}

/** @param {number} until @param {MatchState} state @returns {Content} */
function pausedContent(until, state) {
  const seconds = secondsUntil(until);
  if (state.missing === "own") return { title: t("connection.connecting"), lines: [ownLossText(state)] };
  if (state.hasGoneBack) {
    return { title: t("play.waiting_for", { name: state.names.other, seconds }), lines: [goesOnText(state)] };
  }
  return { title: t("play.opponent_gone", { name: state.names.other, seconds }) };
}

/** @param {number} until */
const secondsUntil = (until) => Math.max(0, Math.ceil((until - performance.now()) / 1000));

/** Says at which time of the game the match goes on. @param {MatchState} state */
function goesOnText({ frame, hasGoneBack }) {
  return t(hasGoneBack ? "play.goes_back" : "play.goes_on", { time: playingTimeText(frame) });
}

/** @param {MatchState} state */
const ownLossText = (state) => t("play.own_gone", { seconds: state.graceSeconds });

/** @typedef {{text: string, on: () => void, isMain?: boolean}} Action */
/** below: what stands below the lines; it changes by itself; result: of the game or the match that the panel is about
 * @typedef {{title: string, lines?: (string | Node)[], below?: Node, actions?: Action[], result?: MatchState}} Content */

export class Panel {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.shownKey = "";
    /** The shown content without its numbers. */
    this.shownWords_ = "";
  }

  /** Makes the next call of show() build its content again. */
  rebuildNext() {
    this.shownKey = "?";
  }

  /** Moves the focus to the first button. */
  focus() {
    this.root.querySelector("button")?.focus();
  }

  /** @param {?Content} content   null: hides the panel */
  show(content) {
    // Unchanged content stays: one of its buttons may have the focus, and a screen reader would read new content out.
    const key = content ? contentKey(content) : "";
    if (key === this.shownKey) return;
    this.shownKey = key;
    // A countdown is told to listeners once, and not each second.
    const words = key.replace(/\d+/g, "");
    this.root.setAttribute("aria-live", words === this.shownWords_ ? "off" : "polite");
    this.shownWords_ = words;
    this.root.hidden = content === null;
    for (const name of ["is_result", "arena_middle"]) this.root.classList.toggle(name, content?.result !== undefined);
    if (!content) return this.root.replaceChildren();
    const lines = (content.lines ?? []).map((line) => el("p", {}, line));
    const actions = (content.actions ?? []).map((action) =>
      el("button", { type: "button", class: action.isMain ? "primary" : "", text: action.text, on: { click: action.on } }));
    const title = el("h2", { text: content.title });
    const below = content.below ? [content.below] : [];
    const { result } = content;
    const replay = result && actions.length > 0 ? replayLink(result) : "";
    this.root.replaceChildren(title, ...lines, ...below,
      el("div", { class: "play_deeds" }, ...actions, replay));
  }
}

/** Returns a text that is equal for contents that look equal. @param {Content} content */
const contentKey = ({ title, lines = [], below, actions = [] }) =>
  JSON.stringify([title, lines.map(String), below !== undefined, actions.map(({ text }) => text)]);

/** Makes a link to send to another person, and a button that copies it. @param {string} url */
export function linkToCopy(url) {
  const field = el("input", { type: "text", readonly: true, value: url, "aria-label": t("play.copy_link") });
  const button = el("button", {
    type: "button",
    text: t("play.copy_link"),
    on: { click: () => void copyLink(url, { field, result: button }) },
  });
  return el("span", { class: "play_link" }, field, button);
}
