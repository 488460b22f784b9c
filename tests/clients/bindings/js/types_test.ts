// The modules have the types that index.d.ts declares. The compiler alone reads this file.

import * as browser from "../../../../clients/bindings/js/browser.js";
import * as node from "../../../../clients/bindings/js/node.js";
import type * as declared from "rensa";

export const libraries: (typeof declared)[] = [browser, node];
