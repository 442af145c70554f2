// A hand on its way: who went out, on what, and what everybody holds. Kept on the tablet at every tap, so it can be left
// and resumed; nothing of it is sent before all are counted.

import { read, write } from "./store.js";

const MOST_DIGITS = 4;

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
  editing: null,
  mending: null,
};

export class Draft {
  /** @param {string} key @param {() => void} changed */
  constructor(key, changed) {
    this.key = key;
    this.changed = changed;
    /** @type {Count | null} */
    this.hand = read(key, null);
  }

  /** The hand that is being counted, where it is certain that there is one. */
  get count() {
    return /** @type {Count} */ (this.hand);
  }

  get isNew() {
    return this.count.editing === null && this.count.mending === null;
  }

  keep() {
    write(this.key, this.hand);
    this.changed();
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
   * @param {HandFacts & Pick<Count, "round" | "base" | "number" | "players" | "names">} hand
   * @param {{ version?: number | null, request?: string | null }} [origin]
   */
  edit(hand, { version = null, request = null } = {}) {
    const { round, base, number, players, names, out, playoff, late } = hand;
    this.hand = {
      ...BLANK,
      ...{ round, base, number, players, names, out, playoff, late },
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
    if (this.hand && this.isNew) this.hand.base = (this.hand.base ?? 0) + by;
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

  get isDecided() {
    return this.count.out !== null || this.count.incomplete;
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

  /** @param {Entry | null} entry */
  turnTo(entry) {
    this.count.at = entry;
    this.count.typing = entry !== null && typeof this.count.held[entry] === "number";
    this.keep();
  }

  /** @param {Entry} entry @returns {Record<string, number>} */
  cards(entry) {
    const held = this.count.held[entry];
    return typeof held === "object" ? held : {};
  }

  /** @param {Entry} entry */
  total(entry) {
    const held = this.count.held[entry];
    return typeof held === "number" ? held : null;
  }

  /** @param {string} face @param {number} number */
  add(face, number) {
    const entry = this.count.at;
    if (entry === null) return;
    const cards = { ...this.cards(entry) };
    cards[face] = (cards[face] || 0) + number;
    if (cards[face] <= 0) delete cards[face];
    this.hold(entry, Object.keys(cards).length ? cards : null);
  }

  /** @param {Entry} entry @param {Held | null} held */
  hold(entry, held) {
    if (held === null) delete this.count.held[entry];
    else this.count.held[entry] = held;
    this.keep();
  }

  /** @param {boolean} typing */
  type(typing) {
    this.count.typing = typing;
    this.keep();
  }

  /** @param {string} text */
  digit(text) {
    const entry = this.count.at;
    if (entry === null) return;
    const whole = String(this.total(entry) ?? "") + text;
    this.hold(entry, whole.length <= MOST_DIGITS ? Number(whole) : this.total(entry));
  }

  rubOut() {
    const entry = this.count.at;
    if (entry === null) return;
    const rest = String(this.total(entry) ?? "").slice(0, -1);
    this.hold(entry, rest ? Number(rest) : null);
  }

  /** @param {Entry} entry */
  isCounted(entry) {
    return entry === this.count.out || this.count.held[entry] !== undefined;
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
    const { round, base, out, last, playoff, late, held } = this.count;
    return {
      round,
      base,
      out,
      last_card: last,
      held: Object.fromEntries(this.toCount.map((entry) => [entry, held[entry]])),
      playoff,
      late,
    };
  }
}
