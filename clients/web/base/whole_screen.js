// The button that shows a page on the whole screen, without its header, and the key F, which does the same.

import { requireElement } from "./dom.js";

/** Shows the button of the page, if the browser can fill the screen. */
export function attachWholeScreen() {
  const button = requireElement("#whole_screen", HTMLElement);
  if (!document.fullscreenEnabled) return;
  button.hidden = false;
  button.addEventListener("click", () => void toggle());
  document.addEventListener("keydown", (event) => {
    const isTyped = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
    if (event.key.toLowerCase() !== "f" || event.ctrlKey || event.altKey || event.metaKey || isTyped) return;
    void toggle();
  });
}

/** A browser may refuse it, for example within another page. */
async function toggle() {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    // The page stays as it is.
  }
}
