// Loads the rules of the game for a page that cannot work without them.

import { loadEngine } from "../rules/engine.js";
import { t } from "../text/translation.js";
import { setText } from "./dom.js";

/** @import {Engine} from "../rules/engine.js" */
/** @import {Page} from "./start_page.js" */

/**
 * Loads the engine. If that fails, shows an error on the page and throws.
 * @param {Page} page @param {HTMLElement} place   shows the error
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
