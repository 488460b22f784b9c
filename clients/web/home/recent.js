// The games that were played last, with their replays.

import { el } from "../base/dom.js";
import { t } from "../text/text.js";

/**
 * As the API tells them; winner: 1 or 2.
 * @typedef {{record: number, players: [string, string], winner: ?number}} RecentGame
 */

const kMost = 6;

/** @returns {Promise<RecentGame[]>} */
export async function loadRecent() {
  try {
    const answer = await fetch(`/api/v1/games?limit=${kMost}`);
    return answer.ok ? (await answer.json()).games : [];
  } catch {
    return [];
  }
}

/** @param {HTMLElement} list @param {RecentGame[]} games */
export function showRecent(list, games) {
  list.replaceChildren(
    ...games.map(({ record, players, winner }) => {
      const names = `${players[0]} – ${players[1]}`;
      const result = winner ? t("home.winner", { name: players[winner - 1] }) : t("play.drawn");
      const replay = el("a", { href: `/replay/${record}`, text: names });
      return el("li", {}, replay, " ", el("span", { class: "dim", text: result }));
    }),
  );
}
