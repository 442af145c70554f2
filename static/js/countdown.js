// How long entries are still open, counted on the page by the server's time (time.js); when they close the page says so
// by itself.
//
//   <p data-closes="1763…"><strong data-closes-number>12</strong> <span data-closes-unit>minutes</span></p>

"use strict";

(() => {
  /**
   * As the server says it (words.time_left): rounded down, so that nobody comes too late.
   * @param {number} milliseconds
   * @returns {[number, string]}
   */
  function words(milliseconds) {
    const minutes = Math.floor(milliseconds / 60000);
    if (minutes >= 2880) return [Math.floor(minutes / 1440), "day"];
    if (minutes >= 120) return [Math.floor(minutes / 60), "hour"];
    return minutes ? [minutes, "minute"] : [Math.floor(milliseconds / 1000), "second"];
  }

  /** @param {HTMLElement} place @param {string} part @param {string} text */
  function put(place, part, text) {
    const found = place.querySelector(part);
    if (found) found.textContent = text;
  }

  function show() {
    const place = document.querySelector("[data-closes]");
    const now = serverTime.now();
    if (!place || now === null) return;
    const left = Math.max(0, Number(place.dataset.closes) - now);
    const [number, unit] = words(left);
    put(place, "[data-closes-number]", String(number));
    put(place, "[data-closes-unit]", number === 1 ? unit : `${unit}s`);
    if (!left) over();
  }

  // A page with something half typed stays as it is; the list has nothing to lose.
  const FIELDS = "input:not([type=search]), textarea";
  const typed = () =>
    [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(FIELDS))].some(
      (field) => field.value !== field.defaultValue,
    );
  let asked = 0;
  function over() {
    if (typed() || performance.now() < asked) return;
    asked = performance.now() + 5000; // without the network it is tried again
    location.reload();
  }

  document.addEventListener("time", show);
  setInterval(show, 1000);
})();
