// Links that a person takes from the page: into the clipboard, and into a field in any case, as browsers may forbid the
// one.

import { setText } from "./dom.js";
import { t } from "../text/text.js";

/** A link, or why there is none. @typedef {{url: string} | {why: string}} Link */

/**
 * @param {Link} link
 * @param {{field: HTMLInputElement, said: Element}} place   said: where it stands what came of it
 */
export async function takeLink(link, { field, said }) {
  field.hidden = !("url" in link);
  if (!("url" in link)) return setText(said, t("link.why_not", { why: link.why }));
  field.value = link.url;
  if (await isCopied(link.url)) return setText(said, t("common.copied"));
  setText(said, t("error.clipboard"));
  field.select();
}

/** @param {string} text @returns {Promise<boolean>} */
async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
