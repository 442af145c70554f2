// Clocks that count by themselves against the server's time.
//
//   <p class="clock" role="timer" data-clock='{"competition": 7, "state": "running", "deadline": 1763…, "left": 0}'>
//     <span data-clock-digits>12:34</span>
//   </p>
//
// Times are milliseconds. A device's own clock may be wrong by minutes and may jump, so only differences of a
// clock that never jumps (performance.now) are trusted, from a moment at which the server said what time it is.

"use strict";

(() => {
  let offset = null; // the server's time minus performance.now()
  let error = Infinity; // how far wrong that can be: half of the fastest round trip

  function believe(serverTime, at, within) {
    if (within > error) return;
    error = within;
    offset = serverTime - at;
    draw();
  }

  async function measure() {
    const sent = performance.now();
    try {
      const answer = await fetch("/live/time", { cache: "no-store" });
      const text = answer.ok ? await answer.text() : "";
      const back = performance.now();
      if (/^\d{13}\s*$/.test(text)) believe(Number(text), (sent + back) / 2, (back - sent) / 2);
    } catch {
      // Without the network the last measurement stands, and the clock goes on counting.
    }
  }

  async function measureWell() {
    error = Infinity;
    for (let n = 0; n < 4; n += 1) await measure();
  }

  const now = () => performance.now() + offset;

  function left(clock) {
    if (clock.state === "running") return Math.max(0, clock.deadline - now());
    if (clock.state === "ready" || clock.state === "paused") return clock.left;
    return 0;
  }

  function digits(milliseconds) {
    const seconds = Math.ceil(milliseconds / 1000);
    const pad = (n) => String(n).padStart(2, "0");
    const minutes = Math.floor(seconds / 60);
    if (minutes < 60) return minutes + ":" + pad(seconds % 60);
    return Math.floor(minutes / 60) + ":" + pad(minutes % 60) + ":" + pad(seconds % 60);
  }

  // What the clock looks like: the stored state, and the moments that come by themselves.
  function phase(clock) {
    if (clock.state !== "running") return clock.state;
    const rest = left(clock);
    if (rest <= 0) return "time up";
    return clock.warning !== null && rest <= clock.warning ? "last hand" : "running";
  }

  function show(element, clock) {
    const rest = left(clock);
    const text = digits(rest);
    for (const place of element.querySelectorAll("[data-clock-digits]"))
      if (place.textContent !== text) place.textContent = text;
    const is = phase(clock).replace(" ", "-");
    if (element.dataset.phase !== is) {
      const before = element.dataset.phase;
      element.dataset.phase = is;
      element.dispatchEvent(new CustomEvent("phase", { bubbles: true, detail: { before, now: is, clock, at: now() } }));
    }
    for (const word of element.querySelectorAll("[data-clock-phase]")) word.hidden = word.dataset.clockPhase !== is;
    const share = clock.length ? Math.min(1, rest / clock.length) : 0;
    for (const part of element.querySelectorAll("[data-clock-share]"))
      part.setAttribute("stroke-dasharray", (share * 100).toFixed(2) + " 100");
    return clock.state === "running" ? rest % 1000 || 1000 : 1000;
  }

  let timer = null;
  function draw() {
    clearTimeout(timer);
    if (offset === null) return;
    let soonest = 1000;
    for (const element of document.querySelectorAll("[data-clock]"))
      soonest = Math.min(soonest, show(element, JSON.parse(element.dataset.clock)));
    timer = setTimeout(draw, soonest + 2);
  }

  document.body.addEventListener("clock", ({ detail }) => {
    for (const element of document.querySelectorAll("[data-clock]"))
      if (JSON.parse(element.dataset.clock).competition === detail.competition)
        element.dataset.clock = JSON.stringify({ ...detail.clock, competition: detail.competition });
    draw();
  });
  document.body.addEventListener("htmx:afterSettle", draw);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && measureWell());
  setInterval(measureWell, 60000);
  measureWell();
})();
