import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, partOf } from "../../../../../clients/web/train/link_card.js";

test("an address of a problem leads back to it", () => {
  const url = "http://ips.karou.jp/simu/pn.html?_o1q1__u03";
  assert.equal(addressOf(url), "/train?p=_o1q1__u03");
  assert.equal(partOf(`http://127.0.0.1${addressOf(url)}`), "_o1q1__u03");
  assert.equal(partOf(url), "_o1q1__u03");
  assert.equal(partOf("_o1q1__u03"), "_o1q1__u03");
});

test("whatever stands there goes through an address unharmed", () => {
  const strange = "~1.2&p=<b>%_o1__u03";
  assert.equal(partOf(addressOf(`http://ips.karou.jp/simu/pn.html?${strange}`)), strange);
});

test("links to other sites are told apart from those that lead to problems", () => {
  const foreign = ["http://www.puyop.com/s/420Aa9r9hj", "www.puyop.com/s/420Aa9r9hj", "javascript:alert(1)",
    "https://example.org/watch?v=abc", "https://example.org/?p=_o1q1__u03"];
  for (const link of foreign) assert.equal(partOf(link), null, link);
  assert.equal(partOf("https://ishikawapuyo.net/simu/pe.html?_o1q1__u03"), "_o1q1__u03");
  assert.equal(partOf("?p=_o1q1__u03"), "_o1q1__u03");
  assert.equal(partOf("?_o1q1__u03"), "_o1q1__u03");
});
