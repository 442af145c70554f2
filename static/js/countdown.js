// How long entries are still open, counted on the page by the server's time; when they close the page says so by itself.
//
//   <p data-closes="1763…"><strong>12</strong> <span>minutes</span></p>
//
// A device's own clock may be wrong, so only differences of one that never jumps are trusted (as clock.js does).

"use strict";

(() => {
  const place = document.querySelector("[data-closes]");
  if (!place) return;
  const closes = Number(place.dataset.closes);
  let offset = null; // the server's time minus performance.now()
  let error = Infinity;

  async function measure() {
    const sent = performance.now();
    try {
      const answer = await fetch("/live/time", { cache: "no-store" });
      const text = answer.ok ? await answer.text() : "";
      const back = performance.now();
      if (!/^\d{13}\s*$/.test(text) || (back - sent) / 2 > error) return;
      error = (back - sent) / 2;
      offset = Number(text) - (sent + back) / 2;
    } catch {
      // Without the network the last measurement stands.
    }
  }

  // As the server says it (words.time_left): rounded down, so that nobody comes too late.
  function words(milliseconds) {
    const minutes = Math.floor(milliseconds / 60000);
    if (minutes >= 2880) return [Math.floor(minutes / 1440), "day"];
    if (minutes >= 120) return [Math.floor(minutes / 60), "hour"];
    return minutes ? [minutes, "minute"] : [Math.max(0, Math.floor(milliseconds / 1000)), "second"];
  }

  function show() {
    if (offset === null) return;
    const left = closes - performance.now() - offset;
    if (left <= 0) return over();
    const [number, unit] = words(left);
    place.querySelector("strong").textContent = number;
    place.querySelector("span").textContent = number === 1 ? unit : unit + "s";
  }

  // A page with something half typed stays as it is; the list has nothing to lose.
  let asked = 0;
  function over() {
    if (performance.now() < asked) return;
    asked = performance.now() + 5000; // without the network it is tried again
    location.reload();
  }

  measure().then(show);
  setInterval(show, 1000);
  setInterval(measure, 60000);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && measure().then(show));
})();
