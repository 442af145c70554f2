// Small drawing tools. A view is a function from what is known to elements; everything is drawn anew on each change,
// except while a finger is down: a tap must land on the button it began on.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  put(element, attributes);
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

function put(element, attributes) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
}

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({ class: "icon", width: 24, height: 24, "aria-hidden": "true" }))
    svg.setAttribute(key, value);
  svg.append(use(`icon-${name}`));
  return svg;
}

const SUITS = ["flame", "sun", "leaf", "block", "ring"];

export function seat(number) {
  if (number > SUITS.length) return h("span", { class: "seat seat-number" }, String(number));
  const svg = document.createElementNS(SVG, "svg");
  const suit = SUITS[number - 1];
  const label = `${suit[0].toUpperCase() + suit.slice(1)} seat`;
  for (const [key, value] of Object.entries({ class: "seat", width: 24, height: 32, role: "img", "aria-label": label }))
    svg.setAttribute(key, value);
  svg.append(use(`seat-${suit}`));
  return svg;
}

function use(id) {
  const element = document.createElementNS(SVG, "use");
  element.setAttribute("href", `#${id}`);
  return element;
}

// Drawing

const AFTER_A_TAP = 60; // the click comes a moment after the finger is lifted
let fingers = 0;
const waiting = new Map(); // what is to be drawn, by its place

function lifted() {
  setTimeout(() => {
    fingers = Math.max(0, fingers - 1);
    if (!fingers) for (const now of [...waiting.values()]) now();
  }, AFTER_A_TAP);
}

addEventListener("pointerdown", () => (fingers += 1), true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, lifted, true);

// The second tap of a double tap was meant for what stood there at the first, which has been done by then: an undo would
// undo one more, a call would be called off. Only where cards and digits are tapped does every tap count.
const DOUBLE = 400;
const NEAR = 24;
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
      timeStamp - before.timeStamp < DOUBLE &&
      Math.hypot(clientX - before.clientX, clientY - before.clientY) < NEAR;
    if (!isSecond || (quick && before.quick) || target.closest("input, label")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

export function draw(place, view, key) {
  const now = () => {
    waiting.delete(place);
    const focus = document.activeElement?.dataset.key;
    const moved = place.dataset.view !== key;
    const scroll = moved ? 0 : scrollY;
    const before = remembered(place);
    place.dataset.view = key;
    place.replaceChildren(...attempt(view));
    before();
    if (moved) place.querySelector("h1, h2")?.focus?.({ preventScroll: true });
    else if (focus) place.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    scrollTo(0, scroll);
  };
  if (fingers) waiting.set(place, now);
  else now();
}

// A mistake of ours in one place stops neither the others nor the sending.
function attempt(view) {
  try {
    return [view()].flat(Infinity).filter(Boolean);
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
    return [
      h(
        "p",
        { class: "trouble", role: "alert" },
        icon("look"),
        "This cannot be shown just now. What was typed is kept, and sent. Load the page again.",
      ),
    ];
  }
}

// What was opened or scrolled there, to be so again.
function remembered(place) {
  const opened = [...place.querySelectorAll("details[open][data-key]")].map((one) => one.dataset.key);
  const scrolled = [...place.querySelectorAll("[data-scrolls]")].map((one) => [
    one.dataset.scrolls,
    one.scrollTop,
    one.scrollLeft,
  ]);
  return () => {
    for (const details of place.querySelectorAll("details[data-key]"))
      if (opened.includes(details.dataset.key)) details.open = true;
    for (const [name, top, left] of scrolled) place.querySelector(`[data-scrolls="${name}"]`)?.scrollTo(left, top);
    place.querySelector("[aria-current=step]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
}

export function button(label, action, more = {}) {
  return h(
    "button",
    { type: "button", class: "button", "data-key": more.key, ...more, key: null, onclick: action },
    label,
  );
}

// What cannot be done says why, in its place.
export function cannot(label, why) {
  return h("p", { class: "cannot" }, h("strong", {}, label), h("span", {}, why));
}
