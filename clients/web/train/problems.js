// Loads problems and solutions from the server. The server stores nothing about persons, so each request has all facts
// that it needs.

import { t } from "../text/translation.js";
import { parseFeatures } from "./progress.js";

/** @import {Placement} from "./placement_choice.js" */
/** @import {Entry, Features, Size} from "./progress.js" */

/**
 * essence: a name that problems share if they differ only in their colours or by mirroring; level: the difficulty that
 * suits the person
 * @typedef {{url: string, features: ?Features, essence: string, level: number}} Problem */
/** @typedef {{solution: ?Placement[], complete: boolean, features: ?Features, essence: string}} SolvedProblem */
/**
 * @typedef {{next: (size: Size, entries: Entry[]) => Promise<Problem>,
 *   solve: (url: string) => Promise<SolvedProblem>}} Problems
 */

/** A problem could not be loaded. The message tells the reason in the person's language. */
export class LoadProblemError extends Error {}

/** Returns the request for the next problem after these entries. @param {Size} size @param {Entry[]} entries */
export function requestFor({ hands, links }, entries) {
  const counted = entries.filter(({ features }) => features !== null);
  return {
    hands,
    links,
    seen: [...new Set(entries.map(({ essence }) => essence))],
    ratings: counted.map(({ features, difficulty, fun, usefulness, solved, seconds }) => ({
      features, difficulty, fun, usefulness, solved, seconds,
    })),
  };
}

/** @type {Problems} */
export const kServerProblems = {
  async next(size, entries) {
    const answer = await postRequest("next", requestFor(size, entries));
    const { puzzle, features, essence, level } = answer;
    return { url: puzzle.url, features: parseFeatures(features), essence, level };
  },
  async solve(url) {
    const { solutions, complete, features, essence } = await postRequest("solve", { url });
    return { solution: solutions[0] ?? null, complete, features: parseFeatures(features), essence };
  },
};

/** @param {"next"|"solve"} name @param {object} request @returns {Promise<any>} */
async function postRequest(name, request) {
  let answer;
  let body;
  try {
    answer = await fetch(`/api/v1/puzzles/${name}`, { method: "POST", body: JSON.stringify(request) });
    body = await answer.json();
  } catch {
    throw new LoadProblemError(t("error.no_server"));
  }
  if (!answer.ok) throw new LoadProblemError(requestErrorText(answer.status, String(body.error)));
  return body;
}

/**
 * Returns the text for an error. The page has its own texts for common errors, and shows the server's for others.
 * @param {number} status
 * @param {string} reason
 */
export function requestErrorText(status, reason) {
  if (status === 404) return t("train.none_came");
  if (status === 429) return t("refusal.rate");
  return t("error.refused", { reason });
}
