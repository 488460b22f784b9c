// The panel of the page to play on, and the numbers of a watched match.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Stage } from "./stage.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Stage} */
let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

test("a countdown is told to listeners once, and what comes after it again", async () => {
  const { page, complaints } = await stage.page();
  const told = await page.evaluate(async () => {
    const module = "/play/panel.js";
    const { Panel } = await import(module);
    const root = document.createElement("section");
    document.querySelector("main")?.replaceChildren(root);
    const panel = new Panel(root);
    return ["gaze is gone: 30 s", "gaze is gone: 29 s", "gaze is gone: 9 s", "Get ready"].map((title) => {
      panel.show({ title });
      return root.getAttribute("aria-live");
    });
  });
  assert.deepEqual(told, ["polite", "off", "off", "polite"]);
  assert.deepEqual(complaints, []);
});

/** Shows a panel with the styles of the page, and this content. @param {Page} page @param {object} content */
const showPanel = (page, content) => page.evaluate(async (content) => {
  const [sheet, module] = ["/play/play.css", "/play/panel.js"];
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet });
  await new Promise((resolve) => {
    link.addEventListener("load", resolve);
    document.head.append(link);
  });
  const { Panel } = await import(module);
  const root = Object.assign(document.createElement("section"), { className: "card play_panel" });
  document.querySelector("main")?.replaceChildren(root);
  new Panel(root).show(content);
}, content);

test("the result of a match is there for listeners before it is seen", async () => {
  const { page } = await stage.page();
  await showPanel(page, { title: "You won the match", result: { record: "7" } });
  const atFirst = await page.locator(".is_result").evaluate((panel) => {
    const [coming] = panel.getAnimations();
    coming.pause();
    coming.currentTime = 0;
    const { opacity, visibility } = getComputedStyle(panel);
    return { opacity, visibility };
  });
  assert.deepEqual(atFirst, { opacity: "0", visibility: "visible" });
});

test("no name is wider than the panel", async () => {
  const { page } = await stage.page({ viewport: { width: 360, height: 640 } });
  await showPanel(page, { title: `You won against ${"x".repeat(80)}`, lines: ["y".repeat(80)] });
  const [within, outside] = await page.locator(".play_panel").evaluate((panel) => [panel.clientWidth, panel.scrollWidth]);
  assert.equal(outside, within);
});

test("numbers of a game that a spectator has not seen as a whole are not shown after a lost connection", async () => {
  const { page, complaints } = await stage.page();
  const shown = await page.evaluate(async () => {
    const modules = ["/watch/live_duel.js", "/play/scoreboard.js", "/draw/look.js", "/base/settings.js"];
    const [{ LiveDuel }, { Scoreboard }, { lookOf }, { kDefaultSettings }] =
      await Promise.all(modules.map((module) => import(module)));
    const look = lookOf(kDefaultSettings.look, true);
    const place = document.createElement("div");
    document.querySelector("main")?.replaceChildren(place);
    const duel = new LiveDuel(place, () => look, () => {});
    duel.useScoreboard(new Scoreboard(duel.middle));
    duel.show("7");
    const start = { matchStart: { match: "7", players: ["ann", "bob"] } };
    const link = { kind: "EVENT_KIND_LINK_STARTED", seat: "SEAT_ONE", number: 3 };
    /** @param {number} clock @param {object[]} events */
    const update = (clock, events) =>
      ({ update: { match: "7", game: 1, view: { clock, own: {}, opponent: {} }, events } });
    /** @param {object[]} messages */
    const after = async (...messages) => {
      for (const message of messages) duel.receive(message);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return [...place.querySelectorAll("tr:first-child td")].map((cell) => cell.textContent);
    };
    // A link counts when its groups burst.
    return [
      await after(start, update(1, []), update(400, [link]), update(450, [])), await after(start, update(900, [])),
    ];
  });
  assert.deepEqual(shown, [["ann 3", "bob 0"], ["ann –", "bob –"]]);
  assert.deepEqual(complaints, []);
});
