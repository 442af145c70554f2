// Before the round: who sits where, who is here, who deals first.

import { button, cannot, either, h, icon, seat } from "../dom.js";
import { called, isLong, widestWord } from "../names.js";
import { unreadChanges } from "./seat-changes.js";

const MOST_LIKELY = 3; // how many substitutes are offered at once

/**
 * Sit down: names in seat order, a tick each, absent and substitutes.
 * @param {App} app
 */
export function sitView(app) {
  const { state } = app.table;
  const waiting = app.table.unticked.length;
  return h(
    "div",
    { class: "sit page" },
    h(
      "div",
      { class: "title" },
      h("h1", { tabindex: -1 }, either(waiting > 0, "Who is here?", "Everybody is seated")),
      h("p", { class: "lead" }, either(waiting > 0, howToTick(state), "Everybody is ticked.")),
    ),
    whereTo(app),
    saying(app),
    h(
      "ol",
      { class: "sit-seats" },
      state.seats.map((player) => sitLine(app, player)),
    ),
    h(
      "div",
      { class: "next" },
      waiting || app.table.firstDealer === null
        ? h(
            "p",
            { class: "hint" },
            [
              waiting ? `${waiting} not ticked yet.` : "",
              app.table.firstDealer === null ? "Choose who deals first." : "",
            ]
              .filter(Boolean)
              .join(" "),
          )
        : null,
      button(["Play", icon("arrow")], () => app.commands.play(), { class: "button button-primary", key: "play" }),
    ),
  );
}

/** @param {TableState} state */
function howToTick({ seats }) {
  return seats.some((player) => player.wristband)
    ? "Look at each wristband and tick it."
    : "Tick everybody who sits down.";
}

/**
 * Who sat here in the round before, and where they sit now.
 * @param {App} app
 */
function whereTo(app) {
  const before = app.screen.roundBefore;
  if (!before || !Object.keys(before.next_table).length) return null;
  return h(
    "section",
    { class: "where-to" },
    h("h2", {}, `From ${before.round_name} at this table`),
    h(
      "ul",
      {},
      before.seats
        .filter((player) => before.next_table[player.entry])
        .map((player) =>
          h(
            "li",
            {},
            h("bdi", { class: "name" }, player.name),
            h(
              "span",
              { class: "next-table" },
              "Now: table ",
              h("strong", {}, String(before.next_table[player.entry].table)),
            ),
          ),
        ),
    ),
  );
}

/** @param {App} app @param {Player} player */
function sitLine(app, player) {
  const { entry } = player;
  const sat = app.table.isTicked(player);
  const isNew = unreadChanges(app).some((change) => change.entry === entry);
  return h(
    "li",
    { class: `sit-seat${player.absent ? " is-absent" : sat ? " is-here" : ""}${isNew ? " is-new" : ""}` },
    seat(player.seat),
    h(
      "span",
      { class: "sit-who", "--word": widestWord(player.name) },
      h("bdi", { class: `name${isLong(player.name) ? " is-long" : ""}` }, player.name),
      " ",
      h("bdi", { class: "group" }, player.group),
      player.stands_for ? h("span", { class: "note" }, ", in the seat of ", h("bdi", {}, player.stands_for)) : null,
    ),
    wristband(app, player),
    player.absent
      ? h("span", { class: "state" }, icon("chair"), "Empty chair")
      : button(
          [icon(sat ? "tick" : "chair"), either(sat, "Here", "Here?")],
          () => app.commands.do("sit", { entry, here: !sat }),
          {
            class: `button${sat ? " is-on" : ""}`,
            "aria-pressed": String(sat),
            key: `sit-${entry}`,
          },
        ),
    player.absent ? null : dealerButton(app, player),
    button(player.absent ? "Back, or somebody else" : "Not here?", () => app.screen.unfold(entry), {
      class: "unfolds",
      "aria-expanded": String(app.screen.unfolded === entry),
      key: `more-${entry}`,
    }),
    app.screen.unfolded === entry ? absence(app, player) : null,
  );
}

/**
 * Where nobody wears a wristband, there is nothing to compare.
 * @param {App} app @param {Player} player
 */
function wristband(app, player) {
  if (player.wristband) return h("span", { class: "wristband" }, "Wristband ", h("strong", {}, player.wristband));
  return app.table.state.seats.some((other) => other.wristband)
    ? h("span", { class: "wristband quiet" }, "No wristband")
    : null;
}

/** @param {App} app @param {Player} player */
function dealerButton(app, player) {
  const deals = app.table.firstDealer === player.entry;
  return button(
    [icon(deals ? "tick" : "drawn"), either(deals, "Deals first", "Deals first?")],
    () => app.commands.do("deal", { entry: player.entry }),
    {
      class: `button${deals ? " is-on" : ""}`,
      "aria-pressed": String(deals),
      "aria-label": `${called(player)} deals first`,
      key: `deal-${player.entry}`,
    },
  );
}

/** @param {App} app @param {Player} player */
function absence(app, player) {
  const { state } = app.table;
  const list = state.substitutes?.[player.entry] ?? [];
  if (/** @type {Verb[]} */ (["absent", "back", "substitute"]).some((verb) => app.table.pending(verb, player.entry)))
    return h("p", { class: "state" }, icon("tablet"), "On this tablet: it’s done once it’s sent.");
  if (state.hands.length)
    return cannot("The first hand is dealt", "Call the organiser: they can change a seat with a reason.");
  return h(
    "div",
    { class: "line" },
    player.absent
      ? button("They’re back", () => app.commands.do("back", { entry: player.entry }), { key: `back-${player.entry}` })
      : button("Absent: empty chair", () => app.commands.do("absent", { entry: player.entry }), {
          key: `absent-${player.entry}`,
        }),
    substitutes(app, player, list),
    list.some((other) => other.allowed)
      ? null
      : h(
          "p",
          { class: "hint" },
          player.group
            ? "Nobody else from this group is free. The organiser can enter a name."
            : "Nobody else is free. The organiser can enter a name.",
        ),
  );
}

/**
 * The likely few first; of a large group the others, and why some may not, are a tap away.
 * @param {App} app @param {Player} player @param {Substitute[]} list
 */
function substitutes(app, player, list) {
  const takes = (/** @type {Substitute} */ other) =>
    button(
      [h("bdi", {}, other.name), other.note ? ` (${other.note})` : "", " takes the seat"],
      () => app.commands.do("substitute", { entry: player.entry, name: other.name }),
      { key: `sub-${player.entry}${other.name}` },
    );
  const free = list.filter((other) => other.allowed).map(takes);
  const refused = list.filter((other) => !other.allowed).map((other) => cannot(other.name, other.why));
  const more = free.splice(MOST_LIKELY);
  return [
    free,
    more.length ? fold(`more-${player.entry}`, `${more.length} more`, more) : null,
    refused.length
      ? fold(`refused-${player.entry}`, `Who can’t take the seat, and why (${refused.length})`, refused)
      : null,
  ];
}

/** @param {string} key @param {string} summary @param {Child} inside */
const fold = (key, summary, inside) =>
  h("details", { class: "sit-fold", "data-key": key }, h("summary", {}, summary), h("div", { class: "line" }, inside));

/** @param {App} app */
function saying(app) {
  const { saying } = app.table.state.dealer;
  return saying
    ? h(
        "p",
        { class: "saying" },
        icon("drawn"),
        h("span", {}, "The dealer is ", h("strong", {}, saying), saying.endsWith(".") ? "" : "."),
      )
    : null;
}
