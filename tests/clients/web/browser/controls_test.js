import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Stage } from "./stage.js";

/** @import {Page} from "playwright-core" */

const [kLeft, kDown, kTurnCw] = [1, 4, 8];

/** @type {Stage} */
let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

/** @param {Page} page */
async function addControls(page) {
  await page.evaluate(async () => {
    const client = { page: "/base/start_page.js", controls: "/input/controls.js", dom: "/base/dom.js" };
    const { startPage } = await import(client.page);
    const { attachControls } = await import(client.controls);
    const { el } = await import(client.dom);
    const field = el("div", { id: "field", class: "card plays_by_touch", text: "field" });
    document.querySelector("main")?.append(field, el("input", { id: "text", type: "text", "aria-label": "text" }));
    /** @type {string[]} */
    const presses = [];
    const layout = () => ({ column: 50, middle: 200 });
    const onPress = (/** @type {string} */ action) => void presses.push(action);
    const controls = attachControls(startPage().settings, { element: field, layout }, onPress);
    const keysAt = (/** @type {number} */ at) => controls.keysAt(at, { turn: 0, arrow: 0 }).keys;
    Object.assign(window, { presses, keysAt, nextKeys: () => keysAt(performance.now()) });
  });
}

/** The keys of a step at this moment. @param {Page} page @returns {Promise<number>} */
const nextKeys = (page) => page.evaluate("nextKeys()");
/** @param {Page} page @returns {Promise<string[]>} */
const presses = (page) => page.evaluate("presses");

test("a key that went down and up between two frames is not lost", async () => {
  const { page } = await stage.page();
  await addControls(page);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await nextKeys(page), kLeft);
  assert.equal(await nextKeys(page), 0);
});

test("a late picture has the keys of each of its steps' own times", async () => {
  const { page } = await stage.page();
  await addControls(page);
  const keys = await page.evaluate(async () => {
    const send = (/** @type {string} */ type, /** @type {string} */ code) => {
      const event = new KeyboardEvent(type, { code, bubbles: true });
      document.body.dispatchEvent(event);
      return event.timeStamp;
    };
    const nextMoment = async (/** @type {number} */ last) => {
      while (performance.now() <= last) await new Promise((done) => setTimeout(done));
    };
    const pressed = send("keydown", "ArrowLeft");
    await nextMoment(pressed);
    const released = send("keyup", "ArrowLeft");
    await nextMoment(released);
    const again = send("keydown", "ArrowDown");
    const steps = [pressed - 20, pressed, released, again, again + 20];
    return steps.map(/** @type {any} */ (window).keysAt);
  });
  assert.deepEqual(keys, [0, kLeft, 0, kDown, kDown]);
});

test("keys that do not move are pressed once, however long they are held", async () => {
  const { page } = await stage.page();
  await addControls(page);
  await page.keyboard.down("KeyR");
  await page.keyboard.down("KeyR");
  await page.keyboard.up("KeyR");
  assert.deepEqual(await presses(page), ["rematch"]);
});

test("what is typed into a field does not play", async () => {
  const { page } = await stage.page();
  await addControls(page);
  await page.focus("#text");
  await page.keyboard.type("xr");
  assert.equal(await nextKeys(page), 0);
  assert.deepEqual(await presses(page), []);
  assert.equal(await page.inputValue("#text"), "xr");
});

test("a choice with the focus keeps the keys that make it, all others play", async () => {
  const { page } = await stage.page();
  await addControls(page);
  await page.evaluate(() => {
    const steps = ["1", "2"].map((value) => {
      const step = document.createElement("input");
      Object.assign(step, { type: "radio", name: "step", value, ariaLabel: value });
      return step;
    });
    document.querySelector("main")?.append(...steps);
  });
  await page.focus('[value="1"]');
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.isChecked('[value="2"]'), true);
  assert.equal(await nextKeys(page), 0);
  await page.keyboard.press("KeyR");
  assert.deepEqual(await presses(page), ["rematch"]);
  await page.keyboard.press("KeyX");
  assert.equal(await nextKeys(page), kTurnCw);
});

test("keys with a modifier are the browser's", async () => {
  const { page } = await stage.page();
  await addControls(page);
  await page.keyboard.down("Alt");
  await page.keyboard.press("KeyX");
  await page.keyboard.up("Alt");
  assert.equal(await nextKeys(page), 0);
});

test("keys that were held are let go of when the window loses the focus", async () => {
  const { page } = await stage.page();
  await addControls(page);
  await page.keyboard.down("ArrowDown");
  assert.equal(await nextKeys(page), kDown);
  assert.equal(await nextKeys(page), kDown);
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  assert.equal(await nextKeys(page), 0);
});

test("a tap on the right half turns clockwise, a click of a mouse does not", async () => {
  const { page } = await stage.page({ hasTouch: true });
  await addControls(page);
  const box = await page.locator("#field").boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(600, box.y + 5);
  assert.equal(await nextKeys(page), kTurnCw);
  await page.mouse.click(600, box.y + 5);
  assert.equal(await nextKeys(page), 0);
});
