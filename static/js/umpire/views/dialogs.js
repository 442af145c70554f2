// What is asked in a sheet that comes up: why a hand is deleted, and a line that was carried here.

import * as carry from "../carry.js";

const LONGEST_NOTE = 200; // as the server takes it

/**
 * Opens a sheet. `answer` reads it when it is confirmed, and says what is wrong, if anything is.
 * @param {string} id @param {(dialog: HTMLDialogElement) => string} answer
 */
function ask(id, answer) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(id));
  const wrong = /** @type {HTMLElement} */ (dialog.querySelector("[data-wrong]"));
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  const say = (/** @type {string} */ words) => {
    wrong.textContent = words;
    wrong.hidden = !words;
  };
  say("");
  form.onsubmit = (event) => {
    if (event.submitter?.getAttribute("value") !== "yes") return;
    say(answer(dialog));
    if (wrong.textContent) event.preventDefault(); // nothing that was typed is lost
  };
  dialog.showModal();
  return dialog;
}

/** @param {App} app */
export function askDelete(app) {
  const input = (/** @type {string} */ which) => /** @type {HTMLInputElement} */ (dialog.querySelector(which));
  const dialog = ask("delete", () => {
    const note = input("[name=note]").value.trim();
    const letters = [...note].length;
    if (letters > LONGEST_NOTE) return `A note can have ${LONGEST_NOTE} characters; this one has ${letters}.`;
    const hand = app.draft.count;
    const row = app.hands.rows.find((found) =>
      hand.mending ? found.item?.request === hand.mending : found.on === hand.number && !found.gone,
    );
    app.draft.leave();
    if (row) app.commands.remove(row, { why: input("input:checked").value, note });
    input("[name=note]").value = "";
    app.screen.show(null);
    return "";
  });
}

/**
 * A line that was carried from another tablet becomes a hand to look at and save.
 * @param {App} app
 */
export function typeCarried(app) {
  ask("carried", (dialog) => {
    const input = /** @type {HTMLInputElement} */ (dialog.querySelector("input"));
    const { hand, wrong } = read(app, input.value);
    if (!hand) return wrong;
    app.draft.edit(hand);
    input.value = "";
    app.screen.show("count");
    return "";
  });
}

/** @param {App} app @param {string} text */
function read(app, text) {
  const entry = (/** @type {number} */ seat) =>
    /** @type {Entry} */ (app.table.present.find((player) => player.seat === seat)?.entry);
  const line = carry.read(text);
  if (!line) return { wrong: "Something in this line is mistyped. Compare it letter by letter." };
  const { next } = app.hands;
  if (line.number !== next) return { wrong: `This is hand ${line.number}; the next one here is hand ${next}.` };
  const seats = [...Object.keys(line.points).map(Number), ...(line.out === null ? [] : [line.out])];
  if (seats.some((seat) => !entry(seat))) return { wrong: "Somebody in this line doesn’t sit at this table." };
  const held = Object.fromEntries(Object.entries(line.points).map(([seat, points]) => [entry(Number(seat)), points]));
  const { players, playoff } = /** @type {NextHand} */ (app.table.nextHand);
  const { round, hands } = app.table.state;
  const out = line.out === null ? null : entry(line.out);
  return {
    hand: {
      round,
      base: hands.length,
      number: null,
      players,
      names: app.table.names,
      out,
      last_card: line.last,
      held,
      playoff,
      late: false,
    },
  };
}
