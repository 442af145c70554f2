// What everybody holds in the hand that is being counted: cards that were tapped, or a total that was typed. Each tap is
// kept on the tablet at once.

import { read, write } from "./store.js";

const MOST_DIGITS = 4;

export class HeldByEach {
  /** @param {string} key @param {() => void} changed */
  constructor(key, changed) {
    this.key = key;
    this.changed = changed;
    /** @type {Count | null} */
    this.hand = read(key, null);
    this.types = read(`${key}.types`, false); // whoever types totals goes on so, from player to player and hand to hand
  }

  /** The hand that is being counted, where it is certain that there is one. */
  get count() {
    return /** @type {Count} */ (this.hand);
  }

  keep() {
    write(this.key, this.hand);
    this.changed();
  }

  /** @param {Entry} entry */
  isCounted(entry) {
    return entry === this.count.out || this.count.held[entry] !== undefined;
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
    this.count.asks = null;
    this.keep();
  }

  /** @param {boolean} typing */
  type(typing) {
    this.count.typing = this.types = typing;
    write(`${this.key}.types`, typing);
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
}
