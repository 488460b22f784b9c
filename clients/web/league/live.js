// Keeps a page of the league up to date while it is visible. Without this script the page stays as it was loaded.

import { Connection, serverUrl } from "../net/connection.js";
import { showCountdowns } from "./countdown.js";
import { addFaces } from "./faces.js";
import { drawChainNumbers } from "./letters.js";
import { colourPlots, followSettings } from "./page_settings.js";
import { refreshPortrait, showPortrait } from "./portrait.js";
import { atMostOnceASecond, replaceMain } from "./refresh.js";

// The page loads the list of all tournaments this often, as no message announces its changes.
const kReloadListEveryMs = 10_000;
const kCountEveryMs = 1000;
// Pings are rare, because thousands may have a page of the league open and a slow answer does not disturb them.
const kPingEveryMs = 8000;

/**
 * @param {string} tournament
 * @param {() => void} onChange  called after a change of the tournament, and after a reconnection
 */
function followTournament(tournament, onChange) {
  const connection = new Connection({
    url: serverUrl(window.location),
    pingEveryMs: kPingEveryMs,
    hello: () => ({}),
    onMessage: (message) => {
      if (message.tournamentState) onChange();
    },
    onStateChange: (state) => {
      if (state === "open") connection.send({ follow: { tournament } });
    },
  });
}

async function loadPage() {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok) throw new Error(`status ${response.status}`);
  replaceMain(new DOMParser().parseFromString(await response.text(), "text/html"), document);
  drawPage();
  colourPlots();
}

/** Draws what the server's page has in words only. */
function drawPage() {
  addFaces(document);
  drawChainNumbers(document);
  showPortrait(document);
  showCountdowns(document, Date.now());
}

const refresh = atMostOnceASecond(loadPage);

// A hidden page is not refreshed; it is refreshed when it becomes visible.
function refreshIfVisible() {
  if (!document.hidden) refresh();
}

followSettings();
drawPage();
void refreshPortrait(document);
// The faces in a part that is closed are drawn when it opens.
document.addEventListener("toggle", () => addFaces(document), { capture: true });
window.setInterval(() => showCountdowns(document, Date.now()), kCountEveryMs);
const tournament = document.body.dataset.tournament;
if (tournament) {
  followTournament(tournament, refreshIfVisible);
} else {
  window.setInterval(refreshIfVisible, kReloadListEveryMs);
}
document.addEventListener("visibilitychange", refreshIfVisible);
