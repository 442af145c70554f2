// What needs a person, and what is only here. Refused things stay visible with their reason until somebody mends them or
// takes them back.

import { pointsHeld } from "./cards.js";
import * as carry from "./carry.js";
import { button, h, icon } from "./dom.js";
import { sameHand } from "./hands.js";
import { isConflict } from "./outbox.js";
import { allKept } from "./store.js";

const FAILURES_UNTIL_CARRIED = 3;

export function sentence({ refused, confirm, stale, reused, gone }) {
  return refused || confirm || stale || reused || gone || "It was not taken.";
}

// Held points by entry; whoever went out is "out".
export function pointsBySeat({ deck }, { out, held }) {
  const points = Object.fromEntries(Object.entries(held).map(([entry, one]) => [entry, pointsHeld(deck, one)]));
  return out === null ? points : { ...points, [out]: "out" };
}

// What the server has just as it was typed here, or the organiser has decided, needs nobody's choice any more.
export function letGo(app) {
  const { state, outbox } = app;
  const decided = state.tablets.find((one) => one.you)?.settled;
  for (const item of outbox.items.filter((one) => one.trouble)) {
    const there = item.verb === "record" && item.body.round === state.round && state.hands[item.body.number - 1];
    if (item.request !== decided && !(there && sameHand(state, there, item.body))) continue;
    app.settled(item);
    outbox.takeBack(item.request);
  }
}

// The line under the table's number: what is received, and what is still only here. While counting nothing may push the
// faces about, so what needs a person waits behind one button.
export function where(app, view) {
  const { outbox, state } = app;
  const waiting = outbox.items.length;
  const received = state.hands.length;
  const said = received === 0 ? "No hand yet" : received === 1 ? "Hand 1 received" : `All ${received} hands received`;
  const counting = view === "count";
  const needs = counting ? urgent(app).length : 0;
  return [
    h("span", { class: "state" }, icon("tick"), said),
    waiting ? h("span", { class: "state is-waiting" }, icon("tablet"), `${waiting} not sent yet`) : null,
    counting ? others(app) : null,
    needs
      ? button([icon("look"), needs === 1 ? "1 thing needs you" : `${needs} things need you`], () => app.show("play"), {
          class: "button button-small needs-you",
          key: "needs",
        })
      : null,
  ];
}

// Whoever counts is told of another tablet without being disturbed.
function others({ state }) {
  const there = state.tablets.find((one) => !one.you && (one.holds || one.here));
  return there
    ? h(
        "span",
        { class: "state" },
        icon("tablet"),
        there.holds ? "Another tablet took over" : "A second tablet is here",
      )
    : null;
}

export function trouble(app) {
  const { outbox } = app;
  return [
    ...urgent(app),
    ...calm(app),
    outbox.items.length && outbox.failures >= FAILURES_UNTIL_CARRIED ? carryLines(app) : null,
  ].filter(Boolean);
}

function urgent(app) {
  const { outbox } = app;
  const found = [];
  if (outbox.signedOut)
    found.push(
      h(
        "div",
        { class: "trouble", role: "alert" },
        h(
          "p",
          { class: "trouble-words" },
          icon("look"),
          h("span", {}, outbox.signedOut, " Open the table's code again: nothing typed here is lost."),
        ),
        h(
          "p",
          { class: "line" },
          h(
            "a",
            { class: "button button-small", href: app.root.dataset.code, onclick: () => outbox.mayLeave() },
            "Type the code",
          ),
        ),
      ),
    );
  if (!allKept())
    found.push(
      h(
        "p",
        { class: "trouble trouble-words", role: "alert" },
        icon("look"),
        "This browser keeps nothing. Do not close the page before everything is received.",
      ),
    );
  if (app.draft.open && !app.counting) found.push(leftOver(app));
  for (const item of outbox.items)
    if (item.trouble && item.request !== app.draft.hand?.mending) found.push(refused(app, item));
  return found;
}

// One line each, which can be put away.
function calm(app) {
  const { state } = app;
  const other = state.tablets.find((one) => one.holds && !one.you);
  const second = !other && state.tablets.some((one) => !one.you && one.here);
  const found = [];
  if (!second) app.calm.delete("second");
  if (!other) app.calm.delete("other");
  if (second && !app.calm.has("second"))
    found.push(notice(app, "second", "A second tablet has opened this table. This one keeps the sheet."));
  if (other && !app.calm.has("other"))
    found.push(
      notice(
        app,
        "other",
        "Another tablet keeps this table's sheet. What you type here counts too.",
        button("Take over", () => app.do("take_over", {}), { class: "button button-small", key: "take-over" }),
      ),
    );
  return found;
}

function notice(app, name, words, action = null) {
  return h(
    "div",
    { class: "trouble is-calm", role: "status" },
    h("p", {}, icon("tablet"), words),
    action,
    button(
      "OK",
      () => {
        app.calm.add(name);
        app.redraw();
      },
      { class: "button button-small", key: `calm-${name}`, "aria-label": "OK, put this away" },
    ),
  );
}

// A hand that was being counted when the round was closed, or when somebody else sat down.
function leftOver(app) {
  const { hand } = app.draft;
  const { state } = app;
  const why = hand.round === state.round ? "and other people sit here now." : `and round ${state.round} is seated.`;
  const name = hand.playoff ? "The play-off hand" : "A hand";
  return h(
    "div",
    { class: "trouble", role: "alert" },
    h("p", {}, icon("look"), `${name} of round ${hand.round} was not finished counting, ${why}`),
    typed(app, hand, hand.names),
    button("Throw it away", () => app.draft.leave(), { key: "left-over" }),
  );
}

// What was typed, so that it can be written down or counted again, whoever sits here now.
function typed(app, { out, held }, names = {}) {
  const who = (entry) => app.player(entry)?.name ?? names[entry] ?? "Somebody";
  const points = Object.entries(pointsBySeat(app.state, { out, held }));
  if (!points.length) return null;
  return h(
    "p",
    {},
    points.map(([entry, one], place) => [place ? ", " : "", h("bdi", {}, who(entry)), ` ${one}`]),
  );
}

function title(app, { verb, body, request }) {
  const row = app.hands.rows.find((one) => one.item?.request === request);
  const name = body.playoff ? "The play-off hand" : `Hand ${row?.number ?? body.number ?? ""}`.trim();
  const old = body.round === app.state.round ? "" : ` of round ${body.round}`;
  if (verb === "record") return `${name}${old} is not taken yet`;
  if (verb === "change") return `${name}${old} is not changed yet`;
  return verb === "delete" ? `${name}${old} is not deleted yet` : "Not done yet";
}

function refused(app, item) {
  const { trouble, body, request, verb } = item;
  const away = () => {
    app.outbox.takeBack(request);
    app.known.refresh();
  };
  const ours = body.round === app.state.round;
  const row = app.hands.rows.find((one) => one.item?.request === request);
  return h(
    "div",
    { class: "trouble", role: "alert" },
    h("h2", {}, icon("look"), title(app, item)),
    h("p", {}, sentence(trouble)),
    isConflict(item) && ours
      ? both(app, item)
      : [
          body.held && !ours ? typed(app, body, item.names) : null,
          h(
            "div",
            { class: "line" },
            trouble.confirm
              ? button("Yes, that is right", () => app.outbox.confirm(request), { key: `sure-${request}` })
              : null,
            row && app.mayChange(row) ? button("Mend it", () => app.change(row), { key: `mend-${request}` }) : null,
            button(verb === "record" ? "Throw mine away" : "Leave it", away, { key: `away-${request}` }),
          ),
        ],
  );
}

// Two tablets wrote the same hand: both values, a person chooses. Neither is preselected.
function both(app, item) {
  const { state, outbox } = app;
  const { body, request, trouble } = item;
  const [theirs, mine] = [trouble.theirs, body].map((facts) => pointsBySeat(state, facts));
  const line = (facts) =>
    h(
      "ul",
      {},
      app.present.map((one) => {
        const differs = theirs[one.entry] !== mine[one.entry];
        return h(
          "li",
          { class: differs ? "differs" : null },
          h("bdi", {}, app.short(one)),
          h("strong", {}, String(facts[one.entry] ?? "–")),
          differs ? h("span", { class: "unseen" }, " (differs)") : null,
        );
      }),
    );
  const choose = (change) => {
    app.settled(item);
    outbox.takeBack(request);
    if (!change) return void app.known.refresh();
    const { held, out, last_card, late, round } = body;
    outbox.add(
      "change",
      { round, number: body.number, version: trouble.theirs.version, held, out, last_card, late, why: "chosen of two" },
      item.names,
    );
  };
  return [
    h(
      "div",
      { class: "both" },
      h(
        "section",
        {},
        h("h3", {}, "Received"),
        line(theirs),
        button("This is right", () => choose(false), { key: "theirs" }),
      ),
      h(
        "section",
        {},
        h("h3", {}, "Typed here"),
        line(mine),
        button("This is right", () => choose(true), { key: "mine" }),
      ),
    ),
    item.verb === "record"
      ? button(
          "Neither is wrong: they are two hands",
          () => outbox.again(request, { ...body, base: state.hands.length }),
          { class: "button button-small", key: "two-hands" },
        )
      : null,
  ];
}

// While the network is away: a short line that paper or another tablet can carry.
function carryLines(app) {
  const lines = app.hands.rows
    .filter((row) => row.item?.verb === "record" && !row.gone)
    .map((row) => carried(app, row))
    .filter(Boolean);
  if (!lines.length) return null;
  return h(
    "details",
    { class: "carry", "data-key": "carry" },
    h("summary", {}, "The network is away for long? Carry it by hand"),
    h(
      "p",
      {},
      "Write this line down. The organiser, or another tablet at this table, can type it; sent twice it counts once.",
    ),
    lines.map((line) => h("p", { class: "carry-code" }, line)),
  );
}

// Null if somebody in it does not sit here any more.
function carried(app, { number, out, held, last_card }) {
  const seat = (entry) => app.player(entry)?.seat;
  const points = Object.entries(held).map(([entry, one]) => [seat(entry), app.points(one)]);
  const gone = [...points.map(([at]) => at), ...(out === null ? [] : [seat(out)])].includes(undefined);
  return gone
    ? null
    : carry.write({
        number,
        out: out === null ? null : seat(out),
        points: Object.fromEntries(points),
        last: last_card,
      });
}
