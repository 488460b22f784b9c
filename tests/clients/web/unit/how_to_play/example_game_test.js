import assert from "node:assert/strict";
import { test } from "node:test";

import { kGarbage, kRed } from "../../../../../clients/web/draw/grid.js";
import { ExampleGame, keysOfScript } from "../../../../../clients/web/how_to_play/example_game.js";
import { kExamples, kOwnTurn } from "../../../../../clients/web/how_to_play/examples.js";
import { kDown, kLeft, kRight, kTurnCw } from "../../../../../clients/web/input/frame_keys.js";
import { StagedSide } from "../../../../../clients/web/rules/staged_side.js";
import { newEngine } from "../rules/engine_file.js";

/** @import {DuelScene} from "../../../../../clients/web/draw/scene.js" */
/** @import {Example} from "../../../../../clients/web/how_to_play/examples.js" */
/** @import {GameEvent} from "../../../../../clients/web/rules/engine.js" */

const kMaxFrames = 2000;
const engine = await newEngine();

/** @param {Example["name"]} name */
function exampleOf(name) {
  const example = kExamples.find((one) => one.name === name);
  assert.ok(example);
  return example;
}

/** Plays an example to its end. @param {Example["name"]} name
 * @returns {{game: ExampleGame, events: GameEvent[], scenes: DuelScene[]}} the events have the seats of the sides */
function played(name) {
  const game = new ExampleGame(engine, exampleOf(name));
  /** @type {GameEvent[]} */
  const events = [];
  const scenes = [];
  while (!game.isOver) {
    assert.ok(game.frame < kMaxFrames, name);
    game.step().forEach((happened, seat) => events.push(...happened.map((event) => ({ ...event, seat }))));
    scenes.push(game.scene(["", ""]));
  }
  return { game, events, scenes };
}

/** @param {ReturnType<typeof played>} result @param {number} [seat] */
const linksOf = ({ events }, seat = 0) => events.filter((event) => event.kind === "link_started" && event.seat === seat)
  .map(({ number, amount, points }) => [number, amount, points]);

/** @param {Uint8Array} cells @param {number} cell */
const countOf = (cells, cell) => cells.filter((one) => one === cell).length;

test("a sign of a script is pressed once, DOWN is held, and the last sign goes on", () => {
  const keys = Array.from({ length: 40 }, (_, frame) => keysOfScript(".>xv", frame));
  assert.deepEqual(keys.flatMap((key, frame) => (key !== 0 && key !== kDown ? [[frame, key]] : [])),
    [[8, kRight], [16, kTurnCw]]);
  assert.deepEqual(keys.slice(24), Array(16).fill(kDown));
  assert.equal(keysOfScript("<", 8), kLeft);
});

test("a pair that is only moved fires nothing, and its keys are shown", () => {
  const game = new ExampleGame(engine, exampleOf("move"));
  const shown = new Set();
  while (!game.isOver) {
    game.step();
    shown.add(game.shownKeys);
  }
  assert.deepEqual([...shown].sort((a, b) => a - b), [0, kLeft, kRight, kDown, kTurnCw]);
  assert.deepEqual(game.links, []);
});

test("four of a colour vanish as one link", () => {
  assert.deepEqual(linksOf(played("vanish")), [[1, 4, 40]]);
});

test("the chain has two links, with the numbers that the page lists", () => {
  const result = played("chain");
  assert.deepEqual(linksOf(result), [[1, 4, 40], [2, 4, 320]]);
  assert.deepEqual(result.game.links, [{ number: 1, points: 40 }, { number: 2, points: 320 }]);
});

test("all clear leaves nothing, and says so for a while", () => {
  const { events, game } = played("clear");
  const clear = events.find(({ kind }) => kind === "all_clear");
  assert.equal(clear?.points, 30 * 70);
  const { own } = game.scene([""]);
  assert.ok(own.allClear && own.cells.every((cell) => cell === 0));
  for (let i = 0; i < 200; ++i) game.step();
  assert.equal(game.scene([""]).own.allClear, false);
});

test("a chain of two sends five garbage, and the answer cancels them before they fall", () => {
  const result = played("attack");
  assert.deepEqual(linksOf(result, 0), [[1, 4, 40], [2, 4, 320]]);
  assert.deepEqual(linksOf(result, 1), [[1, 4, 40], [2, 4, 320]]);
  const sent = result.scenes.flatMap(({ attacks }) => attacks.filter(({ age }) => age === 0));
  assert.deepEqual(sent, [{ from: "own", amount: 5, cancelled: 0, age: 0 },
    { from: "other", amount: 0, cancelled: 5, age: 0 }]);
  const waiting = result.scenes.map(({ other }) => `${other?.pending} ${other?.fixed}`);
  assert.deepEqual([...new Set(waiting)], ["0 0", "5 0", "0 5"]);
  assert.equal(waiting.at(-1), "0 0");
  assert.ok(result.scenes.every(({ own, other }) => countOf(own.cells, kGarbage) + countOf(other?.cells ?? own.cells,
    kGarbage) === 0));
});

test("six garbage fall, and three of them vanish beside four of a colour", () => {
  const result = played("garbage");
  assert.equal(result.events.find(({ kind }) => kind === "garbage_fell")?.amount, 6);
  assert.deepEqual(linksOf(result).map(([number]) => number), [1]);
  const { own } = result.scenes[result.scenes.length - 1];
  assert.equal(countOf(own.cells, kGarbage), 3);
  assert.equal(countOf(own.cells, kRed), 0);
});

test("a pair on the marked cell loses", () => {
  const { events, scenes } = played("lost");
  assert.equal(events.at(-1)?.kind, "died");
  assert.equal(scenes.at(-1)?.own.phase, "dead");
});

test("the frame that is shown where nothing moves tells what its example is about", () => {
  /** @param {Example["name"]} name */
  const stillOf = (name) => {
    const game = new ExampleGame(engine, exampleOf(name));
    while (game.frame < exampleOf(name).still) game.step();
    return game.scene(["", ""]);
  };
  assert.ok(stillOf("move").own.falling);
  assert.deepEqual([stillOf("vanish").own.phase, stillOf("vanish").own.link], ["vanishing", 1]);
  assert.deepEqual([stillOf("chain").own.phase, stillOf("chain").own.link], ["vanishing", 2]);
  assert.ok(stillOf("clear").own.allClear);
  const attack = stillOf("attack");
  assert.deepEqual([attack.own.link, attack.other?.pending], [2, 5]);
  assert.equal(stillOf("garbage").own.phase, "vanishing");
  assert.equal(stillOf("lost").own.phase, "dead");
});

test("an example begins again as it was", () => {
  const { game, scenes } = played("attack");
  game.restart();
  game.step();
  assert.deepEqual(game.scene(["", ""]), scenes[0]);
});

/** Places the pair of the reader's own turn, and returns the links of its chain. @param {number[]} steps   keys, each
 *   pressed for a frame; then DOWN is held */
function ownTurn(steps) {
  const side = new StagedSide(engine, kOwnTurn);
  const keys = steps.flatMap((step) => [step, 0, 0, 0, 0]);
  let links = 0;
  for (let frame = 0; !side.isOver; ++frame) {
    assert.ok(frame < kMaxFrames);
    const isControlled = side.facts.phase === "control";
    for (const { kind, number } of side.step(isControlled ? keys.shift() ?? kDown : 0)) {
      if (kind === "link_started") links = number;
    }
  }
  return links;
}

test("the reader's pair fires three links at the right edge, and nothing where it appears", () => {
  assert.equal(ownTurn([kRight, kRight, kRight]), 3);
  assert.equal(ownTurn([]), 0);
  assert.equal(ownTurn([kLeft, kLeft]), 0);
});
