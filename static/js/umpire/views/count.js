// Counting a hand: who went out, on what, then what everybody else holds.

import { button, cannot, h, icon, seat } from "../dom.js";
import { doubtOf } from "../doubts.js";
import { isLong, widestOf, widestWord } from "../names.js";
import { seatLine } from "./count-seats.js";
import { askDelete } from "./dialogs.js";
import { faces, keypad } from "./held-cards.js";
import { drawsFirst, lastCard } from "./last-card.js";
import { bell } from "./next-step.js";

const LETTERS_OF_A_SHORT_QUESTION = 18;

/** @param {App} app */
export function countView(app) {
  const { draft } = app;
  if (!draft.isDecided)
    return h(
      "div",
      { class: "count is-asking" },
      h("section", { class: "count-work" }, draft.asksLate ? dealtLate(app) : whoWentOut(app)),
    );
  return h(
    "div",
    { class: "count", "--word": widestOf(Object.values(app.table.names)) },
    h(
      "ol",
      { class: "count-seats", "data-scrolls": "seats", "aria-label": "Who holds what" },
      draft.count.players.map((entry) => seatLine(app, entry)),
    ),
    h("section", { class: "count-work", "data-scrolls": "work" }, work(app)),
  );
}

/**
 * After the warning no hand is dealt; but the one before may have been written down late.
 * @param {App} app
 */
function dealtLate({ draft }) {
  return [
    h("h1", { tabindex: -1 }, "Was this hand dealt after the warning?"),
    h(
      "div",
      { class: "choose-out" },
      button("No, before the warning", () => draft.wasLate(false), { class: "button button-seat", key: "not-late" }),
      button("Yes, after the warning", () => draft.wasLate(true), { class: "button button-seat", key: "late" }),
    ),
    h("p", { class: "hint" }, "A hand dealt after the warning still counts, but it’s marked."),
    button("No hand was dealt", () => draft.leave(), { class: "button button-quiet", key: "leave" }),
  ];
}

/**
 * In a play-off that is all there is to say: whoever went out has won it. Once the bell has stopped the hand, that nobody
 * did comes first, and nobody plays on.
 * @param {App} app
 */
function whoWentOut(app) {
  const { commands, draft, table } = app;
  const { playoff, uncounted } = draft.count;
  const isStopped = draft.isNew && !playoff && table.phase === "time-up";
  const say = (/** @type {Entry | null} */ entry) => (uncounted ? commands.playedOff(entry) : draft.wentOut(entry));
  const leaves = !draft.isNew ? "Leave it as it was" : isStopped ? "Back to the table" : "Not yet: keep playing";
  const nobody = uncounted ? "Nobody: the lot decides" : "Nobody: the bell stopped it";
  return [
    isStopped ? stopped(() => say(null)) : null,
    h("h1", { tabindex: -1 }, uncounted ? "Who went out in the play-off?" : "Who went out?"),
    whoSits(app, say),
    isStopped ? null : button([nobody, icon("arrow")], () => say(null), { key: "nobody" }),
    draft.isNew || uncounted
      ? button(leaves, () => draft.leave(), { class: "button button-quiet", key: "leave" })
      : null,
    uncounted && !draft.isNew ? deletes(app) : null,
  ];
}

/** @param {() => void} sayNobody */
function stopped(sayNobody) {
  return h(
    "div",
    { class: "next is-bell" },
    bell("Time is up. Finish this turn and any draw or challenge. Then count."),
    button(["Nobody went out: count what everybody holds", icon("arrow")], sayNobody, {
      class: "button button-primary",
      key: "nobody",
    }),
  );
}

/**
 * Where there is room, everybody stands where the table's picture has them.
 * @param {App} app @param {(entry: Entry) => void} say
 */
function whoSits({ draft, table }, say) {
  const { seats } = table.state;
  const places = seats.map(({ entry }) => entry);
  const tile = (/** @type {Entry} */ entry) =>
    button([seat(table.player(entry).seat), outName(table.player(entry).name)], () => say(entry), {
      class: `button button-seat place-${places.indexOf(entry) + 1}`,
      key: `out-${entry}`,
    });
  return h(
    "div",
    { class: "table-room", "--word": widestOf(Object.values(table.names)) },
    h("div", { class: `choose-out is-round of-${Math.min(seats.length, 10)}` }, draft.count.players.map(tile)),
  );
}

const outName = (/** @type {string} */ name) =>
  h("bdi", { class: isLong(name) ? "is-long" : null, "--word": widestWord(name) }, name);

/** @param {App} app */
function deletes(app) {
  return button("Delete this hand", () => askDelete(app), { class: "button button-quiet", key: "delete" });
}

/** @param {App} app */
function work(app) {
  const { draft } = app;
  const entry = draft.count.at;
  if (entry === null) return [];
  return [
    h("div", { class: "count-ask" }, question(app, entry), message(app), drawsFirst(app) ?? lastCard(app)),
    draft.count.typing ? keypad(app, entry) : faces(app, entry),
    steps(app, entry),
  ];
}

/**
 * As high with a long name as with a short one: its letters are smaller.
 * @param {App} app @param {Entry} entry
 */
function question(app, entry) {
  const { draft, hands, table } = app;
  const name = table.spoken(table.player(entry));
  const which = draft.isNew ? "" : draft.count.playoff ? "Play-off: " : `Hand ${hands.numberOf(draft.count)}: `;
  return h(
    "h1",
    { tabindex: -1, class: which.length + name.length > LETTERS_OF_A_SHORT_QUESTION ? "is-long" : null },
    which ? `${which}what does ` : "What does ",
    h("bdi", {}, name),
    " hold?",
  );
}

/** @param {App} app */
function message({ screen }) {
  if (!screen.message) return null;
  return h(
    "button",
    { type: "button", class: "said", role: "alert", "data-key": "said", onclick: () => screen.hush() },
    icon("look"),
    screen.message,
  );
}

/** @param {App} app @param {Entry} entry */
function steps(app, entry) {
  const { draft } = app;
  return h(
    "div",
    { class: "steps" },
    h("div", { class: "step-next" }, next(app, entry)),
    button(draft.count.typing ? "Tap cards" : "Type a total", () => draft.type(!draft.count.typing), {
      class: "button",
      key: "type",
    }),
    button("Leave it for now", () => app.screen.show("play"), { class: "button button-quiet", key: "aside" }),
    draft.isNew ? null : deletes(app),
  );
}

/** @param {App} app */
function saves({ draft, hands }) {
  if (!draft.isNew) return "Save the change";
  return draft.count.playoff ? "Save the play-off hand" : `Save hand ${hands.numberOf(draft.count)}`;
}

/**
 * The one next thing, or why it cannot be yet.
 * @param {App} app @param {Entry} entry
 */
function next(app, entry) {
  const { draft, table } = app;
  const following = draft.next;
  const impossible = table.whyImpossible();
  const go = (/** @type {Child} */ words, long = "") =>
    button([words, icon("arrow")], () => app.commands.goOn(), { class: `button button-primary${long}`, key: "go" });
  if (impossible) return cannot("Not yet", impossible);
  if (draft.count.asks === entry) return sure(app, entry);
  if (!draft.isCounted(entry))
    return cannot(
      following === null || following === entry ? saves(app) : "Count the next",
      draft.count.typing ? "Type what the cards are worth." : "Tap the cards they hold.",
    );
  if (!draft.missing.length || following === null) return go(saves(app));
  const name = table.spoken(table.player(following));
  const long = name.length > LETTERS_OF_A_SHORT_QUESTION ? " is-long" : "";
  return go(h("span", {}, "Count ", h("bdi", {}, name), " next"), long);
}

/**
 * What is doubtful is asked before it goes on; whoever taps on has thought better of it.
 * @param {App} app @param {Entry} entry
 */
function sure(app, entry) {
  return h(
    "div",
    { class: "step-sure", role: "alert" },
    h("p", {}, doubtOf(app, entry)),
    button("Yes, that’s right", () => app.commands.isRight(entry), { key: "sure" }),
  );
}
