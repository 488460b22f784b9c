import assert from "node:assert/strict";
import { test } from "node:test";
import { FrameClock, kFrameMs } from "../../../../../clients/web/play/frame_clock.js";

/**
 * Updates that are under way for as long as `down` says, looked at every display frame.
 * @param {FrameClock} clock @param {number} begin ms @param {number} end ms
 * @param {{down: (frame: number) => number, roundTrip: number, display: number}} line
 */
function run(clock, begin, end, { down, roundTrip, display }) {
  const played = [];
  let heard = Math.ceil(begin / kFrameMs);
  for (let now = begin; now < end; now += display) {
    while (heard * kFrameMs + down(heard) <= now) {
      clock.addUpdate(heard, heard * kFrameMs + down(heard));
      ++heard;
    }
    const { from, to } = clock.advance(now, roundTrip);
    for (let frame = from + 1; frame <= to; ++frame) played.push(frame);
  }
  return played;
}

test("each frame is played once, whatever the display's rate", () => {
  for (const display of [1000 / 30, 1000 / 60, 1000 / 144]) {
    const played = run(new FrameClock(), 1000, 20000, { down: () => 40, roundTrip: 80, display });
    assert.ok(played.length > 1000);
    for (let i = 1; i < played.length; ++i) assert.equal(played[i], played[i - 1] + 1, `at ${display} ms`);
  }
});

test("own time is ahead of what is heard by a round trip and a frame", () => {
  const clock = new FrameClock();
  run(clock, 0, 5000, { down: () => 50, roundTrip: 100, display: 1000 / 60 });
  const ahead = clock.ownTime - clock.serverFrame(5000 - 1000 / 60);
  assert.ok(Math.abs(ahead - (100 / kFrameMs + 1)) < 0.6, `${ahead} frames`);
});

test("updates that come late do not shake own time", () => {
  const clock = new FrameClock();
  const down = (/** @type {number} */ frame) => (frame % 17 === 3 ? 90 : 30);
  const played = run(clock, 0, 20000, { down, roundTrip: 60, display: 1000 / 60 });
  const steps = played.filter((frame, i) => i > 0 && frame !== played[i - 1] + 1);
  assert.deepEqual(steps, []);
});

test("own time never goes back, and stands where it is too far ahead", () => {
  const clock = new FrameClock();
  const times = [];
  for (let now = 0; now < 20000; now += 16) {
    // Silent for a while, and before that on a line that turns out to be quicker than it was.
    const isSilent = now > 12000 && now < 12800;
    if (!isSilent) clock.addUpdate(Math.floor(now / kFrameMs), now);
    const { from, to } = clock.advance(now, now < 5000 ? 400 : 50);
    assert.ok(to >= from, `back from ${from} to ${to}`);
    times.push(clock.ownTime);
  }
  for (let i = 1; i < times.length; ++i) assert.ok(times[i] >= times[i - 1], `${times[i - 1]} to ${times[i]}`);
  const ahead = clock.ownTime - 20000 / kFrameMs;
  assert.ok(ahead > 0 && ahead < 6, `${ahead} frames ahead in the end`);
});

test("late inputs make it run further ahead, and it comes back after a while", () => {
  const clock = new FrameClock();
  run(clock, 0, 2000, { down: () => 30, roundTrip: 60, display: 16 });
  const usual = clock.leadFrames(60);
  clock.allowForLateInput(4);
  assert.equal(clock.leadFrames(60), usual + 4);
  run(clock, 2000, 20000, { down: () => 30, roundTrip: 60, display: 16 });
  assert.ok(clock.leadFrames(60) < usual + 1);
});

test("it stands while the match does, and goes on from the next update", () => {
  const clock = new FrameClock();
  run(clock, 0, 2000, { down: () => 30, roundTrip: 60, display: 16 });
  clock.setStopped(true);
  const before = clock.ownTime;
  clock.advance(2500, 60);
  assert.equal(clock.ownTime, before);
  clock.setStopped(false);
  clock.addUpdate(121, 9000);
  clock.advance(9001, 60);
  assert.ok(Math.abs(clock.ownTime - before) < 8, `${clock.ownTime} after ${before}`);
});
