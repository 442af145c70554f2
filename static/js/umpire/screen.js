// What the page shows: which view, what it says for a moment, what is unfolded, and drawing it all anew.

import { draw, h } from "./dom.js";
import { read } from "./store.js";
import { countView } from "./views/count.js";
import { finishView } from "./views/finish.js";
import { trouble, where } from "./views/notices.js";
import { playView } from "./views/play.js";
import { sitView } from "./views/sit.js";

const MILLISECONDS_A_MESSAGE_STAYS = 6000;
const FAILURES_UNTIL_IT_SHOWS = 2;

/** @typedef {"sit" | "play" | "count" | "finish"} View */
/** @type {Record<View, (app: App) => Child>} */
const VIEWS = { sit: sitView, play: playView, count: countView, finish: finishView };

export class Screen {
  /** @param {App} app @param {string} seatedKey */
  constructor(app, seatedKey) {
    this.app = app;
    this.seatedKey = seatedKey;
    /** @type {View | null} */
    this.chosen = null;
    this.message = "";
    this.quiet = 0;
    /** @type {TableState | null} */
    this.roundBefore = null; // once another round is seated: the one that was played here
    /** @type {Entry | null} */
    this.unfolded = null; // whose seat's ways out are shown
    /** @type {Set<string>} */
    this.putAway = new Set(); // notices that were read
  }

  /** @param {View | null} view */
  show(view) {
    this.chosen = view;
    this.redraw();
  }

  /** @param {Entry} entry */
  unfold(entry) {
    this.unfolded = this.unfolded === entry ? null : entry;
    this.redraw();
  }

  /** @param {string} words */
  say(words) {
    this.message = words;
    this.redraw();
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.hush(), MILLISECONDS_A_MESSAGE_STAYS);
  }

  hush() {
    this.message = "";
    this.redraw();
  }

  /** @returns {View} */
  get view() {
    const { hands, table } = this.app;
    const { state } = table;
    if (state.accepted) return "finish";
    if (this.chosen === "count" && table.counting) return "count";
    if (this.chosen && this.chosen !== "count") return this.chosen;
    if (!hands.rows.length && read(this.seatedKey, null) !== state.round) return "sit";
    return state.next ? "play" : "finish";
  }

  redraw() {
    const { app, view } = this;
    const { commands, draft, outbox, root, table } = app;
    if (commands.undone?.round !== table.state.round) commands.undone = null;
    const key = view + (view === "count" ? draft.count.at : "");
    draw(root.querySelector("[data-trouble]"), () => trouble(app), "trouble");
    draw(document.getElementById("where"), () => where(app, view), "where");
    draw(root.querySelector("[data-work]"), () => VIEWS[view](app), key);
    document.body.dataset.view = view;
    document.body.classList.toggle("is-unsent", outbox.failures >= FAILURES_UNTIL_IT_SHOWS && !outbox.signedOut);
    nameRound(table.state);
    labelCall(app);
  }
}

/** @param {TableState} state */
function nameRound({ round_name: heading, round_inside: inside }) {
  const title = document.getElementById("round");
  if (title) title.textContent = heading;
  for (const words of document.querySelectorAll("[data-clock-phase=running]")) words.textContent = `left in ${inside}`;
}

/** @param {App} app */
function labelCall({ outbox, table }) {
  const call = document.getElementById("call");
  const { flag } = table.state;
  const calling = outbox.items.some((item) => item.verb === "flag");
  const label = flag
    ? "Organiser called"
    : calling
      ? "Calling…"
      : h("span", {}, "Call", h("span", { class: "more" }, " the organiser"));
  call?.setAttribute("aria-pressed", String(Boolean(flag)));
  call?.replaceChildren(label);
}
