// Our own drawing of the cards: three families by points (white, slate, ink). Colours are not recorded, so none is shown.

const SVG = "http://www.w3.org/2000/svg";

function make(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const text = (words, x, y, size, more = {}) => {
  const element = make("text", { x, y, "font-size": size, "text-anchor": "middle", class: "face-text", ...more });
  element.textContent = words;
  return element;
};

// Drawn in a box of 94 × 138.
const SYMBOLS = {
  skip: () => [
    make("path", { d: "M22 72a26 26 0 0 1 46-12l8-8v26H50l9-9a14 14 0 0 0-25 3Z", class: "face-mark" }),
    make("rect", { x: 40, y: 76, width: 16, height: 16, class: "face-mark" }),
  ],
  reverse: () => [make("path", { d: "M24 62h34V50l16 17H24ZM70 76H36v12L20 71h50Z", class: "face-mark" })],
  draw_two: () => [text("+2", 47, 84, 44)],
  wild: () => [shapes(27, 46, 0.8)],
  wild_draw_four: () => [shapes(20, 14, 0.42, true), text("+4", 47, 84, 44)],
};

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
  return make(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale})` },
    ...kinds.map((kind, n) =>
      make("use", { href: `#${kind}`, x: places[n][0], y: places[n][1], class: `wild-${kind}` }),
    ),
  );
}

export function face(name, app, size) {
  const card = app.card(name);
  const family = /^\d$/.test(name) ? "number" : name.startsWith("wild") ? "wild" : SYMBOLS[name] ? "action" : "extra";
  const inside = /^\d$/.test(name)
    ? [text(name, 47, 90, 60)]
    : SYMBOLS[name]
      ? SYMBOLS[name]()
      : [text(String(card.points), 47, 84, 40)];
  const named = size === "full" && family !== "number" ? label(card.name) : [];
  return make(
    "svg",
    { viewBox: "0 0 94 138", class: `face face-${family} face-${size}`, "aria-hidden": "true" },
    make("rect", { x: 1, y: 1, width: 92, height: 136, rx: 12, class: "face-card" }),
    make("path", { d: "M1 13A12 12 0 0 1 13 1H33A32 32 0 0 1 1 33Z", class: "face-corner" }),
    make("path", { d: "M93 125a12 12 0 0 1-12 12H61a32 32 0 0 1 32-32Z", class: "face-corner" }),
    ...inside,
    ...named,
  );
}

function label(name) {
  if (name === "Wild Draw Four") return [text("Wild", 47, 110, 13), text("Draw Four", 47, 126, 13)];
  return [text(name.length > 14 ? `${name.slice(0, 13)}…` : name, 47, 122, name.length > 9 ? 11 : 13)];
}
