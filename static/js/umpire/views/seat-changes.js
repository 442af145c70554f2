// Who sits here has changed since the umpire last looked: told in words until they have read it, with the ticks of those
// who came.

import { button, h, icon } from "../dom.js";
import { called } from "../names.js";

/**
 * What the umpire has not read yet: whoever ticks a newcomer has read of them.
 * @param {App} app
 */
export function unreadChanges({ outbox, table }) {
  const { state } = table;
  const read = outbox.items.some((item) => item.verb === "seats" && item.body.round === state.round);
  return read ? [] : (state.seat_changes ?? []).filter(({ entry }) => !table.pending("sit", entry)?.here);
}

/** @param {App} app */
export function seatChanges(app) {
  const changes = unreadChanges(app);
  if (!changes.length) return null;
  return h(
    "div",
    { class: "trouble seat-changes", role: "status" },
    h(
      "ul",
      {},
      changes.map((change) => h("li", {}, icon("chair"), h("span", {}, change.said))),
    ),
    h(
      "div",
      { class: "line" },
      app.screen.view === "sit" ? null : [ticks(app), asksForDealer(app) ? chooseDealer(app) : null],
      button("OK", () => app.commands.sawSeats(), {
        class: "button button-small",
        key: "saw-seats",
        "aria-label": "OK, I’ve seen who sits here",
      }),
    ),
  );
}

/**
 * Only whoever came is ticked: the others were.
 * @param {App} app
 */
function ticks(app) {
  const came = new Set(unreadChanges(app).map(({ entry }) => entry));
  return app.table.unticked
    .filter((player) => came.has(player.entry))
    .map((player) =>
      button(
        [icon("tick"), h("span", {}, h("bdi", {}, called(player)), " is here")],
        () => app.commands.do("sit", { entry: player.entry, here: true }),
        { class: "button button-small", key: `came-${player.entry}` },
      ),
    );
}

/**
 * Whether whoever was to deal first left, and nobody has been chosen since.
 * @param {App} app
 */
export const asksForDealer = ({ hands, table }) => table.dealerLeft && table.firstDealer === null && !hands.rows.length;

/** @param {App} app */
export const chooseDealer = (app) =>
  button([icon("drawn"), "Choose who deals first"], () => app.screen.show("sit"), {
    class: "button button-small",
    key: "choose-dealer",
  });
