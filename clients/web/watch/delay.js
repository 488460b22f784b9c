// Shows messages some time after they came, so that a spectator talking to a player cannot tell the next moves.
// The caller passes the time, in milliseconds.

/** @template Message */
export class Delay {
  constructor() {
    this.length = 0;
    /** @type {{message: Message, at: number}[]} */
    this.waiting_ = [];
  }

  /** @param {Message} message @param {number} now */
  push(message, now) {
    this.waiting_.push({ message, at: now });
  }

  /** Removes and returns the messages that are due, in their order. @param {number} now @returns {Message[]} */
  take(now) {
    const first = this.waiting_.findIndex(({ at }) => at + this.length > now);
    return this.waiting_.splice(0, first < 0 ? this.waiting_.length : first).map(({ message }) => message);
  }
}
