// During the round: the table with its seats and running totals, the one next thing to do, and the hands so far.

import { button, h, icon, seat, svg } from "../dom.js";
import { called, isLong, widestOf, widestWord } from "../names.js";
import { handsSoFar } from "./hand-list.js";
import { nextThing } from "./next-step.js";

/** @param {App} app */
export function playView(app) {
  return h(
    "div",
    { class: "play" },
    h("h1", { class: "unseen", tabindex: -1 }, app.table.nextHand ? `Hand ${handAt(app)}` : "The hands"),
    tablePicture(app),
    nextThing(app),
    handsSoFar(app),
  );
}

/**
 * The hand that is played; once no other is dealt, the last.
 * @param {App} app
 */
function handAt({ hands, table }) {
  return table.nextHand && table.dealsOn ? hands.next : hands.standing.length;
}

/**
 * In a room that knows how wide the widest word of all names is, so that the seats are laid out with room for it.
 * @param {App} app
 */
function tablePicture(app) {
  return h("div", { class: "table-room", "--word": widestOf(Object.values(app.table.names)) }, roundTable(app));
}

/** @param {App} app */
function roundTable(app) {
  const { hands } = app;
  const { state, nextHand } = app.table;
  return h(
    "div",
    { class: `round-table of-${Math.min(state.seats.length, 10)}` },
    h("div", { class: "table-goes" }, h("strong", {}, "Clockwise"), h("span", {}, dealt(app)), toHands(app)),
    h(
      "p",
      { class: "table-hand" },
      turning(),
      nextHand?.playoff ? "Play-off" : "Hand",
      h("strong", {}, nextHand?.playoff ? "" : String(handAt(app))),
    ),
    nextDealer(app),
    hands.seats().map((player, place) => seatCard(app, player, place)),
  );
}

/**
 * A tap on a seat says who went out: the shortest way from the last card to the count. Once no hand is dealt any more
 * only the button leads there, which says so.
 * @param {App} app @param {Player} player @param {number} place
 */
function seatCard(app, player, place) {
  const plays = app.table.nextHand?.players.includes(player.entry);
  const rests = app.table.nextHand?.playoff && !plays && !player.absent;
  const tags = [
    app.table.dealer() === player.entry && ["drawn", "Deals"],
    app.table.dealer(1) === player.entry && ["arrow", "Plays first"],
    player.leads && !app.table.nextHand?.playoff && ["tick", "Leads"],
    player.absent && ["chair", "Empty chair"],
    rests && ["chair", "Doesn’t play"],
  ].flatMap((tag) => (tag ? [tag] : []));
  return h(
    "button",
    {
      type: "button",
      class:
        `seat-card place-${place + 1}` +
        (player.leads && !rests ? " leads" : "") +
        (player.absent || rests ? " is-absent" : ""),
      "data-key": `went-${player.entry}`,
      disabled: !plays || !app.table.mayCount || !app.table.dealsOn,
      "aria-label": `${called(player)}, ${player.points} points${plays ? ". Tap if they went out" : ""}`,
      onclick: () => app.commands.begin(player.entry),
    },
    seat(player.seat),
    h(
      "span",
      { class: "seat-who", "--word": widestWord(player.name) },
      h("bdi", { class: `name${isLong(player.name) ? " is-long" : ""}` }, player.name),
      h("bdi", { class: "group" }, player.group),
    ),
    h(
      "span",
      { class: "seat-foot" },
      h(
        "span",
        { class: "seat-tags" },
        tags.map(([name, words]) => h("span", { class: "tag" }, icon(name), words)),
      ),
      h("strong", { class: "seat-points" }, player.absent ? "–" : String(player.points)),
    ),
  );
}

/**
 * Who dealt, and what the table plays for.
 * @param {App} app
 */
function dealt(app) {
  const { settings, goes, decides_winner: wins } = app.table.state;
  if (app.table.nextHand?.playoff) return `First to go out ${wins ? "wins" : "goes on"}. Anybody may deal.`;
  const who = app.table.dealer();
  const goal =
    settings.ending === "target"
      ? ` Played to ${settings.target}.`
      : settings.ending === "hands"
        ? ` ${settings.hands} hands.`
        : "";
  return who
    ? [`Dealt by `, h("bdi", {}, app.table.spoken(app.table.player(who))), `, ${goes.toLowerCase()}.${goal}`]
    : `${goes}.${goal}`;
}

/**
 * On a tablet the hands may be below the screen, and whoever has mistyped one looks for them at once.
 * @param {App} app
 */
function toHands({ hands }) {
  if (!hands.rows.length) return null;
  const show = () => document.querySelector(".play > :last-child")?.scrollIntoView({ block: "end" });
  return button("Change or undo a hand", show, { class: "button button-small to-hands", key: "to-hands" });
}

/** @param {App} app */
function nextDealer(app) {
  const who = app.table.isAfterTheWarning ? null : app.table.dealer(1);
  return who
    ? h(
        "p",
        { class: "next-dealer" },
        "Next to deal",
        h("strong", {}, h("bdi", {}, app.table.spoken(app.table.player(who)))),
      )
    : null;
}

/**
 * Two arrows round the table's middle: the way play goes.
 */
function turning() {
  const part = (/** @type {string} */ d, /** @type {string} */ name) => svg("path", { d, class: name });
  return svg(
    "svg",
    { viewBox: "0 0 168 168", class: "turning", "aria-hidden": "true" },
    part("M26 28A79 79 0 0 1 140 27", "turning-line"),
    part("M156 46 148 16 128 36Z", "turning-head"),
    part("M142 140A79 79 0 0 1 28 141", "turning-line"),
    part("M12 122 20 152 40 132Z", "turning-head"),
  );
}
