// What needs a person, and what is only on this tablet.

import { button, h, icon } from "../dom.js";
import { allKept } from "../store.js";
import { carryLines } from "./carried.js";
import { leftOver, refused } from "./refused.js";
import { asksForDealer, chooseDealer, seatChanges, unreadChanges } from "./seat-changes.js";

const FAILURES_UNTIL_CARRIED = 3;
const CODE_AGAIN = "Scan the code on the table again: nothing you typed is lost.";
const CODE_ELSEWHERE = "Keep this page open and raise your hand: what you typed is on this page only.";

/**
 * The line under the table's number: what is received, and what is still only here. While counting nothing may push the
 * faces about, so what needs a person waits behind one button.
 * @param {App} app @param {string} view
 */
export function where(app, view) {
  const { outbox } = app;
  const { state } = app.table;
  const asked = outbox.items.filter((item) => item.trouble).length;
  const waiting = outbox.items.length - asked;
  const received = state.hands.length;
  const many = `${waiting + asked ? "" : "All "}${received} hands received`;
  const words = received === 0 ? "No hand yet" : received === 1 ? "Hand 1 received" : many;
  const counting = view === "count";
  const needs = counting ? urgent(app).length : 0;
  return [
    h("span", { class: "state" }, icon("tick"), words),
    waiting && !needs ? h("span", { class: "state is-waiting" }, icon("tablet"), `${waiting} not sent yet`) : null,
    asked && !needs ? h("span", { class: "state is-waiting" }, icon("look"), waits(asked)) : null,
    counting && !waiting && !needs ? others(app) : null, // two lines at most
    needs
      ? button(
          [icon("look"), needs === 1 ? "1 thing needs you" : `${needs} things need you`],
          () => app.screen.show("play"),
          {
            class: "button button-small needs-you",
            key: "needs",
          },
        )
      : null,
  ];
}

/**
 * What was sent and is asked about needs a person, not the network.
 * @param {number} asked
 */
const waits = (asked) => `${asked} ${asked === 1 ? "waits" : "wait"} for your answer`;

/**
 * Whoever counts is told of another tablet without being disturbed.
 * @param {App} app
 */
function others({ table: { state } }) {
  const other = state.tablets.find((tablet) => !tablet.you && (tablet.holds || tablet.here));
  return other
    ? h(
        "span",
        { class: "state" },
        icon("tablet"),
        other.holds ? "Another tablet took over" : "A second tablet is here",
      )
    : null;
}

/** @param {App} app */
export function trouble(app) {
  const { outbox } = app;
  return [
    ...urgent(app),
    ...calm(app),
    outbox.items.length && outbox.failures >= FAILURES_UNTIL_CARRIED ? carryLines(app) : null,
  ].filter(Boolean);
}

/** @param {App} app */
function urgent(app) {
  const { outbox } = app;
  const found = [];
  const mayLeave = allKept() || !outbox.items.length;
  if (outbox.signedOut)
    found.push(
      h(
        "div",
        { class: "trouble", role: "alert" },
        h(
          "p",
          { class: "trouble-words" },
          icon("look"),
          h("span", {}, outbox.signedOut, " ", mayLeave ? CODE_AGAIN : CODE_ELSEWHERE),
        ),
        mayLeave
          ? h(
              "p",
              { class: "line" },
              h(
                "a",
                { class: "button button-small", href: app.root.dataset.code, onclick: () => outbox.mayLeave() },
                "Type the code",
              ),
            )
          : null,
      ),
    );
  if (!allKept())
    found.push(
      h(
        "p",
        { class: "trouble trouble-words", role: "alert" },
        icon("look"),
        "This browser can’t store anything. Keep this page open until everything is received.",
      ),
    );
  const changes = seatChanges(app);
  if (changes) found.push(changes);
  if (app.draft.hand && !app.table.counting) found.push(leftOver(app));
  for (const item of outbox.items)
    if (item.trouble && item.request !== app.draft.hand?.mending) found.push(refused(app, item));
  return found;
}

/**
 * One line each, which can be put away.
 * @param {App} app
 */
function calm(app) {
  const { state } = app.table;
  const other = state.tablets.find((tablet) => tablet.holds && !tablet.you);
  const second = !other && state.tablets.some((tablet) => !tablet.you && tablet.here);
  const found = [];
  if (app.table.call && app.table.isOffline) found.push(callWaits(app));
  if (!asksForDealer(app)) app.screen.putAway.delete("dealer");
  else if (app.screen.view === "play" && !unreadChanges(app).length && !app.screen.putAway.has("dealer"))
    found.push(notice(app, "dealer", "The player who was to deal first has left.", chooseDealer(app)));
  if (!second) app.screen.putAway.delete("second");
  if (!other) app.screen.putAway.delete("other");
  if (second && !app.screen.putAway.has("second"))
    found.push(notice(app, "second", "A second tablet has opened this table. This one keeps the sheet."));
  if (other && !app.screen.putAway.has("other"))
    found.push(
      notice(
        app,
        "other",
        "Another tablet keeps this table’s sheet. What you type here counts too.",
        button("Take over", () => app.commands.do("take_over", {}), { class: "button button-small", key: "take-over" }),
      ),
    );
  return found;
}

/**
 * Nobody hears a call without the network.
 * @param {App} app
 */
function callWaits(app) {
  const when = app.outbox.later || app.outbox.signedOut ? "it can be sent" : "the network is back";
  return h(
    "div",
    { class: "trouble is-calm", role: "status" },
    h("p", {}, icon("look"), `${app.table.nobodyHears}. The organiser is called once ${when}.`),
    button("Don’t call", () => app.commands.callOrganiser(), { class: "button button-small", key: "dont-call" }),
  );
}

/** @param {App} app @param {string} name @param {string} words @param {Child} action */
function notice(app, name, words, action = null) {
  return h(
    "div",
    { class: "trouble is-calm", role: "status" },
    h("p", {}, icon("tablet"), words),
    action,
    button(
      "OK",
      () => {
        app.screen.putAway.add(name);
        app.screen.redraw();
      },
      { class: "button button-small", key: `calm-${name}`, "aria-label": "OK, hide this" },
    ),
  );
}
