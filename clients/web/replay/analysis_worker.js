// A worker that analyses one game. It receives the record and the options of the analysis, and sends reports until it
// sends one that is complete. It sends null if it cannot analyse the game.

import { loadEngine } from "../rules/engine.js";
import { GameAnalysis } from "./analysis.js";

const kReportEveryMs = 100;

/** @param {{record: Uint8Array, options: {estimatesChances: boolean}}} task */
async function analyse({ record, options }) {
  const engine = await loadEngine();
  const error = engine.replay.open(record);
  if (error !== "") throw new Error(error);
  const analysis = new GameAnalysis(engine, options);
  while (!analysis.isComplete) {
    const begun = performance.now();
    analysis.findSome(() => performance.now() - begun < kReportEveryMs);
    self.postMessage(analysis.report());
  }
}

self.addEventListener("message", ({ data }) => {
  analyse(data).catch((error) => {
    console.error(error);
    self.postMessage(null);
  });
});
