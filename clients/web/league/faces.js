// Puts the faces of players before their names on a page of the league, also in the title of a player's own page.

import { emblemSvg } from "../draw/emblem.js";

/** The names of players that have a face, most of them links. */
const kNames = 'main tr a[href*="/players/"], .leader a, .bracket a, .story_players a, .league_players a, '
  + ".game_side, .cup_player";
/** Hundreds of names may be there, and they are drawn anew after each game: those that no one sees have no face. */
const kClosed = "details:not([open]) > :not(summary)";

/** @param {Document} shown */
export function addFaces(shown) {
  for (const link of shown.querySelectorAll(kNames)) {
    if (link.querySelector(".emblem") || link.closest(kClosed)) continue;
    const name = link.textContent ?? "";
    if (name !== "") link.prepend(emblemSvg(name));
  }
  const title = shown.querySelector("main h1");
  if (!title || title.querySelector(".emblem") || !isPlayerPage(shown.location.pathname)) return;
  title.prepend(emblemSvg(title.textContent ?? ""));
}

/** @param {string} path */
const isPlayerPage = (path) => /^\/league\/[^/]+\/players\//.test(path);
