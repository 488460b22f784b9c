// The recorded games of the tests, opened by the page's engine.

import { readdirSync, readFileSync } from "node:fs";

import { newEngine } from "../rules/engine_file.js";

const kFolder = new URL("../../../../data/", import.meta.url);

/** Many games that only count together. */
const kSampleOfGames = "chances";

/** The paths of all other recorded games below the folder of test data. */
export const kRecords = recordsBelow("");

/** @param {string} folder @returns {string[]} */
function recordsBelow(folder) {
  return readdirSync(new URL(folder, kFolder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    if (entry.name === kSampleOfGames) return [];
    if (entry.isDirectory()) return recordsBelow(`${path}/`);
    return path.endsWith(".rensa") ? [path] : [];
  }).sort();
}

/** @param {string} path   one of kRecords @returns {Promise<import("../../../../../clients/web/rules/engine.js").Engine>} */
export async function engineWith(path) {
  const engine = await newEngine();
  const error = engine.replay.open(readFileSync(new URL(path, kFolder)));
  if (error !== "") throw new Error(`${path}: ${error}`);
  return engine;
}
