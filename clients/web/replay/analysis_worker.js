// A worker that analyses one game. It receives the record, and sends reports until it sends one that is complete.

import { loadEngine } from "../rules/engine.js";
import { GameAnalysis } from "./analysis.js";

const kReportEveryMs = 100;

self.addEventListener("message", async ({ data }) => {
  const engine = await loadEngine();
  const error = engine.replay.open(data);
  if (error !== "") throw new Error(error);
  const analysis = new GameAnalysis(engine);
  while (!analysis.isComplete) {
    const begun = performance.now();
    analysis.findSome(() => performance.now() - begun < kReportEveryMs);
    self.postMessage(analysis.report());
  }
});
