import { readFileSync } from "node:fs";
import { makeEngine } from "../../../../../clients/web/rules/engine.js";

// The engine of the page, from its file.

const compiled = WebAssembly.compile(readFileSync(new URL("../../../../../clients/web/rules/engine.wasm", import.meta.url)));

export const newEngine = async () => makeEngine(await compiled);
