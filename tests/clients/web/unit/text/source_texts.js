// Which texts the source of the client asks for.

import { readdirSync, readFileSync } from "node:fs";

export const kClient = new URL("../../../../../clients/web/", import.meta.url);

/** All files of the client but its texts. @returns {{path: string, source: string}[]} */
export function clientFiles() {
  return filesBelow("").filter(({ path }) => !/^text\/(\w+_)?texts\.js$/.test(path));
}

/** @param {string} folder @returns {{path: string, source: string}[]} */
function filesBelow(folder) {
  return readdirSync(new URL(folder, kClient), { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    if (entry.isDirectory()) return filesBelow(`${path}/`);
    return /\.(js|html)$/.test(path) ? [{ path, source: readFileSync(new URL(path, kClient), "utf8") }] : [];
  });
}

/**
 * The keys that are written out: t("..."), data-text="..." and the like, and dataset entries made in code.
 * @param {string} source
 */
export function writtenKeys(source) {
  const patterns = [/\bt\(\s*"([\w.]+)"/g, /\bdata-text(?:-label|-title)?="([\w.]+)"/g];
  return patterns.flatMap((pattern) => [...source.matchAll(pattern)].map((match) => match[1]));
}

/** The beginnings of keys that are built: `cause.${...}` has "cause.". @param {string} source */
export function builtPrefixes(source) {
  return [...source.matchAll(/(?:\b(?:t|isTextKey)\(\s*|\bkey = )`([\w.]+)\$\{/g)].map((match) => match[1]);
}
