// Makes the content of the panel for each topic.
// The panel beside a duel that is not just being played shows the awaited player, the result and the possible actions.

import { copyLink } from "../base/copy_link.js";
import { el } from "../base/dom.js";
import { causeText, refusalText } from "../text/server_codes.js";
import { formatNumber, t } from "../text/translation.js";
import { kMostWins } from "./request.js";

/** @import {ConnectionState} from "../net/connection.js" */
/** @import {MatchState} from "./match_state.js" */

/**
 * @typedef {{kind: "connecting"} | {kind: "line", state: ConnectionState} | {kind: "asking"}
 *   | {kind: "nobody", name: string}
 *   | {kind: "invited", code: string} | {kind: "starting"} | {kind: "playing"} | {kind: "resigning"}
 *   | {kind: "first_unfinished"} | {kind: "missed"} | {kind: "away"} | {kind: "wrong", wins: string}
 *   | {kind: "elsewhere"}
 *   | {kind: "standing", until: number} | {kind: "game_ended", won: boolean, drawn: boolean, cause: string}
 *   | {kind: "match_ended"} | {kind: "offered"} | {kind: "proposed"} | {kind: "unanswered"} | {kind: "lost"}
 *   | {kind: "gone"} | {kind: "refused", code: string, text: string}} Topic
 * @typedef {{rematch: () => void, samePairs: () => void, decline: () => void, resign: () => void, goOn: () => void,
 *   follow: () => void, again: () => void, retry: () => void,
 *   claimUrl: () => string, joinUrl: (code: string) => string}} Actions
 */

/** @param {Topic} topic @param {MatchState} state @param {Actions} actions @returns {?Content} */
export function contentOf(topic, state, actions) {
  switch (topic.kind) {
    case "connecting":
      return { title: t("connection.connecting") };
    case "line":
      if (state.claim) return { title: t("connection.connecting"), lines: [ownGone(state)] };
      return { title: t("error.no_server"), actions: [{ text: t("common.retry"), on: actions.retry, isMain: true }] };
    case "asking":
      return { title: t("play.waiting") };
    case "nobody":
      return {
        title: t("play.waiting"),
        lines: [topic.name === "" ? t("play.nobody_free") : t("play.not_free", { name: topic.name })],
        actions: topic.name === "" ? [] : [{ text: t("home.play"), on: actions.again }],
      };
    case "invited":
      return { title: t("play.waiting_friend"), lines: [linkToCopy(actions.joinUrl(topic.code))] };
    case "starting":
      return { title: t("play.get_ready") };
    case "playing":
      return null;
    case "first_unfinished":
      return {
        title: t("play.first_unfinished", { name: state.names.other }),
        actions: [
          { text: t("play.go_on"), on: actions.goOn, isMain: true }, { text: t("play.follow"), on: actions.follow },
        ],
      };
    case "resigning":
      return {
        title: t("play.resign_confirm"),
        actions: [
          { text: t("play.resign"), on: actions.resign, isMain: true }, { text: t("common.cancel"), on: actions.goOn },
        ],
      };
    case "elsewhere":
      return {
        title: t("play.other_device"),
        lines: [linkToCopy(actions.claimUrl())],
        actions: [{ text: t("common.close"), on: actions.goOn }],
      };
    case "standing":
      return standing(topic.until, state);
    case "game_ended":
      return { title: titleOf(topic), lines: [causeText(topic.cause, loserOf(state)), replayOf(state)] };
    case "match_ended":
      return matchEnded(state, actions);
    case "offered":
      return {
        title: t("play.rematch_offered", { name: state.names.other }),
        lines: [replayOf(state)],
        actions: [
          { text: t("play.rematch"), on: actions.rematch, isMain: true }, { text: t("play.decline"), on: actions.decline },
        ],
      };
    case "proposed":
      return {
        title: t("play.rematch_asked", { name: state.names.other }),
        lines: [replayOf(state)],
        actions: [{ text: t("common.cancel"), on: actions.decline }],
      };
    case "unanswered":
      return {
        title: t("play.rematch_declined", { name: state.names.other }),
        lines: [replayOf(state)],
        actions: [{ text: t("home.play"), on: actions.again, isMain: true }],
      };
    case "missed":
      return {
        title: t("play.match_missed", scoreOf(state)),
        lines: [replayOf(state)],
        actions: [{ text: t("play.rematch"), on: actions.rematch, isMain: true }],
      };
    case "away":
      return { title: t("play.waiting"), lines: [t("play.friend_away")] };
    case "lost":
      return { title: t("play.not_known"), actions: [{ text: t("home.play"), on: actions.again, isMain: true }] };
    case "gone":
      return {
        title: state.stage === "none" ? t("error.not_found") : t("connection.replaced"),
        actions: [{ text: t("home.play"), on: actions.again, isMain: true }],
      };
    case "wrong":
      return {
        title: t("play.wrong_wins", { wins: topic.wins, most: kMostWins }),
        actions: [{ text: t("home.play"), on: actions.again, isMain: true }],
      };
    case "refused":
      return {
        title: refusalOf(topic, state),
        lines: state.stage === "over" ? [replayOf(state)] : [],
        actions: [{ text: t("home.play"), on: actions.again, isMain: true }],
      };
  }
}

/** @param {{code: string, text: string}} refusal @param {MatchState} state */
function refusalOf({ code, text: reason }, { stage, names }) {
  // Of a rematch.
  if (stage === "over" && code === "ERROR_CODE_BUSY") return t("play.no_time", { name: names.other });
  if (stage === "over" && code === "ERROR_CODE_UNKNOWN_PLAYER") return t("play.left", { name: names.other });
  return refusalText(code, reason);
}

/** @param {{won: boolean, drawn: boolean, cause: string}} end */
function titleOf(end) {
  if (end.cause === "CAUSE_VOIDED") return t("play.void");
  if (end.drawn) return t("play.drawn");
  return t(end.won ? "play.won" : "play.lost");
}

/** @param {MatchState} state */
const loserOf = ({ loser, names }) => (loser === "" ? "" : names[loser]);

/** @param {MatchState} state */
function replayOf(state) {
  return state.record === "" ? "" : el("a", { href: `/replay/${state.record}`, text: t("play.replay") });
}

/** @param {MatchState} state */
const scoreOf = ({ score }) => ({ own: formatNumber(score.own), other: formatNumber(score.other) });

const kMatchTitles = /** @type {const} */ ({
  "": "play.match_drawn", own: "play.match_lost", other: "play.match_won",
});

/** @param {MatchState} state @param {Actions} actions @returns {Content} */
function matchEnded(state, actions) {
  return {
    title: state.cause === "CAUSE_VOIDED" ? t("play.void") : t(kMatchTitles[state.loser], scoreOf(state)),
    lines: [causeText(state.cause, loserOf(state)), replayOf(state)],
    actions: [
      { text: t("play.rematch"), on: actions.rematch, isMain: true },
      { text: t("play.rematch_same"), on: actions.samePairs },
    ],
  };
}

/** @param {number} until @param {MatchState} state @returns {Content} */
function standing(until, state) {
  const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
  if (state.missing === "own") return { title: t("connection.connecting"), lines: [ownGone(state)] };
  return { title: t("play.opponent_gone", { name: state.names.other, seconds }) };
}

/** @param {MatchState} state */
const ownGone = (state) => t("play.own_gone", { seconds: state.graceSeconds });

/** @typedef {{text: string, on: () => void, isMain?: boolean}} Action */
/** @typedef {{title: string, lines?: (string | Node)[], actions?: Action[]}} Content */

export class Panel {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.shown = "";
  }

  /** Makes the next `show` build its content again. */
  forget() {
    this.shown = "?";
  }

  /** Onto its first button. */
  focus() {
    this.root.querySelector("button")?.focus();
  }

  /** @param {?Content} content null: there is nothing to say */
  show(content) {
    // Unchanged content is not built again: it may have the focus, and would be read out again.
    const key = content ? keyOf(content) : "";
    if (key === this.shown) return;
    this.shown = key;
    this.root.hidden = content === null;
    if (!content) return this.root.replaceChildren();
    const lines = (content.lines ?? []).map((line) => el("p", {}, line));
    const actions = (content.actions ?? []).map((action) =>
      el("button", { type: "button", class: action.isMain ? "primary" : "", text: action.text, on: { click: action.on } }));
    const title = el("h2", { text: content.title });
    this.root.replaceChildren(title, ...lines, el("div", { class: "play_deeds" }, ...actions));
  }
}

/** The same for contents that look the same. @param {Content} content */
const keyOf = ({ title, lines = [], actions = [] }) =>
  JSON.stringify([title, lines.map(String), actions.map(({ text }) => text)]);

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
