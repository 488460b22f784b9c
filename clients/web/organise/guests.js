// The guests of a new tournament, as far as the server knows them.

import { t } from "../text/organise_texts.js";

/** A guest of a plan. alike: an account whose name looks like the guest's, but is another
 * @typedef {{name: string, state: "connected"|"account"|"unknown", alike: ?string}} Guest */

/** Returns sentences that say which guests are known, or none if each of them has an account.
 * @param {Guest[]} guests @returns {string[]} */
export function strangerLines(guests) {
  const unknown = guests.filter(({ state }) => state === "unknown");
  if (unknown.length === 0) return [];
  const names = (/** @type {Guest["state"]} */ wanted) =>
    guests.filter(({ state }) => state === wanted).map(({ name }) => name).join(", ");
  const lines = unknown.map(({ name, alike }) =>
    alike === null ? t("organise.guest_unknown", { name }) : t("organise.guest_alike", { name, alike }));
  if (names("account") !== "") lines.push(t("organise.guests_account", { names: names("account") }));
  if (names("connected") !== "") lines.push(t("organise.guests_connected", { names: names("connected") }));
  return [...lines, t("organise.guests_come_later")];
}
