import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { seriousIssues, Stage } from "./stage.js";

/** @import {Page} from "playwright-core" */
/** @import {SideScene} from "../../../../clients/web/draw/scene.js" */

/** @type {Stage} */
let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

/**
 * Puts a duel on the page: `drawDuel` draws it, given what its sides have that is out of the ordinary.
 * @param {Page} page
 */
async function addDuel(page) {
  await page.evaluate(async () => {
    const client = { page: "/base/start_page.js", view: "/draw/duel_view.js" };
    const { startPage } = await import(client.page);
    const { DuelView } = await import(client.view);
    const { look, settings } = startPage();
    const view = new DuelView();
    document.querySelector("main")?.append(view.root);
    const kSide = {
      cells: new Uint8Array(84), phase: "control", progress: 0, vanishing: new Uint8Array(84), current: null,
      falling: null, landing: [], next: [], pending: 0, fixed: 0, score: 0, link: 0, linkScore: null, allClear: false,
      name: "Ada", wins: 0,
    };
    Object.assign(window, {
      view, settings,
      drawDuel: (/** @type {object} */ own, /** @type {?object} */ other, /** @type {?object} */ attack) =>
        view.draw({ own: { ...kSide, ...own }, other: other && { ...kSide, ...other }, attacks: attack ? [attack] : [] },
          look()),
    });
  });
  // The observers of the canvases' sizes speak after the first layout.
  await page.waitForFunction(() => document.querySelector(".side_board")?.clientWidth);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * @param {Page} page
 * @param {Partial<SideScene>} own @param {?Partial<SideScene>} other
 * @param {?object} attack
 */
async function draw(page, own, other, attack = null) {
  await page.evaluate(([mine, theirs, sent]) => {
    /** @type {{drawDuel: Function}} */ (/** @type {unknown} */ (window)).drawDuel(mine, theirs, sent);
  }, /** @type {[object, ?object, ?object]} */ ([own, other, attack]));
}

/** The colour in the middle of a cell of the own field. @param {Page} page @param {number} x @param {number} y */
function colourAt(page, x, y) {
  return page.evaluate(([column, row]) => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector(".side_own .side_board"));
    const cell = Math.floor(Math.min(canvas.width / 6.3, canvas.height / 12.8));
    const left = (canvas.width - cell * 6) / 2 + (column - 0.5) * cell;
    const top = canvas.height - (canvas.height - cell * 12.8) / 2 - cell * 0.15 - (row - 0.85) * cell;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const [r, g, b] = context.getImageData(left, top, 1, 1).data;
    return { r, g, b };
  }, [x, y]);
}

/** @param {number} x @param {number} y @param {number} cell */
function only(x, y, cell) {
  const cells = Array.from({ length: 84 }, () => 0);
  cells[(y - 1) * 6 + x - 1] = cell;
  return /** @type {Uint8Array} */ (/** @type {unknown} */ (cells));
}

test("a cell is drawn where it is, in its colour", async () => {
  const { page } = await stage.page();
  await addDuel(page);
  await draw(page, { cells: only(2, 1, 5) }, {});
  const blue = await colourAt(page, 2, 1);
  assert.ok(blue.b > blue.r + 80, JSON.stringify(blue));
  const field = await colourAt(page, 3, 1);
  assert.ok(field.b < 80, JSON.stringify(field));
});

/** The colour in the middle of the lower left square of four cells. @param {Page} page */
const colourOfSquare = (page) => colourAt(page, 1.5, 1.35);

test("a square of four cells has no hole while other cells come to rest", async () => {
  const { page } = await stage.page();
  await addDuel(page);
  const square = only(1, 1, 5);
  for (const at of [1, 6, 7]) square[at] = 5;
  const rests = only(5, 1, 1);
  await draw(page, { cells: square }, {});
  const still = await colourOfSquare(page);
  assert.ok(still.b > still.r + 80, JSON.stringify(still));
  const cells = square.map((cell, at) => cell || rests[at]);
  await draw(page, { phase: "grounding", cells, rested: rests }, {});
  assert.deepEqual(await colourOfSquare(page), still);
  await draw(page, { phase: "grounding", cells, rested: square.map(Number) }, {});
  assert.notDeepEqual(await colourOfSquare(page), still, "its own cells are drawn apart while they bounce");
});

test("a falling pair is drawn as far down as it has sunk", async () => {
  const { page } = await stage.page();
  await addDuel(page);
  const current = { axis: 4, child: 7 };
  await draw(page, { current, falling: { x: 3, y: 5, r: 1, sink: 0 } }, {});
  const [axis, child] = [await colourAt(page, 3, 5), await colourAt(page, 4, 5)];
  assert.ok(axis.r > axis.g + 80 && child.g > child.r + 40, JSON.stringify([axis, child]));
  await draw(page, { current, falling: { x: 3, y: 5, r: 1, sink: 1 } }, {});
  const sunk = await colourAt(page, 3, 4);
  assert.ok(sunk.r > sunk.g + 80, JSON.stringify(sunk));
});

/**
 * The colours in the middle of both puyos of each next pair of the own side, as letters: the child first.
 * @param {Page} page
 */
function nextPairs(page) {
  return page.evaluate(async () => {
    const client = { pairs: "/draw/next_pairs.js" };
    const { pairPlaces } = await import(client.pairs);
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector(".side_own .side_pairs"));
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const { most } = /** @type {{most: number}} */ (/** @type {unknown} */ (window));
    const letters = pairPlaces(canvas, most, "left").map((/** @type {{cell: number, x: number, y: number}} */ place) =>
      [0.5, 1.5].map((row) => {
        const [x, y] = [place.x + 0.5 * place.cell, place.y + (row + 0.35) * place.cell];
        const [r, g, b, alpha] = context.getImageData(x, y, 1, 1).data;
        if (alpha === 0) return ".";
        return r > g + 60 && r > b + 60 ? "r" : b > r + 60 ? "b" : "?";
      }).join(""));
    return letters.join(" ");
  });
}

test("every number of next pairs is drawn, the nearest first", async () => {
  const { page } = await stage.page();
  await addDuel(page);
  const pairs = [{ axis: 4, child: 5 }, { axis: 5, child: 4 }, { axis: 4, child: 4 }, { axis: 5, child: 5 }];
  for (const [count, drawn] of [[1, "br .."], [2, "br rb"], [3, "br rb rr"], [4, "br rb rr bb"]]) {
    await page.evaluate((most) => Object.assign(window, { most }), /** @type {number} */ (count));
    await draw(page, { next: pairs.slice(0, /** @type {number} */ (count)) }, {});
    assert.equal(await nextPairs(page), drawn);
  }
  await draw(page, { next: pairs.slice(0, 3) }, {});
  assert.equal(await nextPairs(page), "br rb rr ..", "the others keep their size while the last one is hidden");
});

test("names are text, whatever is in them", async () => {
  const { page, complaints } = await stage.page();
  await addDuel(page);
  const hostile = '<img src=x onerror="document.title=1"> & {n}';
  await draw(page, { name: hostile }, { name: hostile });
  assert.equal(await page.textContent(".side_own .side_name"), hostile);
  assert.equal(await page.locator(".duel img").count(), 0);
  assert.deepEqual(complaints, []);
});

test("garbage, chains and attacks are there as text too", async () => {
  const { page } = await stage.page();
  await addDuel(page);
  const linkScore = { cells: 40, factor: 64, points: 2560 };
  const attack = { from: "own", amount: 30, cancelled: 6 };
  await draw(page, { link: 4, linkScore, score: 66480, allClear: true }, { pending: 30, fixed: 4 }, { ...attack, age: 60 });
  const own = await page.innerText(".side_own");
  for (const text of ["66,480", "+ 2,560", "4-chain", "All clear!", "Cancelled: 6"]) assert.ok(own.includes(text), text);
  assert.ok((await page.innerText(".duel_attack")).includes("Sent: 30"));
  assert.equal(await page.innerText(".attack_number"), "30");
  await draw(page, {}, { pending: 30, fixed: 4 }, { ...attack, age: 110 });
  assert.ok((await page.innerText(".side_other .side_tray")).includes("34"));
});

test("the number of an attack, its place in the tray and the word of a counter follow their causes", async () => {
  const { page } = await stage.page();
  await addDuel(page);
  const link = { phase: /** @type {const} */ ("vanishing"), vanishing: only(2, 1, 1), cells: only(2, 1, 5), link: 5,
    score: 900, linkScore: { cells: 40, factor: 16, points: 640 } };
  /** @param {number} progress @param {number} age */
  const seen = async (progress, age) => {
    await draw(page, { ...link, progress }, { pending: 12 }, { from: "own", amount: 12, cancelled: 18, age });
    return page.evaluate(() => [".side_own .side_link > .unseen", ".side_own .side_points", ".side_own .side_garbage",
      ".side_own .side_counter > .unseen", ".attack_number", ".side_other .side_garbage"].map((part) =>
      document.querySelector(part)?.textContent ?? ""));
  };
  assert.deepEqual(await seen(0.2, 10), ["4-chain", "260", "18", "", "", ""], "it blinks");
  assert.deepEqual(await seen(0.7, 35), ["5-chain", "900", "18", "", "", ""], "it bursts, and the attack leaves");
  assert.deepEqual(await seen(0.98, 45), ["5-chain", "900", "15", "Cancelled: 18", "12", ""], "it meets the own garbage");
  assert.deepEqual(await seen(0.98, 80), ["5-chain", "900", "", "Cancelled: 18", "12", "12"], "the rest has landed");
});

test("at the end of a game nothing waits to fall, and no attack flies", async () => {
  const { page } = await stage.page();
  await addDuel(page);
  const attack = { from: "own", amount: 12, cancelled: 18, age: 55 };
  const texts = () => page.evaluate(() => [".side_other .side_garbage", ".side_counter > .unseen", ".attack_number"].map(
    (part) => document.querySelector(part)?.textContent ?? ""));
  await draw(page, {}, { pending: 32 }, attack);
  assert.deepEqual(await texts(), ["20", "Cancelled: 18", "12"]);
  await draw(page, {}, { pending: 32, phase: "dead" }, attack);
  assert.deepEqual(await texts(), ["", "", ""]);
  const flies = await page.evaluate(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector(".duel_overlay"));
    const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"))
      .getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value) => value !== 0);
  });
  assert.equal(flies, false);
});

test("garbage that is certain to fall is announced at the edge of the field, until it falls", async () => {
  const { page } = await stage.page({ reducedMotion: "reduce" });
  await addDuel(page);
  const warned = () => page.locator(".side_own .is_warned").count();
  await draw(page, { pending: 30 }, {});
  assert.equal(await warned(), 0);
  await draw(page, { fixed: 30 }, {});
  assert.equal(await warned(), 1);
  assert.equal(await page.locator(".side_own .side_warning").evaluate((one) => getComputedStyle(one).opacity), "1");
  await draw(page, { fixed: 12, phase: "garbage_falling" }, {});
  assert.equal(await warned(), 0);
});

test("a chain is drawn in letters below the cross, and a great one changes the page while it runs", async () => {
  const { page } = await stage.page({ reducedMotion: "reduce" }); // letters are measured that do not leap
  await addDuel(page);
  const field = /** @type {{y: number, height: number}} */ (await page.locator(".side_own .side_board").boundingBox());
  const cell = field.height / 12.8;
  let before = 0;
  for (const link of [2, 5, 8, 10]) {
    await draw(page, { link }, {});
    const number = await page.locator(".side_own .side_chain .lettering").first().boundingBox();
    assert.ok(number && number.y >= field.y + 1.6 * cell, "it would hide the cross of the highest row");
    assert.ok(number.height > before, `${link}`);
    before = number.height;
    assert.equal(await page.locator(".duel.has_great_chain").count(), link === 10 ? 1 : 0, `${link}`);
  }
  await draw(page, {}, {});
  assert.equal(await page.locator(".side_own .side_chain").count(), 0);
  assert.equal(await page.locator(".duel.has_great_chain").count(), 0);
});

test("an attack flies under the numbers of waiting garbage and the next pairs", async () => {
  const { page } = await stage.page({ viewport: { width: 390, height: 844 } });
  await addDuel(page);
  await draw(page, {}, { pending: 219 }, { from: "own", amount: 185, cancelled: 0, age: 30 });
  const layers = await page.evaluate(() => [".duel_overlay", ".side_tray", ".side_next"].map((part) =>
    Number(getComputedStyle(/** @type {Element} */ (document.querySelector(part))).zIndex) || 0));
  assert.ok(layers[0] < layers[1] && layers[0] < layers[2], layers.join());
  assert.equal(await page.locator(".duel_overlay").evaluate((overlay) => getComputedStyle(overlay).pointerEvents), "none",
    "it lies over the header, whose buttons stay");
});

test("the field of who plays alone stands alone", async () => {
  const { page } = await stage.page();
  await addDuel(page);
  await draw(page, {}, null);
  assert.equal(await page.locator(".side_other").isVisible(), false);
});

test("on an upright phone both fields fit, the own one larger", async () => {
  const { page } = await stage.page({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  await addDuel(page);
  await draw(page, { name: "a name that is far too long for a phone" }, { name: "another name that is too long" });
  const own = await page.locator(".side_own .side_board").boundingBox();
  const other = await page.locator(".side_other .side_board").boundingBox();
  assert.ok(own && other && own.width > other.width * 1.5);
  assert.ok(other.x + other.width <= 390 && own.y + own.height <= 844);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390));
});

test("on an upright phone the wins of both players are seen, and told beside their names", async () => {
  for (const kind of ["", "is_watched"]) {
    const { page } = await stage.page({ viewport: { width: 360, height: 640 } });
    await addDuel(page);
    await page.evaluate((name) => name && document.querySelector(".duel")?.classList.add(name), kind);
    await draw(page, { wins: 3 }, { wins: 9, name: "Bruno" });
    const tally = page.locator(".duel_tally");
    assert.equal(await tally.innerText(), "3 – 9");
    const box = await tally.boundingBox();
    assert.ok(box && box.height > 15 && box.y + box.height <= 640, JSON.stringify(box));
    const told = await page.locator(".side_wins").evaluateAll((all) => all.map((wins) =>
      [getComputedStyle(wins).display === "none", wins.getBoundingClientRect().width]));
    assert.deepEqual(told, [[false, 1], [false, 1]]);
  }
});

test("on an upright phone no garbage makes the page wider than it is", async () => {
  for (const kind of ["", "is_watched"]) {
    const { page } = await stage.page({ viewport: { width: 360, height: 780 }, locale: "ja" });
    await addDuel(page);
    await page.evaluate((name) => name && document.querySelector(".duel")?.classList.add(name), kind);
    await draw(page, { pending: 1234, fixed: 30 }, { pending: 1234, fixed: 30 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${kind || "played"}: ${wide}`);
  }
});

/** Where the fields, the next pairs and the scores are, in whole pixels. @param {Page} page */
const places = (page) => page.evaluate(() =>
  ["board", "next", "score", "tray", "head"].flatMap((part) => [...document.querySelectorAll(`.side_${part}`)])
    .map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [part.className, ...[x, y, width, height].map(Math.round)].join(" ");
    }));

test("nothing jumps when texts change", async () => {
  for (const viewport of [{ width: 1366, height: 768 }, { width: 1920, height: 1080 }, { width: 390, height: 844 },
    { width: 360, height: 640 }]) {
    const { page } = await stage.page({ viewport });
    await addDuel(page);
    await draw(page, {}, {});
    const before = await places(page);
    const linkScore = { cells: 110, factor: 999, points: 109890 };
    await draw(page, { link: 12, linkScore, score: 1234567, allClear: true, pending: 1234, fixed: 30, wins: 10 },
      { pending: 720, fixed: 30, link: 3, score: 99999 }, { from: "own", amount: 1234, cancelled: 99, age: 60 });
    assert.deepEqual(await places(page), before, `${viewport.width} x ${viewport.height}`);
  }
});

test("the fields take four fifths of the window's height on desktops", async () => {
  for (const viewport of [{ width: 1366, height: 768 }, { width: 1920, height: 1080 }, { width: 3840, height: 2160 }]) {
    const { page } = await stage.page({ viewport });
    await addDuel(page);
    await draw(page, {}, {});
    for (const board of await page.locator(".side_board").all()) {
      const box = await board.boundingBox();
      assert.ok(box && box.height >= 0.8 * viewport.height, `${box?.height} of ${viewport.height}`);
    }
  }
});

test("each player has the face of the name", async () => {
  const { page } = await stage.page();
  await addDuel(page);
  const faces = () => page.locator(".side_face svg").evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
  await draw(page, { name: "gaze" }, { name: "gaze" });
  const [own, other] = await faces();
  assert.equal(own, other);
  await draw(page, { name: "gaze" }, { name: "greedy" });
  assert.notEqual((await faces())[1], other);
});

test("a face changes with the game, and stays that of its player", async () => {
  const { page } = await stage.page();
  await addDuel(page);
  const face = () => page.locator(".side_own .side_face").evaluate((box) =>
    ({ mood: box.dataset.mood, picture: box.innerHTML, badge: box.querySelector("rect")?.getAttribute("fill") }));
  await draw(page, { name: "gaze" }, {});
  const calm = await face();
  const states = [{ link: 3 }, { pending: 30 }, { allClear: true }, { phase: /** @type {const} */ ("dead") }];
  const faces = [calm];
  for (const state of states) {
    await draw(page, { name: "gaze", ...state }, {});
    faces.push(await face());
  }
  assert.deepEqual(faces.map(({ mood }) => mood), ["calm", "eager", "worried", "glad", "beaten"]);
  assert.equal(new Set(faces.map(({ picture }) => picture)).size, faces.length);
  assert.deepEqual(new Set(faces.map(({ badge }) => badge)), new Set([calm.badge]));
  await draw(page, { name: "gaze" }, {});
  assert.deepEqual(await face(), calm);
});

test("the end of a game is said over both fields", async () => {
  const { page } = await stage.page();
  await addDuel(page);
  await draw(page, { phase: "dead" }, {});
  assert.equal(await page.innerText(".side_own .side_call"), "Lost…");
  assert.equal(await page.innerText(".side_other .side_call"), "Win!");
  assert.equal(await page.locator(".side_other .side_call .emblem").count(), 1, "the face of the winner");
});

test("the scene of the end takes the place of a chain that still runs, and of danger", async () => {
  const { page } = await stage.page();
  await addDuel(page);
  const cells = Array.from({ length: 84 }, (_, at) => (at % 6 === 2 && at < 66 ? 4 : 0));
  const running = { link: 10, cells: /** @type {Uint8Array} */ (/** @type {unknown} */ (cells)) };
  const scenes = async () => Promise.all([".side_own .side_chain", ".side_own .is_in_danger", ".duel.has_great_chain"]
    .map((part) => page.locator(part).count()));
  await draw(page, running, {});
  assert.deepEqual(await scenes(), [1, 1, 1]);
  await draw(page, running, { phase: "dead" });
  assert.deepEqual(await scenes(), [0, 0, 0]);
});

test("heavy garbage shakes the field, but not with reduced motion", async () => {
  for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
    const { page } = await stage.page({ reducedMotion });
    await addDuel(page);
    const cells = Array.from({ length: 84 }, (_, at) => (at < 12 ? 1 : 0));
    const falls = Array.from({ length: 84 }, (_, at) => (at >= 6 && at < 18 ? 1 : 0));
    const asCells = (/** @type {number[]} */ list) => /** @type {Uint8Array} */ (/** @type {unknown} */ (list));
    await draw(page, { phase: "garbage_falling", cells: asCells(falls) }, {});
    await draw(page, { phase: "settling", cells: asCells(cells) }, {});
    const animation = await page.evaluate(() =>
      getComputedStyle(/** @type {Element} */ (document.querySelector(".side_own .side_field"))).animationName);
    assert.equal(animation.startsWith("shakes"), reducedMotion === "no-preference", animation);
  }
});

test("reduced motion of the system is followed, and of the settings", async () => {
  const { page } = await stage.page({ reducedMotion: "reduce" });
  await addDuel(page);
  assert.equal(await page.locator("html.is_calm").count(), 1);
  await page.evaluate(() => {
    const { settings } = /** @type {{settings: import("../../../../clients/web/base/settings.js").Settings}} */ (
      /** @type {unknown} */ (window)
    );
    settings.change({ look: { ...settings.value.look, motion: "full" } });
  });
  assert.equal(await page.locator("html.is_calm").count(), 0);
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds nothing serious in a ${colorScheme} duel`, async () => {
    const { page } = await stage.page({ colorScheme, bypassCSP: true });
    await addDuel(page);
    await draw(page, { link: 3, allClear: true, fixed: 3 }, { pending: 30, fixed: 4 }, {
      from: "other", amount: 30, cancelled: 6, age: 60,
    });
    assert.deepEqual(await seriousIssues(page), []);
  });
}
