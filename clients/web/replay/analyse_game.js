// Analyses a game in a thread of its own, so that nothing on the page has to wait for it.

/** @import {AnalysisReport} from "./analysis.js" */

/**
 * @param {Uint8Array} record @param {(report: AnalysisReport) => void} onReport   called until a report is complete
 * @param {() => void} onFailure   called if this browser cannot do it
 * @returns {() => void} a function that ends the analysis
 */
export function analyseGame(record, onReport, onFailure) {
  const worker = new Worker(new URL("./analysis_worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    if (data.isComplete) worker.terminate();
    onReport(data);
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    worker.terminate();
    onFailure();
  });
  worker.postMessage(record);
  return () => worker.terminate();
}
