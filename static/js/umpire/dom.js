// Small drawing tools. A view is a function from what is known to elements; everything is drawn anew on each change,
// except while a finger is down: a tap must land on the button it began on.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, any>} Attributes */

/**
 * An element with its attributes (functions listen: `onclick`; `--word` is for its styles) and children; nothing is
 * written for null and false.
 * @param {string} tag @param {Attributes} attributes @param {...(Child | number)} children
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  put(element, attributes);
  for (const child of /** @type {any[]} */ (children).flat(Infinity))
    if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/** @param {Element} element @param {Attributes} attributes */
function put(element, attributes) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) /** @type {HTMLElement} */ (element).style.setProperty(name, String(value));
    else element.setAttribute(name, value === true ? "" : value);
  }
}

/** @param {string} name @param {Attributes} attributes @param {...Element} children */
export function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  put(element, attributes);
  element.append(...children);
  return element;
}

const use = (/** @type {string} */ id) => svg("use", { href: `#${id}` });

/** @param {string} name */
export function icon(name) {
  return svg("svg", { class: "icon", width: 24, height: 24, "aria-hidden": "true" }, use(`icon-${name}`));
}

const SUITS = ["flame", "sun", "leaf", "block", "ring"];

/** @param {number} number */
export function seat(number) {
  if (number > SUITS.length) return h("span", { class: "seat seat-number" }, String(number));
  const suit = SUITS[number - 1];
  const label = `${suit[0].toUpperCase() + suit.slice(1)} seat`;
  return svg("svg", { class: "seat", width: 24, height: 32, role: "img", "aria-label": label }, use(`seat-${suit}`));
}

// Drawing

const MILLISECONDS_AFTER_A_TAP = 60; // the click comes a moment after the finger is lifted
let fingers = 0;
/** @type {Map<HTMLElement, () => void>} */
const waiting = new Map(); // what is to be drawn, by its place

function lifted() {
  setTimeout(() => {
    fingers = Math.max(0, fingers - 1);
    if (!fingers) for (const now of [...waiting.values()]) now();
  }, MILLISECONDS_AFTER_A_TAP);
}

addEventListener(
  "pointerdown",
  () => {
    fingers += 1;
  },
  true,
);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, lifted, true);

// The second tap of a double tap was meant for what stood there at the first, which has been done by then: an undo would
// undo one more, a call would be called off. Only where cards and digits are tapped does every tap count.
const MILLISECONDS_OF_A_DOUBLE_TAP = 400;
const PIXELS_OF_A_DOUBLE_TAP = 24;
/** @type {{ timeStamp: number, clientX: number, clientY: number, quick: boolean } | null} */
let tapped = null; // the last one: when, where, and whether every tap counts there

addEventListener(
  "click",
  (event) => {
    const { timeStamp, clientX, clientY, detail, target } = event;
    const before = tapped;
    const quick = Boolean(target.closest("[data-quick]"));
    tapped = { timeStamp, clientX, clientY, quick };
    const isSecond =
      before &&
      detail &&
      timeStamp - before.timeStamp < MILLISECONDS_OF_A_DOUBLE_TAP &&
      Math.hypot(clientX - before.clientX, clientY - before.clientY) < PIXELS_OF_A_DOUBLE_TAP;
    if (!isSecond || (quick && before?.quick) || target.closest("input, label")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

/**
 * Draws a view into its place; `key` says which view it is, so that the same one keeps focus and scrolling. A number at
 * its end says whom it shows: somebody else's is as far down as the one before.
 * @param {HTMLElement | null} place @param {() => Child} view @param {string} key
 */
export function draw(place, view, key) {
  if (!place) return;
  const now = () => {
    waiting.delete(place);
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key;
    const moved = place.dataset.view !== key;
    const turned = kind(place.dataset.view) !== kind(key);
    const scroll = moved ? 0 : scrollY;
    const before = remembered(place);
    place.dataset.view = key;
    place.replaceChildren(...attempt(view));
    before();
    if (moved) place.querySelector("h1, h2")?.focus?.({ preventScroll: true });
    else if (focus) place.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    scrollTo(0, scroll);
    if (turned) place.closest("main")?.scrollTo(0, 0);
  };
  if (fingers) waiting.set(place, now);
  else now();
}

const kind = (/** @type {string | undefined} */ key) => key?.replace(/\d+$/, "");

/**
 * A mistake of ours in one place stops neither the others nor the sending.
 * @param {() => Child} view
 * @returns {Node[]}
 */
function attempt(view) {
  try {
    return /** @type {any[]} */ ([view()]).flat(Infinity).filter(Boolean);
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
    return [
      h(
        "p",
        { class: "trouble", role: "alert" },
        icon("look"),
        "This can’t be shown right now. What you typed is safe and will be sent. Load the page again.",
      ),
    ];
  }
}

/**
 * What was opened or scrolled there, to be so again.
 * @param {HTMLElement} place
 */
function remembered(place) {
  const opened = [...place.querySelectorAll("details[open][data-key]")].map((details) => details.dataset.key);
  const scrolled = [...place.querySelectorAll("[data-scrolls]")].map(({ dataset, scrollTop, scrollLeft }) => ({
    name: dataset.scrolls,
    top: scrollTop,
    left: scrollLeft,
  }));
  return () => {
    for (const details of place.querySelectorAll("details[data-key]"))
      if (opened.includes(details.dataset.key)) details.toggleAttribute("open", true);
    for (const { name, top, left } of scrolled) place.querySelector(`[data-scrolls="${name}"]`)?.scrollTo(left, top);
    reveal(place.querySelector("[aria-current=step]"));
  };
}

/**
 * Scrolls the list that somebody is in to them, and nothing else: a page that scrolled would move what is tapped.
 * @param {HTMLElement | null} step
 */
function reveal(step) {
  const list = step?.closest("[data-scrolls]");
  if (!step || !list) return;
  const [seen, wanted] = [list.getBoundingClientRect(), step.getBoundingClientRect()];
  const by = (/** @type {"left" | "top"} */ from, /** @type {"right" | "bottom"} */ to) =>
    Math.min(0, wanted[from] - seen[from]) || Math.max(0, wanted[to] - seen[to]);
  list.scrollBy(by("left", "right"), by("top", "bottom"));
}

/** @param {Child} label @param {() => void} action @param {Attributes} more */
export function button(label, action, more = {}) {
  return h(
    "button",
    { type: "button", class: "button", "data-key": more.key, ...more, key: null, onclick: action },
    label,
  );
}

/**
 * Words that change take the room of the longer ones, so that nothing beside them moves.
 * @param {boolean} isFirst @param {Child} first @param {Child} second
 */
export function either(isFirst, first, second) {
  const part = (/** @type {Child} */ words, /** @type {boolean} */ isShown) =>
    h("span", { class: isShown ? null : "is-room", "aria-hidden": isShown ? null : "true" }, words);
  return h("span", { class: "either" }, part(first, isFirst), part(second, !isFirst));
}

/**
 * What cannot be done says why, in its place.
 * @param {Child} label @param {Child} why
 */
export function cannot(label, why) {
  return h("p", { class: "cannot" }, h("strong", {}, label), h("span", {}, why));
}
