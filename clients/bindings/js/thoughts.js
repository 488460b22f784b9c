// The thoughts of a bot: one question at a time for each seat. A newer question ends an older one, and the answer to
// the older one then has no effect.

import { IllegalPlacement } from "./errors.js";

/** @import {Choose, View} from "./index.js" */

/** @typedef {{key: string}} Seat   see SeatId in bot_session.js */
/** A text is shown in quotes, so that "3" differs from 3. @param {unknown} value */
const shown = (value) => typeof value === "string" ? JSON.stringify(value) : String(value);

/** @typedef {{seat: Seat, ticket: number, view: View}} Question */
/** @typedef {{chosen: (seat: Seat, ticket: number, placement: number) => void,
 *   failed: (error: unknown) => void}} Listener */

export class Thoughts {
  /** @param {Choose} choose @param {Listener} listener */
  constructor(choose, listener) {
    this.choose_ = choose;
    this.listener_ = listener;
    /** The running thoughts by seat. @type {Map<string, AbortController>} */
    this.running_ = new Map();
    /** The questions that wait for the end of a thought. @type {Map<string, Question>} */
    this.waiting_ = new Map();
  }

  /** @param {Question} question */
  think(question) {
    const { key } = question.seat;
    const running = this.running_.get(key);
    if (!running) return void this.start_(question);
    running.abort();
    this.waiting_.set(key, question);
  }

  /** Ends the thought of a seat. @param {Seat} seat */
  withdraw({ key }) {
    this.waiting_.delete(key);
    this.running_.get(key)?.abort();
  }

  /** Ends all thoughts. */
  stop() {
    this.waiting_.clear();
    for (const running of this.running_.values()) running.abort();
  }

  /** @param {Question} question */
  async start_({ seat, ticket, view }) {
    const controller = new AbortController();
    this.running_.set(seat.key, controller);
    try {
      const placement = await this.choose_(view, controller.signal);
      if (controller.signal.aborted) return;
      if (!view.placements.includes(placement)) {
        throw new IllegalPlacement(`the bot chose ${shown(placement)} of ${view.placements.join(", ")}`);
      }
      this.listener_.chosen(seat, ticket, placement);
    } catch (error) {
      // A bot may well throw when its signal is aborted.
      if (!controller.signal.aborted) this.listener_.failed(error);
    } finally {
      this.running_.delete(seat.key);
      const next = this.waiting_.get(seat.key);
      this.waiting_.delete(seat.key);
      if (next) void this.start_(next);
    }
  }
}
