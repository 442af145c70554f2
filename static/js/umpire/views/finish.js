// The result, for the players to see: their hands, totals and order, who goes on or moves where and why; ties in plain
// words; then each player, or the umpire for all, accepts.

import { button, cannot, h, icon, seat } from "../dom.js";
import { called, widestWord } from "../names.js";
import { handsSoFar } from "./hand-list.js";

/** @param {App} app */
export function finishView(app) {
  const { state } = app.table;
  return h(
    "div",
    { class: "finish page" },
    h("div", { class: "title" }, h("h1", { tabindex: -1 }, state.accepted ? "The sheet is in" : "The result")),
    state.accepted ? done(app) : null,
    isIncomplete(app) ? null : [tie(app), order(app)],
    handsSoFar(app),
    state.accepted ? undo(app) : accept(app),
  );
}

/**
 * Whether the server's order lacks hands that are only here: totals that are not everybody's are nobody's.
 * @param {App} app
 */
const isIncomplete = (app) => app.table.isOffline && app.hands.items.length > 0;

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
          { class: "order-who", "--word": widestWord(player.name) },
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
  const agrees = hasAgreed(app, player);
  return button(
    [icon(agrees ? "tick" : "chair"), agrees ? "Agrees" : "Agree?"],
    () => app.commands.do("nod", { entry, seen: app.table.seen, agrees: !agrees }),
    {
      class: `button button-small${agrees ? " is-on" : ""}`,
      "aria-pressed": String(agrees),
      disabled: whyNot(app) !== "",
      key: `nod-${entry}`,
      "aria-label": `${called(player)} agrees with the sheet`,
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
  const waiting = outbox.items.filter((item) => item.body.round === state.round);
  if (waiting.some((item) => item.trouble)) return "Answer the question above first.";
  if (waiting.length && outbox.signedOut) return "Something on this tablet hasn’t been sent yet: see above.";
  if (waiting.some((item) => item.verb !== "nod"))
    return app.table.isOffline
      ? "Something on this tablet hasn’t been sent yet. It goes as soon as the network is back."
      : "Something on this tablet is being sent.";
  if (app.table.isBehind) return "This tablet hasn’t heard from the server since the bell. Keep this page open.";
  if (state.tie && !state.lot && state.why_not_accept.length === 1) return "Settle the tie above first.";
  return state.why_not_accept.join(" ");
}

/** @param {App} app @param {Player} player */
function hasAgreed(app, player) {
  return app.table.pending("nod", player.entry)?.agrees ?? player.nodded;
}

/**
 * At the foot of the screen, however many hands there are. It says that all agree only once they have.
 * @param {App} app
 */
function accept(app) {
  const foot = (/** @type {Child} */ inside) => h("div", { class: "next accept" }, inside);
  if (whyNot(app)) return [back(app), foot(cannot("Accept the sheet", whyNot(app)))];
  const missing = app.table.present.filter((player) => !hasAgreed(app, player));
  if (!missing.length && app.outbox.items.some((item) => item.verb === "nod"))
    return [back(app), foot(cannot("All players agree", "The sheet will be in as soon as the network is back."))];
  return [
    h(
      "p",
      { class: "hint" },
      "Let everybody see their hands and totals first. When the last player agrees, the sheet is in. After that only the organiser can change it.",
    ),
    back(app),
    foot(
      button(
        [missing.length ? "The umpire accepts" : "All players agree: accept", icon("arrow")],
        () => app.commands.do("accept", { seen: app.table.seen }),
        { class: "button button-primary", key: "accept" },
      ),
    ),
  ];
}

/** @param {App} app */
function back(app) {
  return h(
    "p",
    { class: "line" },
    button("Back to the hands", () => app.screen.show("play"), { class: "button button-small", key: "back" }),
  );
}

/**
 * A finger slipped, or somebody said "wait": for ten seconds the sheet can be opened again here.
 * @param {App} app
 */
function undo(app) {
  const { commands, outbox } = app;
  if (outbox.items.some((item) => item.verb === "take_back" && !item.trouble))
    return h("p", { class: "next accept state", role: "status" }, icon("tablet"), "Opening the sheet again…");
  const seconds = commands.acceptance.secondsLeft;
  if (!seconds) return null;
  return h(
    "div",
    { class: "next accept is-in" },
    h("p", { class: "state", role: "status" }, icon("tick"), "The sheet is in."),
    button(["Undo", h("span", { "aria-hidden": "true" }, `${seconds}`)], () => commands.acceptance.takeBack(), {
      key: "take-back",
    }),
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
            [state.lot ? "Play one more hand instead" : "Play one more hand", icon("arrow")],
            () => app.commands.playOff(),
            { class: state.lot ? "button" : "button button-primary", key: "playoff" },
          )
        : null,
      state.lot ? null : button("No time for a hand: draw lots", () => app.commands.do("lot", {}), { key: "lot" }),
    ),
  );
}

/** @param {App} app */
function done(app) {
  return h("p", { class: "lead" }, app.table.state.afterwards);
}
