// The rules of play two taps away: searchable, and "may this be played?". Everything is on the page already, so it works
// without the network.

import { button, h, icon } from "./dom.js";
import { mayPlay } from "./legal.js";

const COLOURS = ["red", "yellow", "green", "blue"];

export function openHelp() {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("help"));
  const search = /** @type {HTMLInputElement} */ (dialog.querySelector("input[type=search]"));
  search.value = "";
  filter(dialog, "");
  if (!dialog.dataset.ready) prepare(dialog, search);
  dialog.showModal();
  if (matchMedia("(hover: hover)").matches) search.focus(); // a touch keyboard would cover half of the rules
}

/** @param {HTMLDialogElement} dialog @param {HTMLInputElement} search */
function prepare(dialog, search) {
  dialog.dataset.ready = "yes";
  search.addEventListener("input", () => filter(dialog, search.value));
  dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());
  dialog.querySelector("[data-may]")?.replaceChildren(...may());
}

/** @param {HTMLDialogElement} dialog @param {string} text */
function filter(dialog, text) {
  const words = text
    .toLowerCase()
    .replace(/draw 4|\+ ?4/g, "draw four")
    .replace(/draw 2|\+ ?2/g, "draw two")
    .replace(/\bpen\w*/g, "draw")
    .replace(/jump in/g, "jump-in")
    .split(/\s+/)
    .filter(Boolean);
  let shown = 0;
  for (const rule of dialog.querySelectorAll("[data-rule]")) {
    const fits = words.every((word) => (rule.textContent ?? "").toLowerCase().includes(word));
    rule.hidden = !fits;
    if (fits) shown += 1;
  }
  dialog.querySelector("[data-nothing]")?.toggleAttribute("hidden", shown > 0);
}

function may() {
  const faces = [...Array(10).keys()].map(String).concat(["skip", "reverse", "draw_two", "wild", "wild_draw_four"]);
  const select = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string[]} */ values) =>
    h(
      "p",
      { class: "field" },
      h("label", { for: id }, label),
      h(
        "select",
        { id },
        values.map((value) =>
          h(
            "option",
            { value },
            value.replace(/(^|_)[a-z]/g, (letter) => letter.replace("_", " ").toUpperCase()),
          ),
        ),
      ),
    );
  const answer = h("p", { class: "may-answer", role: "status" });
  const ask = () => {
    const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
    const value = (/** @type {string} */ id) => field(id).value;
    const [yes, why] = mayPlay(
      { face: value("may-face"), colour: value("may-colour") },
      { face: value("may-top"), colour: value("may-now") },
      field("may-has").checked,
    );
    answer.replaceChildren(icon(yes ? "tick" : "look"), h("strong", {}, yes ? "Yes." : "No."), " ", why);
  };
  return [
    h(
      "div",
      { class: "fields", onchange: ask },
      select("may-top", "Top card", faces),
      select("may-now", "Current colour", COLOURS),
      select("may-face", "Card to play", faces),
      select("may-colour", "Its colour", COLOURS),
      h(
        "label",
        { class: "choice" },
        h("input", { type: "checkbox", id: "may-has" }),
        "The player has another card of the current colour",
      ),
    ),
    button(["May this be played?", icon("arrow")], ask, { key: "may" }),
    answer,
  ];
}
