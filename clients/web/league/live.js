// Keeps a page of the league up to date while it is looked at. Without this script it is a page as it was when it was
// loaded.
// Follows one tournament, and says when anything about it has changed.

import { Connection, serverUrl } from "../net/connection.js";
import { atMostOnceASecond, replaceMain } from "./refresh.js";

// The page loads the list of all tournaments this often, as no message announces its changes.
const kListMs = 10_000;

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

// Thousands may look at a page of the league, and none of them is in a hurry.
const kPingEvery = 8000;

/**
 * @param {string} tournament
 * @param {() => void} changed  also after a connection was made again, since something may have been missed
 */
export function follow(tournament, changed) {
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
