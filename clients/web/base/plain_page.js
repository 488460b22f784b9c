// Starts a page that has nothing but texts.

import { startPage } from "./start_page.js";

startPage();
