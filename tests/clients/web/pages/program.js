// A program that a test starts: its output is kept, so that a test which waits in vain can tell it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { basename } from "node:path";

import { within } from "./limit.js";

const kKeptOutput = 4000;

export class Program {
  /** @param {string} path @param {string[]} options */
  constructor(path, options) {
    this.name = basename(path);
    this.output_ = "";
    this.process = spawn(path, options, { stdio: ["ignore", "pipe", "pipe"] });
    this.ended = once(this.process, "exit");
    this.ended.catch((error) => this.hear_(String(error)));
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.on("data", (/** @type {Buffer} */ text) => this.hear_(String(text)));
    }
  }

  /** @param {string} text */
  hear_(text) {
    this.output_ = (this.output_ + text).slice(-kKeptOutput);
  }

  get hasEnded() {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  /** Describes the program and the end of its output. */
  describe() {
    const { exitCode, signalCode } = this.process;
    const state = this.hasEnded ? `has ended (${signalCode ?? exitCode})` : "runs";
    return `${this.name} ${state}, and wrote: ${this.output_.trim() || "nothing"}`;
  }

  /** Waits until the output matches. @param {RegExp} pattern @param {number} limit   ms
   * @returns {Promise<RegExpExecArray>} */
  async answer(pattern, limit) {
    /** @type {Promise<RegExpExecArray>} */
    const found = new Promise((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(this.output_);
        if (match) resolve(match);
      };
      for (const stream of [this.process.stdout, this.process.stderr]) stream?.on("data", look);
      this.ended.then(() => reject(new Error(this.describe())), reject);
    });
    return within(found, limit, () => `no answer: ${this.describe()}`);
  }

  /** @param {NodeJS.Signals} signal */
  kill(signal) {
    this.process.kill(signal);
  }
}
