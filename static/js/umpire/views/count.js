// Counting a hand: who went out, on what, then what everybody else holds.

import { button, cannot, h, icon, seat } from "../dom.js";
import { askDelete } from "./dialogs.js";
import { faces, keypad } from "./held-cards.js";
import { drawsFirst, lastCard } from "./last-card.js";

/** @param {App} app */
export function countView(app) {
  const { draft } = app;
  if (!draft.isDecided)
    return h("div", { class: "count is-asking" }, h("section", { class: "count-work" }, whoWentOut(app)));
  return h(
    "div",
    { class: "count" },
    h(
      "ol",
      { class: "count-seats", "data-scrolls": "seats", "aria-label": "Who holds what" },
      draft.count.players.map((entry) => seatLine(app, entry)),
    ),
    h("section", { class: "count-work", "data-scrolls": "work" }, work(app)),
  );
}

/** @param {App} app @param {Entry} entry */
function seatLine(app, entry) {
  const { draft } = app;
  const player = app.table.player(entry);
  const out = entry === draft.count.out;
  const at = entry === draft.count.at;
  const said = out
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
        "aria-label": out ? `${player.name} went out. Tap if it was somebody else` : null,
        onclick: () => (out ? draft.askWhoWentOut() : draft.turnTo(entry)),
      },
      seat(player.seat),
      h(
        "span",
        { class: "count-who" },
        h("bdi", { class: "name" }, player.name),
        h("bdi", { class: "group" }, player.group),
      ),
      h("strong", { class: "count-points" }, points === null ? "–" : String(points)),
      h("span", { class: "count-said" }, icon(at ? "arrow" : out || draft.isCounted(entry) ? "tick" : "chair"), said),
      h("span", { class: "count-all" }, inAll(app, entry, points)),
    ),
  );
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

/** @param {App} app */
function whoWentOut(app) {
  const { draft } = app;
  return [
    h("h1", { tabindex: -1 }, "Who went out?"),
    h(
      "div",
      { class: "choose-out" },
      draft.count.players.map((entry) =>
        button(
          [seat(app.table.player(entry).seat), h("bdi", {}, app.table.player(entry).name)],
          () => draft.wentOut(entry),
          {
            class: "button button-seat",
            key: `out-${entry}`,
          },
        ),
      ),
    ),
    button(["Nobody: the bell stopped it", icon("arrow")], () => draft.wentOut(null), { key: "nobody" }),
    draft.isNew
      ? button("Not yet: go on playing", () => draft.leave(), { class: "button button-quiet", key: "leave" })
      : null,
  ];
}

/** @param {App} app */
function work(app) {
  const { draft } = app;
  const entry = draft.count.at;
  if (entry === null) return [];
  const name = h("bdi", {}, app.table.spoken(app.table.player(entry)));
  return [
    h(
      "h1",
      { tabindex: -1 },
      draft.isNew
        ? "What does "
        : `${draft.count.playoff ? "Play-off" : `Hand ${app.hands.numberOf(draft.count)}`}: what does `,
      name,
      " hold?",
    ),
    app.screen.message
      ? h(
          "button",
          { type: "button", class: "said", role: "alert", "data-key": "said", onclick: () => app.screen.hush() },
          icon("look"),
          app.screen.message,
        )
      : null,
    drawsFirst(app) ?? lastCard(app),
    draft.count.typing ? keypad(app, entry) : faces(app, entry),
    steps(app, entry),
  ];
}

/** @param {App} app @param {Entry} entry */
function steps(app, entry) {
  const { draft } = app;
  const { next } = draft;
  const impossible = app.table.whyImpossible();
  const go = (/** @type {Child} */ words) =>
    button([words, icon("arrow")], () => app.commands.goOn(), { class: "button button-primary", key: "go" });
  return h(
    "div",
    { class: "steps" },
    button(draft.count.typing ? "Tap cards" : "Type a total", () => draft.type(!draft.count.typing), {
      class: "button",
      key: "type",
    }),
    impossible
      ? cannot("Not yet", impossible)
      : !draft.isCounted(entry)
        ? cannot(
            next === null || next === entry ? saves(app) : "Count the next",
            draft.count.typing ? "Type what the cards count." : "Tap what is held.",
          )
        : draft.missing.length
          ? go(
              h(
                "span",
                {},
                "Count ",
                h("bdi", {}, app.table.short(app.table.player(/** @type {Entry} */ (next)))),
                " next",
              ),
            )
          : go(saves(app)),
    button("Leave it for now", () => app.screen.show("play"), { class: "button button-quiet", key: "aside" }),
    draft.isNew
      ? null
      : button("Delete this hand", () => askDelete(app), { class: "button button-quiet", key: "delete" }),
  );
}

/** @param {App} app */
function saves({ draft, hands }) {
  if (!draft.isNew) return "Save the change";
  return draft.count.playoff ? "Save the play-off hand" : `Save hand ${hands.numberOf(draft.count)}`;
}
