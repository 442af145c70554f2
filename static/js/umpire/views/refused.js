// What was typed here and not taken: it stays visible with its reason until somebody fixes it or takes it back.

import { pointsHeld } from "../cards.js";
import { button, cannot, h, icon } from "../dom.js";
import { sameHand } from "../hands.js";
import { isAccepting, isConflict } from "../items.js";
import { called } from "../names.js";

/** @param {Refusal} refusal */
export function sentence({ refused, confirm, stale, reused, gone }) {
  return refused || confirm || stale || reused || gone || "It wasn’t saved.";
}

/**
 * Held points by entry; whoever went out is "out".
 * @param {TableState} state @param {Pick<Sending, "out" | "held">} [hand]
 * @returns {Record<string, number | string>}
 */
export function pointsBySeat({ deck }, { out = null, held = {} } = {}) {
  const points = Object.fromEntries(Object.entries(held).map(([entry, cards]) => [entry, pointsHeld(deck, cards)]));
  return out === null ? points : { ...points, [out]: "out" };
}

/**
 * What the server has just as it was typed here, or the organiser has decided, needs nobody's choice any more.
 * @param {App} app
 */
export function letGo(app) {
  const { outbox } = app;
  const { state } = app.table;
  const decided = state.tablets.find((tablet) => tablet.you)?.settled;
  for (const item of outbox.items.filter(({ trouble }) => trouble)) {
    const recorded =
      item.verb === "record" && item.body.round === state.round && state.hands[(item.body.number ?? 0) - 1];
    if (item.request !== decided && !(recorded && sameHand(state, recorded, item.body))) continue;
    app.commands.settled(item);
    outbox.takeBack(item.request);
  }
}

/**
 * What a round is called inside a sentence. One before this is no final, because this follows it.
 * @param {TableState} state @param {number | undefined} number
 */
const roundInside = (state, number) => (number === state.round ? state.round_inside : `Round ${number}`);

/**
 * A hand that was being counted when the round was closed, or when somebody else sat down.
 * @param {App} app
 */
export function leftOver(app) {
  const hand = app.draft.count;
  const { state } = app.table;
  const why = hand.round === state.round ? "and other people sit here now." : `and ${state.round_inside} is seated.`;
  const name = hand.playoff ? "The play-off hand" : "A hand";
  return h(
    "div",
    { class: "trouble", role: "alert" },
    h("p", {}, icon("look"), `${name} of ${roundInside(state, hand.round)} was only half counted, ${why}`),
    typed(app, hand, hand.names),
    button("Discard it", () => app.draft.leave(), { key: "left-over" }),
  );
}

/**
 * What was typed, so that it can be written down or counted again, whoever sits here now.
 * @param {App} app @param {Pick<Sending, "out" | "held">} hand @param {Record<Entry, string>} names
 */
function typed(app, { out, held }, names = {}) {
  const who = (/** @type {string} */ entry) => {
    const player = app.table.find(entry);
    return player ? called(player) : (names[Number(entry)] ?? "Somebody");
  };
  const points = Object.entries(pointsBySeat(app.table.state, { out, held }));
  if (!points.length) return null;
  return h(
    "p",
    {},
    points.map(([entry, value], place) => [place ? ", " : "", h("bdi", {}, who(entry)), ` ${value}`]),
  );
}

/** @param {App} app @param {Item} item */
function title(app, { verb, body, request }) {
  const row = app.hands.rows.find(({ item }) => item?.request === request);
  const name = body.playoff ? "The play-off hand" : `Hand ${row?.number ?? body.number ?? ""}`.trim();
  const old = body.round === app.table.state.round ? "" : ` of ${roundInside(app.table.state, body.round)}`;
  if (verb === "record") return `${name}${old} isn’t saved yet`;
  if (verb === "change") return `${name}${old} isn’t changed yet`;
  if (verb === "delete") return `${name}${old} isn’t deleted yet`;
  return isAccepting({ verb }) ? "The sheet isn’t in yet" : "That isn’t saved yet";
}

/** What is doubtful is right all the same. @param {Item} item */
function isRight(item) {
  if (isAccepting(item)) return "Accept it as it is";
  return item.body.late ? "Yes, after the warning" : "Yes, that’s right";
}

/** @param {Item} item */
function leaves(item) {
  if (item.verb === "record") return "Discard this hand";
  return isAccepting(item) && item.trouble?.confirm ? "Not yet" : "Leave it";
}

/** @param {App} app @param {Item} item */
export function refused(app, item) {
  const { trouble, body, request } = item;
  const away = () => {
    app.outbox.takeBack(request);
    app.known.refresh();
  };
  const ours = body.round === app.table.state.round;
  const row = app.hands.rows.find(({ item }) => item?.request === request);
  return h(
    "div",
    { class: "trouble", role: "alert" },
    h("h2", {}, icon("look"), title(app, item)),
    h("p", {}, sentence(trouble ?? {})),
    isConflict(item) && ours
      ? both(app, item)
      : [
          body.held && !ours ? typed(app, body, item.names) : null,
          h(
            "div",
            { class: "line" },
            trouble?.known ? samePerson(app, item, trouble.known) : null,
            trouble?.confirm && !trouble.known
              ? button(isRight(item), () => app.outbox.confirm(request), { key: `sure-${request}` })
              : null,
            trouble?.confirm && body.late
              ? button("No, before the warning", () => app.outbox.again(request, { ...body, late: false }), {
                  key: `not-late-${request}`,
                })
              : null,
            row && app.table.mayChange(row)
              ? button("Fix it", () => app.commands.change(row), { key: `mend-${request}` })
              : null,
            button(leaves(item), away, { key: `away-${request}` }),
          ),
        ],
  );
}

/**
 * Somebody was given another spelling since this tablet was told their name.
 * @param {App} app @param {Item} item @param {string} known
 */
function samePerson({ outbox }, { body, request }, known) {
  return [
    button(h("span", {}, "Yes, ", h("bdi", {}, known)), () => outbox.again(request, { ...body, name: known }), {
      key: `same-${request}`,
    }),
    button("No, another person", () => outbox.confirm(request), { key: `other-${request}` }),
  ];
}

/**
 * Two tablets wrote the same hand: both values, a person chooses. Neither is preselected.
 * @param {App} app @param {Item} item
 */
function both(app, item) {
  const { outbox } = app;
  const { state } = app.table;
  const { body, request, trouble } = item;
  const [theirs, mine] = [trouble?.theirs, body].map((facts) => pointsBySeat(state, facts));
  const line = (/** @type {Record<string, number | string>} */ facts) =>
    h(
      "ul",
      {},
      app.table.present.map((player) => {
        const differs = theirs[player.entry] !== mine[player.entry];
        return h(
          "li",
          { class: differs ? "differs" : null },
          h("bdi", {}, app.table.spoken(player)),
          h("strong", {}, String(facts[player.entry] ?? "–")),
          differs ? h("span", { class: "unseen" }, " (differs)") : null,
        );
      }),
    );
  const choose = (/** @type {boolean} */ change) => {
    app.commands.settled(item);
    outbox.takeBack(request);
    if (!change) return void app.known.refresh();
    const { held, out, last_card, late, round } = body;
    outbox.add(
      "change",
      {
        round,
        number: body.number,
        version: trouble?.theirs?.version,
        held,
        out,
        last_card,
        late,
        why: "two_versions",
      },
      item.names,
    );
  };
  return [
    h(
      "div",
      { class: "both" },
      h(
        "section",
        {},
        h("h3", {}, "Received"),
        line(theirs),
        button("This is right", () => choose(false), { key: "theirs" }),
      ),
      h(
        "section",
        {},
        h("h3", {}, "Typed here"),
        line(mine),
        state.accepted
          ? cannot("This is right", "The sheet is in. The organiser sees both, and decides.")
          : button("This is right", () => choose(true), { key: "mine" }),
      ),
    ),
    item.verb === "record" && !state.accepted
      ? button(
          "Both are right: they’re two hands",
          () => outbox.again(request, { ...body, base: state.hands.length }),
          { class: "button button-small", key: "two-hands" },
        )
      : null,
  ];
}
