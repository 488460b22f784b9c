// Replaces the content of a page with its newest version, at most once a second, and less often while loading fails.

const kShortestWaitMs = 1_000;
const kLongestWaitMs = 60_000;

/**
 * Replaces the main part of the shown page. Keeps the focus, and how far the page and its tables are scrolled.
 * @param {Document} fresh
 * @param {Document} shown
 */
export function replaceMain(fresh, shown) {
  const next = fresh.querySelector("main");
  const current = shown.querySelector("main");
  if (!next || !current) return;
  const scrolled = [...current.querySelectorAll(".scrolls")].map((element) => element.scrollLeft);
  const active = shown.activeElement;
  const focused = focusedLinkSelector(current, active);
  const scrollable = [...current.querySelectorAll(".scrolls")].findIndex((element) => element === active);
  const { scrollX, scrollY } = window;
  current.replaceChildren(...[...next.childNodes].map((node) => shown.importNode(node, true)));
  current.querySelectorAll(".scrolls").forEach((element, index) => {
    element.scrollLeft = scrolled[index] ?? 0;
  });
  const focus = focused === null ? current.querySelectorAll(".scrolls")[scrollable] : current.querySelector(focused);
  if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
  window.scrollTo(scrollX, scrollY);
}

/**
 * Returns a selector that finds the focused link again, or null if no link has the focus.
 * @param {Element} main
 * @param {?Element} active
 * @returns {?string}
 */
function focusedLinkSelector(main, active) {
  if (!active || !main.contains(active)) return null;
  const href = active.getAttribute("href");
  return href === null ? null : `a[href="${CSS.escape(href)}"]`;
}

/**
 * Returns a function that asks for a load. It loads now, or as soon as the last load is a second old. After failures it
 * waits longer.
 * @param {() => Promise<void>} load
 * @returns {() => void}
 */
export function atMostOnceASecond(load) {
  let isWaiting = false;
  let isWanted = false;
  let wait = kShortestWaitMs;
  async function run() {
    isWaiting = true;
    isWanted = false;
    try {
      await load();
      wait = kShortestWaitMs;
    } catch {
      isWanted = true; // the server may be back later
      wait = Math.min(2 * wait, kLongestWaitMs);
    }
    window.setTimeout(() => {
      isWaiting = false;
      if (isWanted) run();
    }, wait);
  }
  return () => {
    isWanted = true;
    if (!isWaiting) run();
  };
}
