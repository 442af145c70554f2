// While nothing can be sent, for want of the network or of a code that works: each hand as a short line that paper or
// another tablet can carry.

import * as carry from "../carry.js";
import { h } from "../dom.js";

/**
 * Beside the words that the code has stopped working nothing speaks of the network.
 * @param {App} app
 */
export function carryLines(app) {
  const lines = app.hands.rows
    .filter((row) => row.item?.verb === "record" && !row.gone)
    .map((row) => carried(app, row))
    .filter(Boolean);
  if (!lines.length) return null;
  return h(
    "details",
    { class: "carry", "data-key": "carry" },
    h("summary", {}, app.outbox.signedOut ? "Or write it down" : "No network for a while? Write it down"),
    h(
      "p",
      {},
      "Write this line down. The organiser can type it in, or another tablet at this table. If it’s sent as well, it still counts once.",
    ),
    lines.map((line) => h("p", { class: "carry-code" }, line)),
  );
}

/**
 * Null if somebody in it does not sit here any more.
 * @param {App} app @param {Row} row
 */
function carried(app, { number, out, held, last_card }) {
  const seat = (/** @type {Entry | string} */ entry) => app.table.find(entry)?.seat;
  const points = Object.entries(held).map(([entry, cards]) => [seat(entry), app.table.points(cards)]);
  const gone = [...points.map(([at]) => at), ...(out === null ? [] : [seat(out)])].includes(undefined);
  return gone
    ? null
    : carry.write({
        number,
        out: out === null ? null : (seat(out) ?? null),
        points: Object.fromEntries(points),
        last: last_card,
      });
}
