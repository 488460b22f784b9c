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
  let isStopped = false;
  let stopAnalysis = () => {};
  /** @param {AnalysisReport} report */
  const endWith = (report) => report.isComplete && onEnd(summaryOf(report, seat));
  void loadRecordOf(record).then((bytes) => {
    if (isStopped) return;
    if (bytes) stopAnalysis = analyseGame(bytes, { estimatesChances: false }, endWith, () => onEnd(null));
    else onEnd(null);
  });
  return () => {
    isStopped = true;
    stopAnalysis();
  };
}

/** @param {string} record @returns {Promise<?Uint8Array>} null: it cannot be loaded */
async function loadRecordOf(record) {
  const source = sourceOf({ pathname: `/replay/${record}`, search: "", origin: window.location.origin });
  const loaded = source && (await loadRecord(source));
  return loaded && "bytes" in loaded ? loaded.bytes : null;
}

/** @param {AnalysisReport} report @param {number} seat @returns {GameSummary} */
export function summaryOf({ last, longestChains, missed }, seat) {
  return {
    seconds: last / kFramesPerSecond,
    longestChains: { own: longestChains[seat], other: longestChains[1 - seat] },
    missed: missed.find((one) => one.seat === seat) ?? null,
  };
}
