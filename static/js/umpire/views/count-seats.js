// Who holds what, while a hand is counted: a tap turns to somebody, or to who went out.

import { h, icon, seat } from "../dom.js";
import { called, isLong, isWide, onTwoLines, widestWord } from "../names.js";

/** @param {App} app @param {Entry} entry */
export function seatLine(app, entry) {
  const { draft } = app;
  const player = app.table.player(entry);
  const out = entry === draft.count.out;
  const at = entry === draft.count.at;
  const stage = out
    ? `Out${draft.count.last ? ` on ${app.table.card(draft.count.last).name}` : ""}`
    : at
      ? "Counting"
      : draft.isCounted(entry)
        ? "Counted"
        : "To count";
  const points = out ? takes(app) : app.table.points(draft.count.held[entry]);
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: `count-seat${at ? " is-at" : ""}${out ? " is-out" : ""}`,
        "data-key": `seat-${entry}`,
        "aria-current": at ? "step" : null,
        "aria-label": out ? `${called(player)} went out. Tap if it was somebody else` : null,
        onclick: () => (out ? draft.askWhoWentOut() : draft.turnTo(entry)),
      },
      seat(player.seat),
      h(
        "span",
        { class: "count-who", "--word": widestWord(player.name) },
        wholeName(player.name),
        h("bdi", { class: "group" }, player.group),
      ),
      h("strong", { class: "count-points" }, points === null ? "–" : String(points)),
      h("span", { class: "count-said" }, icon(at ? "arrow" : out || draft.isCounted(entry) ? "tick" : "chair"), stage),
      h("span", { class: "count-all" }, inAll(app, entry, points)),
    ),
  );
}

/**
 * Two lines where there is little room, one name for those who listen.
 * @param {string} name
 */
function wholeName(name) {
  const lines = onTwoLines(name).map((line, place) => [place ? " " : "", h("span", {}, line)]);
  return h("bdi", { class: `name${isWide(name) ? " is-wide" : ""}${isLong(name) ? " is-long" : ""}` }, lines);
}

/**
 * Whoever went out scores nothing; or all that the others hold, as far as it is counted.
 * @param {App} app
 */
function takes({ draft, table }) {
  if (table.state.settings.low_wins) return 0;
  return draft.toCount.reduce((sum, entry) => sum + (table.points(draft.count.held[entry]) ?? 0), 0);
}

/**
 * The total with this hand, which is not counted in from before while it is being changed.
 * @param {App} app @param {Entry} entry @param {number | null} points
 */
function inAll(app, entry, points) {
  const { draft, hands, table } = app;
  const before = hands.seats(draft.hand).find((player) => player.entry === entry)?.points ?? 0;
  const scores =
    !draft.count.playoff && points !== null && (table.state.settings.low_wins || entry === draft.count.out);
  return scores ? `${before + points} in all` : `${before} so far`;
}
