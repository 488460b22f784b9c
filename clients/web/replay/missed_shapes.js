// The signs of missed chains and missed answers, on the bar of a replay and in lists. Their shapes differ, not only
// their colours.

import { svg } from "../base/dom.js";

/** @import {MissedMoment} from "./missed_moments.js" */

/** A diamond for a chain, a shield for an answer. */
const kPaths = { chain: "M6 0.5L11.5 6L6 11.5L0.5 6Z", answer: "M1 1H11V6C11 9 8.5 10.7 6 11.7C3.5 10.7 1 9 1 6Z" };

/** @param {MissedMoment["kind"]} kind */
export function missedSign(kind) {
  const path = kind === "chain" ? kPaths.chain : kPaths.answer;
  return svg("svg", { class: "missed_sign", viewBox: "0 0 12 12", "aria-hidden": "true" }, svg("path", { d: path }));
}
