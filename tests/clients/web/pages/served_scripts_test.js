// The scripts that the server sends are those of clients/web, without comments.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import ts from "typescript";

import { startServer } from "./server.js";

const kFolder = new URL("../../../../clients/web/", import.meta.url);

/** @type {import("./server.js").Server} */
let server;

before(async () => {
  server = await startServer();
});
after(async () => {
  await server?.stop();
});

/** @param {string} text */
function codeOf(text) {
  const source = ts.createSourceFile("a.js", text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  return ts.createPrinter({ removeComments: true }).printFile(source);
}

test("all scripts are sent with the same code on the same lines, and without the comments before it", async () => {
  const names = readdirSync(kFolder, { recursive: true }).map(String);
  const scripts = names.filter((name) => name.endsWith(".js"));
  assert.ok(scripts.includes("play/page.js"));
  for (const name of scripts) {
    const written = readFileSync(new URL(name, kFolder), "utf8");
    const sent = await (await fetch(`${server.origin}/${name}`)).text();
    assert.equal(codeOf(sent), codeOf(written), name);
    assert.equal(sent.split("\n").length, written.split("\n").length, name);
    assert.doesNotMatch(sent, /^\s*(\/\/|\/\*)/m, name);
  }
});
