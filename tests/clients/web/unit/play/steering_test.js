// Compares what the page shows of its own side with what a server plays that is connected by a slow line.

import assert from "node:assert/strict";
import { test } from "node:test";

import { kDefaultRepeat, locksOf } from "../../../../../clients/web/input/frame_keys.js";
import { PressedActions } from "../../../../../clients/web/input/pressed_actions.js";
import { KeysOfSteps } from "../../../../../clients/web/input/step_keys.js";
import { TouchGesture } from "../../../../../clients/web/input/touch.js";
import { kFrameMs } from "../../../../../clients/web/play/frame_clock.js";
import { InputLog, Steering } from "../../../../../clients/web/play/steering.js";
import { newEngine } from "../rules/engine_file.js";

/** @import {SideFacts} from "../../../../../clients/web/rules/engine.js" */

/** @typedef {{at: number, keys: number, id: number}} Input */

/** Returns what can be seen of a side, as a text. @param {SideFacts} facts */
const picture = (facts) =>
  `${[...facts.cells].join("")} ${facts.phase} ${facts.hand} ${JSON.stringify(facts.falling)} ${facts.score}`;

/** Plays one side. Inputs wait for their frame, as in a match. */
class Server {
  /** @param {import("../../../../../clients/web/rules/engine.js").Engine} engine */
  constructor(engine) {
    this.practice = engine.practice;
    assert.equal(this.practice.start(21n, 4, ""), "");
    this.frame = 0;
    /** @type {Map<number, Input>} */
    this.waiting = new Map();
    /** @type {Map<number, string>} */
    this.pictures = new Map();
    /** @type {Map<number, number>} */
    this.counted = new Map();
  }

  /** @param {Input} input */
  take(input) {
    let at = Math.max(input.at, this.frame + 1);
    while (this.waiting.has(at)) ++at;
    this.waiting.set(at, input);
  }

  /** @returns {?Input} that counted in this frame */
  play() {
    this.frame += 1;
    const input = this.waiting.get(this.frame) ?? null;
    this.waiting.delete(this.frame);
    this.practice.step(input?.keys);
    if (input) this.counted.set(input.id, this.frame);
    this.pictures.set(this.frame, picture(this.practice.side()));
    return input;
  }
}

/**
 * Plays for some seconds.
 * @param {{delay: (ms: number) => number, seconds: number, roundTrip?: (ms: number) => number}} line
 *   delay: one way, in milliseconds; roundTrip: as it is taken for
 */
async function played({ delay, seconds, roundTrip = () => 2 * delay(-1) }) {
  const server = new Server(await newEngine());
  const steering = new Steering(await newEngine());
  steering.beginGame("tsu-1");
  /** @type {{at: number, action: () => void}[]} */
  const underWay = [];
  let free = { up: 0, down: 0 };
  /** In order, as streams are. @param {"up" | "down"} way @param {number} now @param {() => void} action */
  const send = (way, now, action) => {
    free[way] = Math.max(free[way], now + delay(now));
    underWay.push({ at: free[way], action });
  };
  let chance = 7;
  const random = () => (chance = (chance * 1103515245 + 12345) % 2147483648) / 2147483648;
  const shown = new Map();
  /** @type {{falling: SideFacts["falling"], hand: number, late: number}[]} */
  const seen = [];
  /** @type {Input[]} */
  const said = [];
  let held = 0;
  for (let now = 0; now < seconds * 1000; now += 4) {
    for (const one of underWay.filter((each) => each.at <= now)) one.action();
    underWay.splice(0, underWay.length, ...underWay.filter((each) => each.at > now));
    while ((server.frame + 1) * kFrameMs <= now) {
      const input = server.play();
      const frame = server.frame;
      const side = server.practice.side();
      if (input) send("down", now, () => steering.noteCounted(input.id, frame));
      send("down", now, () => steering.receiveView(frame, side, performanceNow));
    }
    const performanceNow = now;
    if (now % 16 !== 0) continue;
    if (random() < 0.2) held = [0, 1, 2, 4, 8, 16][Math.floor(random() * 6)];
    const facts = steering.play(now, roundTrip(now), () => ({ keys: held, lasting: held }), (input) => {
      said.push(input);
      send("up", now, () => server.take(input));
    });
    if (!facts) continue;
    shown.set(Math.floor(steering.clock.ownTime), picture(facts));
    seen.push({ falling: facts.falling, hand: facts.hand, late: steering.lateInputs });
  }
  return { server, steering, shown, seen, inputs: said, said: said.length };
}

test("what is shown is what the server plays, before it has played it", async () => {
  const { server, steering, shown, said } = await played({ delay: () => 60, seconds: 30 });
  assert.ok(said > 100, `${said} inputs`);
  assert.equal(steering.lateInputs, 0);
  let compared = 0;
  for (const [frame, seen] of shown) {
    const truth = server.pictures.get(frame);
    if (truth === undefined || frame < 70) continue;
    compared += 1;
    assert.equal(seen, truth, `frame ${frame}`);
  }
  assert.ok(compared > 1000, `${compared} frames`);
  assert.ok(Math.floor(steering.clock.ownTime) > server.frame, "own time is ahead of the server's");
});

test("on a line that stalls no input is lost, and all comes to the same in the end", async () => {
  const stalls = (/** @type {number} */ now) => (now >= 0 && Math.floor(now / 50) % 20 === 7 ? 200 : 30);
  const { server, steering, said } = await played({ delay: stalls, seconds: 30 });
  assert.ok(steering.lateInputs > 0, "the line has stalled");
  const settled = server.counted.size;
  assert.ok(said - settled <= 5 + steering.log.entries.length, `${said} said, ${settled} counted`);
  const ids = [...server.counted.entries()].sort((a, b) => a[1] - b[1]).map(([id]) => id);
  assert.deepEqual(ids, [...ids].sort((a, b) => a - b), "they count in the order in which they were pressed");
});

test("on a line that turns out to be quicker keys count in the order in which they were pressed", async () => {
  const roundTrip = (/** @type {number} */ now) => (now % 4000 < 2000 ? 400 : 60);
  const { server, inputs } = await played({ delay: () => 25, seconds: 30, roundTrip });
  assert.ok(inputs.length > 50, `${inputs.length} inputs`);
  for (let i = 1; i < inputs.length; ++i) assert.ok(inputs[i].at > inputs[i - 1].at, `input ${i}`);
  const ids = [...server.counted.entries()].sort((a, b) => a[1] - b[1]).map(([id]) => id);
  assert.deepEqual(ids, [...ids].sort((a, b) => a - b));
});

test("who comes back says what is held, and who looks away holds nothing", async () => {
  const server = new Server(await newEngine());
  const steering = new Steering(await newEngine());
  steering.beginGame("tsu-1");
  /** @type {Input[]} */
  const inputs = [];
  const say = (/** @type {Input} */ input) => void inputs.push(input);
  /** @param {number} from @param {number} keys */
  const playSecond = (from, keys) => {
    for (let now = from; now < from + 1000; now += 16) {
      while ((server.frame + 1) * kFrameMs <= now) {
        server.play();
        steering.receiveView(server.frame, server.practice.side(), now);
      }
      steering.play(now, 50, () => ({ keys, lasting: keys }), say);
    }
  };
  steering.releaseKeys(say);
  playSecond(0, 0);
  assert.equal(inputs.length, 0);
  playSecond(1000, 4);
  assert.deepEqual(inputs.map(({ keys }) => keys), [4]);
  steering.releaseKeys(say);
  assert.deepEqual(inputs.map(({ keys }) => keys), [4, 0]);
  steering.releaseKeys(say);
  assert.equal(inputs.length, 2, "it is let go of once");
  steering.reconnect();
  playSecond(2000, 0);
  assert.deepEqual(inputs.map(({ keys }) => keys), [4, 0, 0], "none of them may have arrived");
  assert.ok(inputs[2].at > inputs[1].at);
});

test("after a pause the game waits for an update, and holds no key from before", async () => {
  const server = new Server(await newEngine());
  const steering = new Steering(await newEngine());
  steering.beginGame("tsu-1");
  const kRight = 2;
  server.take({ at: 1, keys: kRight, id: 1 });
  server.play();
  steering.receiveView(server.frame, server.practice.side(), 0);
  /** @type {Input[]} */
  const sent = [];
  steering.awaitNextUpdate((input) => sent.push(input));
  assert.deepEqual(sent.map(({ at, keys }) => ({ at, keys })), [{ at: 2, keys: 0 }]);
  const nothing = { keys: 0, lasting: 0 };
  for (let now = 0; now < 3000; now += kFrameMs) {
    steering.play(now, 100, () => nothing, () => assert.fail("a key is sent"));
  }
  assert.equal(steering.clock.isRunning, false);
  server.take(sent[0]);
  server.play();
  steering.receiveView(server.frame, server.practice.side(), 3000);
  assert.equal(steering.clock.isRunning, true);
  assert.equal(steering.heldKeys, 0);
});

test("what would come after the end of a game is not shown", async () => {
  for (const keys of [0, 1, 2, 4, 8, 16]) {
    const server = new Server(await newEngine());
    const steering = new Steering(await newEngine());
    steering.beginGame("tsu-1");
    /** @param {number} now */
    const show = (now) => steering.play(now, 400, () => ({ keys, lasting: keys }), (input) => server.take(input));
    for (let now = 0; now < 3000; now += 16) {
      while ((server.frame + 1) * kFrameMs <= now) {
        server.play();
        steering.receiveView(server.frame, server.practice.side(), now);
      }
      show(now);
    }
    assert.ok(steering.clock.ownTime > server.frame + 5, "own time is ahead");
    const last = server.frame;
    steering.endGame(last);
    for (let now = 3000; now < 4000; now += 16) {
      const facts = show(now);
      assert.equal(facts && picture(facts), server.pictures.get(last), `keys ${keys}`);
    }
  }
});

test("with 200 ms and stalls the pair never jumps back by more than a cell without a notice", async () => {
  let chance = 3;
  const random = () => (chance = (chance * 1103515245 + 12345) % 2147483648) / 2147483648;
  const stalls = Array.from({ length: 2000 }, () => random() < 0.05);
  const delay = (/** @type {number} */ now) => 100 + (now >= 0 && stalls[Math.floor(now / 50)] ? 150 * random() : 0);
  const { seen, server, said } = await played({ delay, seconds: 60 });
  let jumps = 0;
  for (let i = 1; i < seen.length; ++i) {
    const [before, after] = [seen[i - 1], seen[i]];
    if (!before.falling || !after.falling || before.hand !== after.hand) continue;
    const back = after.falling.y - before.falling.y;
    const side = Math.abs(after.falling.x - before.falling.x);
    // A turn may lift a pair by a row, and an arrow move it by a column.
    if (back <= 1 && side <= 1) continue;
    jumps += 1;
    assert.ok(after.late > 0, `it jumps at step ${i} though no input was late`);
  }
  assert.ok(jumps <= 3, `${jumps} jumps in a minute`);
  assert.ok(said - server.counted.size < 20, `${said} said, ${server.counted.size} counted`);
});

/** The time when the first pair of the server's queue can be moved, and has a while to fall. */
const kPairFallsMs = 1500;

/**
 * Plays by a keyboard, on a page with pictures that a test draws, until the first pair has come to its column.
 * @param {PressedActions} keyboard @param {(now: number) => boolean} draws   returns true if there is a picture now
 * @param {(now: number) => number} roundTrip
 * @returns {Promise<{columns: number[], shown: number[]}>} the columns of the pair on the server and on the page, in
 *   their order
 */
async function playedByKeyboard(keyboard, draws, roundTrip = () => 60) {
  const server = new Server(await newEngine());
  const steering = new Steering(await newEngine());
  steering.beginGame("tsu-1");
  const touch = new TouchGesture(() => ({ column: 50, middle: 150 }));
  const steps = new KeysOfSteps([keyboard], touch, kDefaultRepeat);
  /** @type {{at: number, action: () => void}[]} */
  const underWay = [];
  /** Messages that have come to the browser, but not to the page.
   * @type {{frame: number, side: ReturnType<typeof server.practice.side>, id: number}[]} */
  const arrived = [];
  /** @type {number[]} */
  const columns = [];
  /** @type {number[]} */
  const shown = [];
  for (let now = 0; now < kPairFallsMs + 1100; now += 4) {
    while (underWay.length > 0 && underWay[0].at <= now) underWay.shift()?.action();
    while ((server.frame + 1) * kFrameMs <= now) {
      const input = server.play();
      const { frame } = server;
      const side = server.practice.side();
      if (side.falling && side.falling.x !== columns.at(-1)) columns.push(side.falling.x);
      underWay.push({ at: now + 30, action: () => arrived.push({ frame, side, id: input?.id ?? 0 }) });
    }
    if (!draws(now)) continue;
    for (const { frame, side, id } of arrived.splice(0)) {
      if (id !== 0) steering.noteCounted(id, frame);
      steering.receiveView(frame, side, now);
    }
    const keysOf = (/** @type {number} */ at, /** @type {?SideFacts} */ side) =>
      steps.keysAt(at, locksOf(side?.falling));
    const facts = steering.play(now, roundTrip(now), keysOf, (input) => {
      underWay.push({ at: now + 30, action: () => server.take(input) });
    });
    if (facts?.falling && facts.falling.x !== shown.at(-1)) shown.push(facts.falling.x);
  }
  return { columns, shown };
}

/** @param {number} from @param {number} lasting @returns {PressedActions} one tap of an arrow */
function tapRight(from, lasting) {
  const keyboard = new PressedActions();
  keyboard.press(from, "ArrowRight", "right");
  keyboard.release(from + lasting, "ArrowRight");
  return keyboard;
}

test("a tap is one input, however late the pictures around it are", async () => {
  for (const pause of [40, 90, 150, 230, 400]) {
    for (const after of [-180, -100, -40, -8, 0, 8, 24, 60]) {
      const begin = kPairFallsMs + after;
      const draws = (/** @type {number} */ now) => now % 16 === 0 && (now <= begin || now > begin + pause);
      const { columns, shown } = await playedByKeyboard(tapRight(kPairFallsMs, 70), draws);
      const what = `no picture for ${pause} ms from ${after} ms after the press`;
      assert.deepEqual(columns, [3, 4], what);
      assert.deepEqual(shown.filter((x, i) => x !== shown[i - 1]), [3, 4], what);
    }
  }
});

test("a tap is one input while own time jumps ahead", async () => {
  for (const at of [-60, -16, 0, 16, 60]) {
    const roundTrip = (/** @type {number} */ now) => (now < kPairFallsMs + at ? 60 : 400);
    const draws = (/** @type {number} */ now) => now % 16 === 0;
    const { columns } = await playedByKeyboard(tapRight(kPairFallsMs, 70), draws, roundTrip);
    assert.deepEqual(columns, [3, 4], `${at} ms after the press`);
  }
});

test("a tap that comes late is one late input", async () => {
  const steering = new Steering(await newEngine());
  const press = steering.log.add(10, 2);
  const release = steering.log.addRelease(11, 0);
  steering.noteCounted(press.id, 13);
  steering.noteCounted(release.id, 14);
  assert.equal(steering.lateInputs, 1);
  assert.equal(steering.clock.extraLead, 3);
});

test("keys that replace a release are a late input of their own", async () => {
  const steering = new Steering(await newEngine());
  steering.log.add(10, 2);
  steering.log.addRelease(11, 0);
  const next = steering.log.add(11, 8);
  steering.noteCounted(next.id, 13);
  assert.equal(steering.lateInputs, 1);
  assert.equal(steering.clock.extraLead, 2);
});

test("a press is released for the next frame when it is sent, and keys for that frame replace the release", () => {
  const log = new InputLog();
  const press = log.add(10, 2);
  const release = log.addRelease(11, 0);
  assert.deepEqual([press, release], [{ at: 10, keys: 2, id: 1 }, { at: 11, keys: 0, id: 2 }]);
  assert.equal(log.lastKeys, 0);
  assert.deepEqual(log.add(11, 8), { at: 11, keys: 8, id: 3 });
  assert.deepEqual([...log.expectedKeys(9)], [[10, 2], [11, 8]]);
  log.addRelease(12, 0);
  assert.deepEqual(log.add(14, 4), { at: 14, keys: 4, id: 5 });
  assert.deepEqual([...log.expectedKeys(9)], [[10, 2], [11, 8], [12, 0], [14, 4]]);
});

test("keys that replace a release which the server has played already count after it", () => {
  const log = new InputLog();
  log.add(10, 2);
  log.addRelease(11, 0);
  log.setCountedFrame(1, 10);
  log.setCountedFrame(2, 11);
  assert.equal(log.add(11, 8).at, 11);
  assert.deepEqual([...log.expectedKeys(10)], [[11, 0], [12, 8]]);
});

test("a key is seen in the first picture that plays a frame after it was pressed", async () => {
  const server = new Server(await newEngine());
  const steering = new Steering(await newEngine());
  steering.beginGame("tsu-1");
  const keyboard = tapRight(kPairFallsMs + 5, 40);
  const steps = new KeysOfSteps([keyboard], new TouchGesture(() => ({ column: 50, middle: 150 })), kDefaultRepeat);
  for (let now = 0; now < kPairFallsMs + 100; now += 16) {
    while ((server.frame + 1) * kFrameMs <= now) {
      server.play();
      steering.receiveView(server.frame, server.practice.side(), now);
    }
    let played = false;
    const facts = steering.play(now, 60, (at, side) => {
      played ||= at >= kPairFallsMs + 5;
      return steps.keysAt(at, locksOf(side?.falling));
    }, (input) => server.take(input));
    if (!played) continue;
    assert.equal(facts?.falling?.x, 4);
    return;
  }
  assert.fail("no frame was played");
});
