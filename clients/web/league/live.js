// Keeps a page of the league up to date while it is looked at. Without this script it is a page as it was when it was
// loaded.

import { follow } from "./follow.js";
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
