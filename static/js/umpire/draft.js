// A hand on its way: who went out, on what, and what everybody holds. Kept on the tablet at every tap, so it can be left
// and resumed; nothing of it is sent before all are counted.

import { read, write } from "./store.js";

export class Draft {
  constructor(key, changed) {
    this.key = key;
    this.changed = changed;
    this.hand = read(key, null);
  }

  get open() {
    return this.hand !== null;
  }

  keep() {
    write(this.key, this.hand);
    this.changed();
  }

  begin({ round, number, players, out = null, incomplete = false, playoff = false, late = false }) {
    this.hand = {
      round, number, players, out, incomplete, playoff, late,
      last: "", drawn: false, otherWay: false, held: {}, at: null, typing: false, editing: null, mending: null,
    };
    this.turnTo(this.toCount[0] ?? null);
  }

  // An earlier hand, to be changed; or a refused one, to be mended before it is sent again.
  edit(hand, round, { version = null, request = null } = {}) {
    const held = {};
    for (const [entry, value] of Object.entries(hand.held)) held[entry] = asHeld(value);
    this.hand = {
      round, number: hand.number, players: hand.players, out: hand.out, incomplete: hand.out === null,
      playoff: hand.playoff, late: hand.late, last: hand.last_card || "", drawn: true, otherWay: false, held,
      at: null, typing: false, editing: version, mending: request,
    };
    this.turnTo(this.toCount[0] ?? null);
  }

  leave() {
    this.hand = null;
    this.keep();
  }

  // Who holds cards, in seat order.
  get toCount() {
    return this.hand.players.filter((entry) => entry !== this.hand.out);
  }

  get isDecided() {
    return this.hand.out !== null || this.hand.incomplete;
  }

  wentOut(entry) {
    this.hand.out = entry;
    this.hand.incomplete = entry === null;
    if (entry === null) this.hand.last = "";
    else delete this.hand.held[entry];
    this.turnTo(this.next ?? this.toCount[0]);
  }

  lastCard(face) {
    this.hand.last = face;
    this.hand.drawn = false;
    this.turnToDrawer();
  }

  // Whoever draws is counted next, unless somebody is being counted just now.
  turnToDrawer() {
    const who = this.drawsAfter;
    if (who !== null && !this.isCounted(this.hand.at)) this.turnTo(who);
    else this.keep();
  }

  hasDrawn() {
    this.hand.drawn = true;
    this.turnToDrawer();
  }

  // It was somebody else. What was counted stays.
  askWhoWentOut() {
    this.hand.out = null;
    this.hand.incomplete = false;
    this.hand.last = "";
    this.keep();
  }

  turnRound() {
    this.hand.otherWay = !this.hand.otherWay;
    this.turnToDrawer();
  }

  // The next player in the direction of play draws first when the last card makes somebody draw.
  get drawsAfter() {
    const { out, last, players, otherWay } = this.hand;
    if (out === null || (last !== "draw_two" && last !== "wild_draw_four")) return null;
    const step = otherWay ? players.length - 1 : 1;
    return players[(players.indexOf(out) + step) % players.length];
  }

  turnTo(entry) {
    this.hand.at = entry;
    this.hand.typing = entry !== null && this.hand.held[entry]?.total !== undefined;
    this.keep();
  }

  cards(entry) {
    return this.hand.held[entry]?.cards ?? {};
  }

  add(face, number) {
    const entry = this.hand.at;
    const cards = { ...this.cards(entry) };
    cards[face] = (cards[face] || 0) + number;
    if (cards[face] <= 0) delete cards[face];
    if (Object.keys(cards).length) this.hand.held[entry] = { cards };
    else delete this.hand.held[entry];
    this.keep();
  }

  type(typing) {
    this.hand.typing = typing;
    this.keep();
  }

  digit(text) {
    const entry = this.hand.at;
    const before = this.hand.held[entry]?.total;
    const whole = (before === undefined ? "" : String(before)) + text;
    if (/^\d{1,4}$/.test(whole)) this.hand.held[entry] = { total: Number(whole) };
    this.keep();
  }

  rubOut() {
    const entry = this.hand.at;
    const rest = String(this.hand.held[entry]?.total ?? "").slice(0, -1);
    if (rest) this.hand.held[entry] = { total: Number(rest) };
    else delete this.hand.held[entry];
    this.keep();
  }

  isCounted(entry) {
    return entry === this.hand.out || this.hand.held[entry] !== undefined;
  }

  get missing() {
    return this.toCount.filter((entry) => !this.isCounted(entry));
  }

  // The next one to count after the one at hand.
  get next() {
    const order = this.toCount;
    const from = order.indexOf(this.hand.at);
    const turned = [...order.slice(from + 1), ...order.slice(0, Math.max(from, 0))];
    return turned.find((entry) => !this.isCounted(entry)) ?? null;
  }

  // As it is sent.
  get body() {
    const { round, number, out, last, playoff, late } = this.hand;
    const held = Object.fromEntries(this.toCount.map((entry) => [entry, sent(this.hand.held[entry])]));
    return { round, number, out, last_card: last, held, playoff, late };
  }
}

function sent(held) {
  return held.total !== undefined ? held.total : held.cards;
}

function asHeld(value) {
  if (typeof value === "number") return { total: value };
  if (value.cards !== undefined) return value.cards === null ? { total: value.points } : { cards: value.cards };
  return { cards: value };
}
