// Before the first hand: whoever was not ticked, and a dealer nobody has chosen, are asked about until the umpire has
// answered, who may go on all the same.

import { button, h, icon } from "../dom.js";
import { called, listed } from "../names.js";

/** @param {App} app @param {() => void} goOn */
export function askBeforeFirst(app, goOn) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("before-first"));
  const place = /** @type {HTMLElement} */ (dialog.querySelector("[data-questions]"));
  const { questions } = app.commands;
  const show = () => {
    const open = questions.open;
    const leave = (/** @type {() => void} */ then) => () => {
      questions.answer(open);
      dialog.close();
      then();
    };
    if (!questions.any) return leave(goOn)();
    place.replaceChildren(
      ...[notTicked(app, open, show), noDealer(app, open, show), ways(app, leave, goOn)].flatMap(asNodes),
    );
  };
  show();
  if (!dialog.open && place.childElementCount) dialog.showModal();
}

/** @param {Element | null} element */
const asNodes = (element) => (element ? [element] : []);

/** @param {App} app @param {import("../questions.js").Open} open @param {() => void} show */
function notTicked(app, { unticked }, show) {
  if (!unticked.length) return null;
  const tickAll = () => {
    for (const { entry } of unticked) app.commands.do("sit", { entry, here: true });
    show();
  };
  const single = unticked.length === 1;
  return h(
    "section",
    {},
    h(
      "p",
      {},
      "Nobody has ticked ",
      listed(unticked.map((player) => h("bdi", {}, called(player)))),
      single ? ". Is this player here?" : ". Are they here?",
    ),
    button(
      [icon("tick"), single ? "Yes, here" : unticked.length === 2 ? "Yes, both are here" : "Yes, all are here"],
      tickAll,
      { key: "all-here" },
    ),
  );
}

/** @param {App} app @param {import("../questions.js").Open} open @param {() => void} show */
function noDealer(app, { dealer }, show) {
  if (!dealer) return null;
  const { saying } = app.table.state.dealer;
  return h(
    "section",
    {},
    h("p", {}, "Nobody is chosen to deal first. Who deals?"),
    saying ? h("p", { class: "hint" }, `The dealer is ${saying}${saying.endsWith(".") ? "" : "."}`) : null,
    h(
      "div",
      { class: "line" },
      app.table.present.map((player) =>
        button(
          h("bdi", {}, called(player)),
          () => {
            app.commands.do("deal", { entry: player.entry });
            show();
          },
          { key: `first-${player.entry}` },
        ),
      ),
    ),
  );
}

/** @param {App} app @param {(then: () => void) => () => void} leave @param {() => void} goOn */
function ways(app, leave, goOn) {
  return h(
    "div",
    { class: "line" },
    button(["Go on anyway", icon("arrow")], leave(goOn), { class: "button button-primary", key: "anyway" }),
    button(
      "Back to the seats",
      leave(() => app.screen.show("sit")),
      { key: "to-the-seats" },
    ),
  );
}
