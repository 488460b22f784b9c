// A finished game as the messages that the server sent while it was played. The pictures show the same frame of the
// same game each time, on pages that otherwise would show whatever is being played.

import { readFileSync } from "node:fs";

import { kColumns, kRows } from "../../../../clients/web/draw/grid.js";
import { makeEngine } from "../../../../clients/web/rules/engine.js";

/** @typedef {import("../../../../clients/web/net/wire.js").ServerMessage} ServerMessage */
/** @typedef {import("../../../../clients/web/net/wire.js").Seat} Seat */
/** @typedef {import("../../../../clients/web/net/wire.js").Update} Update */
/** @typedef {import("../../../../clients/web/net/wire.js").WireSide} WireSide */
/** @typedef {import("../../../../clients/web/rules/engine.js").Engine} Engine */
/** @typedef {import("../../../../clients/web/rules/engine.js").GameEvent} GameEvent */
/** @typedef {import("../../../../clients/web/rules/engine.js").SideFacts} SideFacts */

const kEngineFile = new URL("../../../../clients/web/rules/engine.wasm", import.meta.url);
/** The pages get so many frames before the shown one, so that they know of the attack that flies. */
const kFramesBefore = 80;
/** For so long before, they get the frames in which pairs come under control, by which they know what could be fired. */
const kFramesWithPairs = 1800;
/** Frames after the begin of a link, when its groups burst and its attack flies. */
const kIntoLink = 44;

/** @type {readonly Seat[]} */
const kSeats = ["SEAT_ONE", "SEAT_TWO"];

export class RecordedGame {
  /** @param {Engine} engine   has opened the record */
  constructor(engine) {
    this.engine_ = engine;
    this.events_ = engine.replay.matchEvents();
    this.names = engine.replay.names;
    this.last = engine.replay.last;
  }

  /** @param {Uint8Array} record   its bytes */
  static async open(record) {
    const engine = await makeEngine(await WebAssembly.compile(readFileSync(kEngineFile)));
    const error = engine.replay.open(record);
    if (error !== "") throw new Error(`the record cannot be read: ${error}`);
    return new RecordedGame(engine);
  }

  /** The number of links of the longest chain, and the seat and a frame of its last but one link. */
  get longestChain() {
    const links = this.events_.filter(({ kind }) => kind === "link_started");
    if (links.length === 0) return { links: 0, seat: 0, frame: this.last };
    const best = links.reduce((most, one) => (one.number > most.number ? one : most));
    const before = links.filter(({ seat, number, clock }) =>
      seat === best.seat && number === best.number - 1 && clock < best.clock).at(-1) ?? best;
    return { links: best.number, seat: best.seat, frame: before.clock + kIntoLink };
  }

  /** Returns the updates that a spectator or a player gets up to a frame; the last one shows that frame. Before the
   * last ones most frames are skipped, but none of their events.
   * @param {number} frame @param {{match: string, game: number, seat?: Seat}} about
   * @returns {Update[]} */
  updatesTo(frame, about) {
    const updates = [];
    const withNextPair = new Set(this.events_.filter(({ kind }) => kind === "controllable").map(({ clock }) => clock));
    const isShown = (/** @type {number} */ clock) => clock === 1 || clock >= frame - kFramesBefore
      || (clock >= frame - kFramesWithPairs && withNextPair.has(clock));
    let before = 0;
    for (let clock = 1; clock <= frame; ++clock) {
      if (!isShown(clock)) continue;
      this.engine_.replay.seek(clock);
      const [one, two] = [0, 1].map((seat) => wireSideOf(this.engine_.replay.side(seat)));
      const isSecond = about.seat === "SEAT_TWO";
      const view = { clock, own: isSecond ? two : one, opponent: isSecond ? one : two };
      const events = this.events_.filter((event) => event.clock > before && event.clock <= clock).map(wireEventOf);
      before = clock;
      updates.push({ ...about, number: String(clock), view, events });
    }
    return updates;
  }

  /** Returns a side's field and its further pairs at a frame as an address. @param {number} frame
   * @param {number} seat */
  positionUrl(frame, seat) {
    this.engine_.replay.seek(frame);
    return this.engine_.replay.positionUrl(seat) ?? "";
  }
}

/** @param {SideFacts} facts @returns {WireSide} */
function wireSideOf(facts) {
  let field = "";
  for (let row = kRows; row >= 1; --row) field += facts.cells.slice((row - 1) * kColumns, row * kColumns).join("");
  return {
    field,
    pairs: facts.pairs.map(({ axis, child }) => `${axis}${child}`).join(""),
    falling: facts.falling ?? undefined,
    pendingGarbage: facts.pending,
    fixedGarbage: facts.fixed,
    score: String(facts.score),
    link: facts.link,
    hand: facts.hand,
    phase: `PHASE_${facts.phase.toUpperCase()}`,
    motion: facts.motion ? { ...facts.motion, unsent: String(facts.motion.unsent) } : undefined,
  };
}

/** @param {GameEvent} event @returns {import("../../../../clients/web/net/wire.js").WireEvent} */
function wireEventOf({ kind, seat, number, amount, cancelled, points }) {
  return { kind: `EVENT_KIND_${kind.toUpperCase()}`, seat: kSeats[seat], number, amount, cancelled, points };
}
