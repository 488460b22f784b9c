// The npm package, as others install it: into an empty folder, from its file alone.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { withImports } from "../../../../clients/bindings/js/pack.js";
import { startServer } from "../../web/pages/server.js";

const kHere = fileURLToPath(new URL(".", import.meta.url));
const kRoot = fileURLToPath(new URL("../../../../", import.meta.url));

/** @type {string} */
let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "rensa-js-"));
  const archive = run("node", [join(kRoot, "clients/bindings/js/pack.js"), folder], kRoot).trim();
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", archive]);
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** @param {string} program @param {string[]} options @param {string} [cwd] */
function run(program, options, cwd = folder) {
  return execFileSync(program, options, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

test("an empty folder needs nothing else", () => {
  assert.deepEqual(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith(".")), ["rensa"]);
  const code = 'import { Field } from "rensa"; console.log(new Field("RRRR..").simulate().chain.links)';
  assert.equal(run("node", ["--input-type=module", "--eval", code]), "1\n");
});

test("the package has the version and the licence of the project, and no copies stand in the checkout", () => {
  const { version, license } = JSON.parse(readFileSync(join(folder, "node_modules/rensa/package.json"), "utf8"));
  const project = readFileSync(join(kRoot, "CMakeLists.txt"), "utf8");
  assert.match(project, new RegExp(`^project\\(rensa VERSION ${version} `, "m"));
  assert.equal(license, "MIT");
  assert.ok(existsSync(join(folder, "node_modules/rensa/LICENSE")));
  for (const file of ["net/wire.js", "rules/engine.js", "rules/engine.wasm", "rules/message_codec.js"]) {
    const packed = readFileSync(join(folder, "node_modules/rensa/web", file));
    assert.ok(packed.equals(readFileSync(join(kRoot, "clients/web", file))), file);
  }
  assert.deepEqual(readdirSync(join(kRoot, "clients/bindings/js")).filter((name) => name.endsWith(".wasm")), []);
});

test("no file of the package is executable, and pack.js runs by a link, too", () => {
  const packed = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  const files = run("tar", ["-tvf", packed[0]]).trim().split("\n");
  assert.deepEqual(files.filter((line) => !line.startsWith("-rw-r--r--")), []);
  symlinkSync(kRoot, join(folder, "link"));
  const again = join(folder, "again");
  assert.match(run("node", [join(folder, "link/clients/bindings/js/pack.js"), again]), /\.tgz\n$/);
  assert.deepEqual(readdirSync(again), packed);
});

test("the modules for browsers use nothing of Node", () => {
  for (const module of withImports([join(kRoot, "clients/bindings/js/browser.js")])) {
    assert.doesNotMatch(readFileSync(module, "utf8"), /node:|\bprocess\.|\bBuffer\b/, module);
  }
});

test("the types suit strict programs, and refuse wrong ones", () => {
  const right = `import { play, Field, type View, type Summary } from "rensa";
    const bot = (view: View): number => view.own.field.place(view.own.pairs[0], view.placements[0]).chain.links;
    const summary: Summary = await play({ server: "127.0.0.1:1", clock: "turns", charge: 3 }, bot);
    const stop = new AbortController();
    export const slow = play({ signal: stop.signal }, async ({ placements }, signal) => {
      await fetch("https://bots.example/choose", { signal });
      return placements[0];
    });
    const letters: string = new Field("R.....").at(1, summary.won);
    export { letters };`;
  writeFileSync(join(folder, "right.ts"), right);
  const wrong = ['play({ clock: "sundial" }, () => 1)', 'play({}, () => "left")', 'new Field("R").at("a", 1)',
    "new Field().cells = new Uint8Array()"];
  writeFileSync(join(folder, "wrong.ts"), ['import { play, Field } from "rensa";', ...wrong].join(";\n"));
  const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom"];
  const compiler = join(kHere, "node_modules/.bin/tsc");
  for (const resolution of [["--module", "node16"], ["--module", "es2022", "--moduleResolution", "bundler"]]) {
    run(compiler, [...options, ...resolution, "right.ts"]);
    assert.throws(() => run(compiler, [...options, ...resolution, "wrong.ts"]), (/** @type {any} */ { stdout }) => {
      const lines = [...stdout.matchAll(/wrong\.ts\((\d+),/g)].map(([, line]) => Number(line));
      assert.deepEqual(lines, [2, 3, 4, 5], stdout);
      return true;
    });
  }
});

test("the types need neither those of browsers nor those of Node", () => {
  const code = `import { play, type StopSignal } from "rensa";
    declare const signal: StopSignal;
    export const summary = await play({ signal }, (view, stop) => (stop.aborted ? 0 : view.placements[0]));`;
  writeFileSync(join(folder, "plain.ts"), code);
  run(join(kHere, "node_modules/.bin/tsc"), ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022",
    "--module", "node16", "plain.ts"]);
});

test("what the types declare is what the package exports", () => {
  const types = readFileSync(join(kRoot, "clients/bindings/js/index.d.ts"), "utf8");
  const declared = [...types.matchAll(/^export (?:const|class|function) (\w+)/gm)].map(([, name]) => name).sort();
  const code = 'import * as all from "rensa"; console.log(JSON.stringify(Object.keys(all)))';
  assert.deepEqual(JSON.parse(run("node", ["--input-type=module", "--eval", code])).sort(), declared);
});

test("the installed package plays by WebSocket with the package ws", async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  server.invite("other", "--player", "random", "--seed", "1");
  mkdirSync(join(folder, "node_modules/ws"));
  cpSync(join(kHere, "node_modules/ws"), join(folder, "node_modules/ws"), { recursive: true });
  const url = `${server.origin.replace("http", "ws")}/ws`;
  const code = `import { play } from "rensa";
    delete globalThis.WebSocket; // newer versions of Node have one
    const { matches } = await play({ server: "${url}", matches: 1 }, ({ placements }) => placements[0]);
    console.log(matches);`;
  assert.equal(run("node", ["--input-type=module", "--eval", code]), "1\n");
});
