// How long entries are still open, counted on the page by the server's time (time.js); when they close the page says so
// by itself.
//
//   <p data-closes="1763…"><strong data-closes-number>12</strong> <span data-closes-unit>minutes</span></p>

"use strict";

(() => {
  // As the server says it (words.time_left): rounded down, so that nobody comes too late.
  function words(milliseconds) {
    const minutes = Math.floor(milliseconds / 60000);
    if (minutes >= 2880) return [Math.floor(minutes / 1440), "day"];
    if (minutes >= 120) return [Math.floor(minutes / 60), "hour"];
    return minutes ? [minutes, "minute"] : [Math.floor(milliseconds / 1000), "second"];
  }

  function show() {
    const place = document.querySelector("[data-closes]");
    const now = serverTime.now();
    if (!place || now === null) return;
    const left = Math.max(0, place.dataset.closes - now);
    const [number, unit] = words(left);
    place.querySelector("[data-closes-number]").textContent = number;
    place.querySelector("[data-closes-unit]").textContent = number === 1 ? unit : `${unit}s`;
    if (!left) over();
  }

  // A page with something half typed stays as it is; the list has nothing to lose.
  const typed = () =>
    [...document.querySelectorAll("input:not([type=search]), textarea")].some(
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
