import assert from "node:assert/strict";
import { test } from "node:test";

import { Subscriptions } from "../../../../../clients/web/tv/subscriptions.js";

/** @typedef {import("../../../../../clients/web/tv/subscriptions.js").Subscription} Subscription */

/** @param {...[string, Subscription]} entries */
const wanted = (...entries) => new Map(entries);

test("a match that becomes large is asked for anew, with all its frames", () => {
  const subscriptions = new Subscriptions();
  subscriptions.change(wanted(["1", "SUBSCRIPTION_FRAMES"], ["2", "SUBSCRIPTION_EVENTS"]));
  assert.deepEqual(subscriptions.change(wanted(["2", "SUBSCRIPTION_FRAMES"])), [
    { unwatch: { match: "1" } }, { unwatch: { match: "2" } },
    { watch: { match: "2", subscription: "SUBSCRIPTION_FRAMES", comments: true } },
  ]);
});

test("matches that stay are not asked for again, except on another connection", () => {
  const subscriptions = new Subscriptions();
  const matches = wanted(["1", "SUBSCRIPTION_EVENTS"]);
  const first = subscriptions.change(matches);
  assert.deepEqual(first, [{ watch: { match: "1", subscription: "SUBSCRIPTION_EVENTS", comments: false } }]);
  assert.deepEqual(subscriptions.change(matches), []);
  subscriptions.forget();
  assert.deepEqual(subscriptions.change(matches), first);
});
