// What time it is on the server, in milliseconds.
//
//   serverTime.now()   // null until the server has said it
//
// A device's own clock may be wrong by minutes and may jump, so only differences of a clock that never jumps
// (performance.now) are trusted, from a moment at which the server said what time it is. Whenever that becomes known, or
// known better, there is an event `time` on the document.

"use strict";

// biome-ignore lint/correctness/noUnusedVariables: the scripts beside it read the time from it.
const serverTime = (() => {
  /** @type {number | null} */
  let offset = null; // the server's time minus performance.now()
  let error = Infinity; // how far wrong that can be: half of the fastest round trip

  /** @param {number} time @param {number} at @param {number} within */
  function believe(time, at, within) {
    if (within > error) return;
    error = within;
    offset = time - at;
    document.dispatchEvent(new Event("time"));
  }

  async function measure() {
    const sent = performance.now();
    try {
      const answer = await fetch("/live/time", { cache: "no-store" });
      const text = answer.ok ? await answer.text() : "";
      const back = performance.now();
      if (/^\d{13}\s*$/.test(text)) believe(Number(text), (sent + back) / 2, (back - sent) / 2);
    } catch {
      // Without the network the last measurement stands, and whatever counts goes on counting.
    }
  }

  async function measureWell() {
    error = Infinity;
    for (let n = 0; n < 4; n += 1) await measure();
  }

  // A device's two clocks stay equally far apart, unless it slept, or one of them was set: then it is measured anew.
  const apart = () => Date.now() - performance.now();
  let wasApart = apart();
  function noticeJump() {
    if (Math.abs(apart() - wasApart) < 500) return;
    wasApart = apart();
    measureWell();
  }

  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && measureWell());
  setInterval(measureWell, 60000);
  measureWell();

  return {
    now() {
      noticeJump();
      return offset === null ? null : performance.now() + offset;
    },
  };
})();
