// A page of the league is renewed while someone reads it: the focus and all scroll positions stay.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Stage } from "./stage.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Stage} */
let stage;
before(async () => {
  stage = await Stage.open();
});
after(() => stage.close());

/** A table in which a link leads to a player. @param {string} name */
const tableOf = (name) =>
  `<div class="scrolls" tabindex="0" role="region" aria-label="${name}"><table><tbody><tr><th>x</th>`
  + `<td><a href="/players/ann">ann</a></td>${"<td>wide enough to scroll</td>".repeat(12)}</tr></tbody></table></div>`;

/** A bracket of so many rounds in which ann plays. @param {number} rounds */
const bracketOf = (rounds) => `<div class="bracket_scroll" tabindex="0" role="region" aria-label="Bracket"><ol class="bracket">${'<li><h3>Round</h3><ol><li class="match"><ul>'
  .concat('<li><a href="/players/ann">ann</a></li><li><a href="/players/bob">bob</a></li></ul></li></ol></li>')
  .repeat(rounds)}</ol></div>`;

/** Shows a page, and replaces it after an act of its reader. @param {Page} page
 * @param {{from: string, to: string, focus: string, nth: number}} change   focus: a selector */
const renew = (page, change) => page.evaluate(async ({ from, to, focus, nth }) => {
  const { replaceMain } = await import(/** @type {any} */ ("/league/refresh.js"));
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/league/league.css" });
  await new Promise((resolve) => {
    link.onload = resolve;
    document.head.append(link);
  });
  document.body.className = "league";
  const main = /** @type {Element} */ (document.querySelector("main"));
  main.innerHTML = from;
  for (const part of document.querySelectorAll(".scrolls, .bracket_scroll")) part.scrollLeft = 40;
  const focused = document.querySelectorAll(focus)[nth];
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  replaceMain(new DOMParser().parseFromString(`<main>${to}</main>`, "text/html"), document);
  return {
    scrolled: [...document.querySelectorAll(".scrolls, .bracket_scroll")].map((part) => part.scrollLeft),
    focused: [...document.querySelectorAll(focus)].indexOf(/** @type {Element} */ (document.activeElement)),
  };
}, change);

const kNarrow = { viewport: { width: 400, height: 800 } };

test("a bracket keeps how far it is scrolled, and the focus stays in its round", async () => {
  const { page } = await stage.page(kNarrow);
  const [from, to] = [tableOf("Standings") + bracketOf(4), tableOf("Standings") + bracketOf(5)];
  const { scrolled, focused } = await renew(page, { from, to, focus: '.bracket a[href="/players/ann"]', nth: 2 });
  assert.deepEqual(scrolled, [40, 40]);
  assert.equal(focused, 2);
});

test("a part that was opened stays open, and the focus stays on what opens it", async () => {
  const { page } = await stage.page(kNarrow);
  const part = (/** @type {string} */ name) => `<details class="${name}"><summary>${name}</summary>x</details>`;
  const opened = await page.evaluate(async ([from, to]) => {
    const { replaceMain } = await import(/** @type {any} */ ("/league/refresh.js"));
    const main = /** @type {Element} */ (document.querySelector("main"));
    main.innerHTML = from;
    const statistics = /** @type {HTMLDetailsElement} */ (main.querySelector(".statistics"));
    statistics.open = true;
    statistics.querySelector("summary")?.focus();
    replaceMain(new DOMParser().parseFromString(`<main>${to}</main>`, "text/html"), document);
    return {
      open: [...document.querySelectorAll("details[open]")].map(({ className }) => className),
      focused: document.activeElement?.textContent,
    };
  }, [part("statistics"), part("more_games") + part("statistics")]);
  assert.deepEqual(opened.open, ["statistics"]);
  assert.equal(opened.focused, "statistics");
});

test("a part that comes before the others takes neither their scroll positions nor the focus", async () => {
  const { page } = await stage.page(kNarrow);
  const [from, to] = [tableOf("Standings"), tableOf("Being played") + tableOf("Standings")];
  const { scrolled, focused } = await renew(page, { from, to, focus: ".scrolls", nth: 0 });
  assert.deepEqual(scrolled, [0, 40]);
  assert.equal(focused, 1);
});

test("a link whose part has gone is found where it stands now", async () => {
  const { page } = await stage.page(kNarrow);
  const [from, to] = [tableOf("Being played") + tableOf("Standings"), tableOf("Standings")];
  assert.equal((await renew(page, { from, to, focus: "main a", nth: 0 })).focused, 0);
});
