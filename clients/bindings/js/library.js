// Makes all exports of the package, for Node and for browsers.

import { kColumns, kRows } from "../../web/draw/grid.js";
import { IllegalPlacement, PlayError, RensaError } from "./errors.js";
import { defineField } from "./fields.js";
import { columnsOf, kPlacements } from "./placements.js";
import { definePlay } from "./play.js";

/** @import {Platform} from "./play.js" */

/** @param {Omit<Platform, "field">} platform */
export function makeLibrary(platform) {
  const Field = defineField(platform.engine);
  const play = definePlay({ ...platform, field: Field });
  return { columnsOf, Field, IllegalPlacement, kColumns, kPlacements, kRows, play, PlayError, RensaError };
}
