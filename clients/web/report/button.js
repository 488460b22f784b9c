// Buttons that open the dialog of reports. Its modules and its style are loaded only then.

import { el } from "../base/dom.js";

/** @import {Reported} from "./dialog.js" */
/** @import {Game, Reason} from "./report.js" */

/** @typedef {{game: Game, players: Reported[], reason?: Reason}} Subject */

/** Opens the dialog of reports. @param {Subject} subject */
export async function report({ game, players, reason }) {
  const { openReport } = await import("./dialog.js");
  if (document.querySelector("dialog.report")) return;
  openReport(game, players, reason);
}

/** Makes a button with a flag. @param {string} label   what it does, for those who do not see the flag
 * @param {() => Subject} subjectOf   called when it is pressed */
export function reportFlag(label, subjectOf) {
  return el("button", { type: "button", class: "report_flag", "aria-label": label, title: label,
    on: { click: () => void report(subjectOf()) } });
}
