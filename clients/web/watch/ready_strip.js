// Shows who stands better in a watched game: the chains that both players could fire now, and over the last half minute
// what they could have fired and what they sent. It knows no more than the shown frames, which may be delayed.

import { el, setText, svg } from "../base/dom.js";
import { attackRectangles, kHalfHeight, kPictureWidth, possibleChainsPath, stretchOf, xOf } from "../replay/scrub_bar.js";
import { formatNumber, t } from "../text/translation.js";
import { ChanceBar } from "./chance_bar.js";
import { chancePath } from "./chance_line.js";

/** @import {Side, WireEvent} from "../net/wire.js" */
/** @import {PossibleChain} from "../replay/scrub_bar.js" */
/** @import {Engine, GameEvent} from "../rules/engine.js" */
/** @import {LiveChances} from "./live_chances.js" */

/** The picture shows so many frames. */
const kShownFrames = 1800;
const kSeats = /** @type {const} */ ([{ seat: 0, side: -1, role: "own" }, { seat: 1, side: 1, role: "other" }]);
const kNoEvent = { number: 0, points: 0 };

/** What is known of a game so far, as far as the picture shows it. */
export class ReadyChains {
  /** @param {Pick<Engine, "possibleChain">} engine */
  constructor(engine) {
    this.engine_ = engine;
    /** By seat. @type {[PossibleChain[], PossibleChain[]]} */
    this.chains = [[], []];
    /** @type {GameEvent[]} */
    this.attacks = [];
    this.hands_ = [-1, -1];
  }

  /** Begins with another game. */
  reset() {
    Object.assign(this, new ReadyChains(this.engine_));
  }

  /** Adds a frame. The chain of a player changes when its next pair comes.
   * @param {number} frame @param {[?Side, ?Side]} sides @param {WireEvent[]} events */
  add(frame, sides, events) {
    const isShown = (/** @type {{clock: number}} */ { clock }) => clock > frame - kShownFrames;
    for (const { seat } of kSeats) {
      const side = sides[seat];
      if (!side || side.phase !== "control" || side.hand === this.hands_[seat]) continue;
      this.hands_[seat] = side.hand;
      // The chain of the time before the picture begins is seen at its edge.
      const chains = this.chains[seat];
      while (chains.length > 1 && !isShown(chains[1])) chains.shift();
      chains.push({ clock: frame, ...this.engine_.possibleChain(side) });
    }
    for (const { kind, seat, amount = 0, cancelled = 0 } of events) {
      if (kind !== "EVENT_KIND_GARBAGE_SENT") continue;
      this.attacks = this.attacks.filter(isShown);
      const attack = { clock: frame, seat: seat === "SEAT_TWO" ? 1 : 0, amount, cancelled };
      this.attacks.push({ ...kNoEvent, ...attack, kind: "garbage_sent" });
    }
  }
}

export class ReadyStrip {
  constructor() {
    this.numbers_ = kSeats.map(({ role }) => el("strong", { class: `ready_${role}`, "aria-hidden": "true" }));
    this.title_ = el("span", { "aria-hidden": "true" });
    this.spoken_ = el("span", { class: "unseen" });
    this.moved_ = svg("g", {});
    this.chanceBar_ = new ChanceBar();
    this.chance_ = svg("path", { class: "curve_chance" });
    const chains = el("div", { class: "ready" },
      el("p", {}, this.numbers_[0], this.title_, this.numbers_[1], this.spoken_),
      svg("svg", { class: "ready_curve", "aria-hidden": "true", preserveAspectRatio: "none",
        viewBox: `0 ${-kHalfHeight} ${kPictureWidth} ${2 * kHalfHeight}` }, this.moved_,
        svg("line", { class: "ready_middle", x1: 0, x2: kPictureWidth, y1: 0, y2: 0 }), this.chance_));
    /** The chances and the chains, which have places of their own on upright windows. */
    this.parts = [this.chanceBar_.root, chains];
    this.drawn_ = "";
    this.stretch_ = 1;
  }

  /** @param {ReadyChains} known @param {LiveChances} chances @param {number} frame
   * @param {string[]} names   by seat */
  show({ chains, attacks }, chances, frame, names) {
    this.chanceBar_.root.hidden = !chances.areEstimated;
    this.chanceBar_.show(chances.last, names);
    const last = chains.map((one) => one.at(-1));
    setText(this.title_, t("watch.ready"));
    kSeats.forEach(({ seat }) => setText(this.numbers_[seat], last[seat] ? formatNumber(last[seat].links) : "–"));
    setText(this.spoken_, kSeats.map(({ seat }) =>
      (last[seat] ? t("replay.could_fire", { name: names[seat], ...last[seat] }) : "")).join(" "));
    const drawn = `${last.map((one) => one?.clock)} ${attacks.at(-1)?.clock} ${attacks.length}`;
    if (drawn !== this.drawn_) this.draw_(chains, attacks);
    this.drawn_ = drawn;
    // The newest frame is at the right edge.
    const left = kPictureWidth - xOf(frame, kShownFrames);
    this.moved_.setAttribute("transform", `translate(${left.toFixed(1)} 0) scale(1 ${this.stretch_})`);
    this.chance_.setAttribute("transform", `translate(${left.toFixed(1)} 0)`);
    this.chance_.setAttribute("d", chancePath(chances.shownFrom(frame - kShownFrames), frame, kShownFrames));
  }

  /** @param {[PossibleChain[], PossibleChain[]]} chains @param {GameEvent[]} attacks */
  draw_(chains, attacks) {
    this.stretch_ = stretchOf(attacks, chains.flat());
    this.moved_.replaceChildren(...kSeats.flatMap(({ seat, side }) => [
      svg("path", { class: `curve_threat curve_seat_${seat}`,
        d: possibleChainsPath(chains[seat], 1e6, kShownFrames, side) }),
      ...attackRectangles(attacks, seat, side, kShownFrames),
    ]));
  }
}
