// What one player holds: tapped face by face, or typed as a total.

import { whyImpossible } from "../cards.js";
import { button, h, icon } from "../dom.js";
import { POINTS_THAT_ARE_UNUSUAL } from "../doubts.js";
import { face as drawFace } from "../faces.js";

const MILLISECONDS_OF_A_LONG_PRESS = 450;
const KEYS_IN_A_PHONES_ORDER = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0"];

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

/** @type {Record<number, string>} */
const IN_WORDS = { 4: "four", 8: "eight" }; // so many of a kind are in one pack

/** @param {Card} card */
function tooMany({ limit, name }) {
  const where = IN_WORDS[limit] ? "in the pack" : "at this table";
  return `There are only ${IN_WORDS[limit] ?? limit} ${name}s ${where}.`;
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
    h("p", { class: "sum-title" }, "Points in hand"),
    sumPoints(points),
    doubt(app, points),
    h("p", { class: "sum-cards" }, number === 1 ? "1 card" : `${number} cards`),
    h(
      "div",
      { class: "held-cards", "data-scrolls": "held" },
      each.map((card, place) =>
        h(
          "button",
          {
            type: "button",
            class: "held-card",
            "data-key": `held-${place}`,
            "aria-label": `Remove ${card.name}`,
            onclick: () => draft.add(card.face, -1),
          },
          drawFace(card, "small"),
        ),
      ),
    ),
    number ? h("p", { class: "hint" }, "Tap a card here to remove it.") : null,
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
        ? "Unusual. Count again."
        : "";
  return words ? h("p", { class: "unusual" }, icon("look"), words) : null;
}

/** @param {App} app @param {Entry} entry */
export function keypad(app, entry) {
  const { draft } = app;
  const total = draft.total(entry);
  return h(
    "div",
    { class: "faces-and-sum", "data-quick": true },
    h(
      "div",
      { class: "keypad", role: "group", "aria-label": "Type the total" },
      KEYS_IN_A_PHONES_ORDER.map((key) =>
        button(key, () => draft.digit(key), { class: "button key", key: `key-${key}` }),
      ),
      button("Delete", () => draft.rubOut(), { class: "button key key-word", key: "key-delete" }),
    ),
    h(
      "aside",
      { class: "sum" },
      h("p", { class: "sum-title" }, "Points in hand"),
      sumPoints(app.table.points(draft.count.held[entry])),
      doubt(app, total ?? 0),
    ),
  );
}
