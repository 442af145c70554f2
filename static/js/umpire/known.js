// What the server knows of this table, and how this page hears of it: asked for once at a time, given up after a while,
// and never put back to what it was before something of this tablet was acknowledged.

import { applied } from "./hands.js";

const PATIENCE = 10000;
const SPREAD = 1500; // what concerns every table is not asked for by all of them in the same moment
const SETTLED = 60; // our own acknowledgement is a moment behind the news of it
const TOLD_BY_THEN = 1500; // after an acknowledgement the stream tells of the change; without it, look

export class Known {
  // `turned`: another round is seated. `changed`: anything is new.
  constructor({ address, token, state, turned, changed, letIn }) {
    Object.assign(this, { address, token, turned, changed, letIn });
    this.state = asTyped(state);
    this.age = 0; // how many acknowledgements what we know includes
    this.asking = null;
    this.again = false;
    this.timer = null;
    this.due = Infinity;
  }

  listen() {
    const on = (name, act) => document.body.addEventListener(name, act);
    on("told:table", ({ detail }) => detail?.table === this.state.id && this.soon(SETTLED));
    for (const name of ["told:seats", "told:round", "told:clock", "look"])
      on(name, () => this.soon(Math.random() * SPREAD));
  }

  // In a while, or earlier if that was said before.
  soon(pause) {
    const due = performance.now() + pause;
    if (due > this.due) return;
    clearTimeout(this.timer);
    this.due = due;
    this.timer = setTimeout(() => this.refresh(), pause);
  }

  refresh() {
    clearTimeout(this.timer);
    this.due = Infinity;
    if (this.asking) this.again = true;
    else this.asking = this.ask().finally(() => this.asked());
    return this.asking;
  }

  asked() {
    this.asking = null;
    if (!this.again) return;
    this.again = false;
    this.refresh();
  }

  async ask() {
    const { age } = this;
    const state = await fetchOurs(`${this.address}state.json`);
    if (!state) return; // the stream's sign says that the network is away; what is known stays on screen
    if (state.signed_out) return this.letIn(state.signed_out);
    this.token = state.token;
    const before =
      state.round === this.state.round + 1
        ? await fetchOurs(`${this.address}state.json?round=${this.state.round}`)
        : null;
    this.again ||= age !== this.age; // asked before the last acknowledgement: perhaps without it
    if (age === this.age) this.take(asTyped(state), before);
  }

  take(state, before) {
    const turned = state.round !== this.state.round;
    this.state = state;
    const clock = document.querySelector("[data-clock]");
    if (clock && state.clock) clock.dataset.clock = JSON.stringify(state.clock);
    if (turned) this.turned(before);
    this.letIn("");
    this.changed();
  }

  // The server has taken it: it is true at once, before anything else is heard.
  acknowledge({ verb, body }, answer) {
    this.age += 1;
    this.soon(TOLD_BY_THEN);
    if (body.round !== this.state.round) return;
    const { state } = this;
    if (verb === "sit")
      this.state = {
        ...state,
        seats: state.seats.map((one) => (one.entry === body.entry ? { ...one, sat: body.here } : one)),
      };
    else if (verb === "nod")
      this.state = {
        ...state,
        seats: state.seats.map((one) => (one.entry === body.entry ? { ...one, nodded: body.agrees } : one)),
      };
    else if (verb === "deal") this.state = { ...state, dealer: { ...state.dealer, first: body.entry } };
    else if (verb === "flag" || verb === "unflag")
      this.state = { ...state, flag: verb === "flag" ? { said: body.said } : null };
    else this.state = { ...state, hands: applied(state, verb, body, answer) };
  }
}

// Our own words, or null.
async function fetchOurs(address) {
  const stop = new AbortController();
  const patience = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(address, { cache: "no-store", redirect: "error", signal: stop.signal });
    const said = await answer.json();
    return said?.turntable === 1 ? said : null;
  } catch {
    return null;
  } finally {
    clearTimeout(patience);
  }
}

// Held cards as they are typed here: how many of each face, or a total.
function asTyped(state) {
  const held = (hand) =>
    Object.fromEntries(Object.entries(hand.held).map(([entry, one]) => [entry, one.cards ?? one.points]));
  return { ...state, hands: state.hands.map((hand) => ({ ...hand, held: held(hand) })) };
}
