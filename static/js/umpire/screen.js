// What the page shows: which view, what it says for a moment, what is unfolded, and drawing it all anew.

import { draw, h } from "./dom.js";
import { renewIfOutdated, wasAtResult } from "./renewal.js";
import { allKept, read } from "./store.js";
import { countView } from "./views/count.js";
import { finishView } from "./views/finish.js";
import { trouble, where } from "./views/notices.js";
import { playView } from "./views/play.js";
import { sitView } from "./views/sit.js";

const MILLISECONDS_A_MESSAGE_STAYS = 6000;
const SECONDS_TO_SPEAK_OF_MINUTES = 50; // a minute that was given some seconds ago is still called one

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
    this.moreTime = ""; // how much was given after time up, in words, until the clock turns again
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

  /** Where somebody was before the page was loaded again: at a count, or at the result that players agree with. */
  goOn() {
    const { table } = this.app;
    const sawResult = wasAtResult(this.app) || table.present.some((player) => player.nodded);
    if (table.counting) this.chosen = "count";
    else if (table.phase === "time-up" && sawResult) this.chosen = "finish";
  }

  /**
   * Time was given after all: the table plays on, and what was said at this bell is asked anew at the next.
   * @param {{ before?: string, now: string, clock: ClockFacts, at: number }} turn
   */
  clockTurned({ before, now, clock, at }) {
    this.moreTime = "";
    if (before !== "time-up" || !["running", "last-hand"].includes(now)) return;
    this.moreTime = moreTime((clock.deadline ?? at) - at);
    if (this.chosen === "finish") this.chosen = null;
    if (this.view === "count") this.say(`${this.moreTime}: play on.`); // there is no other place for it there
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
    commands.acceptance.tick();
    const key = view + (view !== "count" ? "" : draft.isDecided ? draft.count.at : "-asks");
    draw(root.querySelector("[data-trouble]"), () => trouble(app), "trouble");
    draw(document.getElementById("where"), () => where(app, view), "where");
    draw(root.querySelector("[data-work]"), () => VIEWS[view](app), key);
    document.body.dataset.view = view;
    document.body.classList.toggle("is-unsent", (outbox.isLost || Boolean(outbox.later)) && !outbox.signedOut);
    document.body.classList.toggle("is-unkept", !allKept());
    document.body.classList.toggle("is-signed-out", Boolean(outbox.signedOut));
    tellWhyLater(outbox.later);
    nameRound(table.state);
    labelCall(app);
    renewIfOutdated(app);
  }
}

/** The server is there, and says itself why it cannot save now. @param {string} why */
function tellWhyLater(why) {
  for (const words of document.querySelectorAll("[data-later]")) {
    words.textContent = why;
    words.hidden = !why;
  }
  for (const words of document.querySelectorAll("[data-no-network]")) words.hidden = Boolean(why);
}

/** @param {number} left in milliseconds */
function moreTime(left) {
  const seconds = Math.round(left / 1000);
  if (seconds < SECONDS_TO_SPEAK_OF_MINUTES) return `${seconds} more seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? "1 more minute" : `${minutes} more minutes`;
}

/** @param {TableState} state */
function nameRound({ round_name: heading, round_inside: inside }) {
  const title = document.getElementById("round");
  if (title) title.textContent = heading;
  for (const words of document.querySelectorAll("[data-clock-phase=running]")) words.textContent = `left in ${inside}`;
}

/** @param {App} app */
export function labelCall({ screen, table }) {
  const call = document.getElementById("call");
  const { flag } = table.state;
  const calling = Boolean(table.call);
  const asUsual = h("span", {}, "Call", h("span", { class: "more" }, " the organiser"));
  const online = calling ? "Calling…" : asUsual;
  const offline = ["count", "sit"].includes(screen.view) ? asUsual : table.nobodyHears; // no button grows under a finger
  const label = flag ? "Organiser called" : table.isOffline ? offline : online;
  call?.setAttribute("aria-pressed", String(Boolean(flag) || calling));
  call?.replaceChildren(label);
}
