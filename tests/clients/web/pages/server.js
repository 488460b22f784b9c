// A server of its own for a test of pages, with a data folder that goes with it, and games that have been played on it.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { kLimit, kStartLimit, within } from "./limit.js";
import { Program } from "./program.js";

const kRoot = fileURLToPath(new URL("../../../../", import.meta.url));
const kBuild = resolve(kRoot, process.env.RENSA_BUILD ?? "build/release");
const kPlaces = /(http:\/\/[\d.]+:\d+)\/ +workers on ([\d.]+:\d+)/;

export class Server {
  /** @param {string} data   its folder @param {Running} running */
  constructor(data, { program, origin, workers }) {
    this.data = data;
    this.program_ = program;
    this.origin = origin;
    /** The address for workers over TCP. */
    this.workers = workers;
    /** @type {Program[]} */
    this.guests_ = [];
  }

  /** Ends the server as a crash does. Its workers stay. */
  async kill() {
    this.program_.kill("SIGKILL");
    if (!this.program_.hasEnded) await this.program_.ended;
  }

  /** Starts the server again after kill(), with the same data. It has other ports then.
   * @param {...string} options */
  async startAgain(...options) {
    const { program, origin, workers } = await runServer(this.data, options);
    this.program_ = program;
    this.origin = origin;
    this.workers = workers;
  }

  /** Describes the server and its workers, for a test that waits in vain. */
  describe() {
    return [this.program_, ...this.guests_].map((program) => program.describe()).join("\n");
  }

  /** @param {string} path @returns {Promise<any>} what the API says */
  async json(path) {
    const answer = await within(fetch(this.origin + path), kLimit, () => `no answer for ${path}:\n${this.describe()}`);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  }

  /** Waits until the condition holds. @param {() => Promise<boolean>} holds */
  async until(holds) {
    for (const begun = performance.now(); performance.now() - begun < kLimit; ) {
      if (await holds()) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`after ${kLimit / 1000} s this does not hold: ${holds}\n${this.describe()}`);
  }

  /** A worker that stays until the server is stopped, or has played what it was to.
   * @param {string} name @param {...string} options @returns {Program} */
  invite(name, ...options) {
    const fixed = ["--server", `unix:${socketIn(this.data)}`, "--name", name, "--quiet"];
    const guest = new Program(join(kBuild, "bin/rensa-worker"), [...fixed, ...options]);
    this.guests_.push(guest);
    return guest;
  }

  /** Lets two players play a match to its end. @param {[string, string]} players @param {number} games */
  async play(players, games) {
    const options = ["--clock", "virtual", "--matches", "1", "--games", String(games), "--seed", "1"];
    const both = players.map((player, i) => this.invite(`${player}-${i + 1}`, "--player", player, ...options));
    await within(Promise.all(both.map(({ ended }) => ended)), kLimit, () => `no end of a match:\n${this.describe()}`);
  }

  /** A token that may hold tournaments. @returns {Promise<string>} */
  async administrator() {
    const options = ["token", "create", "--name", "boss", "--administrator", "--data", this.data];
    const { stdout } = await promisify(execFile)(join(kBuild, "bin/rensa-server"), options);
    return stdout.trim();
  }

  /** Asks the API with a token. @param {string} token @param {string} path @param {{method?: string, body?: object}} [how]
   * @returns {Promise<any>} */
  async ask(token, path, { method = "GET", body } = {}) {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(this.origin + path, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  /** A token without a role. @param {string} name @returns {Promise<string>} */
  async token(name) {
    const options = ["token", "create", "--name", name, "--data", this.data];
    const { stdout } = await promisify(execFile)(join(kBuild, "bin/rensa-server"), options);
    return stdout.trim();
  }

  /** A token that may hold the tournaments with these ids. @param {string} administrator   its token
   * @param {string} name @param {string} tournaments @returns {Promise<string>} */
  async organiser(administrator, name, tournaments) {
    const token = await this.token(name);
    const { accounts } = await this.ask(administrator, "/api/v1/accounts");
    const { account } = accounts.find((/** @type {{name: string}} */ one) => one.name === name);
    const query = new URLSearchParams({ role: "organiser", tournaments });
    await this.ask(administrator, `/api/v1/accounts/${account}/role?${query}`, { method: "POST" });
    return token;
  }

  async stop() {
    for (const guest of this.guests_) guest.kill("SIGKILL");
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}

/** The socket for workers, whose address stays when the server is started again. @param {string} data */
const socketIn = (data) => join(data, "workers");

/** @typedef {{program: Program, origin: string, workers: string}} Running */

/** @param {string} data @param {string[]} options @returns {Promise<Running>} */
async function runServer(data, options) {
  const fixed = ["--web-port", "0", "--worker-port", "0", "--worker-socket", socketIn(data), "--data", data,
    "--web-root", join(kRoot, "clients/web")];
  const program = new Program(join(kBuild, "bin/rensa-server"), [...fixed, ...options]);
  try {
    const [, origin, workers] = await program.answer(kPlaces, kStartLimit);
    return { program, origin, workers };
  } catch (error) {
    program.kill("SIGKILL");
    throw error;
  }
}

/** @param {...string} options @returns {Promise<Server>} */
export async function startServer(...options) {
  const data = await newDataFolder();
  return new Server(data, await runServer(data, options));
}

/** Starts a server that has the data of another one. @param {string} archive   of its data folder, a .tar.gz
 * @returns {Promise<Server>} */
export async function startServerOn(archive) {
  const data = await newDataFolder();
  await promisify(execFile)("tar", ["-xzf", archive, "-C", data]);
  return new Server(data, await runServer(data, []));
}

const newDataFolder = () => mkdtemp(join(tmpdir(), "rensa-pages-"));
