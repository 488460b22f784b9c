// Messages that are shown some time after they came: who watches and talks to a player shall not tell what is to come.
// It is told what time it is, in milliseconds.

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

  /** Those whose time has come, in their order. @param {number} now @returns {Message[]} */
  take(now) {
    const first = this.waiting_.findIndex(({ at }) => at + this.length > now);
    return this.waiting_.splice(0, first < 0 ? this.waiting_.length : first).map(({ message }) => message);
  }
}
