// The cards, what they count, and what one table can hold: as scoring/rules/cards.py and hand.py have it, so that what
// cannot be is said at once. What somebody holds is a number, where the total was typed, or how many there are of each
// face. `deck` lists every face with its points and how many the table has.

const NO_CARD = { points: 0, limit: 0 };

/** @param {Card[]} deck @param {string} face @returns {Card} */
export function cardOf(deck, face) {
  return deck.find((card) => card.face === face) ?? { ...NO_CARD, face, name: face };
}

/** @param {Card[]} deck @param {Held} held @returns {number} */
export function pointsHeld(deck, held) {
  if (typeof held === "number") return held;
  return Object.entries(held).reduce((all, [face, number]) => all + cardOf(deck, face).points * number, 0);
}

/**
 * How many of a face everybody holds together.
 * @param {Record<Entry, Held>} held @param {string} face
 * @returns {number}
 */
export function onTheTable(held, face) {
  return Object.values(held).reduce(
    (/** @type {number} */ all, cards) => all + (typeof cards === "number" ? 0 : cards[face] || 0),
    0,
  );
}

/**
 * What is left of every face when the counted cards are taken out.
 * @param {Card[]} deck @param {Record<Entry, Held>} held
 */
function leftOf(deck, held) {
  return deck.map((card) => ({ points: card.points, number: card.limit - onTheTable(held, card.face) }));
}

/**
 * Which totals one player can hold with so many of these cards or more: bit n is set when n can be.
 * @param {{ points: number, number: number }[]} left @param {number} atLeast
 */
function reachable(left, atLeast = 1) {
  const sums = [1n, ...Array(atLeast).fill(0n)]; // by the number of cards; the last is for that many and more
  for (const { points, number } of left)
    for (let n = 0; n < number; n += 1) {
      sums[atLeast] |= sums[atLeast] << BigInt(points);
      for (let cards = atLeast; cards; cards -= 1) sums[cards] |= sums[cards - 1] << BigInt(points);
    }
  return sums[atLeast];
}

/**
 * Whether what somebody holds can be so many cards, or more.
 * @param {Card[]} deck @param {Record<Entry, Held>} held @param {Entry} entry @param {number} number
 */
export function canBeSoMany(deck, held, entry, number) {
  const theirs = held[entry];
  if (typeof theirs === "number") return Boolean((reachable(leftOf(deck, held), number) >> BigInt(theirs)) & 1n);
  return Object.values(theirs).reduce((all, some) => all + some, 0) >= number;
}

/**
 * Why these cannot be what the players hold. `entry`: whose typed total it is, if one's alone.
 * @param {Card[]} deck @param {Record<Entry, Held>} held
 * @returns {{ entry: Entry | null, why: string } | null}
 */
export function whyImpossible(deck, held) {
  const typed = Object.entries(held).flatMap(([entry, total]) =>
    typeof total === "number" ? [/** @type {[string, number]} */ ([entry, total])] : [],
  );
  if (!typed.length) return null;
  const most = pointsHeld(deck, Object.fromEntries(deck.map((card) => [card.face, card.limit])));
  const all = most.toLocaleString("en-GB");
  const alone = typed.find(([, total]) => total > most);
  if (alone) return { entry: Number(alone[0]), why: `All the cards together are worth ${all}. Type it again.` };
  const left = leftOf(deck, held);
  const sums = reachable(left);
  const strange = typed.find(([, total]) => !((sums >> BigInt(total)) & 1n));
  if (strange) return { entry: Number(strange[0]), why: `The cards left can’t make ${strange[1]}. Type it again.` };
  const together = typed.reduce((sum, [, total]) => sum + total, 0);
  if (together > left.reduce((sum, { points, number }) => sum + points * number, 0))
    return { entry: null, why: `Together that’s more than all the cards at one table are worth (${all}).` };
  const worthless = left.reduce((sum, { points, number }) => sum + (points ? 0 : number), 0);
  if (typed.filter(([, total]) => !total).length > worthless)
    return {
      entry: null,
      why: "Too many players have 0 points without going out: there aren’t that many zeros in the deck.",
    };
  return null;
}
