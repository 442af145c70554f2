// A hand on its way: who went out, on what, and what everybody holds. Kept on the tablet at every tap, so it can be left
// and resumed; nothing of it is sent before all are counted.

import { read, write } from "./store.js";

const MOST_DIGITS = 4;

export class Draft {
  constructor(key, changed) {
    this.key = key;
    this.changed = changed;
    this.hand = read(key, null);
  }

  get open() {
    return this.hand !== null;
  }

  get isNew() {
    return this.hand.editing === null && this.hand.mending === null;
  }

  keep() {
    write(this.key, this.hand);
    this.changed();
  }

  // `base`: how many hands the sheet has, as this tablet knows it. `names`: who they are, should they leave the table.
  begin({ round, base, players, names, out = null, incomplete = false, playoff = false, late = false }) {
    this.hand = {
      round,
      base,
      players,
      names,
      out,
      incomplete,
      playoff,
      late,
      number: null,
      last: "",
      drawn: false,
      otherWay: false,
      held: {},
      at: null,
      typing: false,
      editing: null,
      mending: null,
    };
    this.turnTo(this.toCount[0] ?? null);
  }

  // An earlier hand, to be changed: one that is received, by its version, or one that is still here, by its request.
  edit(hand, { version = null, request = null } = {}) {
    const { round, base, number, players, names, out, playoff, late } = hand;
    this.hand = {
      round,
      base,
      number,
      players,
      names,
      out,
      incomplete: out === null,
      playoff,
      late,
      last: hand.last_card || "",
      drawn: true,
      otherWay: false,
      held: { ...hand.held },
      at: null,
      typing: false,
      editing: version,
      mending: request,
    };
    this.turnTo(this.toCount[0] ?? null);
  }

  // The hand that is being corrected has arrived meanwhile.
  arrived(request, { hand, version }) {
    if (this.hand?.mending === request) Object.assign(this.hand, { mending: null, editing: version, number: hand });
  }

  // A hand of this tablet is on the sheet now, or off it: a new one comes after it.
  count(by) {
    if (this.hand && this.isNew) this.hand.base += by;
  }

  leave() {
    this.hand = null;
    this.keep();
  }

  // Whether the same people sit there as when the count began.
  fits({ round, seats }) {
    const here = seats.filter((one) => !one.absent).map((one) => one.entry);
    const { players, playoff } = this.hand;
    return (
      this.hand.round === round &&
      players.every((entry) => here.includes(entry)) &&
      (playoff || here.length === players.length)
    );
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
    this.hand.typing = entry !== null && typeof this.hand.held[entry] === "number";
    this.keep();
  }

  cards(entry) {
    const held = this.hand.held[entry];
    return typeof held === "object" ? held : {};
  }

  total(entry) {
    const held = this.hand.held[entry];
    return typeof held === "number" ? held : null;
  }

  add(face, number) {
    const entry = this.hand.at;
    const cards = { ...this.cards(entry) };
    cards[face] = (cards[face] || 0) + number;
    if (cards[face] <= 0) delete cards[face];
    this.hold(entry, Object.keys(cards).length ? cards : null);
  }

  hold(entry, held) {
    if (held === null) delete this.hand.held[entry];
    else this.hand.held[entry] = held;
    this.keep();
  }

  type(typing) {
    this.hand.typing = typing;
    this.keep();
  }

  digit(text) {
    const whole = String(this.total(this.hand.at) ?? "") + text;
    this.hold(this.hand.at, whole.length <= MOST_DIGITS ? Number(whole) : this.total(this.hand.at));
  }

  rubOut() {
    const rest = String(this.total(this.hand.at) ?? "").slice(0, -1);
    this.hold(this.hand.at, rest ? Number(rest) : null);
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
    const { round, base, out, last, playoff, late, held } = this.hand;
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
