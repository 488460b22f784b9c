import assert from "node:assert/strict";
import { test } from "node:test";

import { problemAddress, problemPartOf } from "../../../../../clients/web/train/problem_links.js";

test("an address of a problem leads back to it", () => {
  const url = "http://ips.karou.jp/simu/pn.html?_o1q1__u03";
  assert.equal(problemAddress(url), "/train?p=_o1q1__u03");
  assert.equal(problemPartOf(`http://127.0.0.1${problemAddress(url)}`), "_o1q1__u03");
  assert.equal(problemPartOf(url), "_o1q1__u03");
  assert.equal(problemPartOf("_o1q1__u03"), "_o1q1__u03");
});

test("whatever stands there goes through an address unharmed", () => {
  const strange = "~1.2&p=<b>%_o1__u03";
  assert.equal(problemPartOf(problemAddress(`http://ips.karou.jp/simu/pn.html?${strange}`)), strange);
});

test("links to other sites are told apart from those that lead to problems", () => {
  const foreign = ["http://www.puyop.com/s/420Aa9r9hj", "www.puyop.com/s/420Aa9r9hj", "javascript:alert(1)",
    "https://example.org/watch?v=abc", "https://example.org/?p=_o1q1__u03"];
  for (const link of foreign) assert.equal(problemPartOf(link), null, link);
  assert.equal(problemPartOf("https://ishikawapuyo.net/simu/pe.html?_o1q1__u03"), "_o1q1__u03");
  assert.equal(problemPartOf("?p=_o1q1__u03"), "_o1q1__u03");
  assert.equal(problemPartOf("?_o1q1__u03"), "_o1q1__u03");
});
