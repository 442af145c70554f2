// A hand as a short line that paper, or a person, carries to the organiser or to another tablet. The grammar stands in
// scoring/rules/carry.py; a test holds both against one table of examples.

const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ";
const SEATS = "ABCDEFGHJK";
/** @type {Record<string, string>} */
const CARDS = { skip: "S", reverse: "R", wild: "W", draw_two: "P2", wild_draw_four: "P4" };
for (let n = 0; n < 10; n += 1) CARDS[n] = String(n);
const SEAT = `([${SEATS}])(?:([0-9]{1,4})|X([0-9SRW]|P[24])?)`;
const LINE = new RegExp(`^([1-9][0-9]{0,2})((?:${SEAT})+)$`);

const value = (/** @type {string} */ character) =>
  /\d/.test(character) ? Number(character) : LETTERS.indexOf(character);

/** @param {string} line */
function checkLetter(line) {
  const total = [...line].reduce(
    (all, character, place) => all + ((place % (LETTERS.length - 1)) + 1) * value(character),
    0,
  );
  return LETTERS[total % LETTERS.length];
}

/**
 * A hand by seats: who went out, and the points of the others; `last`: the face, or nothing.
 * @typedef {{ number: number, out: number | null, points: Record<number, number>, last: string }} Line
 */

/** @param {Line} line */
export function write({ number, out, points, last }) {
  /** @type {Record<number, number | string>} */
  const parts = { ...points };
  if (out !== null) parts[out] = `X${CARDS[last] ?? ""}`;
  const seats = Object.keys(parts)
    .map(Number)
    .sort((low, high) => low - high);
  const line = [String(number), ...seats.map((seat) => SEATS[seat - 1] + parts[seat])];
  return [...line, checkLetter(line.join(""))].join(" ");
}

/**
 * The hand, or null if something in the line is mistyped.
 * @param {string} text
 * @returns {Line | null}
 */
export function read(text) {
  const typed = text.replace(/[\s-]/g, "").toUpperCase().replace(/[IL]/g, "1").replace(/O/g, "0");
  const [line, check] = [typed.slice(0, -1), typed.slice(-1)];
  const found = LINE.exec(line);
  if (!found || check !== checkLetter(line)) return null;
  const seats = [...found[2].matchAll(new RegExp(SEAT, "g"))].map(([, letter, points, card]) => ({
    seat: SEATS.indexOf(letter) + 1,
    points,
    card,
  }));
  const out = seats.filter(({ points }) => points === undefined);
  if (out.length > 1 || seats.some(({ seat }, place) => place && seat <= seats[place - 1].seat)) return null;
  const last = Object.keys(CARDS).find((face) => CARDS[face] === out[0]?.card) ?? "";
  const points = Object.fromEntries(
    seats.filter(({ points }) => points !== undefined).map(({ seat, points }) => [seat, Number(points)]),
  );
  return { number: Number(found[1]), out: out[0]?.seat ?? null, points, last };
}
