// The one next thing to do while a round is played.

import { button, cannot, h, icon } from "../dom.js";

/** @param {App} app */
export function nextThing(app) {
  const { draft, screen } = app;
  const { state } = app.table;
  const phase = app.table.phase;
  if (app.table.counting) return goOn(app);
  if (draft.hand) return h("div", { class: "next" }, cannot("Hand over", "There’s an unfinished count: see above."));
  const next = app.table.nextHand;
  if (!next && state.next)
    return h(
      "div",
      { class: "next" },
      cannot("To the result", `${app.table.endsHere} The result is shown as soon as all hands are received.`),
    );
  if (!next)
    return h(
      "div",
      { class: "next" },
      button(["To the result", icon("arrow")], () => app.commands.toResult(), {
        class: "button button-primary",
        key: "finish",
      }),
      h("p", { class: "hint" }, state.why_no_next),
    );
  if (phase === "ready")
    return h("div", { class: "next" }, cannot("Hand over", "The round hasn’t begun: the MC starts the clock."));
  if (phase === "time-up" && !next.playoff) return atTheBell(app);
  if (app.table.isLastHand && !app.table.dealsOn)
    return h(
      "div",
      { class: "next" },
      bell(
        screen.moreTime
          ? `${screen.moreTime}: play on if a hand was being played. Don’t deal a new one.`
          : "No new hand: wait for the bell.",
      ),
      button("One more hand was dealt: count it", () => app.commands.begin(null, { late: null }), { key: "one-more" }),
      besides(app),
    );
  return h(
    "div",
    { class: "next" },
    app.table.isLastHand && !next.playoff ? bell(`${playOn(app)} don’t deal another.`) : null,
    phase === "running" && screen.moreTime ? bell(`${screen.moreTime}: play on.`) : null,
    button([next.playoff ? "Play-off hand over" : "Hand over", icon("arrow")], () => app.commands.begin(null), {
      class: "button button-primary",
      key: "over",
    }),
    h("p", { class: "hint" }, "Or tap the seat of the player who went out."),
    besides(app),
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
      draft.isNew ? "Discard this count" : `Leave ${name} as it was`,
      () => {
        draft.leave();
        app.outbox.hurry();
      },
      { key: "throw-away" },
    ),
  );
}

/**
 * What the line of the bell leaves open: why nobody deals though there is time, or that the clock stands still.
 * @param {App} app
 */
const besides = ({ table }) => [
  table.hasTimeAfterTheWarning ? h("p", { class: "hint" }, "Time was added, but the warning has been given.") : null,
  table.phase === "paused" ? h("p", { class: "hint" }, "The clock is paused.") : null,
];

/** After more time was given as well as after the warning. @param {App} app */
const playOn = ({ screen }) => (screen.moreTime ? `${screen.moreTime}: play on, but` : "Last hand:");

/** @param {string} words */
export function bell(words) {
  return h("p", { class: "bell", role: "alert" }, icon("look"), h("strong", {}, words));
}

/**
 * Time is up. A hand may have been going on, whatever was counted before: the result comes once the umpire has said that
 * none was. Where the last hand has been counted already, it is asked whether this one was dealt after the warning, if
 * there was one.
 * @param {App} app
 */
function atTheBell(app) {
  const { state, dealtLast, wasWarned } = app.table;
  const late = dealtLast && wasWarned ? null : false;
  return h(
    "div",
    { class: "next is-bell" },
    bell(
      dealtLast
        ? "Time is up. Was another hand being played?"
        : "Finish this turn and any draw or challenge. Then count.",
    ),
    button(["Count what everybody holds", icon("arrow")], () => app.commands.begin(null, { incomplete: true, late }), {
      class: "button button-primary",
      key: "bell",
    }),
    state.hands.length ? button("No hand was being played", () => app.commands.toResult(), { key: "no-hand" }) : null,
    dealtLast ? null : h("p", { class: "hint" }, "Did somebody go out as the bell rang? Tap their seat."),
  );
}
