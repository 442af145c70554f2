// Counting a hand: who went out, on what, then the faces of what everybody else holds, and the sum.

import { whyImpossible } from "./cards.js";
import { askDelete } from "./dialogs.js";
import { button, cannot, h, icon, seat } from "./dom.js";
import { face as drawFace } from "./faces.js";

const LONG_PRESS = 450;
const UNUSUAL = 250;

export function countView(app) {
  const { draft } = app;
  if (!draft.isDecided)
    return h("div", { class: "count is-asking" }, h("section", { class: "count-work" }, whoWentOut(app)));
  return h(
    "div",
    { class: "count" },
    h(
      "ol",
      { class: "count-seats", "data-scrolls": "seats", "aria-label": "Who holds what" },
      draft.hand.players.map((entry) => seatLine(app, entry)),
    ),
    h("section", { class: "count-work", "data-scrolls": "work" }, work(app)),
  );
}

function seatLine(app, entry) {
  const { draft } = app;
  const player = app.player(entry);
  const out = entry === draft.hand.out;
  const at = entry === draft.hand.at;
  const said = out
    ? `Out${draft.hand.last ? ` on ${app.card(draft.hand.last).name}` : ""}`
    : at
      ? "Counting"
      : draft.isCounted(entry)
        ? "Counted"
        : "To count";
  const points = out ? takes(app) : app.points(draft.hand.held[entry]);
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: `count-seat${at ? " is-at" : ""}${out ? " is-out" : ""}`,
        "data-key": `seat-${entry}`,
        "aria-current": at ? "step" : null,
        "aria-label": out ? `${player.name} went out. Tap if it was somebody else` : null,
        onclick: () => (out ? draft.askWhoWentOut() : draft.turnTo(entry)),
      },
      seat(player.seat),
      h(
        "span",
        { class: "count-who" },
        h("bdi", { class: "name" }, player.name),
        h("bdi", { class: "group" }, player.group),
      ),
      h("strong", { class: "count-points" }, points === null ? "–" : String(points)),
      h("span", { class: "count-said" }, icon(at ? "arrow" : out || draft.isCounted(entry) ? "tick" : "chair"), said),
      h("span", { class: "count-all" }, inAll(app, entry, points)),
    ),
  );
}

// Whoever went out scores nothing; or all that the others hold, as far as it is counted.
function takes({ draft, points, state }) {
  if (state.settings.low_wins) return 0;
  return draft.toCount.reduce((sum, entry) => sum + (points(draft.hand.held[entry]) ?? 0), 0);
}

// The total with this hand, which is not counted in from before while it is being changed.
function inAll(app, entry, points) {
  const { draft, hands, state } = app;
  const before = hands.seats(draft.hand).find((one) => one.entry === entry).points;
  const scores = !draft.hand.playoff && points !== null && (state.settings.low_wins || entry === draft.hand.out);
  return scores ? `${before + points} in all` : `${before} so far`;
}

function whoWentOut(app) {
  const { draft } = app;
  return [
    h("h1", { tabindex: -1 }, "Who went out?"),
    h(
      "div",
      { class: "choose-out" },
      draft.hand.players.map((entry) =>
        button([seat(app.player(entry).seat), h("bdi", {}, app.player(entry).name)], () => draft.wentOut(entry), {
          class: "button button-seat",
          key: `out-${entry}`,
        }),
      ),
    ),
    button(["Nobody: the bell stopped it", icon("arrow")], () => draft.wentOut(null), { key: "nobody" }),
    draft.isNew
      ? button("Not yet: go on playing", () => draft.leave(), { class: "button button-quiet", key: "leave" })
      : null,
  ];
}

function work(app) {
  const { draft } = app;
  const entry = draft.hand.at;
  if (entry === null) return [];
  const name = h("bdi", {}, app.spoken(app.player(entry)));
  return [
    h(
      "h1",
      { tabindex: -1 },
      draft.isNew
        ? "What does "
        : `${draft.hand.playoff ? "Play-off" : `Hand ${app.hands.numberOf(draft.hand)}`}: what does `,
      name,
      " hold?",
    ),
    app.said
      ? h(
          "button",
          { type: "button", class: "said", role: "alert", "data-key": "said", onclick: () => app.hush() },
          icon("look"),
          app.said,
        )
      : null,
    drawsFirst(app) ?? lastCard(app),
    draft.hand.typing ? keypad(app, entry) : faces(app, entry),
    steps(app, entry),
  ];
}

// Which card ended the hand: asked because two of them make somebody draw first, and those cards count.
function lastCard(app) {
  const { draft } = app;
  if (draft.hand.out === null)
    return h(
      "div",
      { class: "last-card" },
      h("p", {}, icon("running"), h("span", {}, "Nobody went out: everybody's cards count.")),
      button(
        "Somebody did",
        () => {
          draft.hand.incomplete = false;
          draft.keep();
        },
        { class: "button button-small", key: "somebody" },
      ),
    );
  const choices = [
    ["draw_two", "Draw Two"],
    ["wild_draw_four", "Wild Draw Four"],
  ].filter(([face]) => app.state.drawn_after[face]);
  return h(
    "div",
    { class: "last-card" },
    h(
      "p",
      { id: "last-card" },
      button(h("bdi", {}, app.short(app.player(draft.hand.out))), () => draft.askWhoWentOut(), {
        class: "plain-button",
        "aria-label": "Somebody else went out",
        key: "not-out",
      }),
      " went out on",
    ),
    h(
      "div",
      { class: "line", role: "group", "aria-labelledby": "last-card" },
      choices.map(([face, words]) =>
        button(words, () => draft.lastCard(face), {
          class: "button button-small",
          "aria-pressed": String(draft.hand.last === face),
          key: `last-${face}`,
        }),
      ),
      button("another card", () => draft.lastCard(""), {
        class: "button button-small",
        "aria-pressed": String(draft.hand.last === ""),
        key: "last-other",
      }),
    ),
  );
}

function drawsFirst(app) {
  const { draft, state } = app;
  const who = draft.drawsAfter;
  if (who === null || draft.hand.drawn) return null;
  const number = state.drawn_after[draft.hand.last];
  return h(
    "div",
    { class: "draws", role: "status" },
    drawFace(draft.hand.last, app, "thumb"),
    h(
      "p",
      {},
      h("strong", {}, h("bdi", {}, app.short(app.player(who))), ` draws ${number} first.`),
      " ",
      h("bdi", {}, app.short(app.player(draft.hand.out))),
      ` went out on a ${app.card(draft.hand.last).name}. The drawn cards count.`,
    ),
    h(
      "div",
      { class: "line" },
      button([icon("tick"), "Drawn"], () => draft.hasDrawn(), { class: "button button-small", key: "drawn" }),
      draft.hand.players.length > 2
        ? button("Other way", () => draft.turnRound(), {
            class: "button button-small",
            "aria-label": "Play went the other way",
            key: "other-way",
          })
        : null,
      button("Another card", () => draft.lastCard(""), { class: "button button-small", key: "last-other" }),
    ),
  );
}

// The faces: a tap adds, a long press takes away.
function faces(app, entry) {
  const { draft, state } = app;
  const cards = draft.cards(entry);
  return h(
    "div",
    { class: "faces-and-sum", "data-quick": true },
    h(
      "div",
      { class: "faces", role: "group", "aria-label": "Tap each card" },
      state.deck.map((card) => faceButton(app, card, cards[card.face] || 0)),
    ),
    sum(app, entry, cards),
  );
}

function tooMany(card) {
  const one = card.limit === 4 ? `A fifth ${card.name}` : `One more ${card.name}`;
  return `${one}: there are only ${card.limit} at this table.`;
}

// How long a finger was down is what the events themselves say: on a tablet that was busy, a tap stays a tap.
function faceButton(app, card, number) {
  const { draft } = app;
  const isNone = () => app.onTheTable(card.face) >= card.limit;
  const take = () => draft.cards(draft.hand.at)[card.face] && draft.add(card.face, -1);
  let down = null;
  let long = false;
  const press = (event) => {
    down = event.timeStamp;
    long = false;
  };
  const lift = (event) => {
    long = down !== null && event.timeStamp - down >= LONG_PRESS;
    down = null;
    if (long) take();
  };
  const leave = () => {
    down = null;
  };
  const tap = () => {
    if (long) return;
    if (isNone()) app.say(tooMany(card));
    else draft.add(card.face, 1);
  };
  return h(
    "button",
    {
      type: "button",
      class: `face-button${number ? " is-counted" : ""}${isNone() ? " is-none" : ""}`,
      "data-key": `face-${card.face}`,
      "aria-label": `${card.name}${number ? `, ${number} counted` : ""}${isNone() ? ", no more of these" : ""}`,
      onpointerdown: press,
      onpointerup: lift,
      onpointerleave: leave,
      onpointercancel: leave,
      oncontextmenu: (event) => event.preventDefault(),
      onclick: tap,
      onkeydown: (event) => {
        long = false;
        if (event.key === "Backspace" || event.key === "-") take();
      },
    },
    drawFace(card.face, app, "full"),
    number ? h("span", { class: "badge", "aria-hidden": "true" }, String(number)) : null,
  );
}

function sumPoints(points) {
  return h("p", { class: `sum-points${points > 999 ? " is-long" : ""}`, "aria-live": "polite" }, String(points));
}

// What cannot be is said to be impossible, and not only unusual; why not stands below.
function doubt({ draft, state }, points) {
  const found = whyImpossible(state.deck, draft.hand.held);
  const words =
    found && (found.entry ?? draft.hand.at) === draft.hand.at
      ? "Impossible."
      : points > UNUSUAL
        ? "Unusual. Count once more."
        : "";
  return words ? h("p", { class: "unusual" }, icon("look"), words) : null;
}

function sum(app, entry, cards) {
  const { draft, state } = app;
  const points = app.points(draft.hand.held[entry]) ?? 0;
  const number = Object.values(cards).reduce((all, one) => all + one, 0);
  const each = state.deck.flatMap((card) => Array(cards[card.face] || 0).fill(card));
  return h(
    "aside",
    { class: "sum" },
    h("p", {}, "Points in hand"),
    sumPoints(points),
    doubt(app, points),
    h("p", { class: "sum-cards" }, number === 1 ? "1 card" : `${number} cards`),
    h(
      "div",
      { class: "held-cards" },
      each.map((card, place) =>
        h(
          "button",
          {
            type: "button",
            class: "held-card",
            "data-key": `held-${place}`,
            "aria-label": `Take back ${card.name}`,
            onclick: () => draft.add(card.face, -1),
          },
          drawFace(card.face, app, "small"),
        ),
      ),
    ),
    number ? h("p", { class: "hint" }, "Tap a card here to take it back.") : null,
  );
}

function keypad(app, entry) {
  const { draft } = app;
  const total = draft.total(entry);
  const keys = ["7", "8", "9", "4", "5", "6", "1", "2", "3"];
  return h(
    "div",
    { class: "faces-and-sum", "data-quick": true },
    h(
      "div",
      { class: "keypad", role: "group", "aria-label": "Type the total" },
      keys.map((key) => button(key, () => draft.digit(key), { class: "button key", key: `key-${key}` })),
      button("Rub out", () => draft.rubOut(), { class: "button key key-word", key: "key-rub" }),
      button("0", () => draft.digit("0"), { class: "button key", key: "key-0" }),
      button("00", () => draft.digit("00"), { class: "button key", key: "key-00" }),
    ),
    h(
      "aside",
      { class: "sum" },
      h("p", {}, "Points in hand"),
      sumPoints(app.points(draft.hand.held[entry]) ?? "–"),
      doubt(app, total ?? 0),
    ),
  );
}

function steps(app, entry) {
  const { draft } = app;
  const { next } = draft;
  const impossible = app.whyImpossible();
  const go = (words) => button([words, icon("arrow")], () => app.goOn(), { class: "button button-primary", key: "go" });
  return h(
    "div",
    { class: "steps" },
    button(draft.hand.typing ? "Tap cards" : "Type a total", () => draft.type(!draft.hand.typing), {
      class: "button",
      key: "type",
    }),
    impossible
      ? cannot("Not yet", impossible)
      : !draft.isCounted(entry)
        ? cannot(
            next === null || next === entry ? saves(app) : "Count the next",
            draft.hand.typing ? "Type what the cards count." : "Tap what is held.",
          )
        : draft.missing.length
          ? go(h("span", {}, "Count ", h("bdi", {}, app.short(app.player(next))), " next"))
          : go(saves(app)),
    button("Leave it for now", () => app.show("play"), { class: "button button-quiet", key: "aside" }),
    draft.isNew
      ? null
      : button("Delete this hand", () => askDelete(app), { class: "button button-quiet", key: "delete" }),
  );
}

function saves({ draft, hands }) {
  if (!draft.isNew) return "Save the change";
  return draft.hand.playoff ? "Save the play-off hand" : `Save hand ${hands.numberOf(draft.hand)}`;
}
