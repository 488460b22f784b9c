// Draws the number of the longest chain in the letters of the game.

import { lettering } from "../draw/lettering.js";
import { t } from "../text/translation.js";

/** Puts drawn letters in place of the numbers of chains. The text stays for screen readers. @param {Document} shown */
export function drawChainNumbers(shown) {
  for (const number of shown.querySelectorAll(".chain_number")) {
    if (!(number instanceof HTMLElement) || number.querySelector(".lettering")) continue;
    const text = shown.createElement("span");
    text.className = "unseen";
    text.textContent = number.textContent;
    number.replaceChildren(text, lettering(number.dataset.links ?? ""), lettering(t("letters.chain")));
  }
}
