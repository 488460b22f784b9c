// The plan of a new tournament, made of the fields of the form. docs/tournaments.md describes plans.

/** @import {TextKey} from "../text/translation.js" */

/** @typedef {"round-robin"|"swiss"|"knock-out"|"double-knock-out"|"groups"|"gauntlet"|"ladder"} Format */
/** @type {readonly Format[]} */
export const kFormats = ["round-robin", "swiss", "knock-out", "double-knock-out", "groups", "gauntlet", "ladder"];

/** @typedef {"virtual"|"real"} Clock */
/** When the first game begins: when the organiser starts it, at once, or at a time.
 * @typedef {"later"|"now"|"time"} Start */

/**
 * The fields of the form. Numbers are texts as they were typed; an empty one leaves the choice to the server.
 * @typedef {object} PlanFields
 * @property {string} name
 * @property {string} id           of the tournament, which is no part of its plan
 * @property {string[]} builtIn    players of the computer
 * @property {string} guests       a name a line
 * @property {Format} format
 * @property {string} pairs        of games of each pairing
 * @property {string} rounds       of a Swiss or a ladder
 * @property {string} bestOf       games of a match of a knock-out
 * @property {Clock} clock
 * @property {Start} start
 * @property {string} time         local, as a browser writes it: "2026-12-24T18:00"
 * @property {string} delay        seconds
 * @property {string} jobs         games at a time
 */
/** The part of the form that an error is about; "plan": its text in JSON.
 * @typedef {"name"|"id"|"players"|"format"|"pairs"|"rounds"|"bestOf"|"clock"|"start"|"delay"|"jobs"|"plan"} FieldName */

/** @type {PlanFields} */
export const kNewPlan = {
  name: "", id: "", builtIn: [], guests: "", format: "round-robin", pairs: "5", rounds: "5", bestOf: "3", clock: "virtual",
  start: "later", time: "", delay: "", jobs: "1",
};

/** @param {Format} format */
export const hasRounds = (format) => format === "swiss" || format === "ladder";
/** @param {Format} format */
export const hasMatches = (format) => format === "knock-out" || format === "double-knock-out";

/** Returns the names of the guests, without empty lines. @param {string} text */
export const guestsIn = (text) => text.split("\n").map((line) => line.trim()).filter((line) => line !== "");

/** A text that is no number stays a text, which the server refuses by name. @param {string} text */
function numberOf(text) {
  const value = Number(text);
  return text.trim() !== "" && Number.isFinite(value) ? value : text;
}

/** @param {PlanFields} fields @returns {object} the plan as the server reads it */
export function planOf(fields) {
  const { name, builtIn, guests, format, pairs, rounds, bestOf, clock, start, time, delay } = fields;
  /** @type {Record<string, unknown>} */
  const plan = name.trim() === "" ? { format } : { name: name.trim(), format };
  if (hasMatches(format)) plan.best_of = numberOf(bestOf);
  else plan.pairs = numberOf(pairs);
  if (hasRounds(format)) plan.rounds = numberOf(rounds);
  plan.clock = clock;
  if (start === "time") plan.starts = utcOf(time);
  if (delay.trim() !== "") plan.spectator_delay_seconds = numberOf(delay);
  plan.players = [...builtIn, ...guestsIn(guests).map((guest) => ({ name: guest, guest: true }))];
  return plan;
}

/** Returns a local time as the server reads times, or the text itself if it is none. @param {string} local */
export function utcOf(local) {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local : date.toISOString().replace(/\.\d+Z$/, "Z");
}

/** The members of a plan that a field gives. @type {Record<string, FieldName>} */
const kFieldOfMember = {
  name: "name", players: "players", player: "players", guest: "players", format: "format", groups: "format", challengers: "format", pairs: "pairs",
  rounds: "rounds", best_of: "bestOf", clock: "clock", starts: "start", spectator_delay_seconds: "delay",
};

/**
 * Returns the field that an error of the server is about; "": it is about none of them.
 * @param {string} error   such as 'line 4: "pairs" has to be a number from 1 to 1000000'
 * @returns {FieldName|""}
 */
export function fieldOfError(error) {
  if (/\bjobs\b|\bgames at a time\b/.test(error)) return "jobs";
  if (/^id:/.test(error)) return "id";
  if (/the id \S+, and this account may not organise it/.test(error)) return "id";
  const [, member = ""] = /"(\w+)"/.exec(error) ?? [];
  if (Object.hasOwn(kFieldOfMember, member)) return kFieldOfMember[member];
  return /\bplayers?\b/.test(error) ? "players" : "";
}

/** Returns what is wrong with the time of the start; null: nothing. Times are local, as the field has them.
 * @param {PlanFields} fields @param {Date} now @returns {?TextKey} */
export function wrongStart({ start, time }, now) {
  if (start !== "time") return null;
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "organise.time_missing";
  return date < now ? "organise.time_past" : null;
}
