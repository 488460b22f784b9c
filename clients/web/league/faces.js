// Puts the faces of players before their names in the tables of a page of the league, and before its leader's name.

import { emblemSvg } from "../draw/emblem.js";

/** @param {Document} shown */
export function addFaces(shown) {
  for (const link of shown.querySelectorAll('main tr a[href*="/players/"], .leader a')) {
    if (link.querySelector(".emblem")) continue;
    const name = link.textContent ?? "";
    if (name !== "") link.prepend(emblemSvg(name));
  }
}
