// The hands so far: received, waiting and refused ones, and the ways to change them.

import { button, h, icon, seat } from "../dom.js";
import { typeCarried } from "./dialogs.js";

const LETTERS_BESIDE_EACH_OTHER = 22; // of all names' longest words together, on a phone of 360 pixels

/**
 * Whether the names are too long to stand beside each other on a phone in whole words.
 * @param {string[]} names
 */
const areTooWide = (names) =>
  names.some((name) => name.split(/[\s-]+/).some((word) => word.length * names.length > LETTERS_BESIDE_EACH_OTHER));

/** @param {App} app */
export function handsSoFar(app) {
  const { rows } = app.hands;
  const players = app.table.present;
  const isBySeat = areTooWide(players.map((player) => app.table.spoken(player)));
  if (!rows.length)
    return [
      undone(app),
      h("p", { class: "empty" }, "No hand yet. When somebody goes out, tap their seat."),
      h("p", { class: "line" }, ways(app)),
    ];
  const last = rows.findLast((row) => !row.gone);
  const undo =
    last && app.table.mayChange(last)
      ? button(last.playoff ? "Undo the play-off hand" : `Undo hand ${last.number}`, () => app.commands.undo(last), {
          class: "button button-small",
          key: "undo",
        })
      : null;
  return [
    isBySeat ? keyOf(app, players) : null,
    h(
      "div",
      { class: "hands-scroll", "data-scrolls": "hands", tabindex: 0, role: "region", "aria-label": "Hands so far" },
      h(
        "table",
        { class: isBySeat ? "hands is-by-seat" : "hands" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Hands so far"),
            players.map((player) =>
              h(
                "th",
                { scope: "col" },
                h("span", { class: "hand-who" }, seat(player.seat), h("bdi", {}, app.table.spoken(player))),
              ),
            ),
            h("th", { scope: "col" }, h("span", { class: "unseen" }, "Change")),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map((row) => handRow(app, row, players)),
        ),
      ),
    ),
    undone(app),
    h("p", { class: "line" }, undo, ways(app)),
  ];
}

/**
 * Whose each seat is, where there is no room for names above their points. Who listens hears them there.
 * @param {App} app @param {Player[]} players
 */
function keyOf(app, players) {
  return h(
    "p",
    { class: "hands-key", "aria-hidden": "true" },
    players.map((player) => h("span", {}, seat(player.seat), h("bdi", {}, app.table.spoken(player)))),
  );
}

/**
 * Where the finger is that undid it.
 * @param {App} app
 */
function undone(app) {
  const { undone: hand } = app.commands;
  if (!hand) return null;
  return h(
    "div",
    { class: "trouble is-calm", role: "status" },
    h("p", {}, icon("tick"), `You’ve undone ${hand.playoff ? "the play-off hand" : `hand ${hand.number}`}.`),
    button("Put it back", () => app.commands.putBack(), { class: "button button-small", key: "put-back" }),
  );
}

/** @param {App} app */
function ways(app) {
  if (app.table.state.accepted) return null;
  return [
    seatsButton(app),
    app.table.mayCount
      ? button("Enter a line from paper", () => typeCarried(app), { class: "button button-small", key: "carried" })
      : null,
  ];
}

/** @param {App} app */
function seatsButton(app) {
  return button("The seats", () => app.screen.show("sit"), { class: "button button-small", key: "seats" });
}

/**
 * That it is received the tick alone says where there is little room; what else there is to say stays.
 * @param {Row} row
 */
function received(row) {
  const [word, ...more] = row.said.split(", ");
  return h("span", {}, h("span", { class: "is-word" }, word, more.length ? ", " : ""), more.join(", "));
}

/** @param {App} app @param {Row} row @param {Player[]} players */
function handRow(app, row, players) {
  const name = row.playoff ? "Play-off" : `Hand ${row.number}`;
  const points = (/** @type {Player} */ player) =>
    h(
      row.gone ? "del" : "strong",
      {},
      (row.playoff ? row.points[player.entry] || null : row.points[player.entry]) ?? "–",
    );
  return h(
    "tr",
    { class: row.gone ? "waiting is-gone" : row.where === "trouble" ? "is-refused" : row.where },
    h(
      "th",
      { scope: "row" },
      h("span", { class: "hand-name" }, name),
      " ",
      h(
        "span",
        { class: "where" },
        icon(row.where === "received" ? "tick" : row.where === "trouble" ? "look" : "tablet"),
        row.where === "received" ? received(row) : row.said,
      ),
    ),
    players.map((player) =>
      h("td", {}, row.out === player.entry ? h("span", { class: "out" }, icon("tick"), "out") : null, points(player)),
    ),
    h(
      "td",
      {},
      app.table.mayChange(row)
        ? button([icon("pencil"), h("span", {}, "Change")], () => app.commands.change(row), {
            class: "button button-small",
            key: `change-${row.key}`,
            "aria-label": row.playoff ? "Change the play-off hand" : `Change hand ${row.number}`,
          })
        : null,
    ),
  );
}
