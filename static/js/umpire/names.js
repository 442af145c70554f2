// People's names in the page's sentences: whole wherever they fit. A name that has to be shortened keeps its first and
// its last word, since either may be the family's and nobody is called by that alone.

const LETTERS_THAT_FIT = 26;
const LETTERS_OF_A_WORD = 14;
const LETTERS_OF_A_LINE = 18;

const letters = (/** @type {string} */ text) =>
  "Segmenter" in Intl ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : [...text];

/** @param {string} text @param {number} most */
function cut(text, most) {
  const all = letters(text);
  return all.length > most ? `${all.slice(0, most - 1).join("")}…` : text;
}

/** The whole name, as no other of the table is called. @param {Player} player */
export const called = (player) => player.called ?? player.name;

/** Whether it needs smaller letters to stay whole. @param {string} name */
export const isLong = (name) => letters(name).length > LETTERS_THAT_FIT;

const MEASURED_AT = 100; // pixels a letter
const AS_SCREENS_ROUND = 1.03; // in small letters each is drawn up to half a pixel wider than it is
/** @type {Map<string, number>} */
const widths = new Map(); // of words, by word

/** @param {string} word */
function widthOf(word) {
  const known = widths.get(word);
  if (known !== undefined) return known;
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) return letters(word).length;
  pen.font = `800 ${MEASURED_AT}px ${getComputedStyle(document.body).fontFamily}`;
  const width = (pen.measureText(word).width / MEASURED_AT) * AS_SCREENS_ROUND;
  widths.set(word, width);
  return width;
}

/**
 * How wide the widest word of a name is, in em: its letters become so small that it need not be broken. A name may go on
 * on the next line after a space or a hyphen. The styles know it as `--word`.
 * @param {string} name
 */
export const widestWord = (name) => Math.max(0, ...(name.match(/[^\s-]*-?/g) ?? []).map(widthOf));

/** The widest word of several names. @param {string[]} names */
export const widestOf = (names) => Math.max(0, ...names.map(widestWord));

/**
 * On two lines, as even as its words allow.
 * @param {string} name
 */
export function onTwoLines(name) {
  const words = name.split(" ");
  const ways = words.map((_, place) => [words.slice(0, place), words.slice(place)].map((part) => part.join(" ")));
  return ways.reduce((best, way) => (widest(way) < widest(best) ? way : best)).filter(Boolean);
}

const widest = (/** @type {string[]} */ lines) => Math.max(...lines.map((line) => letters(line).length));

/** Whether two lines are too few for it. @param {string} name */
export const isWide = (name) => widest(onTwoLines(name)) > LETTERS_OF_A_LINE;

/** @param {string} name */
export function shortened(name) {
  if (!isLong(name)) return name;
  const words = name.split(" ");
  if (words.length === 1) return cut(name, LETTERS_THAT_FIT);
  const [first, last] = [words[0], words[words.length - 1]].map((word) => cut(word, LETTERS_OF_A_WORD));
  return words.length === 2 || first.endsWith("…") ? `${first} ${last}` : `${first} … ${last}`;
}

/**
 * Ana; Ana and Ben; Ana, Ben and Cal.
 * @param {(Node | string)[]} names
 */
export function listed(names) {
  return names.map((name, place) => [place === 0 ? "" : place === names.length - 1 ? " and " : ", ", name]);
}
