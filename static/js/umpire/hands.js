// The sheet as it stands: the hands the server has, with everything that is only on this tablet laid over them. Rows,
// totals and numbers all come from here, so that nothing is counted twice.

import { pointsHeld } from "./cards.js";
import { isConflict, isOfHand } from "./items.js";

/**
 * What a hand counts for everybody who played it.
 * @param {TableState} state @param {Pick<HandFacts, "out" | "held">} hand
 * @returns {Record<Entry, number>}
 */
function scored({ deck, settings }, { out, held }) {
  const points = Object.fromEntries(Object.entries(held).map(([entry, cards]) => [entry, pointsHeld(deck, cards)]));
  const none = Object.fromEntries([...Object.keys(points), ...(out === null ? [] : [out])].map((entry) => [entry, 0]));
  if (out === null && !settings.incomplete_counts) return none;
  if (settings.low_wins || out === null) return { ...none, ...points };
  return { ...none, [out]: Object.values(points).reduce((sum, value) => sum + value, 0) };
}

/** What no correction of a hand changes. @param {HandFacts} hand */
const asDealt = ({ playoff, after_warning }) => ({ playoff, after_warning });

/** @param {TableState} state @param {Sending} body @returns {ScoredHand} */
function asRow(state, body) {
  const { out = null, last_card = "", held = {}, playoff = false, late = false, after_warning = null } = body;
  const complete = out !== null;
  return {
    out,
    last_card,
    held,
    playoff,
    late,
    after_warning,
    complete,
    void: !complete && !state.settings.incomplete_counts,
    points: scored(state, { out, held }),
  };
}

/**
 * The hands after the server has taken something. What it says of a hand it may have told us already.
 * @param {TableState} state @param {Verb} verb @param {Sending} body @param {Taken | null} taken
 * @returns {ReceivedHand[]}
 */
export function applied(state, verb, body, taken) {
  const { hands } = state;
  const known = hands[(taken?.hand ?? body.number ?? 0) - 1];
  if (verb === "record" && taken && !((known?.version ?? 0) >= taken.version) && taken.hand <= hands.length + 1)
    return [
      ...hands.slice(0, taken.hand - 1),
      { number: taken.hand, version: taken.version, corrected: false, ...asRow(state, body) },
      ...hands.slice(taken.hand),
    ];
  if (verb === "change" && taken && known && (known.version ?? 0) < taken.version)
    return hands.map((hand) =>
      hand === known
        ? { ...hand, ...asRow(state, { ...body, ...asDealt(hand) }), version: taken.version, corrected: true }
        : hand,
    );
  // Those behind it move up, to versions that only the server knows.
  if (verb === "delete" && known && known.version === body.version)
    return hands
      .filter((hand) => hand !== known)
      .map((hand) => (hand.number < known.number ? hand : { ...hand, number: hand.number - 1, version: null }));
  return hands;
}

/** @param {TableState} state @param {HandFacts} hand @param {Sending} body */
export function sameHand({ deck }, hand, { out, last_card, held = {} }) {
  const entries = Object.keys(hand.held).map(Number);
  return (
    hand.out === out &&
    hand.last_card === last_card &&
    entries.length === Object.keys(held).length &&
    entries.every(
      (entry) => held[entry] !== undefined && pointsHeld(deck, hand.held[entry]) === pointsHeld(deck, held[entry]),
    )
  );
}

/** @param {ReceivedHand} hand */
function notes(hand) {
  const found = [
    hand.void && "doesn’t count",
    !hand.complete && !hand.void && "unfinished",
    hand.late && "after the warning",
    hand.corrected && "corrected",
  ].filter(Boolean);
  return ["Received", ...found].join(", ");
}

/** A row before it has its place. @typedef {Omit<Row, "number" | "on"> & { number?: number }} Laid */

export class Hands {
  /** @param {Pick<App, "known" | "outbox">} app */
  constructor({ known, outbox }) {
    this.known = known;
    this.outbox = outbox;
  }

  // What is here of this round and concerns hands.
  get items() {
    return this.outbox.items.filter((item) => isOfHand(item) && item.body.round === this.known.state.round);
  }

  /**
   * Every hand in order: `where` it is, and the item that is still here. A deleted one stays in sight until that is
   * received.
   * @returns {Row[]}
   */
  get rows() {
    /** @type {Laid[]} */
    const received = this.known.state.hands.map((hand) => ({
      ...hand,
      key: `r${hand.number}`,
      where: "received",
      said: notes(hand),
      item: null,
      gone: false,
    }));
    const rows = this.items.reduce((sofar, item) => this.lay(sofar, item), received);
    const numberAt = (/** @type {number} */ place) => rows.slice(0, place + 1).filter((row) => !row.gone).length;
    return rows.map((row, place) => {
      const on = row.number ?? 0;
      return { ...row, on, number: row.gone && on ? on : numberAt(place) + (row.gone ? 1 : 0) };
    });
  }

  /** @param {Laid[]} rows @param {Item} item @returns {Laid[]} */
  lay(rows, item) {
    const { state } = this.known;
    const { verb, body, trouble, request } = item;
    /** @type {Pick<Row, "item" | "key" | "where" | "said">} */
    const waiting = {
      item,
      key: `m${request}`,
      where: trouble ? "trouble" : "waiting",
      said: trouble ? "Not saved" : "On this tablet",
    };
    if (isConflict(item)) return rows;
    if (verb === "record") {
      const known = rows[(body.number ?? 0) - 1];
      const arrived = item.tried && !trouble && known && !known.item && sameHand(state, known, body);
      return arrived ? rows : [...rows, { ...asRow(state, body), version: null, gone: false, ...waiting }];
    }
    const goal = rows.find((row) =>
      body.of ? row.item?.request === body.of : !row.gone && row.version !== null && row.number === body.number,
    );
    if (!goal || (verb === "delete" && trouble)) return rows;
    /** @type {Laid} */
    const now =
      verb === "delete"
        ? { ...goal, gone: true, said: "Deleted on this tablet", where: "waiting", item, key: waiting.key }
        : { ...goal, ...asRow(state, { ...body, ...asDealt(goal) }), ...waiting };
    return rows.map((row) => (row === goal ? now : row));
  }

  get standing() {
    return this.rows.filter((row) => !row.gone);
  }

  /**
   * The seats with their totals, as the hands in sight make them; without the hand that is just being counted anew.
   * @param {Count | null} without
   */
  seats(without = null) {
    const { seats, settings } = this.known.state;
    const rows = this.standing.filter((row) => !row.playoff && !row.void && !isOneOf(row, without));
    const now = seats.map((player) => ({
      ...player,
      points: rows.reduce((sum, row) => sum + (row.points[player.entry] ?? 0), 0),
    }));
    const best = (settings.low_wins ? Math.min : Math.max)(
      ...now.filter((player) => !player.absent).map((player) => player.points),
    );
    return now.map((player) => ({
      ...player,
      leads: this.standing.length > 0 && !player.absent && player.points === best,
    }));
  }

  // The number of the next hand, counting those that are only here.
  get next() {
    return this.standing.length + 1;
  }

  /**
   * The number of the hand that is being counted: another tablet may have recorded one meanwhile, perhaps this one.
   * @param {Count} count
   */
  numberOf({ number, base, editing, mending }) {
    if (editing !== null || mending !== null) return number;
    return this.next - Math.max(0, this.known.state.hands.length - (base ?? 0));
  }

  // A hand that was counted after the warning, and is only here.
  get warned() {
    return this.items.some((item) => item.verb === "record" && item.body.after_warning);
  }

  /**
   * A hand that is deleted here would move those behind it, so they wait for that.
   * @param {Row} row
   */
  mayChange(row) {
    if (row.gone) return false;
    const moving = this.rows.some((deleted) => deleted.gone && deleted.on > 0 && deleted.on < row.on);
    return row.item ? !(row.item.trouble && row.item.verb === "delete") : row.version !== null && !moving;
  }
}

/** @param {Row} row @param {Count | null} draft */
function isOneOf(row, draft) {
  if (!draft) return false;
  return draft.mending
    ? row.item?.request === draft.mending
    : draft.editing !== null && !row.item && row.on === draft.number;
}
