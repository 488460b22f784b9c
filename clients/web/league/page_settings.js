// Lets a page that the server has made follow the settings: the scheme of its colours and plots, and its language, in
// which it is loaded anew if the server has made it in another one.

import { browserSettings } from "../base/settings.js";
import { attachSettingsButton } from "../base/settings_button.js";
import { languageOf, setLanguage } from "../text/translation.js";

/** @import {LookSettings} from "../base/settings.js" */

const kDark = "(prefers-color-scheme: dark)";
/** When a plot has its dark colours, by scheme.
 * @type {Record<LookSettings["scheme"], string>} */
const kDarkPlots = { usual: kDark, light: "not all", dark: "all" };

/** Lets the page follow the settings of the browser, and its button open them. */
export function followSettings() {
  const settings = browserSettings();
  const shown = document.documentElement.lang === "ja" ? "ja" : "en";
  setLanguage(shown);
  const { language } = settings.value;
  settings.subscribe((value) => {
    document.documentElement.dataset.scheme = value.look.scheme;
    colourPlots();
    const wanted = languageOf(value.language, navigator.languages);
    // While no language is chosen, the page keeps that of its address.
    const isChosen = value.language !== "system" || value.language !== language;
    if (!isChosen || wanted === shown) return;
    const address = new URL(location.href);
    address.searchParams.set("lang", wanted);
    location.replace(address);
  });
  attachSettingsButton(settings);
}

/** Gives the plots of the page the colours of its scheme. */
export function colourPlots() {
  const scheme = /** @type {LookSettings["scheme"]} */ (document.documentElement.dataset.scheme ?? "usual");
  for (const source of document.querySelectorAll("picture source")) source.setAttribute("media", kDarkPlots[scheme]);
}
