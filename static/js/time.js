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
  const MILLISECONDS_OF_A_SLOW_ANSWER = 1500;
  let steps = 0; // how often the server's time was set; what was asked before that tells the time no more
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
    const asked = steps;
    try {
      const answer = await fetch("/live/time", { cache: "no-store" });
      const text = answer.ok ? await answer.text() : "";
      const back = performance.now();
      if (asked === steps && /^\d{13}\s*$/.test(text)) believe(Number(text), (sent + back) / 2, (back - sent) / 2);
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

  // The computer that the server runs on was set: its clocks move in the same moment, so the time must too. A page that
  // has measured the new time already is told again, once for each clock, and stays as it is.
  document.body.addEventListener("heard", ({ detail: { stepped, now } }) => {
    if (!stepped || !now || offset === null) return;
    const ours = performance.now() + offset;
    if (Math.abs(ours + stepped - now) >= Math.abs(ours - now)) return;
    offset += stepped;
    steps += 1;
    measureWell();
  });
  // It was set while this page was not connected.
  document.body.addEventListener("hello", ({ detail: { now } }) => {
    if (offset !== null && Math.abs(performance.now() + offset - now) > MILLISECONDS_OF_A_SLOW_ANSWER) measureWell();
  });

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
