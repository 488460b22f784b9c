// Replaces the content of a page with its newest version, at most once a second, and less often while loading fails.

const kShortestWaitMs = 1_000;
const kLongestWaitMs = 60_000;

/**
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
 * Returns a selector that finds the focused link again; null: no link has the focus.
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
 * @param {() => Promise<void>} load
 * @returns {() => void} asks for a load: now, or as soon as the last is a second old, and longer after it failed
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
