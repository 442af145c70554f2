// Our own drawing of the cards: three families by points (white, slate, ink). Colours are not recorded, so none is shown.

import { svg } from "./dom.js";

/** @param {string} words @param {number} x @param {number} y @param {number} size */
const text = (words, x, y, size) => {
  const element = svg("text", { x, y, "font-size": size, "text-anchor": "middle", class: "face-text" });
  element.textContent = words;
  return element;
};

// Drawn in a box of 94 × 138.
/** @type {Record<string, () => Element[]>} */
const SYMBOLS = {
  skip: () => [
    svg("path", { d: "M22 72a26 26 0 0 1 46-12l8-8v26H50l9-9a14 14 0 0 0-25 3Z", class: "face-mark" }),
    svg("rect", { x: 40, y: 76, width: 16, height: 16, class: "face-mark" }),
  ],
  reverse: () => [svg("path", { d: "M24 62h34V50l16 17H24ZM70 76H36v12L20 71h50Z", class: "face-mark" })],
  draw_two: () => [text("+2", 47, 84, 44)],
  wild: () => [shapes(27, 46, 0.8)],
  wild_draw_four: () => [shapes(20, 14, 0.42, true), text("+4", 47, 84, 44)],
};

/** @param {number} x @param {number} y @param {number} scale @param {boolean} row */
function shapes(x, y, scale, row = false) {
  const places = row
    ? [
        [0, 0],
        [32, 0],
        [64, 0],
        [96, 0],
      ]
    : [
        [0, 0],
        [28, 0],
        [0, 28],
        [28, 28],
      ];
  const kinds = ["flame", "sun", "block", "leaf"];
  return svg(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale})` },
    ...kinds.map((kind, n) =>
      svg("use", { href: `#${kind}`, x: places[n][0], y: places[n][1], class: `wild-${kind}` }),
    ),
  );
}

/** @param {Card} card @param {"full" | "thumb" | "small"} size */
export function face(card, size) {
  const name = card.face;
  const family = /^\d$/.test(name) ? "number" : name.startsWith("wild") ? "wild" : SYMBOLS[name] ? "action" : "extra";
  const inside = /^\d$/.test(name)
    ? [text(name, 47, 90, 60)]
    : SYMBOLS[name]
      ? SYMBOLS[name]()
      : [text(String(card.points), 47, 84, 40)];
  const named = size === "full" && family !== "number" ? label(card.name) : [];
  return svg(
    "svg",
    { viewBox: "0 0 94 138", class: `face face-${family} face-${size}`, "aria-hidden": "true" },
    svg("rect", { x: 1, y: 1, width: 92, height: 136, rx: 12, class: "face-card" }),
    svg("path", { d: "M1 13A12 12 0 0 1 13 1H33A32 32 0 0 1 1 33Z", class: "face-corner" }),
    svg("path", { d: "M93 125a12 12 0 0 1-12 12H61a32 32 0 0 1 32-32Z", class: "face-corner" }),
    ...inside,
    ...named,
  );
}

/** @param {string} name */
function label(name) {
  if (name === "Wild Draw Four") return [text("Wild", 47, 110, 13), text("Draw Four", 47, 126, 13)];
  return [text(name.length > 14 ? `${name.slice(0, 13)}…` : name, 47, 122, name.length > 9 ? 11 : 13)];
}
