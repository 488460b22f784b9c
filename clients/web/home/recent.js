// The games that were played last, with their replays.

import { el } from "../base/dom.js";
import { t } from "../text/text.js";

/**
 * As the API tells them; winner: 1 or 2.
 * @typedef {{record: number, players: [string, string], winner: ?number, cause: string}} RecentGame
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

/** @param {RecentGame} game */
function resultText({ players, winner, cause }) {
  if (cause === "voided") return t("play.void");
  return winner ? t("home.winner", { name: players[winner - 1] }) : t("play.drawn");
}

/** @param {HTMLElement} list @param {RecentGame[]} games */
export function showRecent(list, games) {
  list.replaceChildren(
    ...games.map((game) => {
      const names = `${game.players[0]} – ${game.players[1]}`;
      const replay = el("a", { href: `/replay/${game.record}`, text: names });
      return el("li", {}, replay, " ", el("span", { class: "dim", text: resultText(game) }));
    }),
  );
}
