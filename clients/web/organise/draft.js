// What the person has given in the form of a new tournament. It outlives a change of the language, and a reload. No other
// account finds it.

import { BrowserStore, objectOrEmpty } from "../base/browser_store.js";
import { kNewPlan } from "./plan.js";

/** @import {PlanFields} from "./plan.js" */

const kDraftKey = "rensa.organise_draft";

export class Draft {
  /** @param {() => Storage} storage   throws if the browser forbids storage */
  constructor(storage) {
    this.store_ = new BrowserStore(storage);
    const { owner, fields, json, key } = objectOrEmpty(this.store_.readJson(kDraftKey));
    /** The name of the account; "": none has begun it. */
    this.owner_ = typeof owner === "string" ? owner : "";
    this.fields = planFieldsOf(fields);
    /** The plan, if it was written by hand. @type {?string} */
    this.json = typeof json === "string" ? json : null;
    /** Names the request that creates the tournament, so that the server knows it when it comes again. */
    this.key = typeof key === "string" && key !== "" ? key : newKey();
  }

  /** Begins anew, unless this account has begun the draft. @param {string} account   its name */
  useFor(account) {
    if (this.owner_ !== account) this.clear();
    this.owner_ = account;
  }

  /** Gives the next request a key of its own. */
  renewKey() {
    this.key = newKey();
    this.save();
  }

  save() {
    const { fields, json, key } = this;
    this.store_.write(kDraftKey, JSON.stringify({ owner: this.owner_, fields, json, key }));
  }

  /** Begins anew, since the tournament was created or the person has signed out. */
  clear() {
    this.owner_ = "";
    Object.assign(this.fields, planFieldsOf(null));
    this.json = null;
    this.key = newKey();
    this.store_.write(kDraftKey, "");
  }
}

function newKey() {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns the fields of a new plan with those of the given ones that can be fields.
 * @param {unknown} given @returns {PlanFields} */
export function planFieldsOf(given) {
  const stored = objectOrEmpty(given);
  /** @type {Record<string, unknown>} */
  const fields = { ...kNewPlan, builtIn: [...kNewPlan.builtIn] };
  for (const name of Object.keys(kNewPlan)) {
    if (name !== "builtIn" && typeof stored[name] === "string") fields[name] = stored[name];
  }
  if (Array.isArray(stored.builtIn)) fields.builtIn = stored.builtIn.filter((one) => typeof one === "string");
  return /** @type {PlanFields} */ (fields);
}
