// Text into the clipboard.

/** @param {string} text @returns {Promise<boolean>} false: the browser does not let the page copy */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
