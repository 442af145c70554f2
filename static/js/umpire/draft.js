// A hand on its way: who went out, on what, and what everybody holds. Kept on the tablet at every tap, so it can be left
// and resumed; nothing of it is sent before all are counted.

import { HeldByEach } from "./held.js";
import { shifted } from "./items.js";

// Nothing is counted yet.
const BLANK = {
  out: null,
  incomplete: false,
  playoff: false,
  late: false,
  number: null,
  last: "",
  drawn: false,
  otherWay: false,
  at: null,
  typing: false,
  uncounted: false,
  asks: null,
  sure: {},
  editing: null,
  mending: null,
};

export class Draft extends HeldByEach {
  get isNew() {
    return this.count.editing === null && this.count.mending === null;
  }

  /**
   * `base`: how many hands the sheet has, as this tablet knows it. `names`: who they are, should they leave the table.
   * @param {Pick<Count, "round" | "base" | "players" | "names"> & Partial<Count>} hand
   */
  begin(hand) {
    this.hand = { ...BLANK, held: {}, ...hand };
    this.turnTo(this.toCount[0] ?? null);
  }

  /**
   * An earlier hand, to be changed: one that is received, by its version, or one that is still here, by its request.
   * @param {HandFacts & Pick<Count, "round" | "base" | "number" | "players" | "names"> & { uncounted?: boolean }} hand
   * @param {{ version?: number | null, request?: string | null }} [origin]
   */
  edit(hand, { version = null, request = null } = {}) {
    const { round, base, number, players, names, out, playoff, late, uncounted = false } = hand;
    this.hand = {
      ...BLANK,
      ...{ round, base, number, players, names, out, playoff, late, uncounted },
      ...{ incomplete: out === null, last: hand.last_card || "", drawn: true, held: { ...hand.held } },
      ...{ editing: version, mending: request },
    };
    this.turnTo(this.toCount[0] ?? null);
  }

  /** The hand that is being corrected has arrived meanwhile. @param {string} request @param {Taken} taken */
  arrived(request, { hand, version }) {
    if (this.hand?.mending === request) Object.assign(this.hand, { mending: null, editing: version, number: hand });
  }

  /** A hand of this tablet is on the sheet now, or off it: a new one comes after it. @param {number} by */
  shiftBase(by) {
    if (this.hand && this.isNew) Object.assign(this.hand, shifted(this.hand, by));
  }

  leave() {
    this.hand = null;
    this.keep();
  }

  /**
   * Whether the same people sit there as when the count began.
   * @param {TableState} state
   */
  fits({ round, seats }) {
    const present = seats.filter((player) => !player.absent).map((player) => player.entry);
    const { players, playoff } = this.count;
    return (
      this.count.round === round &&
      players.every((entry) => present.includes(entry)) &&
      (playoff || present.length === players.length)
    );
  }

  // Who holds cards, in seat order.
  get toCount() {
    return this.count.players.filter((entry) => entry !== this.count.out);
  }

  /** Whether it is known what is to be counted: who went out, unless nobody did. A play-off asks nothing else. */
  get isDecided() {
    return !this.asksLate && !this.count.uncounted && (this.count.out !== null || this.count.incomplete);
  }

  /** Whether it is to be said that it was dealt before or after the warning. */
  get asksLate() {
    return this.count.late === null;
  }

  /** @param {boolean} late */
  wasLate(late) {
    this.count.late = late;
    this.keep();
  }

  /** @param {Entry | null} entry */
  wentOut(entry) {
    this.count.out = entry;
    this.count.incomplete = entry === null;
    if (entry === null) this.count.last = "";
    else delete this.count.held[entry];
    this.turnTo(this.next ?? this.toCount[0] ?? null);
  }

  /** @param {string} face */
  lastCard(face) {
    this.count.last = face;
    this.count.drawn = false;
    this.turnToDrawer();
  }

  // Whoever draws is counted next, unless somebody is being counted just now.
  turnToDrawer() {
    const who = this.drawsAfter;
    if (who !== null && !(this.count.at !== null && this.isCounted(this.count.at))) this.turnTo(who);
    else this.keep();
  }

  hasDrawn() {
    this.count.drawn = true;
    this.turnToDrawer();
  }

  /** It was somebody else. What was counted stays. */
  askWhoWentOut() {
    this.count.out = null;
    this.count.incomplete = false;
    this.count.last = "";
    this.keep();
  }

  turnRound() {
    this.count.otherWay = !this.count.otherWay;
    this.turnToDrawer();
  }

  // The next player in the direction of play draws first when the last card makes somebody draw.
  get drawsAfter() {
    const { out, last, players, otherWay } = this.count;
    if (out === null || (last !== "draw_two" && last !== "wild_draw_four")) return null;
    const step = otherWay ? players.length - 1 : 1;
    return players[(players.indexOf(out) + step) % players.length];
  }

  // Who drew, as the umpire sees it. Of an earlier hand nobody knows any more which way play went.
  get drew() {
    return this.isNew ? this.drawsAfter : null;
  }

  /** @param {Entry | null} entry */
  turnTo(entry) {
    const held = entry === null ? undefined : this.count.held[entry];
    this.count.at = entry;
    this.count.asks = null;
    this.count.typing = held === undefined ? this.types : typeof held === "number";
    this.keep();
  }

  /** Whoever is counted has drawn, if they had to. @param {Entry | null} entry */
  goOnFrom(entry) {
    if (entry === this.drawsAfter) this.count.drawn = true;
    this.turnTo(this.next);
  }

  // What is doubtful

  /** @param {Entry} entry */
  ask(entry) {
    this.turnTo(entry);
    this.count.asks = entry;
    this.keep();
  }

  /** A person says that it is right. @param {Entry} entry @param {string} doubt */
  confirm(entry, doubt) {
    this.count.sure = { ...this.count.sure, [entry]: doubt };
    this.count.asks = null;
    this.keep();
  }

  /** @param {Entry} entry @param {string} doubt */
  isSure(entry, doubt) {
    return this.count.sure?.[entry] === doubt;
  }

  get missing() {
    return this.toCount.filter((entry) => !this.isCounted(entry));
  }

  // The next one to count after the one at hand.
  get next() {
    const order = this.toCount;
    const from = this.count.at === null ? -1 : order.indexOf(this.count.at);
    const turned = [...order.slice(from + 1), ...order.slice(0, Math.max(from, 0))];
    return turned.find((entry) => !this.isCounted(entry)) ?? null;
  }

  /** As it is sent. */
  get body() {
    const { round, base, begunAs, out, last, playoff, late, held } = this.count;
    return {
      round,
      base,
      begunAs,
      out,
      last_card: last,
      held: Object.fromEntries(this.toCount.map((entry) => [entry, held[entry]])),
      playoff,
      late: late ?? false,
      drew: this.drew ?? undefined,
    };
  }
}
