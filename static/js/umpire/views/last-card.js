// Which card ended the hand: two of them make somebody draw first, and the drawn cards count.

import { button, h, icon } from "../dom.js";
import { face as drawFace } from "../faces.js";
import { widestWord } from "../names.js";

const OTHER_WAY = "Play went the other way";

/**
 * Which card ended the hand: asked because two of them make somebody draw first, and those cards count.
 * @param {App} app
 */
export function lastCard(app) {
  const { draft } = app;
  if (draft.count.out === null)
    return h(
      "div",
      { class: "last-card" },
      h(
        "p",
        {},
        icon("running"),
        h("span", {}, "Nobody went out", h("span", { class: "nobody-why" }, ": everybody’s cards count"), "."),
      ),
      button(
        "Somebody did",
        () => {
          draft.count.incomplete = false;
          draft.keep();
        },
        { class: "button button-small", key: "somebody" },
      ),
    );
  const out = app.table.spoken(app.table.player(draft.count.out));
  const choices = [
    ["draw_two", "Draw Two"],
    ["wild_draw_four", "Wild Draw Four"],
  ].filter(([face]) => app.table.state.drawn_after[face]);
  return h(
    "div",
    { class: "last-card is-asked", "--word": widestWord(out) },
    h(
      "p",
      { id: "last-card" },
      button(h("bdi", {}, out), () => draft.askWhoWentOut(), {
        class: "plain-button",
        "aria-label": "Somebody else went out",
        key: "not-out",
      }),
      h("span", {}, h("span", { class: "more" }, "went "), "out on"),
    ),
    h(
      "div",
      { class: "line", role: "group", "aria-labelledby": "last-card" },
      choices.map(([face, words]) =>
        button(
          [drawFace(app.table.card(face), "thumb"), h("span", { class: "more" }, words)],
          () => draft.lastCard(face),
          {
            "aria-label": words,
            class: "button button-small",
            "aria-pressed": String(draft.count.last === face),
            key: `last-${face}`,
          },
        ),
      ),
      button(["another", h("span", { class: "more" }, " card")], () => draft.lastCard(""), {
        class: "button button-small",
        "aria-label": "another card",
        "aria-pressed": String(draft.count.last === ""),
        key: "last-other",
      }),
    ),
  );
}

/**
 * Until they have drawn, which who goes on to the next player says too. It covers nobody else's question before that.
 * @param {App} app
 */
export function drawsFirst(app) {
  const { draft } = app;
  const { state } = app.table;
  const who = draft.drawsAfter;
  if (who === null || draft.count.drawn || (draft.count.at !== who && !draft.isCounted(who))) return null;
  const number = state.drawn_after[draft.count.last];
  return h(
    "div",
    { class: "draws", role: "status" },
    drawFace(app.table.card(draft.count.last), "thumb"),
    h(
      "p",
      {},
      h("strong", {}, h("bdi", {}, app.table.spoken(app.table.player(who))), ` draws ${number} first.`),
      " The drawn cards count.",
    ),
    h(
      "div",
      { class: "line" },
      button([icon("tick"), "Drawn"], () => draft.hasDrawn(), { class: "button button-small", key: "drawn" }),
      draft.count.players.length > 2
        ? button(
            [h("span", { class: "is-short" }, "The other way"), h("span", { class: "is-whole" }, OTHER_WAY)],
            () => draft.turnRound(),
            { class: "button button-small", "aria-label": OTHER_WAY, key: "other-way" },
          )
        : null,
      button("Another card", () => draft.lastCard(""), { class: "button button-small", key: "last-other" }),
    ),
  );
}
