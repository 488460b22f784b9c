// A report of a player to the moderators, as the server takes it.

/** @import {TextKey} from "../text/translation.js" */

/** @typedef {"words"|"name"|"cheats"|"stalls"|"other"} Reason */
/** @type {readonly Reason[]} */
export const kReasons = ["words", "name", "cheats", "stalls", "other"];

/** The reasons as moderators read them, whatever the language of the person is. @type {Record<Reason, string>} */
const kReasonWords = {
  words: "offensive words", name: "offensive name", cheats: "cheating", stalls: "stalls or leaves on purpose",
  other: "something else",
};
/** The server takes texts of so many bytes. */
const kMaxTextBytes = 500;

/** The game in which the player was met: a match that runs or is just over, or a record. One of the two is named.
 * @typedef {{match?: string, record?: string}} Game */
/** seat: 0 or 1; said: the words of a player that are shown, which the server does not store
 * @typedef {{game: Game, seat: number, reason: Reason, details: string, said: string}} Report */

/** Returns the beginning of a text that has no more bytes than this, in whole characters.
 * @param {string} text @param {number} most */
export function textOfBytes(text, most) {
  const encoder = new TextEncoder();
  const { read } = encoder.encodeInto(text, new Uint8Array(most));
  return text.slice(0, read);
}

/** @param {Report} report @returns {string} the address to which it is posted */
export function reportAddress({ game, seat, reason, details, said }) {
  const isComment = reason === "words";
  const told = details.trim() === "" ? "" : `: ${details.trim()}`;
  const quoted = isComment && said !== "" ? ` · it said: ${said}` : "";
  const query = new URLSearchParams({
    seat: String(seat + 1), about: isComment ? "comment" : "player",
    text: textOfBytes(kReasonWords[reason] + told + quoted, kMaxTextBytes),
  });
  if (game.record === undefined) query.set("match", game.match ?? "");
  else query.set("record", game.record);
  return `/api/v1/reports?${query}`;
}

/** Returns the text that tells how the server has answered. @param {number} status   0: it was not reached
 * @returns {TextKey} */
export function answerText(status) {
  if (status >= 200 && status < 300) return "report.sent";
  if (status === 429) return "report.too_many";
  return status === 404 ? "report.gone" : "error.no_server";
}

/** @param {Report} report @returns {Promise<number>} the status of the answer; 0: the server was not reached */
export async function sendReport(report) {
  try {
    return (await fetch(reportAddress(report), { method: "POST" })).status;
  } catch {
    return 0;
  }
}
