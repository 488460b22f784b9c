// The texts of the pages in the language of the person. A page has one language at a time.

import { en } from "./en.js";
import { ja } from "./ja.js";

/** @import {LanguageSetting} from "../base/settings.js" */

/** @typedef {"en"|"ja"} Language */
/** @typedef {keyof typeof en} TextKey */
/** @typedef {Record<string, string|number>} TextParams */

/** @type {Record<Language, Record<TextKey, string>>} */
const kTexts = { en, ja };

/** @type {Language} */
let language = "en";
let numbers = new Intl.NumberFormat("en");

/**
 * @param {LanguageSetting} setting
 * @param {readonly string[]} browserLanguages   by the browser, the dearest first
 * @returns {Language}
 */
export function languageOf(setting, browserLanguages) {
  if (setting !== "system") return setting;
  const languages = browserLanguages.map((tag) => tag.toLowerCase().split("-")[0]);
  const known = languages.find((tag) => tag === "en" || tag === "ja");
  return known === "ja" ? "ja" : "en";
}

/**
 * The language from now on, and of the document. Texts that are there already stay: see translatePage.
 * @param {Language} next
 */
export function setLanguage(next) {
  language = next;
  numbers = new Intl.NumberFormat(next);
  if (typeof document !== "undefined") document.documentElement.lang = next;
}

/** A number as it is written in the language. @param {number} value */
export function formatNumber(value) {
  return numbers.format(value);
}

/**
 * A text with its {names} filled in.
 * @param {TextKey} key
 * @param {TextParams} [params]
 */
export function t(key, params = {}) {
  return kTexts[language][key].replace(/\{(\w+)\}/g, (whole, name) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? formatNumber(value) : value;
  });
}

/** @param {string} key @returns {key is TextKey} */
export function isTextKey(key) {
  return Object.hasOwn(en, key);
}

/**
 * Fills in the texts of markup: data-text is the key of an element's text, data-text-label of its aria-label,
 * data-text-title of the document's title when it is on the root element.
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
