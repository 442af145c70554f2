// What no screen of the hall may miss: the warning, the last seconds and time up. Whatever may say so carries
//
//   data-alert="last-hand" data-since="1763…" data-clock="…" data-phase="last-hand"
//
// data-alert is what it says now: nothing, "last-hand", "last-seconds" or "time-up". It is worked out here as in
// tournament/rules/alerts.py, so that it comes at its second and goes again without the network too.

"use strict";

(() => {
  const MILLISECONDS_AN_ALERT_STAYS = 60000;
  const MILLISECONDS_COUNTED_LARGE = 10000;
  const SAID = ["last-hand", "time-up"];

  /** @param {HTMLElement} element @returns {ClockFacts} */
  const facts = (element) => JSON.parse(element.dataset.clock ?? "{}");

  /** @param {HTMLElement} element @param {number} now */
  function alertOf(element, now) {
    const phase = element.dataset.phase ?? "";
    const goes = phase === "running" || phase === "last-hand";
    if (goes && (facts(element).deadline ?? Infinity) - now <= MILLISECONDS_COUNTED_LARGE) return "last-seconds";
    const since = Number(element.dataset.since || 0);
    return SAID.includes(phase) && now - since < MILLISECONDS_AN_ALERT_STAYS ? phase : "";
  }

  // A clock that the scene shows says so itself, as large as it stands there.
  function onPosters() {
    const posters = [...document.querySelectorAll(".clocks [data-alert]")];
    return new Set(
      posters.filter((poster) => poster.getClientRects().length).map((poster) => facts(poster).competition),
    );
  }

  function look() {
    const now = serverTime.now();
    if (now === null) return;
    const shown = onPosters();
    let changed = false;
    for (const element of document.querySelectorAll("[data-alert]")) {
      const twice = !element.closest(".clocks") && shown.has(facts(element).competition);
      const alert = twice ? "" : alertOf(element, now);
      changed ||= element.dataset.alert !== alert;
      element.dataset.alert = alert;
    }
    if (changed) document.dispatchEvent(new CustomEvent("turned")); // what is shown has another size now (fit.js)
  }

  document.addEventListener("phase", (event) => {
    const element = /** @type {HTMLElement} */ (event.target);
    const { clock, now, at } = event.detail;
    if (!("alert" in element.dataset)) return;
    // Time that is added gives no second warning: it was given when it was given.
    const moment = now === "time-up" ? (clock.state === "running" ? clock.deadline : null) : clock.warned;
    element.dataset.since = String(moment ?? at);
    look();
  });
  document.addEventListener("htmx:afterSwap", look);
  document.addEventListener("htmx:afterSettle", look);
  setInterval(look, 200);
  look();
})();
