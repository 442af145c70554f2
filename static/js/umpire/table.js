// The table as this page knows it: who sits there, where the round stands, and what may be done next. It only answers
// questions; commands.js changes things.

import { cardOf, onTheTable, pointsHeld, whyImpossible } from "./cards.js";
import { called, shortened } from "./names.js";

const AFTER_THE_WARNING = ["last-hand", "time-up"];

/** @param {HTMLElement} clock @returns {ClockFacts} */
const factsOf = (clock) => JSON.parse(clock.dataset.clock ?? "{}");

export class Table {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  get state() {
    return this.app.known.state;
  }

  // People and cards

  /** @param {Entry | string} entry */
  find(entry) {
    return this.state.seats.find((player) => player.entry === Number(entry));
  }

  /**
   * Somebody who is certain to sit here.
   * @param {Entry} entry
   */
  player(entry) {
    return /** @type {Player} */ (this.find(entry));
  }

  /**
   * The name as it stands in a sentence: whole, where it fits or where another would be shortened to the same; with the
   * seat, where another is called the same.
   * @param {Player} player
   */
  spoken(player) {
    if (called(player) !== player.name) return called(player);
    const short = shortened(player.name);
    const namesake = this.state.seats.some((other) => other.entry !== player.entry && shortened(other.name) === short);
    return namesake ? player.name : short;
  }

  get present() {
    return this.state.seats.filter((player) => !player.absent);
  }

  /** Who is there, and whom the umpire has not ticked yet. */
  get unticked() {
    return this.present.filter((player) => !this.isTicked(player));
  }

  /** @param {Player} player */
  isTicked(player) {
    return this.pending("sit", player.entry)?.here ?? player.sat;
  }

  /** @returns {Record<Entry, string>} */
  get names() {
    return Object.fromEntries(this.state.seats.map((player) => [player.entry, player.name]));
  }

  /** @param {string} face */
  card(face) {
    return cardOf(this.state.deck, face);
  }

  /** @param {Held | undefined} held */
  points(held) {
    return held === undefined ? null : pointsHeld(this.state.deck, held);
  }

  // Where the round stands

  get seen() {
    return this.state.hands.map((hand) => hand.version);
  }

  get phase() {
    const clock = document.querySelector("[data-clock]");
    if (!clock) return this.state.over ? "time-up" : "running";
    return clock.dataset.phase || factsOf(clock).state.replace(" ", "-");
  }

  /** Whether the warning's time has passed, or the round has ended without one. A pause does not take it back. */
  get isAfterTheWarning() {
    return AFTER_THE_WARNING.includes(this.phase) || this.isLastHandPaused;
  }

  /** Whether the hand that is going on is the last, and the bell has not rung yet. */
  get isLastHand() {
    return this.phase === "last-hand" || this.isLastHandPaused;
  }

  get isLastHandPaused() {
    const clock = document.querySelector("[data-clock]");
    return clock !== null && this.phase === "paused" && Boolean(factsOf(clock).warned);
  }

  /** Whether so much time was added after the warning that somebody may think that another hand is meant. */
  get hasTimeAfterTheWarning() {
    const clock = document.querySelector("[data-clock]");
    if (!clock || !this.isLastHand) return false;
    const { deadline, left, warning } = factsOf(clock);
    return (deadline ? deadline - (serverTime.now() ?? deadline) : left) > (warning ?? Infinity);
  }

  /**
   * Whether the warning was given. A round that was ended before it has none; without the network a clock that runs out
   * has passed its own.
   */
  get wasWarned() {
    const clock = document.querySelector("[data-clock]");
    if (!clock || !this.isAfterTheWarning) return false;
    const { state, warned, warning } = factsOf(clock);
    return Boolean(warned) || (state === "running" && warning !== null);
  }

  /** The play-off hand, once the players have decided to play it; otherwise the next of the round. */
  get nextHand() {
    const { tie, next } = this.state;
    if (this.app.commands.playsOff && tie?.can_play_off) return { players: tie.players, playoff: true };
    return this.endsHere ? null : next;
  }

  /** Why no other hand follows those that are still on this tablet, as the server will say once it has them. */
  get endsHere() {
    const { ending, hands, target } = this.state.settings;
    const played = this.app.hands.standing.filter((row) => !row.playoff);
    if (this.phase === "time-up" && played.some((row) => !row.complete)) return "The unfinished hand is counted.";
    if (ending === "hands" && played.length >= (hands ?? Infinity)) {
      return hands === 1 ? "The only hand is played." : `All ${hands} hands are played.`;
    }
    const most = Math.max(...this.app.hands.seats().map((player) => player.points));
    return ending === "target" && most >= (target ?? Infinity) ? `Somebody has reached ${target} points.` : "";
  }

  /** Whether the bell rang and the server's word about the table is older than that. */
  get isBehind() {
    return this.phase === "time-up" && !this.state.over;
  }

  /**
   * A play-off is not counted, as far as there is a 0 for everybody: that is what the record will say they held.
   * @param {Entry[]} players
   */
  canPlayOffUncounted(players) {
    const zeros = this.state.deck.reduce((all, { points, limit }) => all + (points ? 0 : limit), 0);
    return players.length <= zeros;
  }

  /** After the warning the hand that was going on is the last: has it been counted? */
  get dealtLast() {
    return this.state.dealt_last || this.app.hands.warned;
  }

  /** Whether another hand is dealt, as far as anybody at the table knows. */
  get dealsOn() {
    const { nextHand } = this;
    return nextHand !== null && (nextHand.playoff || !(this.dealtLast && this.isAfterTheWarning));
  }

  get mayCount() {
    return this.nextHand !== null && !this.state.accepted && !this.app.draft.hand && this.phase !== "ready";
  }

  /** @param {Row} row */
  mayChange(row) {
    return !this.state.accepted && !this.app.draft.hand && this.app.hands.mayChange(row);
  }

  /** A call for the organiser that is still on this tablet. */
  get call() {
    const last = this.app.outbox.items.findLast((item) => item.verb === "flag" || item.verb === "unflag");
    return last?.verb === "flag" ? last : null;
  }

  /** As far as this tablet knows: the stream is lost, or what was sent did not arrive. */
  get isOffline() {
    const { failures, isLost } = this.app.outbox;
    return !navigator.onLine || isLost || failures > 0 || document.body.classList.contains("is-lost");
  }

  /** What to do instead of calling the organiser while nobody hears a call: on the button, in a notice, while it counts. */
  get nobodyHears() {
    const { later, signedOut } = this.app.outbox;
    return later || signedOut ? "Not sent: raise your hand" : "No network: raise your hand";
  }

  // Who deals

  /**
   * Who deals the next hand, or the one after: the deal passes to the left. A play-off needs no dealer's order.
   * @param {number} ahead
   */
  dealer(ahead = 0) {
    const order = this.present.map((player) => player.entry);
    const first = this.firstDealer === null ? -1 : order.indexOf(this.firstDealer);
    if (first < 0 || !this.dealsOn || this.nextHand?.playoff) return null;
    return order[(first + this.app.hands.next - 1 + ahead) % order.length];
  }

  /** Whoever was chosen to deal first is not here any more. */
  get dealerLeft() {
    return this.state.dealer.left === true;
  }

  get firstDealer() {
    const chosen = this.app.outbox.items.findLast(
      (item) => item.verb === "deal" && item.body.round === this.state.round && !item.trouble,
    );
    return chosen?.body.entry ?? this.state.dealer.first;
  }

  /**
   * What was tapped about a seat and is still on its way shows at once.
   * @param {Verb} verb @param {Entry} entry
   */
  pending(verb, entry) {
    return this.app.outbox.items.findLast((item) => item.verb === verb && item.body.entry === entry && !item.trouble)
      ?.body;
  }

  // The hand that is being counted

  /** The draft is of this round, and of those who sit here now. */
  get counting() {
    return this.app.draft.hand !== null && this.app.draft.fits(this.state);
  }

  /** Why what is counted cannot be: of whoever is counted now, or of all when nobody is left. */
  whyImpossible() {
    const { count } = this.app.draft;
    const found = whyImpossible(this.state.deck, count.held);
    if (!found) return "";
    if (found.entry === null || found.entry === count.at) return found.why;
    return `${this.spoken(this.player(found.entry))}: ${found.why}`;
  }

  /** @param {string} face */
  onTheTable(face) {
    return onTheTable(this.app.draft.count.held, face);
  }
}
