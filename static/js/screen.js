// A screen of the hall: pages turn by themselves, its number is shown for a while, and no answer that is not a scene
// ever replaces what the hall is looking at.

"use strict";

(() => {
  const MILLISECONDS_A_PAGE = 12000;
  const MILLISECONDS_A_NUMBER_IS_SHOWN = 8000;
  const body = document.body;

  // Pages turn by the server's time of day, so that screens beside each other turn together, without the network too.
  function turn() {
    for (const pages of document.querySelectorAll("[data-turns]")) {
      const all = /** @type {HTMLElement[]} */ ([...pages.children]);
      const open = Math.floor((serverTime.now() ?? Date.now()) / MILLISECONDS_A_PAGE) % all.length;
      if (!all[open]?.hidden) continue;
      for (const page of all) page.hidden = page !== all[open];
      for (const number of document.querySelectorAll("[data-page]")) number.textContent = String(open + 1);
      document.dispatchEvent(new CustomEvent("turned"));
    }
  }
  setInterval(turn, 500);

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
    number.hidden = scene.classList.contains("scene-number");
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
