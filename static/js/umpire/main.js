// The umpire's page: one page that never navigates. What is known comes from the server; what is typed goes to the
// outbox; everything on screen is drawn from these two and the draft of a hand.

import * as carry from "./carry.js";
import { countView } from "./count.js";
import { Draft } from "./draft.js";
import { draw, h, icon, button } from "./dom.js";
import { finishView } from "./finish.js";
import { openHelp } from "./help.js";
import { Outbox } from "./outbox.js";
import { playView, sitView } from "./play.js";
import { read, write } from "./store.js";

const root = document.getElementById("umpire");
const address = root.dataset.address;
const here = "turntable." + root.dataset.key + ".";
const HEARTBEAT = 10000;
const LOOK_AGAIN = 3; // so many heartbeats without a word from the stream
const LONGEST_SHORT = 14;
let heard = 0;

const app = {
  state: JSON.parse(document.getElementById("state").textContent),
  chosen: null,
  said: "",
  undone: null,
  before: null,
  playsOff: false,

  player: (entry) => app.state.seats.find((one) => one.entry === Number(entry)),

  // The seats with what is only on this tablet counted in, so that the totals are right without the network.
  get seats() {
    const { seats, settings } = app.state;
    const waiting = app.waiting.filter((item) => !item.body.playoff && (item.body.out !== null || settings.incomplete_counts));
    if (!waiting.length) return seats;
    const add = (entry) => waiting.reduce((all, { body }) => {
      const points = pointsIn({ ...body, out: null });
      if (settings.scoring === "own_hand") return all + (points[entry] ?? 0);
      return all + (body.out === entry ? Object.values(points).reduce((sum, one) => sum + one, 0) : 0);
    }, 0);
    const now = seats.map((one) => ({ ...one, points: one.points + add(one.entry) }));
    const best = (settings.low_wins ? Math.min : Math.max)(...now.filter((one) => !one.absent).map((one) => one.points));
    return now.map((one) => ({ ...one, leads: !one.absent && one.points === best }));
  },
  card: (face) => app.state.deck.find((card) => card.face === face) ?? { face, name: face, points: 0, limit: 0 },
  cardName: (face) => app.card(face).name,
  // The first name, where nobody else at the table has it.
  short(one) {
    const first = ({ name }) => {
      const [word] = name.split(" ");
      return word.length > LONGEST_SHORT ? word.slice(0, LONGEST_SHORT - 1) + "…" : word;
    };
    return app.state.seats.some((other) => other !== one && first(other) === first(one)) ? one.name : first(one);
  },
  get seen() {
    return app.state.hands.map((hand) => hand.version);
  },
  // The play-off hand, once the players have decided to play it; otherwise the next of the round.
  get nextHand() {
    const { state, playsOff } = app;
    if (playsOff && state.tie?.can_play_off) return { number: state.hands.length + 1, players: state.tie.players, playoff: true };
    return state.next;
  },

  get mayCount() {
    return Boolean(app.nextHand) && !app.state.accepted && !app.draft.open && app.phase() !== "ready";
  },

  // Hands that were counted here and are not received.
  get waiting() {
    const there = (body) => app.state.hands.some((hand) => hand.number === body.number && sameHand(hand, body));
    return app.outbox.items.filter(({ verb, body, trouble }) => verb === "record" && body.round === app.state.round && (trouble || !there(body)));
  },

  // After the warning the hand that was going on is the last: has it been counted?
  get dealtLast() {
    return app.state.dealt_last || app.waiting.some((item) => item.body.warned);
  },

  phase() {
    const clock = document.querySelector("[data-clock]");
    if (!clock) return app.state.over ? "time-up" : "running";
    return clock.dataset.phase || JSON.parse(clock.dataset.clock).state.replace(" ", "-");
  },

  // What was tapped about a seat and is still on its way shows at once.
  pending(verb, entry) {
    return app.outbox.items.findLast((item) => item.verb === verb && item.body.entry === entry && !item.trouble)?.body;
  },

  // The number of the next hand, counting those that are only here.
  get next() {
    const next = app.nextHand;
    return next && Math.max(next.number, ...app.waiting.map((item) => item.body.number + 1));
  },

  // Who deals the next hand, or the one after: the deal passes to the left. A play-off needs no dealer's order.
  dealer(ahead = 0) {
    const { seats } = app.state;
    const next = app.nextHand;
    const here = seats.filter((one) => !one.absent).map((one) => one.entry);
    const first = here.indexOf(app.firstDealer);
    return first < 0 || !next || next.playoff ? null : here[(first + app.next - 1 + ahead) % here.length];
  },

  get firstDealer() {
    return app.outbox.items.findLast((item) => item.verb === "deal" && !item.trouble)?.body.entry ?? app.state.dealer.first;
  },

  playsFirst: () => app.dealer(1),

  // Points

  pointsOf(held) {
    if (held === undefined) return null;
    if (held.total !== undefined) return held.total;
    return Object.entries(held.cards).reduce((all, [face, number]) => all + app.card(face).points * number, 0);
  },

  onTheTable(face) {
    return Object.values(app.draft.hand.held).reduce((all, held) => all + (held.cards?.[face] || 0), 0);
  },

  tooMany(card) {
    const one = card.limit === 4 ? `A fifth ${card.name}` : `One more ${card.name}`;
    return `${one}: there are only ${card.limit} at this table.`;
  },

  whyImpossible(entry) {
    const held = app.draft.hand.held[entry];
    const most = app.state.deck.reduce((all, card) => all + card.points * card.limit, 0);
    if (held?.total > most) return `All cards together count ${most.toLocaleString("en-GB")}. Type it again.`;
    return "";
  },

  inAll(entry, points) {
    const before = app.seats.find((one) => one.entry === entry).points;
    if (!app.state.settings.low_wins) return `${before} so far`;
    return points === null ? `${before} so far` : `${before + points} in all`;
  },

  // Hands

  rows() {
    const received = app.state.hands.map((hand) => ({ ...hand, key: "r" + hand.number, where: "received", said: notes(hand) }));
    const mine = app.waiting.map((item) => {
      const points = Object.fromEntries(Object.entries(item.body.held).map(([entry, held]) => [entry, typeof held === "number" ? held : app.pointsOf({ cards: held })]));
      if (item.body.out !== null) points[item.body.out] = 0;
      return { ...item.body, key: "m" + item.request, item, points, where: item.trouble ? "trouble" : "waiting", said: item.trouble ? "Not taken" : "On this tablet" };
    });
    return [...received, ...mine];
  },

  mayChange: () => !app.state.accepted && !app.draft.open,

  // The last hand was a mistake: one tap, and one tap to put it back.
  undo(row) {
    const { round } = app.state;
    if (row.item) app.outbox.takeBack(row.item.request);
    else app.outbox.add("delete", { round, number: row.number, version: row.version, why: "undone by the umpire" });
    const held = Object.fromEntries(Object.entries(row.held).map(([entry, held]) => [entry, held.cards === undefined ? held : (held.cards ?? held.points)]));
    app.undone = { round, number: row.number, out: row.out, last_card: row.last_card, held, playoff: row.playoff, late: row.late, sure: true };
    app.redraw();
  },

  putBack() {
    app.outbox.add("record", app.undone);
    app.undone = null;
    app.redraw();
  },

  change(row) {
    const players = app.state.seats.filter((one) => !one.absent && (row.points[one.entry] !== undefined)).map((one) => one.entry);
    const hand = { ...row, players: row.playoff ? players : app.state.seats.filter((one) => !one.absent).map((one) => one.entry) };
    app.draft.edit(hand, app.state.round, row.item ? { request: row.item.request } : { version: row.version });
    app.show("count");
  },

  begin(entry, { incomplete = false, late = false } = {}) {
    const { round } = app.state;
    const next = app.nextHand;
    app.draft.begin({ round, number: app.next, players: next.players, out: entry ?? null, incomplete, playoff: next.playoff, late });
    app.show("count");
  },

  // Everybody sits: the umpire says so, whatever the clock does meanwhile.
  play() {
    write(here + "seated", app.state.round);
    app.show("play");
  },

  playOff() {
    app.playsOff = true;
    app.show("play");
  },

  putAside() {
    app.show("play");
  },

  // The one next thing of a count, as it is now: fingers may be quicker than the screen.
  goOn() {
    const { draft } = app;
    if (!draft.open || !draft.isCounted(draft.hand.at) || app.whyImpossible(draft.hand.at)) return app.redraw();
    if (draft.missing.length) draft.turnTo(draft.next);
    else app.save();
  },

  save() {
    const { hand } = app.draft;
    if (!hand) return; // tapped twice
    const body = { ...app.draft.body, warned: ["last-hand", "time-up"].includes(app.phase()) };
    if (hand.mending) app.outbox.again(hand.mending, body);
    else if (hand.editing !== null) app.outbox.add("change", { ...body, version: hand.editing, why: "recounted" });
    else app.outbox.add("record", body);
    app.undone = null;
    app.playsOff = false;
    app.draft.leave();
    app.show(null);
  },

  askDelete() {
    const dialog = document.getElementById("delete");
    dialog.querySelector("form").onsubmit = ({ submitter }) => {
      if (submitter.value !== "yes") return;
      const why = dialog.querySelector("input:checked")?.value || dialog.querySelector("[name=other]").value.trim();
      if (!why) return;
      const { hand } = app.draft;
      if (hand.mending) app.outbox.takeBack(hand.mending);
      else app.outbox.add("delete", { round: hand.round, number: hand.number, version: hand.editing, why });
      app.draft.leave();
      app.show(null);
    };
    dialog.showModal();
  },

  // A line that was carried from another tablet becomes a hand to look at and save.
  typeCarried() {
    const dialog = document.getElementById("carried");
    const input = dialog.querySelector("input");
    const wrong = dialog.querySelector("[data-wrong]");
    wrong.hidden = true;
    dialog.querySelector("form").onsubmit = (event) => {
      if (event.submitter?.value !== "yes") return;
      const entry = (seat) => app.state.seats.find((one) => one.seat === seat && !one.absent)?.entry;
      const line = carry.read(input.value);
      const seats = line ? [...Object.keys(line.points).map(Number), ...(line.out === null ? [] : [line.out])] : [];
      wrong.textContent = !line ? "Something in this line is mistyped. Compare it letter by letter."
        : line.number !== app.next ? `This is hand ${line.number}; the next one here is hand ${app.next}.`
        : seats.some((seat) => !entry(seat)) ? "Somebody in this line does not sit at this table." : "";
      wrong.hidden = !wrong.textContent;
      if (wrong.textContent) return event.preventDefault();
      const held = Object.fromEntries(Object.entries(line.points).map(([seat, points]) => [entry(Number(seat)), points]));
      const hand = { number: line.number, players: app.nextHand.players, out: line.out === null ? null : entry(line.out), last_card: line.last, held, playoff: app.nextHand.playoff, late: false };
      app.draft.edit(hand, app.state.round);
      input.value = "";
      app.show("count");
    };
    dialog.showModal();
  },

  do(verb, body) {
    app.outbox.add(verb, { round: app.state.round, ...body });
  },

  say(words) {
    app.said = words;
    app.redraw();
    clearTimeout(app.quiet);
    app.quiet = setTimeout(() => { app.said = ""; app.redraw(); }, 6000);
  },

  // Where we are

  show(view) {
    app.chosen = view;
    app.redraw();
  },

  view() {
    const { state, draft } = app;
    if (state.accepted) return "finish";
    if (app.chosen === "count" && draft.open && draft.hand.round === state.round) return "count";
    if (app.chosen && app.chosen !== "count") return app.chosen;
    if (!state.hands.length && !app.waiting.length && read(here + "seated", null) !== state.round) return "sit";
    return state.next ? "play" : "finish";
  },

  redraw() {
    const view = app.view();
    if (app.undone && app.undone.round !== app.state.round) app.undone = null;
    draw(root.querySelector("[data-trouble]"), () => trouble(), "trouble");
    draw(document.getElementById("where"), () => where(), "where");
    draw(root.querySelector("[data-work]"), () => ({ sit: sitView, play: playView, count: countView, finish: finishView })[view](app), view + (view === "count" ? app.draft.hand.at : ""));
    document.body.dataset.view = view;
    document.getElementById("round").textContent = app.state.round_name;
    for (const words of document.querySelectorAll("[data-clock-phase=running]")) words.textContent = `left in ${app.state.round_name}`;
    document.body.classList.toggle("is-unsent", app.outbox.failures > 1 && !app.outbox.signedOut);
    const call = document.getElementById("call");
    call.setAttribute("aria-pressed", String(Boolean(app.state.flag)));
    const calling = app.outbox.items.some((item) => item.verb === "flag");
    call.textContent = app.state.flag ? "Organiser called" : calling ? "Calling…" : "Call the organiser";
  },

  async refresh() {
    try {
      const answer = await fetch(address + "state.json", { cache: "no-store", redirect: "error" });
      const state = await answer.json();
      if (state.turntable !== 1) return;
      if (state.signed_out) { app.outbox.signedOut = state.signed_out; return app.redraw(); }
      const clock = document.querySelector("[data-clock]");
      if (clock && state.clock) clock.dataset.clock = JSON.stringify(state.clock);
      if (state.round !== app.state.round) await turnTo(state);
      app.state = state;
      root.dataset.token = state.token;
      app.outbox.signedOut = "";
      letGo();
      app.redraw();
    } catch {
      // The stream's sign says that the network is away; what is known stays on screen.
    }
  },
};

// Another round is seated. Where everybody of this table goes is still to be seen here.
async function turnTo(state) {
  app.chosen = null;
  app.before = null;
  if (state.round !== app.state.round + 1) return;
  const answer = await fetch(`${address}state.json?round=${app.state.round}`, { cache: "no-store", redirect: "error" });
  const before = await answer.json();
  if (before.turntable === 1 && before.round === app.state.round) app.before = before;
}

// What the server has just as it was typed here, or the organiser has decided, needs nobody's choice any more.
function letGo() {
  const settled = app.state.tablets.find((one) => one.you)?.settled;
  for (const item of app.outbox.items.filter((one) => one.trouble)) {
    const there = item.verb === "record" && item.body.round === app.state.round && app.state.hands.find((hand) => hand.number === item.body.number);
    if (item.request === settled || (there && sameHand(there, item.body))) app.outbox.takeBack(item.request);
  }
}

function sameHand(hand, body) {
  const points = (held) => (typeof held === "number" ? held : app.pointsOf({ cards: held }));
  const entries = Object.keys(body.held);
  return hand.out === body.out && hand.last_card === body.last_card && entries.length === Object.keys(hand.held).length &&
    entries.every((entry) => hand.held[entry]?.points === points(body.held[entry]));
}

function notes(hand) {
  const found = [hand.void && "Does not count", !hand.complete && !hand.void && "Incomplete", hand.late && "After the warning", hand.corrected && "Corrected"].filter(Boolean);
  return ["Received", ...found].join(", ");
}

// The line under the table's number: what is received, and what is still only here.
function where() {
  const waiting = app.outbox.items.length;
  const received = app.state.hands.length;
  const said = received === 0 ? "No hand yet" : received === 1 ? "Hand 1 received" : `All ${received} hands received`;
  return [
    h("span", { class: "state" }, icon("tick"), said),
    waiting ? h("span", { class: "state is-waiting" }, icon("tablet"), `${waiting} not sent yet`) : null,
  ];
}

// What needs a person: refused things stay visible with their reason until somebody mends them or takes them back.
function trouble() {
  const { outbox, state, said } = app;
  const found = [];
  if (said) found.push(h("p", { class: "trouble", role: "alert" }, icon("look"), said));
  if (outbox.signedOut) found.push(h("p", { class: "trouble", role: "alert" }, icon("look"), outbox.signedOut, " Open the table's code again: nothing typed here is lost. ", h("a", { class: "button button-small", href: root.dataset.code }, "Type the code")));
  if (!outbox.safe) found.push(h("p", { class: "trouble", role: "alert" }, icon("look"), "This browser keeps nothing. Do not close the page before everything is received."));
  const other = state.tablets.find((one) => one.holds && !one.you);
  const second = !other && state.tablets.some((one) => !one.you && one.here);
  if (second) found.push(h("p", { class: "trouble is-calm", role: "status" }, icon("tablet"), "A second tablet has opened this table. This one keeps the sheet."));
  if (other) found.push(h("div", { class: "trouble" }, h("p", {}, icon("tablet"), "Another tablet keeps this table's sheet. What you type here counts too."), button("Take over", () => app.do("take_over", {}), { key: "take-over" })));
  if (app.undone) found.push(h("div", { class: "trouble is-calm", role: "status" }, h("p", {}, icon("tick"), `Hand ${app.undone.number} is undone.`), button("Put it back", () => app.putBack(), { key: "put-back" })));
  if (app.draft.open && app.draft.hand.round !== state.round) found.push(leftOver());
  for (const item of outbox.items.filter((one) => one.trouble)) found.push(refused(item));
  if (outbox.items.length && outbox.failures > 2) found.push(carryLines());
  return found;
}

// A hand that was being counted when the round was closed.
function leftOver() {
  const { round, number } = app.draft.hand;
  return h("div", { class: "trouble", role: "alert" }, h("p", {}, icon("look"), `Hand ${number} of round ${round} was not finished counting, and round ${app.state.round} is seated.`),
    button("Throw it away", () => app.draft.leave(), { key: "left-over" }));
}

function refused(item) {
  const { trouble, body, request, verb } = item;
  const words = sentence(trouble);
  const title = verb === "record" ? `Hand ${body.number} is not taken yet` : "Not done yet";
  const mend = () => app.change({ ...body, key: "m" + request, item, points: body.held });
  return h("div", { class: "trouble", role: "alert" },
    h("h2", {}, icon("look"), title), h("p", {}, words),
    trouble.stale && trouble.theirs?.held ? both(item) : null,
    h("div", { class: "line" },
      trouble.confirm ? button("Yes, that is right", () => app.outbox.confirm(request), { key: "sure-" + request }) : null,
      verb === "record" && !trouble.stale ? button("Mend it", mend, { key: "mend-" + request }) : null,
      button(verb === "record" ? "Throw mine away" : "Leave it", () => { app.outbox.takeBack(request); app.refresh(); }, { key: "away-" + request })));
}

function sentence({ refused, confirm, stale, reused, gone }) {
  return refused || confirm || stale || reused || gone || "It was not taken.";
}

// Two tablets wrote the same hand: both values, a person chooses. Neither is preselected.
function both(item) {
  const line = (facts) => h("ul", {}, app.state.seats.filter((one) => !one.absent).map((one) => h("li", {}, h("bdi", {}, app.short(one)), " ", h("strong", {}, String(facts[one.entry] ?? "–")))));
  const [theirs, mine] = [pointsIn(item.trouble.theirs), pointsIn(item.body)];
  return h("div", { class: "both" },
    h("section", {}, h("h3", {}, "Received"), line(theirs), button("This is right", () => { app.outbox.takeBack(item.request); app.refresh(); }, { key: "theirs" })),
    h("section", {}, h("h3", {}, "Typed here"), line(mine), button("This is right", () => {
      const { number, held, out, last_card, late, round } = item.body;
      app.outbox.takeBack(item.request);
      app.outbox.add("change", { round, number, version: item.trouble.theirs.version, held, out, last_card, late, why: "chosen of two" });
    }, { key: "mine" })));
}

function pointsIn({ out, held }) {
  const points = Object.fromEntries(Object.entries(held).map(([entry, one]) => [entry, typeof one === "number" ? one : app.pointsOf({ cards: one })]));
  return out === null ? points : { ...points, [out]: "out" };
}

// While the network is away: a short line that paper or another tablet can carry.
function carryLines() {
  const hands = app.outbox.items.filter((item) => item.verb === "record");
  if (!hands.length) return null;
  return h("details", { class: "carry" }, h("summary", {}, "The network is away for long? Carry it by hand"),
    h("p", {}, "Write this line down. The organiser, or another tablet at this table, can type it; sent twice it counts once."),
    hands.map((item) => h("p", { class: "carry-code" }, carried(item.body))));
}

function carried({ number, out, held, last_card }) {
  const seat = (entry) => app.player(entry).seat;
  const points = Object.fromEntries(Object.entries(held).map(([entry, one]) => [seat(entry), typeof one === "number" ? one : app.pointsOf({ cards: one })]));
  return carry.write({ number, out: out === null ? null : seat(out), points, last: last_card });
}

app.draft = new Draft(here + "draft", () => app.draft && app.redraw());
app.outbox = new Outbox({ key: here + "outbox", address, token: () => root.dataset.token, changed: () => app.outbox && app.redraw(), done: () => { app.refresh(); report(); } });
if (app.draft.open && app.draft.hand.round === app.state.round) app.chosen = "count";

for (const name of ["told:table", "told:seats", "told:round", "told:clock", "look"]) document.body.addEventListener(name, () => app.refresh());
document.body.addEventListener("phase", () => app.redraw());
document.getElementById("open-help").addEventListener("click", openHelp);
document.getElementById("call").addEventListener("click", () => app.do(app.state.flag ? "unflag" : "flag", app.state.flag ? {} : { said: "" }));
setInterval(report, HEARTBEAT);

// The board sees that this tablet is there, how far it has counted, and what was not taken.
function report() {
  const { draft, outbox } = app;
  const counting = draft.open ? { number: draft.hand.number, done: draft.hand.players.filter((entry) => draft.isCounted(entry)) } : null;
  const stuck = outbox.items.find((item) => item.trouble && item.verb === "record");
  const both = stuck?.trouble.theirs?.held ? { theirs: pointsIn(stuck.trouble.theirs), mine: pointsIn(stuck.body) } : {};
  const trouble = stuck ? { request: stuck.request, hand: stuck.body.number, said: sentence(stuck.trouble), body: stuck.body, ...both } : null;
  outbox.send("here", { request: "here", counting, trouble }).then((answer) => {
    if (answer?.signed_out) outbox.signedOut = answer.signed_out;
    heard += 1;
    if (answer?.signed_out) app.redraw();
    else if (answer?.ok && (answer.tablets !== app.state.tablets.filter((one) => one.here).length || heard % LOOK_AGAIN === 0)) app.refresh();
  });
}

// A keyboard, where there is one: digits type a total.
document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
  const { draft } = app;
  if (app.view() !== "count" || !draft.isDecided || draft.hand.at === null || ctrlKey || metaKey || altKey || target.closest("dialog, input, select, textarea")) return;
  if (/^\d$/.test(key)) { draft.hand.typing = true; draft.digit(key); }
  else if (key === "Backspace" && draft.hand.typing) draft.rubOut();
});

app.redraw();
app.outbox.hurry();
report();
