// Translates the texts of the pages into the language of the person. A page has one language at a time.

import { kTexts } from "./texts.js";

/** @import {LanguageSetting} from "../base/settings.js" */
/** @import {kChanceTexts} from "./chance_texts.js" */
/** @import {kHowToPlayTexts} from "./how_to_play_texts.js" */
/** @import {kOrganiseTexts} from "./organise_texts.js" */
/** @import {Language} from "./texts.js" */

/** @typedef {keyof typeof kTexts | keyof typeof kChanceTexts | keyof typeof kHowToPlayTexts |
 *   keyof typeof kOrganiseTexts} TextKey */
/** @typedef {Record<string, string|number>} TextParams */

/** The texts of this page. @type {Record<string, Record<Language, string>>} */
const texts = { ...kTexts };

/** @type {Language} */
let language = "en";
let numbers = new Intl.NumberFormat("en");

/**
 * @param {LanguageSetting} setting
 * @param {readonly string[]} browserLanguages   the languages that the browser prefers, the best first
 * @returns {Language}
 */
export function languageOf(setting, browserLanguages) {
  if (setting !== "system") return setting;
  const languages = browserLanguages.map((tag) => tag.toLowerCase().split("-")[0]);
  const known = languages.find((tag) => tag === "en" || tag === "ja");
  return known === "ja" ? "ja" : "en";
}

/**
 * Sets the language of the document, and of all texts that are made from now on. Existing texts stay: see
 * translatePage.
 * @param {Language} next
 */
export function setLanguage(next) {
  language = next;
  numbers = new Intl.NumberFormat(next);
  if (typeof document !== "undefined") document.documentElement.lang = next;
}

/** Writes a number as the language does. @param {number} value */
export function formatNumber(value) {
  return numbers.format(value);
}

/** Adds the texts of a part that most pages do not load. @param {Record<string, Record<Language, string>>} added */
export function addTexts(added) {
  Object.assign(texts, added);
}

/**
 * Returns a text in the current language, with its {names} filled in.
 * @param {TextKey} key
 * @param {TextParams} [params]
 */
export function t(key, params = {}) {
  return texts[key][language].replace(/\{(\w+)\}/g, (whole, name) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? formatNumber(value) : value;
  });
}

/** @param {string} key @returns {key is TextKey} */
export function isTextKey(key) {
  return Object.hasOwn(texts, key);
}

/**
 * Translates the texts of markup. The attribute data-text has the key of an element's text, and data-text-label that of
 * its aria-label. On the root element, data-text-title has the key of the document's title.
 * @param {ParentNode} root
 */
export function translatePage(root) {
  for (const element of root.querySelectorAll("[data-text]")) {
    const key = element.getAttribute("data-text") ?? "";
    if (isTextKey(key)) element.textContent = t(key);
  }
  for (const element of root.querySelectorAll("[data-text-label]")) {
    const key = element.getAttribute("data-text-label") ?? "";
    if (isTextKey(key)) element.setAttribute("aria-label", t(key));
  }
  const title = document.documentElement.getAttribute("data-text-title") ?? "";
  if (isTextKey(title)) document.title = `${t(title)} · ${t("app.name")}`;
}
