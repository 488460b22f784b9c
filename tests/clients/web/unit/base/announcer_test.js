import assert from "node:assert/strict";
import { test } from "node:test";

import { Announcer, kAnnounceEveryMs, kRemoveTextAfterMs } from "../../../../../clients/web/base/announcer.js";

/** Time that only passes when it is told to. */
class Timer {
  time = 0;
  /** @type {{at: number, call: () => void}[]} */
  calls = [];
  now = () => this.time;
  /** @param {() => void} call @param {number} ms */
  callLater = (call, ms) => void this.calls.push({ at: this.time + ms, call });
  /** @param {number} ms */
  pass(ms) {
    this.time += ms;
    const due = this.calls.filter(({ at }) => at <= this.time);
    this.calls = this.calls.filter(({ at }) => at > this.time);
    for (const { call } of due) call();
  }
}

function announcer() {
  /** @type {string[]} */
  const said = [];
  const timer = new Timer();
  return { said, timer, live: new Announcer((text) => said.push(text), timer) };
}

test("the first text is said at once", () => {
  const { said, timer, live } = announcer();
  live.say("own", "1-chain.");
  timer.pass(0);
  assert.deepEqual(said, ["1-chain."]);
});

test("of a topic only the newest text is said when its time comes", () => {
  const { said, timer, live } = announcer();
  live.say("own", "1-chain.");
  timer.pass(0);
  live.say("own", "2-chain.");
  timer.pass(kAnnounceEveryMs / 2);
  live.say("own", "3-chain.");
  assert.deepEqual(said, ["1-chain."]);
  timer.pass(kAnnounceEveryMs / 2);
  assert.deepEqual(said, ["1-chain.", "3-chain."]);
});

test("topics that wait are said together", () => {
  const { said, timer, live } = announcer();
  live.say("own", "2-chain.");
  live.say("other", "Opponent: 4-chain.");
  timer.pass(0);
  assert.deepEqual(said, ["2-chain. Opponent: 4-chain."]);
});

test("what was said does not stay, unless something else has been said since", () => {
  const { said, timer, live } = announcer();
  live.say("own", "1-chain.");
  timer.pass(0);
  timer.pass(kRemoveTextAfterMs - 1);
  live.say("own", "2-chain.");
  timer.pass(0);
  timer.pass(1);
  assert.deepEqual(said, ["1-chain.", "2-chain."]);
  timer.pass(kRemoveTextAfterMs);
  assert.deepEqual(said, ["1-chain.", "2-chain.", ""]);
});
