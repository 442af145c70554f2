// The one next thing to do while a round is played.

import { button, cannot, h, icon } from "../dom.js";

/** @param {App} app */
export function nextThing(app) {
  const { draft } = app;
  const { state } = app.table;
  const phase = app.table.phase;
  if (app.table.counting) return goOn(app);
  if (draft.hand) return h("div", { class: "next" }, cannot("Hand over", "A count was left over: see above."));
  const next = app.table.nextHand;
  if (!next)
    return h(
      "div",
      { class: "next" },
      button(["To the result", icon("arrow")], () => app.screen.show("finish"), {
        class: "button button-primary",
        key: "finish",
      }),
      h("p", { class: "hint" }, state.why_no_next),
    );
  if (phase === "ready")
    return h("div", { class: "next" }, cannot("Hand over", "The round has not begun: the MC starts the clock."));
  if (phase === "time-up" && !next.playoff) return atTheBell(app);
  if (phase === "last-hand" && !app.table.dealsOn)
    return h(
      "div",
      { class: "next" },
      bell("No new hand: wait for the bell."),
      button("A hand was dealt after the warning: count it", () => app.commands.begin(null, { late: true }), {
        key: "late",
      }),
    );
  return h(
    "div",
    { class: "next" },
    phase === "last-hand" && !next.playoff ? bell("Last hand: do not deal another.") : null,
    phase === "paused" ? h("p", { class: "hint" }, "The clock is paused.") : null,
    button([next.playoff ? "Play-off hand over" : "Hand over", icon("arrow")], () => app.commands.begin(null), {
      class: "button button-primary",
      key: "over",
    }),
    h("p", { class: "hint" }, "Or tap the seat of whoever went out."),
  );
}

/**
 * A count that was left for now.
 * @param {App} app
 */
function goOn(app) {
  const { draft, hands } = app;
  const name = draft.count.playoff ? "the play-off hand" : `hand ${hands.numberOf(draft.count)}`;
  return h(
    "div",
    { class: "next" },
    button([`Go on ${draft.isNew ? "counting" : "changing"} ${name}`, icon("arrow")], () => app.screen.show("count"), {
      class: "button button-primary",
      key: "resume",
    }),
    button(
      draft.isNew ? "Throw this count away" : `Leave ${name} as it was`,
      () => {
        draft.leave();
        app.outbox.hurry();
      },
      { key: "throw-away" },
    ),
  );
}

/** @param {string} words */
function bell(words) {
  return h("p", { class: "bell", role: "alert" }, icon("look"), h("strong", {}, words));
}

/**
 * Time is up. Whatever hand was going on is counted as it is held; the last one may have been counted already.
 * @param {App} app
 */
function atTheBell(app) {
  const { state } = app.table;
  const count = (/** @type {boolean} */ late, /** @type {Record<string, string>} */ more) =>
    button(["Count what everybody holds", icon("arrow")], () => app.commands.begin(null, { incomplete: true, late }), {
      key: "bell",
      ...more,
    });
  if (app.table.dealtLast)
    return h(
      "div",
      { class: "next is-bell" },
      bell("Time is up."),
      button(["To the result", icon("arrow")], () => app.screen.show("finish"), {
        class: "button button-primary",
        key: "finish",
      }),
      count(true, { class: "button" }),
      h("p", { class: "hint" }, "Only if a hand was dealt after the warning."),
    );
  return h(
    "div",
    { class: "next is-bell" },
    bell("Stop: count what everybody holds."),
    count(false, { class: "button button-primary" }),
    state.hands.length ? button("No hand was going on", () => app.screen.show("finish"), { key: "no-hand" }) : null,
    h("p", { class: "hint" }, "Did somebody go out as the bell rang? Tap their seat."),
  );
}
