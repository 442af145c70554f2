// What the server knows of this table, and how this page hears of it: asked for once at a time, given up after a while,
// and never put back to what it was before something of this tablet was acknowledged.

import { takeBackUntil } from "./acceptance.js";
import { applied } from "./hands.js";
import { ask } from "./server.js";

const MILLISECONDS_OF_SPREAD = 1500; // what concerns every table is not asked for by all of them in the same moment
const MILLISECONDS_UNTIL_SETTLED = 60; // our own acknowledgement is a moment behind the news of it
const MILLISECONDS_UNTIL_TOLD = 1500; // after an acknowledgement the stream tells of the change; without it, look

export class Known {
  /**
   * `turned`: another round is seated. `changed`: anything is new. `letIn`: the server let us in, or why it did not.
   * @param {{ address: string, token: string, state: any, turned: (before: TableState | null) => void,
   *   changed: () => void, letIn: (signedOut: string) => void }} parts
   */
  constructor({ address, token, state, turned, changed, letIn }) {
    this.address = address;
    this.token = token;
    this.turned = turned;
    this.changed = changed;
    this.letIn = letIn;
    this.state = asTyped(state);
    this.age = 0; // how many acknowledgements what we know includes
    /** @type {Promise<void> | null} */
    this.asking = null;
    this.again = false;
    this.timer = 0;
    this.due = Infinity;
  }

  listen() {
    const { body } = document;
    body.addEventListener(
      "told:table",
      ({ detail }) => detail?.table === this.state.id && this.soon(MILLISECONDS_UNTIL_SETTLED),
    );
    for (const name of ["told:seats", "told:round", "told:clock", "told:message", "look"])
      body.addEventListener(name, () => this.soon(Math.random() * MILLISECONDS_OF_SPREAD));
  }

  /**
   * In a while, or earlier if that was said before.
   * @param {number} pause
   */
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
    const state = await ask(`${this.address}state.json`);
    if (!state) return; // the stream's sign says that the network is away; what is known stays on screen
    if (state.signed_out) return this.letIn(state.signed_out);
    this.token = state.token;
    const before =
      state.round === this.state.round + 1 ? await ask(`${this.address}state.json?round=${this.state.round}`) : null;
    this.again ||= age !== this.age; // asked before the last acknowledgement: perhaps without it
    if (age === this.age) this.take(asTyped(state), before);
  }

  /** @param {TableState} state @param {TableState | null} before */
  take(state, before) {
    const turned = state.round !== this.state.round;
    this.state = state;
    const clock = document.querySelector("[data-clock]");
    if (clock && state.clock) clock.dataset.clock = JSON.stringify(state.clock);
    if (turned) this.turned(before);
    this.letIn("");
    this.changed();
  }

  /**
   * The server has taken it: it is true at once, before anything else is heard.
   * @param {Item} item @param {Answer["answer"]} answer
   */
  acknowledge({ verb, body }, answer) {
    this.age += 1;
    this.soon(MILLISECONDS_UNTIL_TOLD);
    if (body.round !== this.state.round) return;
    this.state = { ...this.state, ...this.after(verb, body, answer) };
  }

  /**
   * What of the state is different once the server has taken this.
   * @param {Verb} verb @param {Sending} body @param {Answer["answer"]} answer
   * @returns {Partial<TableState>}
   */
  after(verb, body, answer) {
    const { state } = this;
    const seats = (/** @type {Partial<Player>} */ change) => ({
      seats: state.seats.map((player) => (player.entry === body.entry ? { ...player, ...change } : player)),
    });
    if (verb === "sit") {
      const seat_changes = state.seat_changes?.filter(({ entry }) => !body.here || entry !== body.entry);
      return { ...seats({ sat: body.here }), seat_changes };
    }
    const isIn = { accepted: true, take_back_until: takeBackUntil() };
    if (verb === "nod") return { ...seats({ nodded: body.agrees }), ...(answer === true ? isIn : { accepted: false }) };
    if (verb === "accept") return isIn;
    if (verb === "take_back") return { accepted: false };
    if (verb === "deal") return { dealer: { ...state.dealer, first: body.entry ?? null } };
    if (verb === "seats") return { seat_changes: [] };
    if (verb === "flag") return { flag: { said: body.said ?? "" } };
    if (verb === "unflag") return { flag: null };
    const dealt_last = state.dealt_last || (verb === "record" && body.after_warning === true);
    return { dealt_last, hands: applied(state, verb, body, typeof answer === "boolean" ? null : answer) };
  }
}

/**
 * Held cards as they are typed here: how many of each face, or a total.
 * @param {any} state
 * @returns {TableState}
 */
function asTyped(state) {
  const held = (/** @type {any} */ hand) =>
    Object.fromEntries(
      Object.entries(hand.held).map(([entry, /** @type {any} */ cards]) => [entry, cards.cards ?? cards.points]),
    );
  return { ...state, hands: state.hands.map((/** @type {any} */ hand) => ({ ...hand, held: held(hand) })) };
}
