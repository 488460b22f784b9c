// A server of its own for a test of pages, with a data folder that goes with it, and games that have been played on it.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { kLimit } from "./browser.js";

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

const kRoot = fileURLToPath(new URL("../../../../", import.meta.url));
const kBuild = resolve(kRoot, process.env.RENSA_BUILD ?? "build/release");
const kPlaces = /(http:\/\/[\d.]+:\d+)\/ +workers on ([\d.]+:\d+)/;

export class Server {
  /** @param {ChildProcess} child @param {string} data @param {string} origin @param {string} workers */
  constructor(child, data, origin, workers) {
    this.child_ = child;
    this.data_ = data;
    this.origin = origin;
    this.workers = workers;
    /** @type {ChildProcess[]} */
    this.guests_ = [];
  }

  /** @param {string} path @returns {Promise<any>} what the API says */
  async json(path) {
    const answer = await fetch(this.origin + path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  }

  /** Waits until the condition holds. @param {() => Promise<boolean>} holds */
  async until(holds) {
    for (const begun = performance.now(); performance.now() - begun < kLimit; ) {
      if (await holds()) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`after ${kLimit / 1000} s this does not hold: ${holds}`);
  }

  /** A worker that stays until the server is stopped, or has played what it was to.
   * @param {string} name @param {...string} options @returns {ChildProcess} */
  invite(name, ...options) {
    const program = join(kBuild, "bin/rensa-worker");
    const fixed = ["--server", this.workers, "--name", name, "--quiet"];
    const guest = spawn(program, [...fixed, ...options], { stdio: "ignore" });
    this.guests_.push(guest);
    return guest;
  }

  /** Lets two players play a match to its end. @param {[string, string]} players @param {number} games */
  async play(players, games) {
    const options = ["--clock", "virtual", "--matches", "1", "--games", String(games), "--seed", "1"];
    const both = players.map((player, i) => this.invite(`${player}-${i + 1}`, "--player", player, ...options));
    await Promise.all(both.map((guest) => once(guest, "exit")));
  }

  /** A token that may hold tournaments. @returns {Promise<string>} */
  async administrator() {
    const options = ["token", "create", "--name", "boss", "--administrator", "--data", this.data_];
    const { stdout } = await promisify(execFile)(join(kBuild, "bin/rensa-server"), options);
    return stdout.trim();
  }

  async stop() {
    for (const guest of this.guests_) guest.kill("SIGKILL");
    this.child_.kill("SIGKILL");
    if (this.child_.exitCode === null && this.child_.signalCode === null) await once(this.child_, "exit");
    await rm(this.data_, { recursive: true, force: true });
  }
}

/** @param {...string} options @returns {Promise<Server>} */
export async function startServer(...options) {
  const data = await mkdtemp(join(tmpdir(), "rensa-pages-"));
  const fixed = ["--web-port", "0", "--worker-port", "0", "--data", data, "--web-root", join(kRoot, "clients/web")];
  const program = join(kBuild, "bin/rensa-server");
  const child = spawn(program, [...fixed, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const [origin, workers] = await new Promise((resolve, reject) => {
    const hear = (/** @type {Buffer} */ text) => {
      said += text;
      const places = kPlaces.exec(said);
      if (places) resolve([places[1], places[2]]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`the server ended: ${said}`)));
  });
  return new Server(child, data, origin, workers);
}
