// The most frequent refusals of the server, in the language of the page. The server writes them in English and with the
// words of plans; a refusal that is not known here is shown as it is.

import { t } from "../text/organise_texts.js";

/** @import {TextKey} from "../text/translation.js" */

/** The groups of a pattern are the values of its text. @type {readonly {pattern: RegExp, key: TextKey}[]} */
export const kRefusals = [
  { pattern: /"players" has to name from (?<from>\d+) to (?<to>\d+)/, key: "organise.refused_players" },
  // Beside these fields the text needs no name of what is meant. Other members of a plan have no field of their own.
  { pattern: /(?:"(?:pairs|rounds|best_of|spectator_delay_seconds)"|\bjobs) has to be (?:a (?:whole )?number )?from (?<from>[\d.]+) to (?<to>[\d.]+)$/,
    key: "organise.refused_range" },
  { pattern: /this token is unknown or revoked/, key: "organise.refused_token" },
  { pattern: /the id (?<id>\S+), and this account may not organise it, since/, key: "organise.refused_second_id" },
  { pattern: /the id (?<id>\S+), and this account may not organise it/, key: "organise.refused_id" },
  { pattern: /the id (?<id>\S+) is taken/, key: "organise.refused_taken_id" },
  { pattern: /^id: up to 64/, key: "organise.refused_id_letters" },
  { pattern: /at most (?<most>\d+) in real time/, key: "organise.refused_jobs" },
  { pattern: /^why: a reason is expected/, key: "organise.refused_reason" },
  { pattern: /^text: a line of 1 to (?<most>\d+) bytes/, key: "organise.refused_message" },
  { pattern: /^the last message says the same$/, key: "organise.refused_same_message" },
  { pattern: /^it was told too much in a short time: try again in (?<seconds>\d+) seconds/,
    key: "organise.refused_messages" },
  { pattern: /^it is over$/, key: "organise.refused_over" },
  { pattern: /"starts" is in the past/, key: "organise.time_past" },
  { pattern: /"starts" has to be a time/, key: "organise.time_missing" },
  { pattern: /too much in a short time: try again in (?<seconds>\d+) seconds/, key: "organise.refused_often" },
  { pattern: /^(?<name>.+) has already been withdrawn or benched/s, key: "organise.refused_withdrawn" },
  { pattern: /^the tournament (?<id>\S+) was created by an earlier request/, key: "organise.refused_repeated" },
  { pattern: /a game of it has begun, so it cannot be deleted/, key: "organise.refused_delete" },
];

/** @param {string} refusal   of the server @returns {string} */
export function refusalText(refusal) {
  for (const { pattern, key } of kRefusals) {
    const found = pattern.exec(refusal);
    if (found) return t(key, { ...found.groups });
  }
  return refusal;
}
