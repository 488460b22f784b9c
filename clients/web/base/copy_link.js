// Links that a person takes from the page: into the clipboard, and into a field in any case, as browsers may forbid the
// one.

import { t } from "../text/translation.js";
import { setText } from "./dom.js";

/**
 * @param {?string} url   null: it cannot be said in a link
 * @param {{field: HTMLInputElement, result: Element}} place   said: the element that shows the result
 */
export async function copyLink(url, { field, result }) {
  field.hidden = url === null;
  if (url === null) return setText(result, t("link.none_of_field"));
  field.value = url;
  if (await copyToClipboard(url)) return setText(result, t("common.copied"));
  setText(result, t("error.clipboard"));
  field.select();
}

/** @param {string} text @returns {Promise<boolean>} */
async function copyToClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
