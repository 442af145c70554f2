// Clocks that count by themselves against the server's time (time.js).
//
//   <p class="clock" role="timer" data-clock='{"competition": 7, "state": "running", "deadline": 1763…, "left": 0}'>
//     <span data-clock-digits>12:34</span>
//   </p>
//
// A clock with `starts` begins to run by itself at that time. What it says aloud, to screen readers alone and a few times
// an hour, goes into an element with data-clock-spoken beside it; each call also is an event, `call`, on the clock.

"use strict";

(() => {
  const { now } = serverTime;

  // The stored state, and a start that was set ahead and has come by itself.
  /** @type {(clock: ClockFacts) => ClockFacts} */
  const going = (clock) =>
    clock.state === "ready" && clock.starts && (now() ?? 0) >= clock.starts ? { ...clock, state: "running" } : clock;

  // A break counts down as a clock does, and never rings.
  /** @param {ClockFacts} clock */
  const goes = (clock) => clock.state === "running" || clock.state === "break";

  /** @param {ClockFacts} clock */
  function left(clock) {
    if (goes(clock)) return Math.max(0, (clock.deadline ?? 0) - (now() ?? 0));
    if (clock.state === "ready" || clock.state === "paused") return clock.left;
    return 0;
  }

  /** @param {number} milliseconds */
  function digits(milliseconds) {
    const seconds = Math.ceil(milliseconds / 1000);
    const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
    const minutes = Math.floor(seconds / 60);
    if (minutes < 60) return `${minutes}:${pad(seconds % 60)}`;
    return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
  }

  // What the clock looks like: the stored state, and the moments that come by themselves.
  /** @param {ClockFacts} clock */
  function phase(clock) {
    if (clock.state === "break") return left(clock) > 0 ? "break" : "break over";
    if (clock.state !== "running") return clock.state;
    const rest = left(clock);
    if (rest <= 0) return "time up";
    // Time that is added after the warning does not take it back.
    return clock.warned || (clock.warning !== null && rest <= clock.warning) ? "last hand" : "running";
  }

  /** @type {Record<number, string>} */
  const SPOKEN = { 600000: "Ten minutes left.", 300000: "Five minutes left.", 60000: "One minute left." };
  /** @type {Record<string, string>} */
  const PHASES = {
    running: "The clock is running.",
    paused: "The clock is paused.",
    "last-hand": "Last hand: don’t start another.",
    "time-up": "Time is up. Finish this turn, then count what you hold.",
  };
  /** @type {Map<number, number>} */
  const before = new Map(); // competition → what was left when it was last drawn

  /** @param {HTMLElement} element @param {string} words */
  function say(element, words) {
    const place = element.parentElement?.querySelector("[data-clock-spoken]");
    if (place && words) place.textContent = words;
  }

  /**
   * A call is made when its second comes, not when a page is opened later. Answers what is said aloud.
   * @param {HTMLElement} element @param {ClockFacts} clock @param {number} rest
   */
  function call(element, clock, rest) {
    if (clock.state === "break") return "";
    const was = before.get(clock.competition);
    before.set(clock.competition, rest);
    if (was === undefined || clock.state !== "running") return "";
    const marks = new Set([...Object.keys(SPOKEN).map(Number), ...(clock.calls || [])]);
    let words = "";
    for (const mark of marks) {
      if (!(was > mark && rest <= mark && mark - rest < 3000)) continue;
      words = SPOKEN[mark] || words;
      if ((clock.calls || []).includes(mark) && mark !== clock.warning)
        element.dispatchEvent(new CustomEvent("call", { bubbles: true, detail: { left: mark, clock } }));
    }
    return words;
  }

  /** @param {HTMLElement} element @param {ClockFacts} stored */
  function show(element, stored) {
    const clock = going(stored);
    const rest = left(clock);
    const called = call(element, clock, rest);
    const text = digits(rest);
    for (const place of element.querySelectorAll("[data-clock-digits]"))
      if (place.textContent !== text) place.textContent = text;
    for (const place of element.querySelectorAll("[data-clock-seconds]"))
      place.textContent = String(Math.ceil(rest / 1000));
    const is = phase(clock).replace(" ", "-");
    const was = element.dataset.phase;
    // Both at once where the last hand begins with a call: what is said second would silence the first.
    const holds = is === "paused" && clock.warned ? PHASES["last-hand"] : "";
    say(element, [called, ...(was === is ? [] : [PHASES[is], holds])].filter(Boolean).join(" "));
    if (was !== is) {
      element.dataset.phase = is;
      element.dispatchEvent(
        new CustomEvent("phase", { bubbles: true, detail: { before: was, now: is, clock, at: now() } }),
      );
    }
    for (const word of element.querySelectorAll("[data-clock-phase]")) word.hidden = word.dataset.clockPhase !== is;
    for (const word of element.querySelectorAll("[data-clock-warned]")) word.hidden = !clock.warned;
    const share = clock.length ? Math.min(1, rest / clock.length) : 0;
    for (const part of element.querySelectorAll("[data-clock-share]"))
      part.setAttribute("stroke-dasharray", `${(share * 100).toFixed(2)} 100`);
    for (const part of element.querySelectorAll("[data-clock-rise]")) rise(part, 1 - share);
    if (clock.state === "ready" && clock.starts) return Math.min(1000, clock.starts - (now() ?? 0));
    return goes(clock) ? rest % 1000 || 1000 : 1000;
  }

  // A card that comes up behind the table edge, the later the more of the break is over (web/scenes/countdown.py).
  /** @param {HTMLElement} card @param {number} gone */
  function rise(card, gone) {
    const up = Math.min(1, Math.max(0, (gone - Number(card.dataset.clockRise)) / 0.46));
    card.setAttribute("transform", `translate(0 ${((1 - up) * 212).toFixed(1)})`);
  }

  let timer = 0;
  /** @param {HTMLElement} element @returns {ClockFacts} */
  const facts = (element) => JSON.parse(element.dataset.clock ?? "{}");

  // What is told of a round's clock is for its clocks. A break on a phone becomes the clock when the round starts; a start
  // that is set, or called off, moves the break's end, which the page asks for.
  /** @param {HTMLElement} element @param {ClockFacts} told */
  function turns(element, told) {
    if (facts(element).state !== "break") return true;
    if (!element.matches(".clock")) return false;
    if (told.state !== "ready") return true;
    const { body } = document;
    setTimeout(() => body.dispatchEvent(new CustomEvent("look")), Math.random() * Number(body.dataset.spread || 0));
    return false;
  }

  function draw() {
    clearTimeout(timer);
    if (now() === null) return;
    let soonest = 1000;
    for (const element of document.querySelectorAll("[data-clock]"))
      soonest = Math.min(soonest, show(element, facts(element)));
    timer = setTimeout(draw, soonest + 2);
  }

  document.body.addEventListener("clock", ({ detail }) => {
    const told = /** @type {ClockFacts} */ ({ ...detail.clock, competition: detail.competition });
    for (const element of document.querySelectorAll("[data-clock]"))
      if (facts(element).competition === detail.competition && turns(element, told))
        element.dataset.clock = JSON.stringify(told);
    draw();
  });
  document.body.addEventListener("htmx:afterSettle", draw);
  document.addEventListener("time", draw);
  draw(); // what time it is may be known before this script came
})();
