// A hand as a short line that paper, or a person, carries to the organiser or to another tablet. The grammar stands in
// scoring/rules/carry.py; a test holds both against one table of examples.

const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ";
const SEATS = "ABCDEFGHJK";
const CARDS = { skip: "S", reverse: "R", wild: "W", draw_two: "P2", wild_draw_four: "P4" };
for (let n = 0; n < 10; n += 1) CARDS[n] = String(n);
const SEAT = `([${SEATS}])(?:([0-9]{1,4})|X([0-9SRW]|P[24])?)`;
const LINE = new RegExp(`^([1-9][0-9]{0,2})((?:${SEAT})+)$`);

const value = (character) => (/\d/.test(character) ? Number(character) : LETTERS.indexOf(character));

function checkLetter(line) {
  const total = [...line].reduce(
    (all, character, place) => all + ((place % (LETTERS.length - 1)) + 1) * value(character),
    0,
  );
  return LETTERS[total % LETTERS.length];
}

// { number, out: seat or null, points: { seat: points }, last: face or "" }
export function write({ number, out, points, last }) {
  const said = { ...points };
  if (out !== null) said[out] = `X${CARDS[last] ?? ""}`;
  const seats = Object.keys(said)
    .map(Number)
    .sort((one, other) => one - other);
  const parts = [String(number), ...seats.map((seat) => SEATS[seat - 1] + said[seat])];
  return [...parts, checkLetter(parts.join(""))].join(" ");
}

// The hand, or null if something in the line is mistyped.
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
    seats.filter((one) => one.points !== undefined).map((one) => [one.seat, Number(one.points)]),
  );
  return { number: Number(found[1]), out: out[0]?.seat ?? null, points, last };
}
