// The summary of a game for one of its players, made of the record and its analysis.

import { analyseGame } from "./analyse_game.js";
import { loadRecord, sourceOf } from "./record_source.js";

/** @import {AnalysisReport} from "./analysis.js" */
/** @import {MissedMoment} from "./missed_moments.js" */

/**
 * seconds: the length of the game; longestChains: the links of the longest chain of the own seat and of the other one;
 * missed: the largest that the own seat missed, null: nothing
 * @typedef {{seconds: number, longestChains: {own: number, other: number}, missed: ?MissedMoment}} GameSummary
 */

const kFramesPerSecond = 60;

/**
 * Loads a finished game and analyses it.
 * @param {string} record   its number @param {number} seat   the own one
 * @param {(summary: ?GameSummary) => void} onEnd   null: it could not be made
 * @returns {() => void} a function that ends the work; onEnd is then not called
 */
export function summariseGame(record, seat, onEnd) {
  let isOver = false;
  let stop = () => void (isOver = true);
  /** @param {?GameSummary} summary */
  const end = (summary) => {
    if (!isOver) onEnd(summary);
    isOver = true;
  };
  const source = sourceOf({ pathname: `/replay/${record}`, search: "", origin: window.location.origin });
  void (source ? loadRecord(source) : Promise.resolve(null)).then((loaded) => {
    if (isOver) return;
    if (!loaded || !("bytes" in loaded)) return end(null);
    const terminate = analyseGame(loaded.bytes, (report) => report.isComplete && end(summaryOf(report, seat)),
      () => end(null));
    const before = stop;
    stop = () => {
      before();
      terminate();
    };
  });
  return () => stop();
}

/** @param {AnalysisReport} report @param {number} seat @returns {GameSummary} */
export function summaryOf({ last, longestChains, missed }, seat) {
  return {
    seconds: last / kFramesPerSecond,
    longestChains: { own: longestChains[seat], other: longestChains[1 - seat] },
    missed: missed.find((one) => one.seat === seat) ?? null,
  };
}
