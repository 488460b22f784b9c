// Starts every page: its settings and their button, its language, its live region, and the look of its fields.

import { lookOf } from "../draw/look.js";
import { languageOf, setLanguage, translatePage } from "../text/translation.js";
import { announcerFor } from "./announcer.js";
import { el } from "./dom.js";
import { attachHelpKey } from "./help_key.js";
import { browserSettings } from "./settings.js";
import { attachSettingsButton } from "./settings_button.js";

/** @import {Look} from "../draw/look.js" */
/** @import {Announcer} from "./announcer.js" */
/** @import {Settings} from "./settings.js" */

/**
 * @typedef {object} Page
 * @property {Settings} settings
 * @property {Announcer} announcer
 * @property {() => Look} look   the same object until the look changes, so that sprites can be cached under it
 */

/**
 * Does what every page has to do at its start. From now on, a change of the settings changes the language of the
 * page. Parts that write texts themselves must subscribe to the settings after this call.
 * @returns {Page}
 */
export function startPage() {
  const settings = browserSettings();
  const motionQuery = window.matchMedia("(prefers-reduced-motion: reduce)");
  let look = lookOf(settings.value.look, motionQuery.matches);
  let lookSettings = settings.value.look;
  /** @type {?string} */
  let language = null;
  settings.subscribe((value) => {
    const wanted = languageOf(value.language, navigator.languages);
    if (wanted !== language) {
      language = wanted;
      setLanguage(wanted);
      translatePage(document);
      setLanguageOfLeagueLinks(wanted);
    }
    // Every change replaces the whole settings. A new look object makes new sprites, so it is made only if needed.
    if (JSON.stringify(value.look) !== JSON.stringify(lookSettings)) {
      lookSettings = value.look;
      look = lookOf(value.look, motionQuery.matches);
    }
    document.documentElement.classList.toggle("is_calm", look.reducesMotion);
    document.documentElement.dataset.scheme = value.look.scheme;
  });
  motionQuery.addEventListener("change", () => {
    look = lookOf(settings.value.look, motionQuery.matches);
    document.documentElement.classList.toggle("is_calm", look.reducesMotion);
  });
  attachSettingsButton(settings);
  attachHelpKey(settings);
  const region = el("div", { class: "unseen", role: "status", "aria-live": "polite" });
  document.body.append(region);
  return { settings, announcer: announcerFor(region), look: () => look };
}

/**
 * Adds the language to all links to the league, because the server makes those pages and does not know the settings.
 * @param {string} language
 */
function setLanguageOfLeagueLinks(language) {
  for (const link of document.querySelectorAll('a[href^="/league"]')) {
    link.setAttribute("href", `/league?lang=${language}`);
  }
}
