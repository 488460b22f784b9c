// The acts of an organiser, each with what it does in words.

import { t } from "../text/organise_texts.js";

/** @import {Act} from "./ask.js" */
/** @import {FinishedGame, Player, Registration, Report} from "./tournament.js" */

/** @param {string} id @param {string} order @param {Record<string, string>} [query] @returns {Act["request"]} */
const orderTo = (id, order, query) => ({ method: "POST", path: `tournaments/${encodeURIComponent(id)}/${order}`, query });

/** An act, and the text that tells that it was carried out.
 * @typedef {Act & {done: string}} ReportedAct */

/** @param {Report} report @param {string} id @returns {ReportedAct} */
export function startAct({ name }, id) {
  return {
    title: t("organise.start_title", { name }), effects: [t("organise.start_effect")], button: t("organise.start"),
    reason: "optional", request: orderTo(id, "resume"), done: t("organise.start_done", { name }),
  };
}

/** @param {Report} report @param {string} id @returns {ReportedAct} */
export function resumeAct({ name }, id) {
  return {
    title: t("organise.resume_title", { name }), effects: [t("organise.resume_effect")], button: t("organise.resume"),
    reason: "optional", request: orderTo(id, "resume"), done: t("organise.resume_done", { name }),
  };
}

/** @param {Report} report @param {string} id @returns {ReportedAct} */
export function pauseAct({ name, running }, id) {
  return {
    title: t("organise.pause_title", { name }),
    effects: [t("organise.pause_effect"), t("organise.pause_running", { n: running })], button: t("organise.pause"),
    reason: "optional", request: orderTo(id, "pause"), done: t("organise.pause_done", { name }),
  };
}

/** @param {Report} report @param {string} id @returns {ReportedAct} */
export function stopAct({ name, running }, id) {
  return {
    title: t("organise.stop_title", { name }),
    effects: [t("organise.stop_effect"), t("organise.stop_running", { n: running })], button: t("organise.stop"),
    reason: "optional", isDangerous: true, request: orderTo(id, "stop"), done: t("organise.stop_done", { name }),
  };
}

/** @param {Report} report @param {string} id @returns {ReportedAct} */
export function messageAct({ name }, id) {
  return {
    title: t("organise.message_title", { name }), effects: [t("organise.message_effect")], button: t("organise.message_send"),
    hasMessage: true, request: orderTo(id, "messages"), done: t("organise.message_done", { name }),
  };
}

/** @param {Report} report @param {string} id @returns {ReportedAct} */
export function endAct({ name, awaited_returns: names }, id) {
  return {
    title: t("organise.end_title", { name }), effects: [t("organise.end_effect", { names: names.join(", ") })],
    button: t("organise.end"), reason: "optional", isDangerous: true, request: orderTo(id, "end"),
    done: t("organise.end_done", { name }),
  };
}

/** @param {Report} report @param {string} id @returns {ReportedAct} */
export function deleteAct({ name }, id) {
  return {
    title: t("organise.delete_title", { name }), effects: [t("organise.delete_effect", { id })],
    button: t("organise.delete"), reason: "optional", isDangerous: true, isRemoval: true, request: orderTo(id, "delete"),
    done: t("organise.delete_done", { name }),
  };
}

/** @param {Player} player @param {string} id @returns {ReportedAct} */
export function withdrawAct({ name, games }, id) {
  return {
    title: t("organise.withdraw_title", { name }),
    effects: [t("organise.withdraw_effect"), t("organise.withdraw_games", { n: games }), t("organise.withdraw_return")],
    button: t("organise.withdraw"), publicReason: "optional", isDangerous: true,
    request: orderTo(id, "withdraw", { player: name, keep_open: "1" }), done: t("organise.withdraw_done", { name }),
  };
}

/** @param {Player} player @param {string} id @returns {ReportedAct} */
export function returnAct({ name }, id) {
  return {
    title: t("organise.return_title", { name }), effects: [t("organise.return_effect")], button: t("organise.return"),
    reason: "optional", request: orderTo(id, "return", { player: name }), done: t("organise.return_done", { name }),
  };
}

/** @param {Player} player @param {string} id @returns {ReportedAct} */
export function disqualifyAct({ name, games }, id) {
  return {
    title: t("organise.disqualify_title", { name }),
    effects: [t("organise.disqualify_games", { n: games }), t("organise.disqualify_effect")],
    button: t("organise.disqualify"), publicReason: "required", isDangerous: true,
    request: orderTo(id, "disqualify", { player: name }), done: t("organise.disqualify_done", { name }),
  };
}

/** @param {FinishedGame} game @param {string} id @returns {ReportedAct} */
export function annulAct({ game, players: [first, second] }, id) {
  return {
    title: t("organise.annul_title", { game }),
    effects: [t("organise.annul_effect", { first, second }), t("organise.annul_repeat")],
    button: t("organise.annul"), publicReason: "optional", isDangerous: true, request: orderTo(id, "annul", { game }),
    done: t("organise.annul_done", { game }),
  };
}

/** @param {Registration} registration @returns {ReportedAct} */
export function approveAct({ registration, name }) {
  return {
    title: t("organise.approve_title", { name }), effects: [t("organise.approve_effect")], button: t("organise.approve"),
    reason: "optional", request: { method: "POST", path: `registrations/${registration}/approve` },
    done: t("organise.approve_done", { name }),
  };
}

/** @param {Registration} registration @returns {ReportedAct} */
export function dismissAct({ registration, name }) {
  return {
    title: t("organise.dismiss_title", { name }), effects: [t("organise.dismiss_effect")], button: t("organise.dismiss"),
    reason: "optional", isDangerous: true, request: { method: "POST", path: `registrations/${registration}/dismiss` },
    done: t("organise.dismiss_done", { name }),
  };
}
