// Copies a link to the clipboard for the person. A field shows the link too, because browsers may forbid the clipboard.

import { t } from "../text/translation.js";
import { requireElement, setText } from "./dom.js";

/** Copies a link as copyLink() does, with the field that a page has for its links. @param {?string} url */
export function copyPageLink(url) {
  const place = { field: requireElement("#link", HTMLInputElement), result: requireElement("#copied", HTMLElement) };
  void copyLink(url, place);
}

/**
 * @param {?string} url   null: the field or game has no link
 * @param {{field: HTMLInputElement, result: Element}} place   result: the element that tells whether it was copied
 */
export async function copyLink(url, { field, result }) {
  field.hidden = url === null;
  if (url === null) return setText(result, t("link.none_of_field"));
  field.value = url;
  if (await copyToClipboard(url)) return setText(result, t("common.copied"));
  setText(result, t("error.clipboard"));
  field.select();
}

/** @param {string} text @returns {Promise<boolean>} false: the browser forbids it */
async function copyToClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
