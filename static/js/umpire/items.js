// What waits on this tablet to be sent, written down at every change: it survives a reload, and other tabs see it.
//
// An item is { request, verb, body, names, tried, trouble }. `tried`: it was sent, so it may have arrived. `trouble`: the
// server's refusal. A change or deletion of a hand that is itself still here names that one's request in `body.of`.

import { isKept, read, readKept, write } from "./store.js";

/** @type {Verb[]} */
const HANDS = ["record", "change", "delete"];
/** @type {Verb[]} */
const IN_ORDER = [...HANDS, "lot", "accept", "nod", "take_back"];

export const isOrdered = (/** @type {Item} */ item) => IN_ORDER.includes(item.verb);
/** The umpire's word, or a player's, by which the sheet may be in. */
export const isAccepting = (/** @type {Pick<Item, "verb">} */ { verb }) => verb === "accept" || verb === "nod";
export const isOfHand = (/** @type {Item} */ item) => HANDS.includes(item.verb);

// Two wrote the same hand, and a person has to choose.
export const isConflict = (/** @type {Item} */ { body, trouble }) =>
  Boolean(trouble?.stale && trouble.theirs?.held && body.held);

/**
 * A hand of this tablet is on the sheet now, or off it: what was begun after it comes after it. What was begun as the
 * same hand, in another tab, does not; it meets the other, and a person chooses.
 * @template {{ base?: number, begunAs?: number }} T
 * @param {T} hand @param {number} by
 * @returns {T}
 */
export function shifted(hand, by) {
  const { base = 0, begunAs } = hand;
  if (by > 0 && begunAs !== undefined && base >= begunAs - 1) return hand;
  return { ...hand, base: base + by, ...(by < 0 && begunAs !== undefined ? { begunAs: begunAs + by } : {}) };
}

export class KeptItems {
  /** @param {string} key */
  constructor(key) {
    this.key = key;
    /** @type {Item[]} */
    this.items = read(key, []);
    /** @type {Set<string>} */
    this.gone = new Set(); // what this tab has taken off the list, should it be unable to write that down
  }

  reload() {
    this.items = this.latest();
  }

  /**
   * What is written down is the truth, as long as this tab can write there too. If it cannot, both count.
   * @returns {Item[]}
   */
  latest() {
    const kept = readKept(this.key, /** @type {Item[]} */ ([]));
    if (isKept(this.key)) return kept;
    const mine = new Set(this.items.map((item) => item.request));
    return [...kept.filter(({ request }) => !mine.has(request) && !this.gone.has(request)), ...this.items];
  }

  /** @param {(items: Item[]) => Item[]} change */
  rewrite(change) {
    const before = this.latest();
    this.items = change(before);
    const left = new Set(this.items.map((item) => item.request));
    for (const { request } of before) if (!left.has(request)) this.gone.add(request);
    write(this.key, this.items);
  }
}
