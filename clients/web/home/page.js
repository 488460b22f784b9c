// The start page leads people into a game at once, or to the games of others.
// The games that were played last, with their replays.

import { el, requireElement, setText } from "../base/dom.js";
import { startPage } from "../base/start_page.js";
import { Connection, serverUrl } from "../net/connection.js";
import { openSettings } from "../settings/dialog.js";
import { t } from "../text/translation.js";
import { RoomList } from "./match_list.js";
import { PlayCard } from "./play_card.js";

const kAskEveryMs = 3000;
const kMostRecent = 6;

const page = startPage();
requireElement("#settings", HTMLElement).addEventListener("click", () => openSettings(page.settings));
const play = new PlayCard();
const place = { rooms: requireElement("#rooms", HTMLElement), none: requireElement("#no_rooms", HTMLElement) };
const rooms = new RoomList(place, (message) => connection.say(message), page.look);
/** @type {RecentGame[]} */
let recent = [];
let isLost = false;

/** @type {Connection} */
const connection = new Connection({
  url: serverUrl(window.location),
  hello: () => ({}),
  heard: (message) => {
    rooms.hear(message);
    if (message.lobby) play.show(message.lobby.open ?? []);
  },
  changed: (state) => {
    isLost = state === "lost" || state === "refused";
    write();
    if (state !== "open") return;
    rooms.reconnect();
    ask();
  },
});

function ask() {
  if (!document.hidden) connection.say({ listLobby: {} });
}

function write() {
  play.write();
  rooms.write();
  showRecent(requireElement("#recent", HTMLElement), recent);
  setText(requireElement("#line", HTMLElement), isLost ? t("watch.lost") : "");
}

page.settings.subscribe(write);
window.setInterval(ask, kAskEveryMs);
document.addEventListener("visibilitychange", () => (document.hidden ? rooms.rest() : ask()));
recent = await loadRecent();
requireElement("#recent_box", HTMLElement).hidden = recent.length === 0;
write();

/**
 * As the API tells them; winner: 1 or 2.
 * @typedef {{record: number, players: [string, string], winner: ?number, cause: string}} RecentGame
 */

/** @returns {Promise<RecentGame[]>} */
export async function loadRecent() {
  try {
    const answer = await fetch(`/api/v1/games?limit=${kMostRecent}`);
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
