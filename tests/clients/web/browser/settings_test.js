import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { seriousIssues, Stage } from "./stage.js";

/** @import {Page} from "playwright-core" */

/** @type {Stage} */
let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

/** Puts a button on the page that opens the settings. @param {Page} page */
async function addSettings(page) {
  await page.evaluate(async () => {
    const client = { page: "/base/start_page.js", dialog: "/settings/dialog.js", dom: "/base/dom.js" };
    const { startPage } = await import(client.page);
    const { openSettings } = await import(client.dialog);
    const { el } = await import(client.dom);
    const { settings } = startPage();
    Object.assign(window, { settings });
    const button = el("button", { id: "open", text: "O", on: { click: () => openSettings(settings) } });
    document.querySelector("main")?.append(button);
  });
  await page.focus("#open");
}

/** @param {Page} page */
const stored = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("rensa.settings") ?? "null"));
/** @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.textContent ?? "");

test("keys are bound, shared and freed by the keyboard alone, and the focus returns", async () => {
  const { page, complaints } = await stage.page();
  await addSettings(page);
  await page.keyboard.press("Enter");
  await page.focus(".settings_key");
  assert.equal(await focused(page), "←");
  await page.keyboard.press("Enter");
  await page.keyboard.press("KeyX");
  assert.equal(await focused(page), "X");
  assert.match((await page.textContent(".settings_wrong")) ?? "", /^X is used for: Left, Turn clockwise/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Delete");
  assert.equal(await focused(page), "none");
  assert.equal(await page.textContent(".settings_wrong"), "");
  assert.deepEqual((await stored(page)).keys.left, ["", "KeyA"]);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await focused(page), "O");
  assert.deepEqual(complaints, []);
});

test("the space bar can be bound, and does not press the button again", async () => {
  const { page } = await stage.page();
  await addSettings(page);
  await page.keyboard.press("Enter");
  await page.focus(".settings_key");
  await page.keyboard.press("Space");
  await page.keyboard.press("Space");
  assert.equal(await focused(page), "Space");
});

test("escape gives up a key that is waited for before it closes the dialog", async () => {
  const { page } = await stage.page();
  await addSettings(page);
  await page.keyboard.press("Enter");
  await page.focus(".settings_key");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), "←");
  assert.equal(await page.locator("dialog[open]").count(), 1);
});

test("a button of the rail leads to its section, and the one in sight is marked", async () => {
  const { page } = await stage.page({ viewport: { width: 800, height: 500 } });
  await addSettings(page);
  await page.keyboard.press("Enter");
  const rail = page.getByRole("navigation", { name: "Parts of the settings" });
  assert.equal(await rail.locator('[aria-current="true"]').textContent(), "Sound");
  await rail.getByRole("button", { name: "Keys" }).click();
  await rail.locator('[aria-current="true"]', { hasText: "Keys" }).waitFor();
  assert.ok(await page.locator(".settings_key").first().isVisible());
});

test("on phones no value is cut", async () => {
  const { page } = await stage.page({ viewport: { width: 360, height: 640 } });
  await addSettings(page);
  await page.keyboard.press("Enter");
  const cut = await page.locator("dialog select").evaluateAll((selects) => selects.filter((select) => {
    const copy = document.createElement("span");
    copy.textContent = /** @type {HTMLSelectElement} */ (select).selectedOptions[0].textContent;
    copy.style.position = "absolute";
    document.body.append(copy);
    const { width } = copy.getBoundingClientRect();
    copy.remove();
    return width + 45 > select.clientWidth;
  }).length);
  assert.equal(cut, 0);
});

test("another language holds at once, for the dialog as well", async () => {
  const { page } = await stage.page();
  await addSettings(page);
  await page.keyboard.press("Enter");
  await page.selectOption("[data-section=person] select", "ja");
  assert.equal(await page.textContent("#settings_title"), "設定");
  assert.equal(await page.getAttribute("html", "lang"), "ja");
});

test("the language is the browser's unless one was chosen", async () => {
  const { page } = await stage.page({ locale: "ja-JP" });
  await addSettings(page);
  assert.equal(await page.getAttribute("html", "lang"), "ja");
});

test("what was changed is there after the page was left", async () => {
  const { page } = await stage.page();
  await addSettings(page);
  await page.keyboard.press("Enter");
  await page.getByLabel("A letter for each colour").check();
  await page.getByLabel("Name").fill("<b>Ada</b>");
  await page.keyboard.press("Escape");
  await page.reload();
  await addSettings(page);
  await page.keyboard.press("Enter");
  assert.equal(await page.getByLabel("A letter for each colour").isChecked(), true);
  assert.equal(await page.getByLabel("Name").inputValue(), "<b>Ada</b>");
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds nothing serious in the ${colorScheme} settings`, async () => {
    const { page } = await stage.page({ colorScheme, bypassCSP: true });
    await addSettings(page);
    await page.keyboard.press("Enter");
    assert.deepEqual(await seriousIssues(page), []);
  });
}
