// The rules of the game, without which a page has nothing to show.

import { loadEngine } from "../rules/engine.js";
import { t } from "../text/translation.js";
import { setText } from "./dom.js";

/** @import {Engine} from "../rules/engine.js" */
/** @import {Page} from "./start_page.js" */

/**
 * Says in a place of the page that they cannot be had, and goes no further.
 * @param {Page} page @param {HTMLElement} place
 * @returns {Promise<Engine>}
 */
export async function loadEngineOrShowError(page, place) {
  try {
    return await loadEngine();
  } catch (error) {
    place.hidden = false;
    place.removeAttribute("data-text");
    page.settings.subscribe(() => setText(place, t("error.no_wasm")));
    throw error;
  }
}
