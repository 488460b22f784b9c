import assert from "node:assert/strict";
import { test } from "node:test";

import { remarkText } from "../../../../../clients/web/watch/remarks.js";

test("the remarks of our players are said in people's words", () => {
  for (const [remark, words] of [
    ["fires 12 links for 52700 points and expects 3 garbage back", "Here comes a 12-chain!"],
    ["fires 1 link for 40 points", "Here comes a 1-chain!"],
    ["answers 219 garbage with 9 links", "My answer: a 9-chain."],
    ["harasses with 2 links for 6 garbage", "A quick jab: 6 garbage."],
    ["builds on under 12 garbage", "I take the 12, and build on."],
    ["builds towards 52700 points", "I am building."], ["builds", "I am building."],
    ["builds on what stands", "I am building."],
    ["follows a form", "By the book."], ["fires, or gets ready to", "I am ready to fire."],
    ["answers what is on its way", "I can answer that."], ["races for the first attack", "Who strikes first?"],
  ]) assert.equal(remarkText(remark), words);
});

test("what other players say stays as it is", () => {
  for (const words of ["hello", "fires 12 links for fun", "<b>builds</b>"]) assert.equal(remarkText(words), words);
});
