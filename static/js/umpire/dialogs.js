// What is asked in a sheet that comes up: why a hand is deleted, and a line that was carried here.

import * as carry from "./carry.js";

function ask(id, answer) {
  const dialog = document.getElementById(id);
  const wrong = dialog.querySelector("[data-wrong]");
  const say = (words) => {
    wrong.textContent = words;
    wrong.hidden = !words;
  };
  say("");
  dialog.querySelector("form").onsubmit = (event) => {
    if (event.submitter?.value !== "yes") return;
    say(answer(dialog) ?? "");
    if (wrong.textContent) event.preventDefault(); // nothing that was typed is lost
  };
  dialog.showModal();
  return dialog;
}

export function askDelete(app) {
  const dialog = ask("delete", () => {
    const why = dialog.querySelector("input:checked").value || other.value.trim();
    if (!why) return "Say why, in a few words.";
    const { hand } = app.draft;
    const row = app.hands.rows.find((one) =>
      hand.mending ? one.item?.request === hand.mending : one.on === hand.number && !one.gone,
    );
    app.draft.leave();
    if (row) app.remove(row, why);
    app.show(null);
    return "";
  });
  const other = dialog.querySelector("[name=other]");
  other.oninput = other.onfocus = () => {
    dialog.querySelector("input[value='']").checked = true;
  };
}

// A line that was carried from another tablet becomes a hand to look at and save.
export function typeCarried(app) {
  const dialog = ask("carried", () => {
    const input = dialog.querySelector("input");
    const { hand, wrong } = read(app, input.value);
    if (wrong) return wrong;
    app.draft.edit(hand);
    input.value = "";
    app.show("count");
    return "";
  });
}

function read(app, text) {
  const entry = (seat) => app.present.find((one) => one.seat === seat)?.entry;
  const line = carry.read(text);
  if (!line) return { wrong: "Something in this line is mistyped. Compare it letter by letter." };
  const { next } = app.hands;
  if (line.number !== next) return { wrong: `This is hand ${line.number}; the next one here is hand ${next}.` };
  const seats = [...Object.keys(line.points).map(Number), ...(line.out === null ? [] : [line.out])];
  if (seats.some((seat) => !entry(seat))) return { wrong: "Somebody in this line does not sit at this table." };
  const held = Object.fromEntries(Object.entries(line.points).map(([seat, points]) => [entry(Number(seat)), points]));
  const { players, playoff } = app.nextHand;
  const { round, hands } = app.state;
  const out = line.out === null ? null : entry(line.out);
  return {
    hand: {
      round,
      base: hands.length,
      number: null,
      players,
      names: app.names,
      out,
      last_card: line.last,
      held,
      playoff,
      late: false,
    },
  };
}
