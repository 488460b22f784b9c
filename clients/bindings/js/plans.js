// The options of play(), checked, as the plan of a session.

/** @import {PlayOptions} from "./index.js" */
/** @import {Terms} from "../../web/net/wire.js" */

/** matches: null if they go on until the bot is stopped; the texts are empty if they are missing
 * @typedef {{token: string, name: string, software: string, clientId: string, origin: string, terms: Terms,
 *   opponent: string, matches: ?number, slots: number}} Plan */

const kClocks = { real: "CLOCK_REAL", virtual: "CLOCK_VIRTUAL", turns: "CLOCK_TURNS" };
const kOrigins = ["requests", "host", "challenges"];
const kOptions = ["server", "token", "name", "software", "ruleset", "clock", "charge", "games", "origin", "opponent",
  "matches", "slots", "notice", "signal"];
const kMaxNumber = 2 ** 31 - 1;
const kTexts = /** @type {const} */ (["server", "token", "name", "software", "ruleset", "opponent"]);
const kCounts = /** @type {const} */ (["games", "matches", "slots"]);

/** Throws a TypeError if an option is wrong. @param {PlayOptions} options */
function check(options) {
  if (typeof options !== "object" || options === null) throw new TypeError("play() needs options: an object");
  const unknown = Object.keys(options).find((name) => !kOptions.includes(name));
  if (unknown !== undefined) throw new TypeError(`${unknown}: there is no such option; see ${kOptions.join(", ")}`);
  for (const name of kTexts) {
    const value = options[name] ?? "";
    if (typeof value !== "string") throw new TypeError(`${name}: it is a text, and not ${String(value)}`);
  }
  for (const name of kCounts) {
    const value = options[name] ?? 1;
    if (!isIntegerFrom(1, value)) {
      throw new TypeError(`${name}: it is a whole number from 1 on, and not ${String(value)}`);
    }
  }
  const { clock = "virtual", charge = "none", origin = "requests", notice, signal } = options;
  if (!Object.hasOwn(kClocks, clock)) throw new TypeError(`clock: there is no clock "${String(clock)}"`);
  if (!kOrigins.includes(origin)) throw new TypeError(`origin: it is one of ${kOrigins.join(", ")}, and not ${origin}`);
  if (charge !== "none" && charge !== "measured" && !isIntegerFrom(0, charge)) {
    throw new TypeError(`charge: it is "none", "measured" or a whole number of frames, and not ${String(charge)}`);
  }
  if (notice !== undefined && typeof notice !== "function") throw new TypeError("notice: it is a function of a text");
  if (signal !== undefined && typeof signal?.addEventListener !== "function") {
    throw new TypeError("signal: it is an AbortSignal");
  }
}

/** @param {number} min @param {unknown} value */
const isIntegerFrom = (min, value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= kMaxNumber;

/** @param {PlayOptions} options @param {{RENSA_SERVER?: string, RENSA_TOKEN?: string}} environment
 * @param {string} clientId @returns {{server: string, plan: Plan}} throws a TypeError if an option is wrong */
export function planOf(options, environment, clientId) {
  check(options);
  const server = options.server || environment.RENSA_SERVER;
  if (!server) throw new TypeError("server: no server is named, and RENSA_SERVER is not set");
  const token = options.token ?? (options.server ? "" : environment.RENSA_TOKEN ?? "");
  return { server, plan: { token, clientId, terms: termsOf(options), name: options.name ?? "",
    software: options.software ?? "rensa for JavaScript", origin: options.origin ?? "requests",
    opponent: options.opponent ?? "", matches: options.matches ?? null, slots: options.slots ?? 1 } };
}

/** @param {PlayOptions} options @returns {Terms} */
function termsOf({ ruleset = "tsu-1", clock = "virtual", games = 1, charge = "none" }) {
  const terms = { ruleset, clock: kClocks[clock], games };
  if (clock !== "virtual") return terms;
  return typeof charge === "number" ? { ...terms, charge: "CHARGE_FIXED", chargeFrames: charge }
    : { ...terms, charge: charge === "measured" ? "CHARGE_MEASURED" : "CHARGE_NONE" };
}
