// Lets a page that the server has made follow the settings: the scheme of its colours and plots, and its language, in
// which it is loaded anew when another one is chosen.

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
  const { language } = settings.value;
  setLanguage(document.documentElement.lang === "ja" ? "ja" : "en");
  settings.subscribe((value) => {
    document.documentElement.dataset.scheme = value.look.scheme;
    colourPlots();
    if (value.language === language) return;
    const address = new URL(location.href);
    address.searchParams.set("lang", languageOf(value.language, navigator.languages));
    location.replace(address);
  });
  attachSettingsButton(settings);
}

/** Gives the plots of the page the colours of its scheme. */
export function colourPlots() {
  const scheme = /** @type {LookSettings["scheme"]} */ (document.documentElement.dataset.scheme ?? "usual");
  for (const source of document.querySelectorAll("picture source")) source.setAttribute("media", kDarkPlots[scheme]);
}
