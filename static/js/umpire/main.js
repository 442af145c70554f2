// The umpire's page: one page that never navigates. What is known comes from the server; what is typed goes to the
// outbox; everything on screen is drawn from these two and the draft of a hand.

import { cardOf, onTheTable, pointsHeld, whyImpossible } from "./cards.js";
import { countView } from "./count.js";
import { draw, h } from "./dom.js";
import { Draft } from "./draft.js";
import { finishView } from "./finish.js";
import { Hands } from "./hands.js";
import { openHelp } from "./help.js";
import { Known } from "./known.js";
import { isOfHand, Outbox } from "./outbox.js";
import { playView, sitView } from "./play.js";
import { report } from "./report.js";
import { read, write } from "./store.js";
import { letGo, trouble, where } from "./trouble.js";

const root = document.getElementById("umpire");
const here = `turntable.${root.dataset.key}.`;
const VIEWS = { sit: sitView, play: playView, count: countView, finish: finishView };
const HEARTBEAT = 10000;
const SAID_FOR = 6000;
const LONGEST_SHORT = 14;
const LONGEST_SPOKEN = 24;

const app = {
  root,
  chosen: null,
  said: "",
  undone: null,
  before: null,
  playsOff: false,
  returns: null, // where a change was begun, and goes back to
  unfolded: null, // whose seat's ways out are shown
  calm: new Set(), // notices that were read and put away

  get state() {
    return app.known.state;
  },

  // People and cards

  player: (entry) => app.state.seats.find((one) => one.entry === Number(entry)),
  // The first name, where nobody else at the table has it.
  short(one) {
    const first = ({ name }) => {
      const [word] = name.split(" ");
      return word.length > LONGEST_SHORT ? `${word.slice(0, LONGEST_SHORT - 1)}…` : word;
    };
    return app.state.seats.some((other) => other !== one && first(other) === first(one)) ? one.name : first(one);
  },
  // The whole name, where it fits into a sentence.
  spoken: (one) => (one.name.length > LONGEST_SPOKEN ? app.short(one) : one.name),
  get present() {
    return app.state.seats.filter((one) => !one.absent);
  },
  get names() {
    return Object.fromEntries(app.state.seats.map((one) => [one.entry, one.name]));
  },
  card: (face) => cardOf(app.state.deck, face),
  points: (held) => (held === undefined ? null : pointsHeld(app.state.deck, held)),

  // Where the table is

  get seen() {
    return app.state.hands.map((hand) => hand.version);
  },

  phase() {
    const clock = document.querySelector("[data-clock]");
    if (!clock) return app.state.over ? "time-up" : "running";
    return clock.dataset.phase || JSON.parse(clock.dataset.clock).state.replace(" ", "-");
  },

  // The play-off hand, once the players have decided to play it; otherwise the next of the round.
  get nextHand() {
    const { state, playsOff } = app;
    if (playsOff && state.tie?.can_play_off) return { players: state.tie.players, playoff: true };
    return state.next;
  },

  // After the warning the hand that was going on is the last: has it been counted?
  get dealtLast() {
    return app.state.dealt_last || app.hands.warned;
  },

  // Whether another hand is dealt, as far as anybody at the table knows.
  get dealsOn() {
    return (
      Boolean(app.nextHand) &&
      (app.nextHand.playoff || !(app.dealtLast && ["last-hand", "time-up"].includes(app.phase())))
    );
  },

  get mayCount() {
    return Boolean(app.nextHand) && !app.state.accepted && !app.draft.open && app.phase() !== "ready";
  },

  mayChange: (row) => !app.state.accepted && !app.draft.open && app.hands.mayChange(row),

  // Who deals the next hand, or the one after: the deal passes to the left. A play-off needs no dealer's order.
  dealer(ahead = 0) {
    const order = app.present.map((one) => one.entry);
    const first = order.indexOf(app.firstDealer);
    return first < 0 || !app.dealsOn || app.nextHand.playoff
      ? null
      : order[(first + app.hands.next - 1 + ahead) % order.length];
  },

  get firstDealer() {
    return (
      app.outbox.items.findLast((item) => item.verb === "deal" && item.body.round === app.state.round && !item.trouble)
        ?.body.entry ?? app.state.dealer.first
    );
  },

  // What was tapped about a seat and is still on its way shows at once.
  pending(verb, entry) {
    return app.outbox.items.findLast((item) => item.verb === verb && item.body.entry === entry && !item.trouble)?.body;
  },

  do(verb, body) {
    app.outbox.add(verb, { round: app.state.round, ...body }, app.names);
  },

  // A hand is counted

  begin(entry, { incomplete = false, late = false } = {}) {
    const { round, hands } = app.state;
    const { players, playoff } = app.nextHand;
    app.returns = null;
    app.draft.begin({
      round,
      base: hands.length,
      players,
      names: app.names,
      out: entry ?? null,
      incomplete,
      playoff,
      late,
    });
    app.show("count");
  },

  // A hand that is in sight is counted anew: a received one, or one that is still here.
  change(row) {
    const players = app.present
      .map((one) => one.entry)
      .filter((entry) => !row.playoff || row.points[entry] !== undefined);
    const { item } = row;
    const number = item?.verb === "record" ? row.number : row.on;
    app.returns = app.view() === "finish" ? "finish" : null;
    app.draft.edit(
      { ...row, number, players, round: app.state.round, names: app.names },
      item ? { request: item.request } : { version: row.version },
    );
    app.show("count");
  },

  // Why what is counted cannot be: of whoever is counted now, or of all when nobody is left.
  whyImpossible() {
    const { draft } = app;
    const found = whyImpossible(app.state.deck, draft.hand.held);
    if (!found) return "";
    if (found.entry !== null && found.entry !== draft.hand.at)
      return `${app.short(app.player(found.entry))}: ${found.why}`;
    return found.why;
  },

  onTheTable: (face) => onTheTable(app.draft.hand.held, face),

  // The one next thing of a count, as it is now: fingers may be quicker than the screen.
  goOn() {
    const { draft } = app;
    if (!draft.open || !draft.isCounted(draft.hand.at) || app.whyImpossible()) return app.redraw();
    if (draft.missing.length) draft.turnTo(draft.next);
    else app.save();
  },

  save() {
    const { hand } = app.draft;
    if (!hand) return; // tapped twice
    const body = { ...app.draft.body, warned: ["last-hand", "time-up"].includes(app.phase()) };
    app.undone = null;
    app.playsOff = false;
    app.draft.leave();
    if (!hand.mending || !app.outbox.amend(hand.mending, body, "recounted")) app.send(hand, body);
    app.show(app.returns);
  },

  // What was to be corrected here is on the sheet by now, or never was here.
  send(hand, body) {
    const { number, editing, mending } = hand;
    const there = mending ? app.state.hands[number - 1] : null;
    const version = editing ?? there?.version ?? null;
    if (version !== null) app.outbox.add("change", { ...body, number, version, why: "recounted" }, hand.names);
    else app.outbox.add("record", { ...body, base: body.base ?? app.state.hands.length }, hand.names);
  },

  // The last hand was a mistake: one tap, and one tap to put it back.
  undo(row) {
    const { round } = app.state;
    const { number, out, last_card, held, playoff, late } = row;
    app.remove(row, "undone by the umpire");
    app.undone = { round, number, out, last_card, held, playoff, late, sure: true };
    if (playoff) app.chosen = "finish"; // back to the tie
    write(`${here}seated`, round); // a hand was played: nobody is asked to sit down again
    app.redraw();
  },

  remove(row, why) {
    if (!row.item || !app.outbox.amend(row.item.request, null, why))
      app.outbox.add("delete", { round: app.state.round, number: row.on, version: row.version, why }, app.names);
  },

  // If its deletion has not left the tablet, nothing has happened; otherwise it is recorded again.
  putBack() {
    const { number: _, ...hand } = app.undone;
    const deletion = app.hands.rows.findLast((row) => row.gone && row.item.verb === "delete" && !row.item.tried)?.item;
    app.undone = null;
    if (deletion) app.outbox.takeBack(deletion.request);
    else app.outbox.add("record", { ...hand, base: app.state.hands.length }, app.names);
  },

  // What the server has taken

  acknowledged(item, answer) {
    const { verb, request } = item;
    if (!answer.ok && verb === "delete") app.undone = null;
    if (!answer.ok) return;
    app.known.acknowledge(item, answer.answer);
    if (verb === "record" || verb === "change") app.draft.arrived(request, answer.answer);
    if (verb === "record") app.draft.count(1);
    if (verb === "delete") app.draft.count(-1);
  },

  // A conflict that is decided: the hand of that number is on the sheet.
  settled(item) {
    if (item.verb !== "record") return;
    app.outbox.count(item.request, 1);
    app.draft.count(1);
  },

  // Where we are

  // Everybody sits: the umpire says so, whatever the clock does meanwhile.
  play() {
    write(`${here}seated`, app.state.round);
    app.show("play");
  },

  unfold(entry) {
    app.unfolded = app.unfolded === entry ? null : entry;
    app.redraw();
  },

  playOff() {
    app.playsOff = true;
    app.show("play");
  },

  say(words) {
    app.said = words;
    app.redraw();
    clearTimeout(app.quiet);
    app.quiet = setTimeout(() => app.hush(), SAID_FOR);
  },

  hush() {
    app.said = "";
    app.redraw();
  },

  show(view) {
    app.chosen = view;
    app.redraw();
  },

  // The draft is of this round, and of those who sit here now.
  get counting() {
    return app.draft.open && app.draft.fits(app.state);
  },

  view() {
    const { state } = app;
    if (state.accepted) return "finish";
    if (app.chosen === "count" && app.counting) return "count";
    if (app.chosen && app.chosen !== "count") return app.chosen;
    if (!app.hands.rows.length && read(`${here}seated`, null) !== state.round) return "sit";
    return state.next ? "play" : "finish";
  },

  redraw() {
    if (app.undone && app.undone.round !== app.state.round) app.undone = null;
    const view = app.view();
    draw(root.querySelector("[data-trouble]"), () => trouble(app), "trouble");
    draw(document.getElementById("where"), () => where(app, view), "where");
    draw(root.querySelector("[data-work]"), () => VIEWS[view](app), view + (view === "count" ? app.draft.hand.at : ""));
    document.body.dataset.view = view;
    document.getElementById("round").textContent = app.state.round_name;
    for (const words of document.querySelectorAll("[data-clock-phase=running]"))
      words.textContent = `left in ${app.state.round_name.replace("Final", "the final")}`;
    document.body.classList.toggle("is-unsent", app.outbox.failures > 1 && !app.outbox.signedOut);
    const calling = app.outbox.items.some((item) => item.verb === "flag");
    const call = document.getElementById("call");
    call.setAttribute("aria-pressed", String(Boolean(app.state.flag)));
    call.replaceChildren(
      app.state.flag
        ? "Organiser called"
        : calling
          ? "Calling…"
          : h("span", {}, "Call", h("span", { class: "more" }, " the organiser")),
    );
  },
};

const { address } = root.dataset;
const redraw = () => app.outbox && app.hands && app.redraw();

app.draft = new Draft(`${here}draft`, () => {
  app.said = "";
  redraw();
});
app.known = new Known({
  address,
  token: root.dataset.token,
  state: JSON.parse(document.getElementById("state").textContent),
  turned: (before) => {
    app.chosen = null;
    app.before = before;
  },
  letIn: (signedOut) => {
    app.outbox.signedOut = signedOut;
    redraw();
  },
  changed: () => {
    letGo(app);
    redraw();
  },
});
app.outbox = new Outbox({
  key: `${here}outbox`,
  address,
  token: () => app.known.token,
  renew: () => app.known.refresh(),
  now: () => ({ round: app.state.round, received: app.state.hands.length, edited: app.draft.hand?.mending }),
  changed: redraw,
  done: (item, answer) => {
    app.acknowledged(item, answer);
    if (isOfHand(item)) report(app);
  },
});
app.hands = new Hands(app);
if (app.counting) app.chosen = "count";

// What waits is sent before anything is drawn.
app.outbox.hurry();
report(app);
setInterval(() => report(app), HEARTBEAT);
app.known.listen();
document.body.addEventListener("phase", redraw);
addEventListener("resize", redraw); // turned round: whoever is counted stays in sight
document.getElementById("open-help").addEventListener("click", openHelp);
document
  .getElementById("call")
  .addEventListener("click", () => app.do(app.state.flag ? "unflag" : "flag", app.state.flag ? {} : { said: "" }));

// A keyboard, where there is one: digits type a total.
document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
  const { draft } = app;
  if (
    app.view() !== "count" ||
    !draft.isDecided ||
    draft.hand.at === null ||
    ctrlKey ||
    metaKey ||
    altKey ||
    target.closest("dialog, input, select, textarea")
  )
    return;
  if (/^\d$/.test(key)) {
    draft.hand.typing = true;
    draft.digit(key);
  } else if (key === "Backspace" && draft.hand.typing) draft.rubOut();
});

app.redraw();
