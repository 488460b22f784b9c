import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { PossibleChains } from "../../../../../clients/web/replay/possible_chains.js";
import { RecordedGame } from "../../../../../clients/web/replay/recorded_game.js";
import { makeEngine } from "../../../../../clients/web/rules/engine.js";

const kRecords = new URL("../../../../data/", import.meta.url);
const kEngine = new URL("../../../../../clients/web/rules/engine.wasm", import.meta.url);
const kNames = readdirSync(kRecords).filter((name) => name.endsWith(".rensa"));
const kCompiled = await WebAssembly.compile(readFileSync(kEngine));

/** @param {string} name */
async function opened(name) {
  const engine = await makeEngine(kCompiled);
  assert.equal(engine.replay.open(readFileSync(new URL(name, kRecords))), "");
  return engine;
}

/** The same in an order that jumps to and fro. @template T @param {T[]} items @returns {T[]} */
function shuffled(items) {
  let state = 1;
  return items
    .map((item) => ({ item, at: (state = (state * 48271) % 2147483647) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

for (const name of kNames) {
  test(`${name} is at every checkpoint as the record says, in any order`, async () => {
    const { replay } = await opened(name);
    const points = replay.checkpoints();
    assert.ok(points.length > 0);
    for (const { clock, hash } of shuffled([...points, ...points])) {
      replay.seek(clock);
      assert.equal(replay.clock, clock);
      assert.equal(replay.stateHash, hash, `at ${clock}`);
    }
  });

  test(`${name} can be drawn at any clock`, async () => {
    const game = new RecordedGame(await opened(name));
    for (let clock = 0; clock <= game.last; clock += 7) {
      game.seek(clock);
      const { own, other } = game.scene();
      for (const side of [own, other]) {
        assert.equal(side?.cells.length, 84);
        assert.ok(side && side.progress >= 0 && side.progress <= 1, `progress at ${clock}`);
      }
    }
  });
}

test("a game that a restart interrupted says where", async () => {
  const game = new RecordedGame(await opened("record_v2_interrupted.rensa"));
  assert.deepEqual(game.interruptions, [0, 130, game.last]);
  assert.deepEqual(new RecordedGame(await opened("record_v1_frames.rensa")).interruptions, []);
});

test("a link vanishes from its first frame to its last", async () => {
  const game = new RecordedGame(await opened("record_v1_frames.rensa"));
  const links = game.matchEvents.filter(({ kind }) => kind === "link_started");
  assert.ok(links.length > 3);
  for (const { clock, seat } of links) {
    /** @type {number[]} */
    const seen = [];
    for (let frame = clock; frame <= game.last; ++frame) {
      game.seek(frame);
      const scene = game.scene();
      const side = seat === 0 ? scene.own : scene.other;
      if (!side || side.phase !== "vanishing") break;
      seen.push(side.progress);
    }
    assert.ok(seen.length > 40 || clock + seen.length > game.last, `${seen.length} frames from ${clock}`);
    assert.ok(seen[0] < 0.1, `begins at ${seen[0]}`);
    seen.forEach((progress, i) => assert.ok(i === 0 || progress > seen[i - 1], `at ${clock + i}`));
  }
});

test("what could have been fired is the same, however it is cut into slices", async () => {
  const name = "record_v1_turns.rensa";
  const whole = new PossibleChains((await opened(name)).replay, new RecordedGame(await opened(name)).matchEvents);
  whole.findSome(() => true);
  const sliced = new PossibleChains((await opened(name)).replay, new RecordedGame(await opened(name)).matchEvents);
  while (!sliced.isComplete) {
    let rest = 3;
    sliced.findSome(() => rest-- > 0);
  }
  assert.deepEqual(sliced.found, whole.found);
  assert.ok(whole.found[0].some(({ points }) => points > 0));
});

test("what is no record says what is wrong, and where", async () => {
  const engine = await makeEngine(kCompiled);
  assert.match(engine.replay.open(new Uint8Array([1, 2, 3])), /^byte \d+: ./);
  const bytes = readFileSync(new URL("record_v1_keys.rensa", kRecords));
  assert.notEqual(engine.replay.open(bytes.subarray(0, bytes.length - 9)), "");
});

test("where a pair comes to rest is what the rules say of it falling there", async () => {
  const game = new RecordedGame(await opened("record_v1_frames.rensa"));
  let compared = 0;
  for (let clock = 0; clock <= game.last; clock += 11) {
    game.seek(clock);
    const { own, other } = game.scene();
    [own, other].forEach((side, seat) => {
      if (!side?.falling) return;
      compared += 1;
      assert.deepEqual(game.landing(seat, side.falling), side.landing, `seat ${seat} at ${clock}`);
    });
  }
  assert.ok(compared > 50, String(compared));
});
