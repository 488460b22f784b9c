// The buttons that move a pair by touch.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Stage } from "./stage.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Stage} */
let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

/** @param {Page} page */
async function addButtons(page) {
  await page.evaluate(async () => {
    const module = "/input/move_buttons.js";
    const { MoveButtons } = await import(module);
    const buttons = new MoveButtons();
    buttons.writeTexts();
    document.querySelector("main")?.append(buttons.root);
    Object.assign(window, { heldNow: () => [...buttons.held.heldAt(performance.now())] });
  });
  await page.addStyleTag({ path: new URL("../../../../clients/web/play/play.css", import.meta.url).pathname });
  await page.addStyleTag({ content: ".move_buttons { display: grid }" });
}

/** The actions held in a step at this moment. @param {Page} page @returns {Promise<string[]>} */
const heldNow = (page) => page.evaluate("heldNow()");

test("a button holds its action as long as a finger is on it, also if the finger slides off", async () => {
  const { page } = await stage.page({ bypassCSP: true });
  await addButtons(page);
  const left = page.getByRole("button", { name: "Left" });
  const box = await left.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  assert.deepEqual(await heldNow(page), ["left"]);
  assert.deepEqual(await heldNow(page), ["left"]);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height + 200);
  assert.deepEqual(await heldNow(page), ["left"]);
  await page.mouse.up();
  assert.deepEqual(await heldNow(page), []);
});

test("a short touch is not lost, and keys press a button once", async () => {
  const { page, complaints } = await stage.page({ bypassCSP: true });
  await addButtons(page);
  await page.getByRole("button", { name: "Turn clockwise" }).click();
  assert.deepEqual(await heldNow(page), ["turn_cw"]);
  assert.deepEqual(await heldNow(page), []);
  await page.getByRole("button", { name: "Down" }).focus();
  await page.keyboard.press("Enter");
  assert.deepEqual(await heldNow(page), ["down"]);
  assert.deepEqual(await heldNow(page), []);
  assert.deepEqual(complaints, []);
});

test("the buttons have names in the language of the page", async () => {
  const { page } = await stage.page({ bypassCSP: true });
  await addButtons(page);
  const names = await page.locator(".move_buttons button").evaluateAll((all) =>
    all.map((button) => button.getAttribute("aria-label")));
  assert.deepEqual(names, ["Left", "Turn counter-clockwise", "Down", "Turn clockwise", "Right"]);
});
