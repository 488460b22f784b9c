// Says the remarks of our own players in people's words, in the language of the page. All other comments stay as they are.

import { t } from "../text/translation.js";

/** The remarks that the players of engine/players make, and the number of theirs that is told.
 * @type {[RegExp, Parameters<typeof t>[0]][]} */
const kRemarks = [
  [/^fires (?<n>\d+) links? for \d+ points( and expects \d+ garbage back)?$/, "remark.fires"],
  [/^answers \d+ garbage with (?<n>\d+) links?$/, "remark.answers"],
  [/^harasses with \d+ links? for (?<n>\d+) garbage$/, "remark.harasses"],
  [/^builds on under (?<n>\d+) garbage$/, "remark.takes"],
  [/^builds( on what stands| towards \d+ points)?$/, "remark.builds"],
  [/^answers what is on its way$/, "remark.can_answer"],
  [/^races for the first attack$/, "remark.races"],
  [/^follows a form$/, "remark.form"],
  [/^fires, or gets ready to$/, "remark.ready"],
];

/** @param {string} comment @returns {string} */
export function remarkText(comment) {
  for (const [pattern, key] of kRemarks) {
    const found = pattern.exec(comment);
    if (found) return t(key, { n: Number(found.groups?.n ?? 0) });
  }
  return comment;
}
