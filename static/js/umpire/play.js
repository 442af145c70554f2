// Before and during the round: who sits where, the running totals, the hands so far, and the one next thing to do.

import { button, cannot, h, icon, seat } from "./dom.js";

// Sit down: names in seat order, a tick each, absent and substitutes.
export function sitView(app) {
  const { state } = app;
  const waiting = state.seats.filter((one) => !one.absent && !(app.pending("sit", one.entry)?.here ?? one.sat)).length;
  return h("div", { class: "sit page" },
    h("div", { class: "title" }, h("h1", { tabindex: -1 }, waiting ? "Who is here?" : "Everybody sits"), h("p", { class: "lead" }, state.seats.some((one) => one.wristband) ? "Look at each wristband and tick it." : "Tick everybody who sits down.")),
    whereTo(app),
    saying(app),
    h("ol", { class: "sit-seats" }, state.seats.map((one) => sitLine(app, one))),
    h("div", { class: "next" },
      waiting || app.firstDealer === null ? h("p", { class: "hint" }, [waiting ? `${waiting} not ticked yet.` : "", app.firstDealer === null ? "Nobody deals first yet." : ""].filter(Boolean).join(" ")) : null,
      button(["Play", icon("arrow")], () => app.play(), { class: "button button-primary", key: "play" })));
}

// Who sat here in the round before, and where they sit now.
function whereTo(app) {
  const { before } = app;
  if (!before || !Object.keys(before.next_table).length) return null;
  return h("section", { class: "where-to" }, h("h2", {}, `From ${before.round_name} at this table`),
    h("ul", {}, before.seats.filter((one) => before.next_table[one.entry]).map((one) =>
      h("li", {}, h("bdi", { class: "name" }, one.name), h("span", { class: "next-table" }, "Now: table ", h("strong", {}, String(before.next_table[one.entry].table)))))));
}

function sitLine(app, one) {
  const { entry } = one;
  const sat = app.pending("sit", entry)?.here ?? one.sat;
  return h("li", { class: "sit-seat" + (one.absent ? " is-absent" : sat ? " is-here" : "") },
    seat(one.seat),
    h("span", { class: "sit-who" }, h("bdi", { class: "name" }, one.name), h("bdi", { class: "group" }, one.group),
      one.stands_for ? h("span", { class: "note" }, "in the seat of ", h("bdi", {}, one.stands_for)) : null),
    one.wristband ? h("span", { class: "wristband" }, "Wristband ", h("strong", {}, one.wristband)) : h("span", { class: "wristband quiet" }, "No wristband"),
    one.absent
      ? h("span", { class: "state" }, icon("chair"), "Empty chair")
      : button([icon(sat ? "tick" : "chair"), sat ? "Here" : "Tick"], () => app.do("sit", { entry, here: !sat }), { class: "button" + (sat ? " is-on" : ""), "aria-pressed": String(sat), key: "sit-" + entry }),
    one.absent ? null : dealerButton(app, one),
    h("details", { class: "sit-more" }, h("summary", {}, one.absent ? "Back, or somebody else" : "Not here?"), absence(app, one)));
}

function dealerButton(app, one) {
  const deals = app.firstDealer === one.entry;
  return button([icon(deals ? "tick" : "drawn"), deals ? "Deals first" : "Deals?"], () => app.do("deal", { entry: one.entry }),
    { class: "button" + (deals ? " is-on" : ""), "aria-pressed": String(deals), "aria-label": `${one.name} deals first`, key: "deal-" + one.entry });
}

function absence(app, one) {
  const { state } = app;
  const list = state.substitutes?.[one.entry] ?? [];
  if (state.hands.length) return cannot("The first hand is dealt", "Call the organiser: they can change a seat with a reason.");
  return h("div", { class: "line" },
    one.absent ? button("They are back", () => app.do("back", { entry: one.entry }), { key: "back-" + one.entry }) : button("Absent: empty chair", () => app.do("absent", { entry: one.entry }), { key: "absent-" + one.entry }),
    list.map((other) => other.allowed
      ? button([h("bdi", {}, other.name), " takes the seat"], () => app.do("substitute", { entry: one.entry, name: other.name }), { key: "sub-" + one.entry + other.name })
      : cannot(other.name, other.why)),
    list.length ? null : h("p", { class: "hint" }, "Nobody else of this group is known here. The organiser can enter a name."));
}

function saying(app) {
  const { saying } = app.state.dealer;
  return saying ? h("p", { class: "saying" }, icon("drawn"), h("span", {}, "The dealer is ", h("strong", {}, saying), ".")) : null;
}

// Play

export function playView(app) {
  const { state } = app;
  return h("div", { class: "play" }, h("h1", { class: "unseen", tabindex: -1 }, state.next ? `Hand ${app.next}` : "The hands"), tablePicture(app), nextThing(app), handsSoFar(app));
}

function tablePicture(app) {
  const { state } = app;
  const number = app.next ?? state.hands.length;
  return h("div", { class: `round-table of-${Math.min(state.seats.length, 10)}` },
    h("p", { class: "table-goes" }, h("strong", {}, "Clockwise"), h("span", {}, dealt(app))),
    h("p", { class: "table-hand" }, turning(), app.nextHand?.playoff ? "Play-off" : "Hand", h("strong", {}, app.nextHand?.playoff ? "" : String(number))),
    nextDealer(app),
    app.seats.map((one, place) => seatCard(app, one, place)));
}

// A tap on a seat says who went out: the shortest way from the last card to the count.
function seatCard(app, one, place) {
  const { state } = app;
  const plays = app.nextHand?.players.includes(one.entry);
  const tags = [
    app.dealer() === one.entry && ["drawn", "Deals"], app.playsFirst() === one.entry && ["arrow", "Plays first"],
    one.leads && ["tick", "Leads"], one.absent && ["chair", "Empty chair"],
  ].filter(Boolean);
  return h("button",
    {
      type: "button", class: `seat-card place-${place + 1}` + (one.leads ? " leads" : "") + (one.absent ? " is-absent" : ""), "data-key": "went-" + one.entry,
      disabled: !plays || !app.mayCount, "aria-label": `${one.name}, ${one.points} points${plays ? ". Tap if they went out" : ""}`, onclick: () => app.begin(one.entry),
    },
    seat(one.seat), h("span", { class: "seat-who" }, h("bdi", { class: "name" }, one.name), h("bdi", { class: "group" }, one.group)),
    h("strong", { class: "seat-points" }, one.absent ? "–" : String(one.points)),
    h("span", { class: "seat-tags" }, tags.map(([name, words]) => h("span", { class: "tag" }, icon(name), words))));
}

// Who dealt, and what the table plays for.
function dealt(app) {
  const { state } = app;
  const who = app.dealer();
  const goal = state.settings.ending === "target" ? ` Played to ${state.settings.target}.` : state.settings.ending === "hands" ? ` ${state.settings.hands} hands.` : "";
  return who ? [`Dealt by `, h("bdi", {}, app.short(app.player(who))), `, ${state.goes.toLowerCase()}.${goal}`] : `${state.goes}.${goal}`;
}

function nextDealer(app) {
  const who = app.dealer(1);
  return who ? h("p", { class: "next-dealer" }, "Next to deal", h("strong", {}, h("bdi", {}, app.player(who).name))) : null;
}

// Two arrows round the table's middle: the way play goes.
function turning() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 168 168", class: "turning", "aria-hidden": "true" })) svg.setAttribute(name, value);
  const part = (d, name) => {
    const path = document.createElementNS(svg.namespaceURI, "path");
    path.setAttribute("d", d);
    path.setAttribute("class", name);
    return path;
  };
  svg.append(part("M26 28A79 79 0 0 1 140 27", "turning-line"), part("M156 46 148 16 128 36Z", "turning-head"),
    part("M142 140A79 79 0 0 1 28 141", "turning-line"), part("M12 122 20 152 40 132Z", "turning-head"));
  return svg;
}

function nextThing(app) {
  const { state } = app;
  const phase = app.phase();
  if (app.draft.open)
    return h("div", { class: "next" },
      button([`Go on ${app.draft.hand.editing === null ? "counting" : "changing"} hand ${app.draft.hand.number}`, icon("arrow")], () => app.show("count"), { class: "button button-primary", key: "resume" }),
      button(app.draft.hand.editing === null ? "Throw this count away" : `Leave hand ${app.draft.hand.number} as it was`, () => app.draft.leave(), { key: "throw-away" }));
  const next = app.nextHand;
  if (!next) return h("div", { class: "next" }, button(["To the result", icon("arrow")], () => app.show("finish"), { class: "button button-primary", key: "finish" }), h("p", { class: "hint" }, state.why_no_next));
  if (phase === "ready") return h("div", { class: "next" }, cannot("Hand over", "The round has not begun: the MC starts the clock."), seatsButton(app));
  if (phase === "time-up" && !next.playoff) return atTheBell(app);
  if (phase === "last-hand" && app.dealtLast)
    return h("div", { class: "next" }, bell("No new hand: wait for the bell."),
      button("A hand was dealt after the warning: count it", () => app.begin(undefined, { late: true }), { key: "late" }));
  return h("div", { class: "next" },
    phase === "last-hand" ? bell("Last hand: do not deal another.") : null,
    phase === "paused" ? h("p", { class: "hint" }, "The clock is paused.") : null,
    button([next.playoff ? "Play-off hand over" : "Hand over", icon("arrow")], () => app.begin(undefined), { class: "button button-primary", key: "over" }),
    h("p", { class: "hint" }, "Or tap the seat of whoever went out."));
}

function bell(words) {
  return h("p", { class: "bell", role: "alert" }, icon("look"), h("strong", {}, words));
}

// Time is up. Whatever hand was going on is counted as it is held; the last one may have been counted already.
function atTheBell(app) {
  const { state } = app;
  const count = (late, more) => button(["Count what everybody holds", icon("arrow")], () => app.begin(undefined, { incomplete: true, late }), { key: "bell", ...more });
  if (app.dealtLast)
    return h("div", { class: "next is-bell" }, bell("Time is up."),
      button(["To the result", icon("arrow")], () => app.show("finish"), { class: "button button-primary", key: "finish" }),
      count(true, { class: "button" }), h("p", { class: "hint" }, "Only if a hand was dealt after the warning."));
  return h("div", { class: "next is-bell" }, bell("Stop: count what everybody holds."),
    count(false, { class: "button button-primary" }),
    state.hands.length ? button("No hand was going on", () => app.show("finish"), { key: "no-hand" }) : null,
    h("p", { class: "hint" }, "Did somebody go out as the bell rang? Tap their seat."));
}

export function handsSoFar(app) {
  const { state } = app;
  const rows = app.rows();
  const players = state.seats.filter((one) => !one.absent);
  if (!rows.length) return [h("p", { class: "empty" }, "No hand yet. When somebody goes out, tap their seat."), h("p", { class: "line" }, ways(app))];
  const undo = app.mayChange() ? button(`Undo hand ${rows.at(-1).number}`, () => app.undo(rows.at(-1)), { class: "button button-small", key: "undo" }) : null;
  return [h("div", { class: "hands-scroll", tabindex: 0, role: "region", "aria-label": "Hands so far" }, h("table", { class: "hands" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Hands so far"), players.map((one) => h("th", { scope: "col" }, h("span", { class: "hand-who" }, seat(one.seat), h("bdi", {}, app.short(one))))), h("th", { scope: "col" }, h("span", { class: "unseen" }, "Change")))),
    h("tbody", {}, rows.map((row) => handRow(app, row, players))))), h("p", { class: "line" }, undo, ways(app))];
}

function seatsButton(app) {
  return button("The seats", () => app.show("sit"), { class: "button button-small", key: "seats" });
}

function ways(app) {
  if (app.state.accepted) return null;
  return [seatsButton(app), carriedButton(app)];
}

function carriedButton(app) {
  return app.mayCount ? button("Type a carried line", () => app.typeCarried(), { class: "button button-small", key: "carried" }) : null;
}

function handRow(app, row, players) {
  return h("tr", { class: row.where },
    h("th", { scope: "row" }, row.playoff ? "Play-off" : `Hand ${row.number}`, h("span", { class: "where" }, icon(row.where === "received" ? "tick" : row.where === "trouble" ? "look" : "tablet"), row.said)),
    players.map((one) => h("td", {}, row.out === one.entry ? h("span", { class: "out" }, icon("tick"), "out") : null, h("strong", {}, row.points[one.entry] ?? "–"))),
    h("td", {}, app.mayChange() ? button("Change", () => app.change(row), { class: "button button-small", key: "change-" + row.key, "aria-label": `Change hand ${row.number}` }) : null));
}
