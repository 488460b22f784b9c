// The documents say what is so: their commands and examples run as they stand there.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const kRoot = fileURLToPath(new URL("../../../../", import.meta.url));
const kBuild = resolve(kRoot, process.env.RENSA_BUILD ?? "build/release");
const kBots = readFileSync(join(kRoot, "docs/bots.md"), "utf8");
const kReference = readFileSync(join(kRoot, "docs/javascript.md"), "utf8");

/** @param {string} text @param {string} language */
const blocks = (text, language) =>
  [...text.matchAll(new RegExp("^```" + language + "\n([^]*?)^```$", "gm"))].map(([, block]) => block);

test("the guide leads from nothing to a finished tournament", (t) => {
  const home = mkdtempSync(join(tmpdir(), "rensa-guide-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const commands = blocks(kBots, "sh");
  assert.equal(commands.length, 2);
  // Not every machine lets programs be isolated; that has tests of its own.
  const script = commands.join("").replace("tournament run", "tournament run --exec-isolation none --quiet");
  const env = { ...process.env, HOME: home, PATH: join(kBuild, "bin") + delimiter + process.env.PATH,
    npm_config_offline: "true", npm_config_audit: "false" };
  const printed = execFileSync("bash", ["-euo", "pipefail", "-c", script], { cwd: kRoot, env, encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"] });
  assert.match(printed, /4 games, over/);
  const [, games] = /^ +\d mine +\S+ +(\d+) /m.exec(printed) ?? [];
  assert.equal(games, "4", printed);
});

test("the guide shows the example bot as it is", () => {
  const bot = readFileSync(join(kRoot, "clients/bindings/js/example_bot.js"), "utf8");
  assert.ok(blocks(kBots, "js").includes(bot), "docs/bots.md and clients/bindings/js/example_bot.js differ");
});

test("examples of the reference print what it says", () => {
  const [, code, wanted] = /^```js\n([^]*?)^```\nIt prints:\n```\n([^]*?)^```$/m.exec(kReference) ?? [];
  const library = JSON.stringify(new URL("../../../../clients/bindings/js/node.js", import.meta.url).href);
  const script = code.replace('"rensa"', library);
  assert.equal(execFileSync("node", ["--input-type=module", "--eval", script], { encoding: "utf8" }), wanted);
});

test("the reference names all options and functions", () => {
  const types = readFileSync(join(kRoot, "clients/bindings/js/index.d.ts"), "utf8");
  const [, options] = /interface PlayOptions {([^]*?)^}/m.exec(types) ?? [];
  const names = [...options.matchAll(/^ {2}(\w+)\?/gm)].map(([, name]) => name);
  assert.ok(names.length > 10);
  const [, field] = /export class Field {([^]*?)^}/m.exec(types) ?? [];
  const functions = [...field.matchAll(/^ {2}(?:static |get )?(\w+)\(/gm)].map(([, name]) => name);
  assert.ok(functions.length > 10);
  for (const name of [...names, ...functions]) {
    if (name !== "constructor") assert.match(kReference, new RegExp(`\\b${name}\\b`), name);
  }
});
