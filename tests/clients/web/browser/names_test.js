// Names that are written to disturb: what is stacked on their letters must not reach what is around them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Stage } from "./stage.js";

/** @typedef {import("playwright-core").Page} Page */

const kAbove = "\u030c".repeat(12);
const kBelow = "\u0323".repeat(12);

/** @type {Stage} */
let stage;
before(async () => {
  stage = await Stage.open();
});
after(() => stage.close());

/**
 * Shows a name between two lines, as large as a title and as small as a text.
 * @param {Page} page
 * @param {string} name
 */
const show = (page, name) => page.evaluate((text) => {
  const make = (/** @type {string} */ tag, /** @type {(Node|string)[]} */ ...children) => {
    const element = document.createElement(tag);
    element.append(...children);
    return element;
  };
  document.querySelector("main")?.replaceChildren(
    make("p", "before"), make("h1", make("bdi", text)), make("p", "between"), make("p", make("bdi", text)),
    make("p", "after"));
}, name);

/** The lines around it as they are seen. @param {Page} page @returns {Promise<string[]>} */
async function around(page) {
  const seen = [];
  for (const text of ["before", "between", "after"]) {
    seen.push((await page.getByText(text).screenshot()).toString("base64"));
  }
  return seen;
}

test("what is stacked on a name stays in its line", async () => {
  const { page } = await stage.page();
  await show(page, "Zg");
  const plain = await around(page);
  await show(page, `Z${kAbove}g${kBelow}`);
  assert.deepEqual(await around(page), plain);
});

test("no accent and no descender is cut", async () => {
  const { page } = await stage.page();
  for (const name of ["Ấgỹ Åĵq Ǻ", "がぎゃょ漢字"]) {
    await show(page, name);
    const clipped = await page.screenshot();
    await page.evaluate(() => {
      const rules = new CSSStyleSheet();
      rules.replaceSync("bdi { overflow-y: visible !important; }");
      document.adoptedStyleSheets = [rules];
    });
    assert.ok(clipped.equals(await page.screenshot()), name);
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
  }
});
