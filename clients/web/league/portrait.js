// Completes the portrait of a player: the title of a player of the computer, and a link to play against a player that
// takes challenges now.

import { el } from "../base/dom.js";
import { fetchJson } from "../base/fetch_json.js";
import { knownPlayer } from "../home/opponents.js";
import { playAddress } from "../home/play_card.js";
import { t } from "../text/translation.js";

/** @import {OpenPlayer} from "../net/wire.js" */

/** Whether the player takes challenges now; null: it is not known yet. @type {?boolean} */
let isOpen = null;

/** Asks the server again whether the player of the page takes challenges. @param {Document} shown */
export async function refreshPortrait(shown) {
  const place = placeOf(shown);
  if (!place) return;
  showPortrait(shown);
  /** @type {?{open?: OpenPlayer[]}} */
  const players = await fetchJson("/api/v1/players");
  isOpen = (players?.open ?? []).some(({ name, free = 0 }) => free > 0 && name === place.dataset.player);
  showPortrait(shown);
}

/** Shows what is known, also after the page has been renewed. @param {Document} shown */
export function showPortrait(shown) {
  const place = placeOf(shown);
  const name = place?.dataset.player ?? "";
  if (!place || name === "") return;
  const player = knownPlayer(name);
  if (player && !shown.querySelector(".player_role")) {
    place.parentElement?.querySelector(".player_about")?.prepend(
      el("span", { class: "player_role", text: `${t(`title.${player}`)} · ` }));
  }
  const known = place.querySelector(".play_against");
  if (!isOpen) known?.remove();
  if (!isOpen || known) return;
  const isMain = place.querySelector(".primary") === null;
  place.append(el("a", {
    class: `button play_against${isMain ? " primary" : ""}`, href: playAddress(name, 1), text: t("league.play_against"),
  }));
}

/** @param {Document} shown @returns {?HTMLElement} */
function placeOf(shown) {
  return shown.querySelector(".player_actions");
}
