// What stands on the hall's screen is read whole: the type shrinks until it fits its place, and at the draw in rows of one
// height, so that no table moves when the next one is shown. Without this file it still wraps, and a screen that is too
// small for it ends before it does.

"use strict";

(() => {
  const SMALLEST = 0.2;
  const STEP = 0.04;

  // data-fit="width": lines set so tight that letters reach out of them have only a width to fit.
  const isTooLarge = (/** @type {HTMLElement} */ place) =>
    (place.dataset.fit !== "width" && place.scrollHeight > place.clientHeight + 1) ||
    place.scrollWidth > place.clientWidth + 1 ||
    ("even" in place.dataset &&
      isUneven([...place.children].map((table) => /** @type {HTMLElement} */ (table).offsetHeight)));

  const isUneven = (/** @type {number[]} */ heights) => Math.max(...heights) > Math.min(...heights) + 1;

  /** @param {HTMLElement} place */
  function fitOne(place) {
    let shrink = 1;
    do {
      place.style.setProperty("--shrink", shrink.toFixed(2));
      shrink -= STEP;
    } while (shrink > SMALLEST && isTooLarge(place));
  }

  function fit() {
    for (const place of document.querySelectorAll(".screen .seating, .screen [data-fit]"))
      if (place.getClientRects().length) fitOne(place);
  }

  // A clock's digits become fewer at the hour and in the last ten minutes.
  let lengths = "";
  function watch() {
    const now = [...document.querySelectorAll("[data-fit] [data-clock-digits]")].map(
      (digits) => (digits.textContent ?? "").length,
    );
    if (now.join() !== lengths) fit();
    lengths = now.join();
  }

  fit();
  addEventListener("resize", fit);
  addEventListener("load", fit);
  document.addEventListener("htmx:afterSwap", fit);
  document.addEventListener("htmx:afterSettle", fit); // only now has the scene its own class, not that of the one before
  document.addEventListener("turned", fit);
  document.addEventListener("phase", fit);
  setInterval(watch, 250);
})();
