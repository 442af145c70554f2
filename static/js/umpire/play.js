// Before and during the round: who sits where, the running totals, the hands so far, and the one next thing to do.

import { typeCarried } from "./dialogs.js";
import { button, cannot, h, icon, seat } from "./dom.js";

// Sit down: names in seat order, a tick each, absent and substitutes.
export function sitView(app) {
  const { state } = app;
  const waiting = state.seats.filter((one) => !one.absent && !(app.pending("sit", one.entry)?.here ?? one.sat)).length;
  return h(
    "div",
    { class: "sit page" },
    h(
      "div",
      { class: "title" },
      h("h1", { tabindex: -1 }, waiting ? "Who is here?" : "Everybody sits"),
      h(
        "p",
        { class: "lead" },
        state.seats.some((one) => one.wristband)
          ? "Look at each wristband and tick it."
          : "Tick everybody who sits down.",
      ),
    ),
    whereTo(app),
    saying(app),
    h(
      "ol",
      { class: "sit-seats" },
      state.seats.map((one) => sitLine(app, one)),
    ),
    h(
      "div",
      { class: "next" },
      waiting || app.firstDealer === null
        ? h(
            "p",
            { class: "hint" },
            [waiting ? `${waiting} not ticked yet.` : "", app.firstDealer === null ? "Nobody deals first yet." : ""]
              .filter(Boolean)
              .join(" "),
          )
        : null,
      button(["Play", icon("arrow")], () => app.play(), { class: "button button-primary", key: "play" }),
    ),
  );
}

// Who sat here in the round before, and where they sit now.
function whereTo(app) {
  const { before } = app;
  if (!before || !Object.keys(before.next_table).length) return null;
  return h(
    "section",
    { class: "where-to" },
    h("h2", {}, `From ${before.round_name} at this table`),
    h(
      "ul",
      {},
      before.seats
        .filter((one) => before.next_table[one.entry])
        .map((one) =>
          h(
            "li",
            {},
            h("bdi", { class: "name" }, one.name),
            h(
              "span",
              { class: "next-table" },
              "Now: table ",
              h("strong", {}, String(before.next_table[one.entry].table)),
            ),
          ),
        ),
    ),
  );
}

function sitLine(app, one) {
  const { entry } = one;
  const sat = app.pending("sit", entry)?.here ?? one.sat;
  return h(
    "li",
    { class: `sit-seat${one.absent ? " is-absent" : sat ? " is-here" : ""}` },
    seat(one.seat),
    h(
      "span",
      { class: "sit-who" },
      h("bdi", { class: "name" }, one.name),
      " ",
      h("bdi", { class: "group" }, one.group),
      one.stands_for ? h("span", { class: "note" }, ", in the seat of ", h("bdi", {}, one.stands_for)) : null,
    ),
    wristband(app, one),
    one.absent
      ? h("span", { class: "state" }, icon("chair"), "Empty chair")
      : button([icon(sat ? "tick" : "chair"), sat ? "Here" : "Tick"], () => app.do("sit", { entry, here: !sat }), {
          class: `button${sat ? " is-on" : ""}`,
          "aria-pressed": String(sat),
          key: `sit-${entry}`,
        }),
    one.absent ? null : dealerButton(app, one),
    button(one.absent ? "Back, or somebody else" : "Not here?", () => app.unfold(entry), {
      class: "unfolds",
      "aria-expanded": String(app.unfolded === entry),
      key: `more-${entry}`,
    }),
    app.unfolded === entry ? absence(app, one) : null,
  );
}

// Where nobody has one, there is nothing to compare.
function wristband(app, one) {
  if (one.wristband) return h("span", { class: "wristband" }, "Wristband ", h("strong", {}, one.wristband));
  return app.state.seats.some((other) => other.wristband)
    ? h("span", { class: "wristband quiet" }, "No wristband")
    : null;
}

function dealerButton(app, one) {
  const deals = app.firstDealer === one.entry;
  return button(
    [icon(deals ? "tick" : "drawn"), deals ? "Deals first" : "Deals?"],
    () => app.do("deal", { entry: one.entry }),
    {
      class: `button${deals ? " is-on" : ""}`,
      "aria-pressed": String(deals),
      "aria-label": `${one.name} deals first`,
      key: `deal-${one.entry}`,
    },
  );
}

function absence(app, one) {
  const { state } = app;
  const list = state.substitutes?.[one.entry] ?? [];
  if (["absent", "back", "substitute"].some((verb) => app.pending(verb, one.entry)))
    return h("p", { class: "state" }, icon("tablet"), "On this tablet: it is done once the network is back.");
  if (state.hands.length)
    return cannot("The first hand is dealt", "Call the organiser: they can change a seat with a reason.");
  return h(
    "div",
    { class: "line" },
    one.absent
      ? button("They are back", () => app.do("back", { entry: one.entry }), { key: `back-${one.entry}` })
      : button("Absent: empty chair", () => app.do("absent", { entry: one.entry }), { key: `absent-${one.entry}` }),
    list.map((other) =>
      other.allowed
        ? button(
            [h("bdi", {}, other.name), " takes the seat"],
            () => app.do("substitute", { entry: one.entry, name: other.name }),
            { key: `sub-${one.entry}${other.name}` },
          )
        : cannot(other.name, other.why),
    ),
    list.length
      ? null
      : h("p", { class: "hint" }, "Nobody else of this group is known here. The organiser can enter a name."),
  );
}

function saying(app) {
  const { saying } = app.state.dealer;
  return saying
    ? h(
        "p",
        { class: "saying" },
        icon("drawn"),
        h("span", {}, "The dealer is ", h("strong", {}, saying), saying.endsWith(".") ? "" : "."),
      )
    : null;
}

// Play

export function playView(app) {
  return h(
    "div",
    { class: "play" },
    h("h1", { class: "unseen", tabindex: -1 }, app.nextHand ? `Hand ${app.hands.next}` : "The hands"),
    tablePicture(app),
    nextThing(app),
    handsSoFar(app),
  );
}

function tablePicture(app) {
  const { state, hands, nextHand } = app;
  const number = nextHand && app.dealsOn ? hands.next : hands.standing.length;
  return h(
    "div",
    { class: `round-table of-${Math.min(state.seats.length, 10)}` },
    h("p", { class: "table-goes" }, h("strong", {}, "Clockwise"), h("span", {}, dealt(app))),
    h(
      "p",
      { class: "table-hand" },
      turning(),
      nextHand?.playoff ? "Play-off" : "Hand",
      h("strong", {}, nextHand?.playoff ? "" : String(number)),
    ),
    nextDealer(app),
    hands.seats().map((one, place) => seatCard(app, one, place)),
  );
}

// A tap on a seat says who went out: the shortest way from the last card to the count. Once no hand is dealt any more
// only the button leads there, which says so.
function seatCard(app, one, place) {
  const plays = app.nextHand?.players.includes(one.entry);
  const rests = app.nextHand?.playoff && !plays && !one.absent;
  const tags = [
    app.dealer() === one.entry && ["drawn", "Deals"],
    app.dealer(1) === one.entry && ["arrow", "Plays first"],
    one.leads && !app.nextHand?.playoff && ["tick", "Leads"],
    one.absent && ["chair", "Empty chair"],
    rests && ["chair", "Does not play"],
  ].filter(Boolean);
  return h(
    "button",
    {
      type: "button",
      class:
        `seat-card place-${place + 1}` +
        (one.leads && !rests ? " leads" : "") +
        (one.absent || rests ? " is-absent" : ""),
      "data-key": `went-${one.entry}`,
      disabled: !plays || !app.mayCount || !app.dealsOn,
      "aria-label": `${one.name}, ${one.points} points${plays ? ". Tap if they went out" : ""}`,
      onclick: () => app.begin(one.entry),
    },
    seat(one.seat),
    h("span", { class: "seat-who" }, h("bdi", { class: "name" }, one.name), h("bdi", { class: "group" }, one.group)),
    h(
      "span",
      { class: "seat-foot" },
      h(
        "span",
        { class: "seat-tags" },
        tags.map(([name, words]) => h("span", { class: "tag" }, icon(name), words)),
      ),
      h("strong", { class: "seat-points" }, one.absent ? "–" : String(one.points)),
    ),
  );
}

// Who dealt, and what the table plays for.
function dealt(app) {
  const { settings, goes, last_round: last } = app.state;
  if (app.nextHand?.playoff)
    return settings.format === "knockout" && !last ? "Whoever goes out goes on." : "Whoever goes out wins.";
  const who = app.dealer();
  const goal =
    settings.ending === "target"
      ? ` Played to ${settings.target}.`
      : settings.ending === "hands"
        ? ` ${settings.hands} hands.`
        : "";
  return who
    ? [`Dealt by `, h("bdi", {}, app.short(app.player(who))), `, ${goes.toLowerCase()}.${goal}`]
    : `${goes}.${goal}`;
}

function nextDealer(app) {
  const who = ["last-hand", "time-up"].includes(app.phase()) ? null : app.dealer(1);
  return who
    ? h("p", { class: "next-dealer" }, "Next to deal", h("strong", {}, h("bdi", {}, app.spoken(app.player(who)))))
    : null;
}

// Two arrows round the table's middle: the way play goes.
function turning() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 168 168", class: "turning", "aria-hidden": "true" }))
    svg.setAttribute(name, value);
  const part = (d, name) => {
    const path = document.createElementNS(svg.namespaceURI, "path");
    path.setAttribute("d", d);
    path.setAttribute("class", name);
    return path;
  };
  svg.append(
    part("M26 28A79 79 0 0 1 140 27", "turning-line"),
    part("M156 46 148 16 128 36Z", "turning-head"),
    part("M142 140A79 79 0 0 1 28 141", "turning-line"),
    part("M12 122 20 152 40 132Z", "turning-head"),
  );
  return svg;
}

function nextThing(app) {
  const { state, draft } = app;
  const phase = app.phase();
  if (app.counting) return goOn(app);
  if (draft.open) return h("div", { class: "next" }, cannot("Hand over", "A count was left over: see above."));
  const next = app.nextHand;
  if (!next)
    return h(
      "div",
      { class: "next" },
      button(["To the result", icon("arrow")], () => app.show("finish"), {
        class: "button button-primary",
        key: "finish",
      }),
      h("p", { class: "hint" }, state.why_no_next),
    );
  if (phase === "ready")
    return h("div", { class: "next" }, cannot("Hand over", "The round has not begun: the MC starts the clock."));
  if (phase === "time-up" && !next.playoff) return atTheBell(app);
  if (phase === "last-hand" && !app.dealsOn)
    return h(
      "div",
      { class: "next" },
      bell("No new hand: wait for the bell."),
      button("A hand was dealt after the warning: count it", () => app.begin(undefined, { late: true }), {
        key: "late",
      }),
    );
  return h(
    "div",
    { class: "next" },
    phase === "last-hand" && !next.playoff ? bell("Last hand: do not deal another.") : null,
    phase === "paused" ? h("p", { class: "hint" }, "The clock is paused.") : null,
    button([next.playoff ? "Play-off hand over" : "Hand over", icon("arrow")], () => app.begin(undefined), {
      class: "button button-primary",
      key: "over",
    }),
    h("p", { class: "hint" }, "Or tap the seat of whoever went out."),
  );
}

// A count that was left for now.
function goOn(app) {
  const { draft, hands } = app;
  const name = draft.hand.playoff ? "the play-off hand" : `hand ${hands.numberOf(draft.hand)}`;
  return h(
    "div",
    { class: "next" },
    button([`Go on ${draft.isNew ? "counting" : "changing"} ${name}`, icon("arrow")], () => app.show("count"), {
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

function bell(words) {
  return h("p", { class: "bell", role: "alert" }, icon("look"), h("strong", {}, words));
}

// Time is up. Whatever hand was going on is counted as it is held; the last one may have been counted already.
function atTheBell(app) {
  const { state } = app;
  const count = (late, more) =>
    button(["Count what everybody holds", icon("arrow")], () => app.begin(undefined, { incomplete: true, late }), {
      key: "bell",
      ...more,
    });
  if (app.dealtLast)
    return h(
      "div",
      { class: "next is-bell" },
      bell("Time is up."),
      button(["To the result", icon("arrow")], () => app.show("finish"), {
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
    state.hands.length ? button("No hand was going on", () => app.show("finish"), { key: "no-hand" }) : null,
    h("p", { class: "hint" }, "Did somebody go out as the bell rang? Tap their seat."),
  );
}

export function handsSoFar(app) {
  const { rows } = app.hands;
  const players = app.present;
  if (!rows.length)
    return [
      undone(app),
      h("p", { class: "empty" }, "No hand yet. When somebody goes out, tap their seat."),
      h("p", { class: "line" }, ways(app)),
    ];
  const last = rows.findLast((row) => !row.gone);
  const undo =
    last && app.mayChange(last)
      ? button(last.playoff ? "Undo the play-off hand" : `Undo hand ${last.number}`, () => app.undo(last), {
          class: "button button-small",
          key: "undo",
        })
      : null;
  return [
    h(
      "div",
      { class: "hands-scroll", "data-scrolls": "hands", tabindex: 0, role: "region", "aria-label": "Hands so far" },
      h(
        "table",
        { class: "hands" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Hands so far"),
            players.map((one) =>
              h("th", { scope: "col" }, h("span", { class: "hand-who" }, seat(one.seat), h("bdi", {}, app.short(one)))),
            ),
            h("th", { scope: "col" }, h("span", { class: "unseen" }, "Change")),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map((row) => handRow(app, row, players)),
        ),
      ),
    ),
    undone(app),
    h("p", { class: "line" }, undo, ways(app)),
  ];
}

// Where the finger is that undid it.
function undone(app) {
  const { undone: hand } = app;
  if (!hand) return null;
  return h(
    "div",
    { class: "trouble is-calm", role: "status" },
    h("p", {}, icon("tick"), `${hand.playoff ? "The play-off hand" : `Hand ${hand.number}`} is undone.`),
    button("Put it back", () => app.putBack(), { class: "button button-small", key: "put-back" }),
  );
}

function seatsButton(app) {
  return button("The seats", () => app.show("sit"), { class: "button button-small", key: "seats" });
}

function ways(app) {
  if (app.state.accepted) return null;
  return [
    seatsButton(app),
    app.mayCount
      ? button("Type a carried line", () => typeCarried(app), { class: "button button-small", key: "carried" })
      : null,
  ];
}

function handRow(app, row, players) {
  const name = row.playoff ? "Play-off" : `Hand ${row.number}`;
  const points = (one) => h(row.gone ? "del" : "strong", {}, row.points[one.entry] ?? "–");
  return h(
    "tr",
    { class: row.gone ? "waiting is-gone" : row.where === "trouble" ? "is-refused" : row.where },
    h(
      "th",
      { scope: "row" },
      h("span", { class: "hand-name" }, name),
      " ",
      h(
        "span",
        { class: "where" },
        icon(row.where === "received" ? "tick" : row.where === "trouble" ? "look" : "tablet"),
        row.said,
      ),
    ),
    players.map((one) =>
      h("td", {}, row.out === one.entry ? h("span", { class: "out" }, icon("tick"), "out") : null, points(one)),
    ),
    h(
      "td",
      {},
      app.mayChange(row)
        ? button([icon("pencil"), h("span", {}, "Change")], () => app.change(row), {
            class: "button button-small",
            key: `change-${row.key}`,
            "aria-label": row.playoff ? "Change the play-off hand" : `Change hand ${row.number}`,
          })
        : null,
    ),
  );
}
