// What one player holds: tapped face by face, or typed as a total.

import { whyImpossible } from "../cards.js";
import { button, h, icon } from "../dom.js";
import { face as drawFace } from "../faces.js";

const MILLISECONDS_OF_A_LONG_PRESS = 450;
const POINTS_THAT_ARE_UNUSUAL = 250;

/**
 * The faces: a tap adds, a long press takes away.
 * @param {App} app @param {Entry} entry
 */
export function faces(app, entry) {
  const { draft } = app;
  const { state } = app.table;
  const cards = draft.cards(entry);
  return h(
    "div",
    { class: "faces-and-sum", "data-quick": true },
    h(
      "div",
      { class: "faces", role: "group", "aria-label": "Tap each card" },
      state.deck.map((card) => faceButton(app, card, cards[card.face] || 0)),
    ),
    sum(app, entry, cards),
  );
}

/**
 * How long a finger was down is what the events themselves say: on a tablet that was busy, a tap stays a tap.
 * @param {App} app @param {Card} card @param {number} number
 */
function faceButton(app, card, number) {
  const { draft } = app;
  const isNone = () => app.table.onTheTable(card.face) >= card.limit;
  const take = () => draft.count.at !== null && draft.cards(draft.count.at)[card.face] && draft.add(card.face, -1);
  /** @type {number | null} */
  let down = null;
  let long = false;
  const press = (/** @type {PointerEvent} */ event) => {
    down = event.timeStamp;
    long = false;
  };
  const lift = (/** @type {PointerEvent} */ event) => {
    long = down !== null && event.timeStamp - down >= MILLISECONDS_OF_A_LONG_PRESS;
    down = null;
    if (long) take();
  };
  const leave = () => {
    down = null;
  };
  const tap = () => {
    if (long) return;
    if (isNone()) app.screen.say(tooMany(card));
    else draft.add(card.face, 1);
  };
  return h(
    "button",
    {
      type: "button",
      class: `face-button${number ? " is-counted" : ""}${isNone() ? " is-none" : ""}`,
      "data-key": `face-${card.face}`,
      "aria-label": `${card.name}${number ? `, ${number} counted` : ""}${isNone() ? ", no more of these" : ""}`,
      onpointerdown: press,
      onpointerup: lift,
      onpointerleave: leave,
      onpointercancel: leave,
      oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
      onclick: tap,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        long = false;
        if (event.key === "Backspace" || event.key === "-") take();
      },
    },
    drawFace(card, "full"),
    number ? h("span", { class: "badge", "aria-hidden": "true" }, String(number)) : null,
  );
}

/** @param {Card} card */
function tooMany(card) {
  const next = card.limit === 4 ? `A fifth ${card.name}` : `One more ${card.name}`;
  return `${next}: there are only ${card.limit} at this table.`;
}

/** @param {App} app @param {Entry} entry @param {Record<string, number>} cards */
function sum(app, entry, cards) {
  const { draft } = app;
  const { state } = app.table;
  const points = app.table.points(draft.count.held[entry]) ?? 0;
  const number = Object.values(cards).reduce((all, some) => all + some, 0);
  const each = state.deck.flatMap((card) => Array(cards[card.face] || 0).fill(card));
  return h(
    "aside",
    { class: "sum" },
    h("p", {}, "Points in hand"),
    sumPoints(points),
    doubt(app, points),
    h("p", { class: "sum-cards" }, number === 1 ? "1 card" : `${number} cards`),
    h(
      "div",
      { class: "held-cards" },
      each.map((card, place) =>
        h(
          "button",
          {
            type: "button",
            class: "held-card",
            "data-key": `held-${place}`,
            "aria-label": `Take back ${card.name}`,
            onclick: () => draft.add(card.face, -1),
          },
          drawFace(card, "small"),
        ),
      ),
    ),
    number ? h("p", { class: "hint" }, "Tap a card here to take it back.") : null,
  );
}

/** @param {number | null} points */
function sumPoints(points) {
  return h(
    "p",
    { class: `sum-points${(points ?? 0) > 999 ? " is-long" : ""}`, "aria-live": "polite" },
    String(points ?? "–"),
  );
}

/**
 * What cannot be is said to be impossible, and not only unusual; why not stands below.
 * @param {App} app @param {number} points
 */
function doubt({ draft, table }, points) {
  const found = whyImpossible(table.state.deck, draft.count.held);
  const words =
    found && (found.entry ?? draft.count.at) === draft.count.at
      ? "Impossible."
      : points > POINTS_THAT_ARE_UNUSUAL
        ? "Unusual. Count once more."
        : "";
  return words ? h("p", { class: "unusual" }, icon("look"), words) : null;
}

/** @param {App} app @param {Entry} entry */
export function keypad(app, entry) {
  const { draft } = app;
  const total = draft.total(entry);
  const keys = ["7", "8", "9", "4", "5", "6", "1", "2", "3"];
  return h(
    "div",
    { class: "faces-and-sum", "data-quick": true },
    h(
      "div",
      { class: "keypad", role: "group", "aria-label": "Type the total" },
      keys.map((key) => button(key, () => draft.digit(key), { class: "button key", key: `key-${key}` })),
      button("Rub out", () => draft.rubOut(), { class: "button key key-word", key: "key-rub" }),
      button("0", () => draft.digit("0"), { class: "button key", key: "key-0" }),
      button("00", () => draft.digit("00"), { class: "button key", key: "key-00" }),
    ),
    h(
      "aside",
      { class: "sum" },
      h("p", {}, "Points in hand"),
      sumPoints(app.table.points(draft.count.held[entry])),
      doubt(app, total ?? 0),
    ),
  );
}
