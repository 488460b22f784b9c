import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { sideOf } from "../../../../../clients/web/net/wire.js";
import { RecordedGame } from "../../pictures/recorded_game.js";
import { newEngine } from "../rules/engine_file.js";

const kRecord = readFileSync(new URL("../../../../data/record_v1_frames.rensa", import.meta.url));
const kAbout = { match: "1", game: 1 };

test("the messages that are made of a record show the same sides as the record does", async () => {
  const engine = await newEngine();
  assert.equal(engine.replay.open(kRecord), "");
  const game = await RecordedGame.open(kRecord);
  for (const frame of [1, Math.floor(game.last / 3), Math.floor(game.last / 2), game.last]) {
    const { view } = game.updatesTo(frame, kAbout).at(-1) ?? {};
    assert.equal(view?.clock, frame);
    engine.replay.seek(frame);
    [view?.own, view?.opponent].forEach((side, seat) => {
      // A spectator's page finds the facts anew from the message.
      assert.deepEqual(engine.factsOf(sideOf(side ?? {})), engine.replay.side(seat), `frame ${frame}, seat ${seat}`);
    });
  }
});

test("a player of the second seat gets its own side first", async () => {
  const game = await RecordedGame.open(kRecord);
  const spectator = game.updatesTo(game.last, kAbout).at(-1)?.view;
  const player = game.updatesTo(game.last, { ...kAbout, seat: "SEAT_TWO" }).at(-1)?.view;
  assert.deepEqual([player?.own, player?.opponent], [spectator?.opponent, spectator?.own]);
});

test("every event of the last frames comes with the update of its frame, and all before them with one of the earlier",
  async () => {
    const game = await RecordedGame.open(kRecord);
    const [first, ...lasting] = game.updatesTo(game.last, kAbout);
    assert.equal(first.view?.clock, 1, "a page sees the beginning of the game");
    const clocks = lasting.map(({ view }) => view?.clock ?? 0);
    const begin = clocks.length - 81;
    assert.deepEqual(clocks.slice(begin), clocks.slice(begin).map((_, i) => clocks[begin] + i));
    const isWithPair = lasting.slice(0, begin).map(({ events = [] }) =>
      events.some(({ kind }) => kind === "EVENT_KIND_CONTROLLABLE"));
    assert.ok(isWithPair.length > 0 && isWithPair.every(Boolean), "of those before, the ones with another pair");
    assert.ok(lasting.at(-1)?.events?.some(({ kind }) => kind === "EVENT_KIND_DIED"));
    const count = [first, ...lasting].reduce((sum, { events = [] }) => sum + events.length, 0);
    const engine = await newEngine();
    engine.replay.open(kRecord);
    assert.equal(count, engine.replay.matchEvents().length);
  });

test("the longest chain is shown at the link before its last one", async () => {
  const game = await RecordedGame.open(kRecord);
  const { links, seat, frame } = game.longestChain;
  const view = game.updatesTo(frame, kAbout).at(-1)?.view;
  const side = seat === 0 ? view?.own : view?.opponent;
  assert.equal(side?.link, Math.max(1, links - 1));
});
