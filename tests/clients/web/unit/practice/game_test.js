import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { PracticeGame } from "../../../../../clients/web/practice/game.js";
import { makeEngine } from "../../../../../clients/web/rules/engine.js";

const kDown = 4;
const kEngine = new URL("../../../../../clients/web/rules/engine.wasm", import.meta.url);
const kCompiled = await WebAssembly.compile(readFileSync(kEngine));

async function begun(url = "") {
  const game = new PracticeGame(await makeEngine(kCompiled));
  assert.equal(game.begin({ seed: 7n, colours: 4, url }), "");
  return game;
}

/** Drops pairs where they are, until so many are placed. @param {PracticeGame} game @param {number} hands */
function place(game, hands) {
  const last = game.side().hand + hands;
  for (let i = 0; i < 2000 && !(game.side().hand === last && game.side().phase === "control"); ++i) game.step(kDown);
  assert.equal(game.side().hand, last);
}

/** @param {PracticeGame} game */
const pairsOf = (game) => game.side().pairs;

test("the same start gives the same pairs, another seed others", async () => {
  const [one, two] = [await begun(), await begun()];
  place(one, 1);
  place(two, 1);
  assert.deepEqual(pairsOf(one), pairsOf(two));
  const drawn = new Set();
  for (let seed = 1n; seed <= 8n; ++seed) {
    two.begin({ ...two.start, seed });
    place(two, 1);
    drawn.add(JSON.stringify(pairsOf(two)));
  }
  assert.ok(drawn.size > 1);
});

test("undo goes back to where the pair appeared that was placed last", async () => {
  const game = await begun();
  place(game, 1);
  const before = game.side();
  place(game, 1);
  assert.equal(game.undo(), true);
  assert.deepEqual([game.side().cells, game.side().pairs, game.side().hand], [before.cells, before.pairs, before.hand]);
  assert.equal(game.undo(), false);
});

test("a field that is full can be taken back from as well", async () => {
  const game = await begun();
  for (let i = 0; i < 3000 && game.side().phase !== "dead"; ++i) game.step(kDown);
  assert.equal(game.side().phase, "dead");
  assert.equal(game.undo(), true);
  assert.equal(game.side().phase, "control");
});

test("a link that is none is said to be, and the game goes on as it was", async () => {
  const game = await begun();
  place(game, 2);
  const before = game.side();
  assert.notEqual(game.begin({ ...game.start, url: "http://elsewhere.example/" }), "");
  assert.deepEqual(game.side().cells, before.cells);
  assert.equal(game.start.url, "");
});

test("a field goes out as a link and comes back in", async () => {
  const game = await begun();
  place(game, 3);
  for (const format of /** @type {const} */ (["puyop", "ips"])) {
    const other = await begun(game.fieldUrl(format) ?? "no link");
    assert.deepEqual(other.side().cells, game.side().cells, format);
  }
});

test("a link that carries pairs gives these, whatever the seed", async () => {
  for (const [url, pairs] of /** @type {[string, number[][]][]} */ ([
    ["http://www.puyop.com/s/_60c0", [[7, 7], [5, 5]]],
    ["http://www.puyop.com/s/_2cii8Ahq", [[4, 5], [6, 6], [7, 6]]],
    ["http://ips.karou.jp/simu/ps.html?_o1q1", [[4, 5], [7, 5]]],
  ])) {
    for (const seed of [1n, 2n]) {
      const game = await begun();
      assert.equal(game.begin({ seed, colours: 4, url }), "");
      place(game, 1);
      assert.deepEqual(pairsOf(game).slice(0, pairs.length), pairs.map(([axis, child]) => ({ axis, child })), url);
    }
  }
});

test("the longest chain and an all clear are kept in mind for as long as they should be", async () => {
  const game = await begun();
  let left = 0;
  for (let seed = 1n; game.longestChain === 0 && seed < 200n; ++seed) {
    game.begin({ seed, colours: 3, url: "" });
    for (let i = 0; i < 1500 && game.side().phase !== "dead" && game.longestChain === 0; ++i) game.step(kDown);
  }
  assert.ok(game.longestChain > 0, "some column of pairs vanishes");
  while (game.scene("").allClear && left < 500) {
    game.step(0);
    ++left;
  }
  assert.ok(left < 500);
  game.begin(game.start);
  assert.equal(game.longestChain, 0);
});
