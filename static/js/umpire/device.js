// What this tablet is known by. It survives a lost cookie, so that whoever opens the table's code again is not taken for
// a second tablet.

import { read, write } from "./store.js";

const KEY = "turntable.device";

/**
 * Its own name if it has one, otherwise the one that the server gave it with this page.
 * @param {string} given
 */
export function nameOfDevice(given) {
  const own = read(KEY, "");
  if (/^[0-9a-f]{32}$/.test(own)) return own;
  write(KEY, given);
  return given;
}
