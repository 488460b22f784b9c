// Makes the npm package: `node clients/bindings/js/pack.js FOLDER` writes FOLDER/rensa-VERSION.tgz. The package has the
// modules of this folder and those of the page that they import, in the same places relative to each other.

import { execFileSync } from "node:child_process";
import {
  chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const kHere = dirname(fileURLToPath(import.meta.url));
const kClients = resolve(kHere, "../..");
const kRoot = resolve(kClients, "..");
/** Files that no module imports. */
const kOthers = ["index.d.ts", "example_bot.js", "../../web/rules/engine.wasm"];
const kImport = /^(?:import|export)\s[^;]*?from\s+"(\.[^"]+)";/gm;

/** @param {string[]} begin   modules @returns {string[]} these modules, and all that they import */
export function withImports(begin) {
  const found = new Set(begin);
  for (const module of found) {
    for (const [, name] of readFileSync(module, "utf8").matchAll(kImport)) found.add(resolve(dirname(module), name));
  }
  return [...found];
}

/** The version of the whole project. */
function version() {
  const [, number] = /^project\(rensa VERSION (\S+)/m.exec(readFileSync(join(kRoot, "CMakeLists.txt"), "utf8")) ?? [];
  if (!number) throw new Error("CMakeLists.txt names no version");
  return number;
}

/** @returns {string[]} paths in the package, and relative to `clients` */
export function filesOfPackage() {
  const modules = withImports([join(kHere, "node.js"), join(kHere, "browser.js")]);
  return [...modules, ...kOthers.map((name) => resolve(kHere, name))].map((file) => relative(kClients, file));
}

/** Puts the package together. @param {string} folder */
export function writePackage(folder) {
  for (const name of filesOfPackage()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    copyFileSync(join(kClients, name), join(folder, name));
    chmodSync(join(folder, name), 0o644); // the module of the engine is executable in the checkout
  }
  const description = JSON.parse(readFileSync(join(kHere, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...description, version: version() }, null, 2) + "\n");
  copyFileSync(join(kHere, "README.md"), join(folder, "README.md"));
  copyFileSync(join(kRoot, "LICENSE"), join(folder, "LICENSE"));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  if (process.argv.length !== 3) {
    console.error("usage: node clients/bindings/js/pack.js FOLDER");
    process.exit(2);
  }
  const into = resolve(process.argv[2]);
  const folder = mkdtempSync(join(tmpdir(), "rensa-package-"));
  try {
    writePackage(folder);
    mkdirSync(into, { recursive: true });
    const options = ["pack", "--silent", "--pack-destination", into];
    console.log(join(into, execFileSync("npm", options, { cwd: folder, encoding: "utf8" }).trim()));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
