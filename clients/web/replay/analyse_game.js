// Analyses a game in a thread of its own, so that nothing on the page has to wait for it.

/** @import {AnalysisReport} from "./analysis.js" */

/**
 * @param {Uint8Array} record @param {{estimatesChances: boolean}} options @param {(report: AnalysisReport) => void} onReport   called until a report is complete
 * @param {() => void} onFailure   called instead if the game cannot be analysed
 * @returns {() => void} a function that ends the analysis
 */
export function analyseGame(record, options, onReport, onFailure) {
  const worker = new Worker(new URL("./analysis_worker.js", import.meta.url), { type: "module" });
  const fail = () => {
    worker.terminate();
    onFailure();
  };
  worker.addEventListener("error", fail);
  worker.addEventListener("message", (/** @type {MessageEvent<?AnalysisReport>} */ { data }) => {
    if (!data) return fail();
    if (data.isComplete) worker.terminate();
    onReport(data);
  });
  worker.postMessage({ record, options });
  return () => worker.terminate();
}
