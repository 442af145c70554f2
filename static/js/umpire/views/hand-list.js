// The hands so far: received, waiting and refused ones, and the ways to change them.

import { button, h, icon, seat } from "../dom.js";
import { widestOf } from "../names.js";
import { typeCarried } from "./dialogs.js";

/** @param {App} app */
export function handsSoFar(app) {
  const { rows } = app.hands;
  const players = app.table.present;
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
  return [handsTable(app, rows, players), undone(app), h("p", { class: "line" }, undo, ways(app))];
}

/**
 * In a room that knows how many play and how wide the widest word of their names is.
 * @param {App} app @param {Row[]} rows @param {Player[]} players
 */
function handsTable(app, rows, players) {
  const widest = widestOf(players.map((player) => app.table.spoken(player)));
  return h(
    "div",
    { class: "hands-room", "--players": players.length, "--word": widest },
    keyOf(app, players),
    h(
      "div",
      { class: "hands-scroll", "data-scrolls": "hands", tabindex: 0, role: "region", "aria-label": "Hands so far" },
      h(
        "table",
        { class: "hands" },
        handsHead(app, players),
        h(
          "tbody",
          {},
          rows.map((row) => handRow(app, row, players)),
        ),
      ),
    ),
  );
}

/** @param {App} app @param {Player[]} players */
function handsHead(app, players) {
  const who = (/** @type {Player} */ player) =>
    h("span", { class: "hand-who" }, seat(player.seat), h("bdi", {}, app.table.spoken(player)));
  return h(
    "thead",
    {},
    h(
      "tr",
      {},
      h("th", { scope: "col" }, "Hands so far"),
      players.map((player) => h("th", { scope: "col" }, who(player))),
      h("th", { scope: "col" }, h("span", { class: "unseen" }, "Change")),
    ),
  );
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
