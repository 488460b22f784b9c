// Replaces the content of a page with its newest version, at most once a second, and less often while loading fails.

const kShortestWaitMs = 1_000;
const kLongestWaitMs = 60_000;

/** The parts that scroll by themselves. */
const kScrolling = ".scrolls, .bracket_scroll, dl";

/**
 * Replaces the main part of the shown page. Keeps the focus, which parts are open, and how far the page and its parts
 * are scrolled.
 * @param {Document} fresh
 * @param {Document} shown
 */
export function replaceMain(fresh, shown) {
  const next = fresh.querySelector("main");
  const current = shown.querySelector("main");
  if (!next || !current) return;
  const scrolled = new Map([...current.querySelectorAll(kScrolling)].map((element) =>
    [keyOf(element, current), element.scrollLeft]));
  const opened = new Set([...current.querySelectorAll("details[open]")].map((part) => keyOf(part, current)));
  const active = shown.activeElement;
  const focused = active && current.contains(active) ? keyOf(active, current) : null;
  const { scrollX, scrollY } = window;
  current.replaceChildren(...[...next.childNodes].map((node) => shown.importNode(node, true)));
  for (const part of current.querySelectorAll("details")) part.open = opened.has(keyOf(part, current));
  for (const element of current.querySelectorAll(kScrolling)) {
    element.scrollLeft = scrolled.get(keyOf(element, current)) ?? 0;
  }
  if (focused !== null) focus(focused, current);
  window.scrollTo(scrollX, scrollY);
}

/**
 * Returns a text that names an element also after the page has changed: the part with a name in which it stands, the
 * address to which it leads, and the number of the same elements before it. Other parts may come and go.
 * @param {Element} element
 * @param {Element} main
 */
function keyOf(element, main) {
  const part = element.closest("[aria-label]");
  const label = part && main.contains(part) ? part.getAttribute("aria-label") : "";
  const scope = part && main.contains(part) ? part : main;
  const same = [scope, ...scope.querySelectorAll(element.tagName)].filter((one) =>
    description(one) === description(element));
  return `${label} ${description(element)} ${same.indexOf(element)}`;
}

/** Describes an element. A part that opens, and its button, are described by the class of the part. @param {Element} element */
function description(element) {
  const isPart = element.tagName === "DETAILS" || element.tagName === "SUMMARY";
  const named = isPart ? element.closest("details")?.className : element.getAttribute("href") ?? "";
  return `${element.tagName} ${named}`;
}

/** Focuses the element with this key, or the first one that leads to the same address. @param {string} key
 * @param {Element} main */
function focus(key, main) {
  const candidates = [...main.querySelectorAll("a[href], [tabindex], summary")].filter((one) =>
    key.includes(` ${description(one)} `));
  const link = candidates.find((one) => one.hasAttribute("href"));
  const found = candidates.find((one) => keyOf(one, main) === key) ?? link;
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
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
