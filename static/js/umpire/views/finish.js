// The result, for the players to see: their hands, totals and order, who goes on or moves where and why; ties in plain
// words; then each player, or the umpire for all, accepts.

import { button, cannot, h, icon, seat } from "../dom.js";
import { handsSoFar } from "./hand-list.js";

/** @param {App} app */
export function finishView(app) {
  const { state } = app.table;
  return h(
    "div",
    { class: "finish page" },
    h("div", { class: "title" }, h("h1", { tabindex: -1 }, state.accepted ? "The sheet is in" : "The result")),
    state.accepted ? done(app) : null,
    tie(app),
    order(app),
    handsSoFar(app),
    state.accepted ? null : accept(app),
  );
}

/** @param {App} app */
function order(app) {
  const { state } = app.table;
  return h(
    "ol",
    { class: "order" },
    state.order.map((line) => {
      const player = app.table.player(line.entry);
      return h(
        "li",
        { class: `order-line${line.goes ? " goes" : ""}` },
        h("strong", { class: "order-place" }, line.place === null ? "–" : `${line.place}`),
        seat(player.seat),
        h(
          "span",
          { class: "order-who" },
          h("bdi", { class: "name" }, player.name),
          line.goes ? h("span", { class: "state" }, icon("arrow"), line.goes) : null,
          line.why ? h("span", { class: "note" }, line.why) : null,
        ),
        h("strong", { class: "order-points" }, String(line.points)),
        state.accepted ? next(state, line.entry) : nod(app, player),
      );
    }),
  );
}

/** @param {App} app @param {Player} player */
function nod(app, player) {
  if (player.absent) return null;
  const { entry } = player;
  const agrees = app.table.pending("nod", entry)?.agrees ?? player.nodded;
  return button(
    [icon(agrees ? "tick" : "chair"), agrees ? "Agrees" : "Agree?"],
    () => app.commands.do("nod", { entry, seen: app.table.seen, agrees: !agrees }),
    {
      class: `button button-small${agrees ? " is-on" : ""}`,
      "aria-pressed": String(agrees),
      disabled: whyNot(app) !== "",
      key: `nod-${entry}`,
      "aria-label": `${player.name} agrees with the sheet`,
    },
  );
}

/** @param {TableState} state @param {Entry} entry */
function next(state, entry) {
  const goal = state.next_table?.[entry];
  return goal ? h("span", { class: "next-table" }, "Next: table ", h("strong", {}, String(goal.table))) : null;
}

/**
 * What prevents accepting: something of this round that is only here, or what the server says.
 * @param {App} app
 */
function whyNot(app) {
  const { outbox } = app;
  const { state } = app.table;
  if (outbox.items.some((item) => item.body.round === state.round && item.verb !== "nod"))
    return "Something on this tablet is not received yet. It is sent as soon as the network is back.";
  return state.why_not_accept.join(" ");
}

/** @param {App} app */
function accept(app) {
  const back = button("Back to the hands", () => app.screen.show("play"), { key: "back" });
  if (whyNot(app)) return h("div", { class: "next" }, cannot("Accept the sheet", whyNot(app)), back);
  return h(
    "div",
    { class: "next" },
    button(["All players agree: accept", icon("arrow")], () => app.commands.do("accept", { seen: app.table.seen }), {
      class: "button button-primary",
      key: "accept",
    }),
    h(
      "p",
      { class: "hint" },
      "Let everybody see their hands and totals first. When the last player agrees, the sheet is in; afterwards only the organiser can change it.",
    ),
    back,
  );
}

/**
 * A tie for going on: hands won decided nothing, so one play-off hand among those level, or the lot.
 * @param {App} app
 */
function tie(app) {
  const { state } = app.table;
  if (!state.tie || state.accepted) return null;
  return h(
    "section",
    { class: "tie" },
    h("h2", {}, icon("level"), "Level for first place"),
    h("p", {}, state.tie.said),
    state.lot
      ? h("p", { class: "state" }, icon("tick"), "The lot decides between them when the sheet is accepted.")
      : null,
    h(
      "div",
      { class: "line" },
      state.tie.can_play_off
        ? button(
            [state.lot ? "No lot: play one hand among them" : "Play one hand among them", icon("arrow")],
            () => app.commands.playOff(),
            { class: state.lot ? "button" : "button button-primary", key: "playoff" },
          )
        : null,
      state.lot
        ? null
        : button("No time for a hand: let the lot decide", () => app.commands.do("lot", {}), { key: "lot" }),
    ),
  );
}

/** @param {App} app */
function done(app) {
  return h("p", { class: "lead" }, app.table.state.afterwards);
}
