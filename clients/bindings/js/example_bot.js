// A whole bot, to start from: it builds where the field could fire the best chain, and fires when garbage comes.
// Usage: node example_bot.js [SERVER [TOKEN]]
import { play } from "rensa";

const kGreatChain = 5000; // points of a chain that is fired at once
const kDangerousHeight = 10;

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
  const heights = [1, 2, 3, 4, 5, 6].map((column) => field.height(column));
  if (field.at(3, 12) !== ".") return -1e6; // this loses the game
  const highest = Math.max(...heights);
  const slope = heights.reduce((sum, height, i) => sum + (i > 0 ? Math.abs(height - heights[i - 1]) : 0), 0);
  const fires = isUrgent || chain.score >= kGreatChain || highest >= kDangerousHeight;
  return (fires ? 10 * chain.score : -chain.score) + potential(field) - 20 * slope - (highest > 11 ? 1000 : 0);
}

/** @param {import("rensa").View} view */
function choose({ own, placements }) {
  const isUrgent = own.pending + own.fixed >= 6;
  let best = { placement: placements[0], worth: -Infinity };
  for (const placement of placements) {
    const result = worth(own.field.place(own.pairs[0], placement), isUrgent);
    if (result > best.worth) best = { placement, worth: result };
  }
  return best.placement;
}

const [server, token] = process.argv.slice(2);
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
const options = { server, token, name: "example", signal: stop.signal, notice: console.error };
const { won, drawn, lost } = await play(options, choose);
console.log(`${won} won, ${drawn} drawn, ${lost} lost`);
