// The sheet as it stands: the hands the server has, with everything that is only on this tablet laid over them. Rows,
// totals and numbers all come from here, so that nothing is counted twice.

import { pointsHeld } from "./cards.js";
import { isConflict, isOfHand } from "./outbox.js";

// What a hand counts for everybody who played it.
function scored({ deck, settings }, { out, held }) {
  const points = Object.fromEntries(Object.entries(held).map(([entry, one]) => [entry, pointsHeld(deck, one)]));
  const none = Object.fromEntries([...Object.keys(points), ...(out === null ? [] : [out])].map((entry) => [entry, 0]));
  if (out === null && !settings.incomplete_counts) return none;
  if (settings.low_wins) return { ...none, ...points };
  return { ...none, [out]: Object.values(points).reduce((sum, one) => sum + one, 0) };
}

function asRow(state, body) {
  const { out, last_card, held, playoff = false, late = false } = body;
  const complete = out !== null;
  return {
    out,
    last_card,
    held,
    playoff,
    late,
    complete,
    void: !complete && !state.settings.incomplete_counts,
    points: scored(state, body),
  };
}

// The hands after the server has taken something. What it says of a hand it may have told us already.
export function applied(state, verb, body, said) {
  const { hands } = state;
  const there = hands[(said?.hand ?? body.number) - 1];
  if (verb === "record" && !(there?.version >= said.version) && said.hand <= hands.length + 1)
    return [
      ...hands.slice(0, said.hand - 1),
      { number: said.hand, version: said.version, corrected: false, ...asRow(state, body) },
      ...hands.slice(said.hand),
    ];
  if (verb === "change" && there && there.version < said.version)
    return hands.map((one) =>
      one === there
        ? { ...one, ...asRow(state, { ...body, playoff: one.playoff }), version: said.version, corrected: true }
        : one,
    );
  // Those behind it move up, to versions that only the server knows.
  if (verb === "delete" && there?.version === body.version)
    return hands
      .filter((one) => one !== there)
      .map((one) => (one.number < there.number ? one : { ...one, number: one.number - 1, version: null }));
  return hands;
}

export function sameHand({ deck }, one, other) {
  const entries = Object.keys(one.held);
  return (
    one.out === other.out &&
    one.last_card === other.last_card &&
    entries.length === Object.keys(other.held).length &&
    entries.every(
      (entry) =>
        other.held[entry] !== undefined && pointsHeld(deck, one.held[entry]) === pointsHeld(deck, other.held[entry]),
    )
  );
}

function notes(hand) {
  const found = [
    hand.void && "does not count",
    !hand.complete && !hand.void && "incomplete",
    hand.late && "after the warning",
    hand.corrected && "corrected",
  ].filter(Boolean);
  return ["Received", ...found].join(", ");
}

export class Hands {
  constructor({ known, outbox }) {
    Object.assign(this, { known, outbox });
  }

  // What is here of this round and concerns hands.
  get items() {
    return this.outbox.items.filter((item) => isOfHand(item) && item.body.round === this.known.state.round);
  }

  // Every hand in order: `where` it is, and the item that is still here. A deleted one stays in sight until that is received.
  get rows() {
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
    return rows.map((row, place) => ({ ...row, on: row.number, number: row.gone ? row.number : numberAt(place) }));
  }

  lay(rows, item) {
    const { state } = this.known;
    const { verb, body, trouble, request } = item;
    const here = {
      item,
      key: `m${request}`,
      where: trouble ? "trouble" : "waiting",
      said: trouble ? "Not taken" : "On this tablet",
    };
    if (isConflict(item)) return rows;
    if (verb === "record") {
      const there = rows[body.number - 1];
      const arrived = item.tried && !trouble && there && !there.item && sameHand(state, there, body);
      return arrived ? rows : [...rows, { ...asRow(state, body), version: null, gone: false, ...here }];
    }
    const goal = rows.find((row) =>
      body.of ? row.item?.request === body.of : !row.gone && row.version !== null && row.number === body.number,
    );
    if (!goal || (verb === "delete" && trouble)) return rows;
    const now =
      verb === "delete"
        ? { ...goal, gone: true, said: "Deleted on this tablet", where: "waiting", item, key: here.key }
        : { ...goal, ...asRow(state, { ...body, playoff: goal.playoff }), ...here };
    return rows.map((row) => (row === goal ? now : row));
  }

  get standing() {
    return this.rows.filter((row) => !row.gone);
  }

  // The seats with their totals, as the hands in sight make them; without the hand that is just being counted anew.
  seats(without = null) {
    const { seats, settings } = this.known.state;
    const rows = this.standing.filter((row) => !row.playoff && !row.void && !isOneOf(row, without));
    const now = seats.map((one) => ({
      ...one,
      points: rows.reduce((sum, row) => sum + (row.points[one.entry] ?? 0), 0),
    }));
    const best = (settings.low_wins ? Math.min : Math.max)(
      ...now.filter((one) => !one.absent).map((one) => one.points),
    );
    return now.map((one) => ({ ...one, leads: this.standing.length > 0 && !one.absent && one.points === best }));
  }

  // The number of the next hand, counting those that are only here.
  get next() {
    return this.standing.length + 1;
  }

  // The number of the hand that is being counted: another tablet may have recorded one meanwhile, perhaps this one.
  numberOf({ number, base, editing, mending }) {
    if (editing !== null || mending !== null) return number;
    return this.next - Math.max(0, this.known.state.hands.length - base);
  }

  // A hand that was counted after the warning, and is only here.
  get warned() {
    return this.items.some((item) => item.verb === "record" && item.body.warned);
  }

  // What it counts, with those that are deleted here before it: they would move it, so it waits for them.
  mayChange(row) {
    if (row.gone) return false;
    const moving = this.rows.some((one) => one.gone && one.on < row.on);
    return row.item ? !(row.item.trouble && row.item.verb === "delete") : row.version !== null && !moving;
  }
}

function isOneOf(row, draft) {
  if (!draft) return false;
  return draft.mending
    ? row.item?.request === draft.mending
    : draft.editing !== null && !row.item && row.on === draft.number;
}
