// A screen of the hall: pages turn by themselves, its number is shown for a while, and no answer that is not a scene
// ever replaces what the hall is looking at.

"use strict";

(() => {
  const MILLISECONDS_A_PAGE = 12000;
  const MILLISECONDS_A_NUMBER_IS_SHOWN = 8000;
  const MILLISECONDS_UNTIL_A_NUMBER_ASKS = 1000;
  const body = document.body;

  // Pictures and their pages turn by the server's time of day, counted from when something changed, so that screens
  // beside each other turn together, without the network too (tournament/rules/turns.py).
  function turn() {
    const scene = document.getElementById("scene");
    const pictures = [...document.querySelectorAll("#scene > .scene")];
    const since = Number(scene?.dataset.since || 0);
    const turns = Math.max(0, Math.floor(((serverTime.now() ?? Date.now()) - since) / MILLISECONDS_A_PAGE));
    let turned = open(pictures, turns % (pictures.length || 1));
    for (const pages of document.querySelectorAll("[data-turns]")) {
      const all = /** @type {HTMLElement[]} */ ([...pages.children]);
      const at = Math.floor(turns / (pictures.length || 1)) % (all.length || 1);
      if (!open(all, at)) continue;
      turned = true;
      for (const number of pages.parentElement?.querySelectorAll("[data-page]") ?? [])
        number.textContent = String(at + 1);
    }
    if (turned) document.dispatchEvent(new CustomEvent("turned"));
  }

  // Answers whether another one is open now.
  /** @param {HTMLElement[]} all @param {number} at */
  function open(all, at) {
    if (!all[at]?.hidden) return false;
    for (const each of all) each.hidden = each !== all[at];
    return true;
  }
  setInterval(turn, 500);

  // A screen that shows its number is about to be connected by somebody who looks at it.
  setInterval(() => {
    if (document.querySelector("#scene > .scene-number")) body.dispatchEvent(new CustomEvent("look"));
  }, MILLISECONDS_UNTIL_A_NUMBER_ASKS);

  // A captive portal answers with a page of its own: that is no scene.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!event.detail.xhr.responseText.includes('id="scene"')) event.detail.shouldSwap = false;
  });

  // A picture may come with another ticket: the screen was taken in, or the old one is half a day old.
  let topics = body.dataset.topics || "";
  document.addEventListener("htmx:afterSettle", () => {
    const scene = document.getElementById("scene");
    if (!scene || scene.dataset.topics === topics) return;
    topics = scene.dataset.topics ?? "";
    if (!scene.dataset.ticket) return;
    const detail = { ticket: scene.dataset.ticket, seen: JSON.parse(scene.dataset.seen ?? "{}") };
    body.dispatchEvent(new CustomEvent("ticket", { detail }));
    showNumber();
  });

  const number = document.getElementById("number");
  let hiding = 0;
  function showNumber() {
    const scene = document.getElementById("scene");
    if (!number || !scene) return;
    number.textContent = `Screen ${scene.dataset.number}`;
    number.hidden = scene.querySelector(".scene-number") !== null;
    clearTimeout(hiding);
    hiding = setTimeout(() => number.toggleAttribute("hidden", true), MILLISECONDS_A_NUMBER_IS_SHOWN);
  }
  body.addEventListener("show-number", showNumber);
  showNumber();

  // A screen stays awake where the browser allows it (not on plain http, where power settings must).
  const wake = () => navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
  wake();
})();
