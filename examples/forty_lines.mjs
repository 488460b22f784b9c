// A bot of forty lines: it builds where a few more cells would fire the best chain, and fires when garbage waits.
// Usage: node forty_lines.mjs [SERVER [TOKEN]]
import { play } from "rensa";

const kGreatChain = 5000; // points

/** The points of the best chain that a few more cells would fire. @param {import("rensa").Field} field */
function potential(field) {
  try {
    return field.possibleChains({ completions: 1 })[0]?.score ?? 0;
  } catch {
    return 0; // a choked field
  }
}

/** @param {import("rensa").Outcome} outcome @param {boolean} isUrgent */
function worth({ field, chain }, isUrgent) {
  if (field.at(3, 12) !== ".") return -1e6; // this loses the game
  const heights = [1, 2, 3, 4, 5, 6].map((column) => field.height(column));
  const slope = heights.reduce((sum, height, i) => sum + (i > 0 ? Math.abs(height - heights[i - 1]) : 0), 0);
  const fires = isUrgent || chain.score >= kGreatChain || Math.max(...heights) >= 10;
  return (fires ? 10 * chain.score : -chain.score) + potential(field) - 20 * slope;
}

/** @param {import("rensa").View} view */
function choose({ own, placements }) {
  const isUrgent = own.pending + own.fixed >= 6;
  const outcomes = placements.map((placement) => worth(own.field.place(own.pairs[0], placement), isUrgent));
  return placements[outcomes.indexOf(Math.max(...outcomes))];
}

const [server, token] = process.argv.slice(2); // without a server, RENSA_SERVER and RENSA_TOKEN say where to play
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
const { won, drawn, lost } = await play({ server, token, name: "forty", signal: stop.signal, notice: console.error }, choose);
console.log(`${won} won, ${drawn} drawn, ${lost} lost`);
