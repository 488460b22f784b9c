// Keeps a page of the league up to date while it is visible. Without this script the page stays as it was loaded.

import { Connection, serverUrl } from "../net/connection.js";
import { atMostOnceASecond, replaceMain } from "./refresh.js";

// The page loads the list of all tournaments this often, as no message announces its changes.
const kListMs = 10_000;
// Thousands of spectators may have a page of the league open, and a slow answer does not disturb them.
const kPingEvery = 8000;

/**
 * @param {string} tournament
 * @param {() => void} changed  called after a change of the tournament, and after a reconnection
 */
function follow(tournament, changed) {
  const connection = new Connection({
    url: serverUrl(window.location),
    pingEvery: kPingEvery,
    hello: () => ({}),
    heard: (message) => {
      if (message.tournamentState) changed();
    },
    changed: (state) => {
      if (state === "open") connection.say({ follow: { tournament } });
    },
  });
}

async function load() {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok) throw new Error(`status ${response.status}`);
  replaceMain(new DOMParser().parseFromString(await response.text(), "text/html"), document);
}

const refresh = atMostOnceASecond(load);

// A hidden page is loaded again when it becomes visible.
function look() {
  if (!document.hidden) refresh();
}

const tournament = document.body.dataset.tournament;
if (tournament) {
  follow(tournament, look);
} else {
  window.setInterval(look, kListMs);
}
document.addEventListener("visibilitychange", look);
