import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import { sceneOf } from "../../../../../clients/web/draw/scene.js";
import { cellsOf } from "../../../../../clients/web/net/wire.js";
import { kStructSizes, ReceivedSideFacts } from "../../../../../clients/web/rules/engine.js";
import { newEngine } from "./engine_file.js";

const kData = new URL("../../../../data/", import.meta.url);
const beside = { name: "", wins: 0, allClear: false, landing: true };

test("both sides of the border have structs of the same size", async () => {
  const engine = await newEngine();
  for (const [which, size] of kStructSizes) assert.equal(engine.exports.rensa_struct_size(which), size, `${which}`);
});

test("what is opened again and again is freed", async () => {
  const engine = await newEngine();
  const record = new Uint8Array(readFileSync(new URL("record_v1_frames.rensa", kData)));
  for (let i = 0; i < 20; ++i) open(engine, record);
  const before = engine.exports.memory.buffer.byteLength;
  for (let i = 0; i < 200; ++i) open(engine, record);
  assert.equal(engine.exports.memory.buffer.byteLength, before);
});

/** @param {import("../../../../../clients/web/rules/engine.js").Engine} engine @param {Uint8Array} record */
function open(engine, record) {
  assert.equal(engine.replay.open(record), "");
  assert.ok(engine.prediction.useRuleset("tsu-1"));
  assert.equal(engine.practice.start(1n, 4, "http://www.puyop.com/s/420Aa9r9hj_2cii8Ahq"), "");
  assert.equal(engine.practice.start(1n, 4, "nonsense"), "unreadable");
}

// The page gives no placements to a prediction, but the engine looks for their routes in records, too.
test("the search in a crowded field has room, and overwrites nothing", async () => {
  const engine = await newEngine();
  const heights = [10, 11, 2, 10, 12, 9];
  const cells = new Uint8Array(84);
  heights.forEach((height, x) => {
    for (let y = 0; y < height; ++y) cells[6 * y + x] = 1;
  });
  cells.set([0, 0, 0, 0, 1, 1], 6 * 13); // row 14
  const pair = { axis: 4, child: 5 };
  const falling = { x: 3, y: 12, r: 0, turnLock: 0, arrowLock: 0, quickTurnWindow: 0, fallCounter: 15, touches: 0,
    touching: false };
  const motion = { wait: 1, rows: 0, entering: [0, 0, 0, 0, 0, 0], dropping: 0, held: 0, reveal: 0, unsent: 0 };
  /** @type {import("../../../../../clients/web/net/wire.js").Side} */
  const side = { cells, pairs: [pair, pair], falling, pending: 0, fixed: 0, score: 0, link: 0, hand: 3,
    phase: "control", motion };
  assert.ok(engine.prediction.useRuleset("tsu-1"));
  const search = (/** @type {number} */ placement) => {
    assert.ok(engine.prediction.start(side, 100), engine.error);
    const input = engine.writeInput(undefined);
    engine.bytes.set([1, 0, placement], input);
    const { exports, out } = engine;
    assert.equal(exports.rensa_prediction_step(engine.engine, engine.prediction.handle_, input, 0, 0, out), 0);
    return engine.prediction.side();
  };
  search(2); // a short search, after which all tables are filled
  const stack = 1 << 20; // below all other memory
  const before = engine.bytes.slice(stack, engine.room_);
  const there = search(5);
  assert.ok(Buffer.from(engine.bytes.slice(stack, engine.room_)).equals(before));
  assert.notDeepEqual(there.falling, falling);
  for (let frame = 0; frame < 200 && engine.prediction.side().phase === "control"; ++frame) {
    engine.prediction.step(undefined);
  }
  assert.equal(engine.prediction.side().cells[6 * 9 + 5], pair.axis, "it came to the placement");
});

test("a side that has not changed is looked at once", async () => {
  const engine = await newEngine();
  const { exports } = engine;
  let calls = 0;
  engine.exports = { ...exports, rensa_side_facts_of: (/** @type {number[]} */ ...args) => {
    ++calls;
    return exports.rensa_side_facts_of(...args);
  } };
  assert.ok(engine.practice.start(1n, 4, "") === "");
  const facts = new ReceivedSideFacts(engine);
  const one = engine.practice.side();
  calls = 0;
  assert.deepEqual(facts.of(one), engine.factsOf(one));
  assert.equal(facts.of(one), facts.of(one));
  assert.equal(calls, 2);
  const two = { ...one, phase: /** @type {const} */ ("dead") };
  assert.equal(facts.of(two).phase, "dead");
  assert.equal(calls, 3);
});

test("a replay knows its clock without hashing its state", async () => {
  const engine = await newEngine();
  assert.equal(engine.replay.open(new Uint8Array(readFileSync(new URL("record_v1_frames.rensa", kData)))), "");
  const { exports } = engine;
  engine.exports = { ...exports, rensa_game_get: () => assert.fail("it hashes") };
  assert.equal(engine.replay.clock, 0);
  engine.replay.seek(300);
  assert.equal(engine.replay.clock, 300);
  engine.exports = exports;
  assert.match(engine.replay.stateHash, /^[0-9a-f]{16}$/);
});

test("it asks nothing of a system that a page has not", async () => {
  const engine = await newEngine();
  const wanted = WebAssembly.Module.imports(await WebAssembly.compile(
    readFileSync(new URL("../../../../../clients/web/rules/engine.wasm", import.meta.url))));
  assert.ok(wanted.every((one) => one.module === "wasi_snapshot_preview1"), JSON.stringify(wanted));
  assert.ok(engine.exports.memory.buffer.byteLength > 0);
});

test("golden records play again, and stand anywhere as they vouch for", async () => {
  const engine = await newEngine();
  const files = readdirSync(kData).filter((name) => name.endsWith(".rensa"));
  assert.ok(files.length >= 5);
  for (const file of files) {
    assert.equal(engine.replay.open(new Uint8Array(readFileSync(new URL(file, kData)))), "", file);
    const points = engine.replay.checkpoints();
    for (const { clock, hash } of [...points].sort((a, b) => a.hash.localeCompare(b.hash))) {
      engine.replay.seek(clock);
      assert.equal(engine.replay.stateHash, hash, `${file} at ${clock}`);
    }
  }
});

test("how far a side is that does not say so is what its watcher makes of it", async () => {
  const engine = await newEngine();
  const cells = cellsOf(`${"0".repeat(78)}444400`);
  for (const phase of /** @type {const} */ (["vanishing", "grounding", "falling", "preparation"])) {
    const facts = engine.factsOf({ ...blank(), cells, phase, link: 1, hand: 2 });
    assert.equal(facts.motion, null);
    assert.equal(facts.waitInAll, 0);
    assert.equal(sceneOf(facts, { ...beside, progress: 0.25 }).progress, 0.25, phase);
  }
  const motion = { wait: 25, rows: 0, entering: [], dropping: 0, held: 0, reveal: 0, unsent: 0 };
  const told = engine.factsOf({ ...blank(), cells, phase: "vanishing", link: 1, hand: 2, motion });
  assert.equal(told.motion?.wait, 25);
  assert.ok(Math.abs(sceneOf(told, { ...beside, progress: 0 }).progress - 0.5) < 0.05);
});

test("a damaged record is refused, and said to be", async () => {
  const engine = await newEngine();
  const record = new Uint8Array(readFileSync(new URL("record_v1_frames.rensa", kData)));
  record[record.length - 20] ^= 1;
  assert.notEqual(engine.replay.open(record), "");
  assert.notEqual(engine.replay.open(new Uint8Array()), "");
});

test("chains are those of the conformance vectors", async () => {
  const { prediction } = await newEngine();
  assert.ok(prediction.useRuleset("tsu-1"));
  const lines = gunzipSync(readFileSync(new URL("chain_dev.jsonl.gz", kData))).toString().trim().split("\n");
  for (const line of lines.filter((_, i) => i % 40 === 0)) {
    const { field, chains, score, after } = JSON.parse(line);
    // A side that is about to look for groups.
    const motion = { wait: 1, rows: 0, entering: [], dropping: 0, held: 0, reveal: 0, unsent: 0 };
    const pairs = [{ axis: 4, child: 5 }, { axis: 4, child: 5 }];
    const side = { ...blank(), cells: cellsOf(field.padStart(84, "0")), hand: 1, pairs, motion };
    assert.ok(prediction.start({ ...side, phase: "grounding" }, 100), line);
    let links = 0;
    let last = prediction.side();
    while (prediction.step(undefined) && !["preparation", "dead"].includes(last.phase)) {
      last = prediction.side();
      links = Math.max(links, last.link);
    }
    const isClear = chains > 0 && [...cellsOf(after.padStart(84, "0"))].every((cell) => cell === 0);
    assert.deepEqual([links, last.score, [...last.cells].join("")],
      [chains, score + (isClear ? 2100 : 0), [...cellsOf(after.padStart(84, "0"))].join("")], line);
  }
});

/** @returns {import("../../../../../clients/web/net/wire.js").Side} */
function blank() {
  return { cells: new Uint8Array(84), pairs: [], falling: null, pending: 0, fixed: 0, score: 0, link: 0, hand: 0,
    phase: "control", motion: null };
}

/** @param {import("../../../../../clients/web/rules/engine.js").Engine} engine
 * @param {string} field from row 14 or lower, 6 digits a row @param {{x: number, y: number, r: number}} at */
function scene(engine, field, at) {
  const falling = { ...at, turnLock: 0, arrowLock: 0, quickTurnWindow: 0, fallCounter: 8, touches: 0, touching: false };
  const facts = engine.factsOf({ ...blank(), cells: cellsOf(field.padStart(84, "0")), pairs: [{ axis: 4, child: 5 }], falling });
  return sceneOf(facts, beside);
}

// A newer server may have phases that this page does not know.
test("a pair that falls in another phase than control is left out", async () => {
  const engine = await newEngine();
  const falling = { x: 3, y: 12, r: 0, turnLock: 0, arrowLock: 0, quickTurnWindow: 0, fallCounter: 8, touches: 0,
    touching: false };
  const pairs = [{ axis: 4, child: 5 }];
  assert.equal(engine.factsOf({ ...blank(), pairs, hand: 1, falling }).falling?.x, 3);
  assert.equal(engine.factsOf({ ...blank(), pairs, hand: 1, falling, phase: "opening" }).falling, null);
});

test("the landing is shown where the rules put the pair", async () => {
  const engine = await newEngine();
  assert.deepEqual(scene(engine, "100000", { x: 1, y: 12, r: 1 }).landing,
    [{ x: 1, y: 2, cell: 4 }, { x: 2, y: 1, cell: 5 }]);
  assert.deepEqual(scene(engine, "", { x: 3, y: 12, r: 2 }).landing, [{ x: 3, y: 2, cell: 4 }, { x: 3, y: 1, cell: 5 }]);
});

test("near row 13 the landing is that of the trap row", async () => {
  const engine = await newEngine();
  const column = "100000".repeat(13);
  assert.deepEqual(scene(engine, column, { x: 1, y: 14, r: 1 }).landing,
    [{ x: 1, y: 14, cell: 4 }, { x: 2, y: 14, cell: 5 }]);
  assert.deepEqual(scene(engine, column.slice(6), { x: 1, y: 13, r: 0 }).landing,
    [{ x: 1, y: 13, cell: 4 }, { x: 1, y: 14, cell: 5 }]);
});

test("a pair sinks smoothly, but not into what it stands on", async () => {
  const engine = await newEngine();
  assert.equal(scene(engine, "", { x: 3, y: 5, r: 0 }).falling?.sink, 0.5);
  assert.equal(scene(engine, "", { x: 3, y: 1, r: 0 }).falling?.sink, 0);
  assert.equal(scene(engine, "000100", { x: 3, y: 2, r: 1 }).falling?.sink, 0);
});

test("a field goes out as a link, unless something lies where links have no row", async () => {
  const engine = await newEngine();
  const below = cellsOf(`000000004000${"0".repeat(72)}`);
  const above = cellsOf(`004000${"0".repeat(78)}`);
  for (const format of /** @type {const} */ (["puyop", "ips"])) {
    assert.match(engine.urlOf({ ...blank(), cells: below }, format) ?? "", /^http/, format);
    assert.equal(engine.urlOf({ ...blank(), cells: above }, format), null, format);
  }
});

test("practice goes on from a shared field, with the pairs of its moves, and undoes", async () => {
  const engine = await newEngine();
  assert.equal(engine.practice.start(1n, 4, "http://www.puyop.com/s/420Aa9r9hj_2cii8Ahq"), "");
  for (let frame = 0; frame < 30; ++frame) engine.practice.step(undefined);
  const begin = engine.practice.side();
  assert.deepEqual(begin.pairs, [{ axis: 4, child: 5 }, { axis: 6, child: 6 }, { axis: 7, child: 6 }]);
  assert.equal(engine.practice.undo(), false);
  while (engine.practice.side().hand < 2 || !engine.practice.side().falling) engine.practice.step(4);
  assert.notDeepEqual(engine.practice.side().cells, begin.cells);
  assert.equal(engine.practice.undo(), true);
  assert.deepEqual(engine.practice.side().cells, begin.cells);
  assert.equal(engine.practice.side().hand, 1);
  const before = engine.practice.side().cells;
  assert.equal(engine.practice.start(1n, 4, "nonsense"), "unreadable");
  assert.equal(engine.practice.start(1n, 4, "http://ips.karou.jp/simu/pn.html?~9_01"), "strange_cells");
  assert.deepEqual(engine.practice.side().cells, before);
});
