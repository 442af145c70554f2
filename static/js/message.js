// What the MC says to everybody goes by itself when its time is over, by the server's time: also on a device whose clock
// is wrong, or that has lost the network meanwhile. What a page waits for comes at its time: then the page looks again.
//
//   <p data-message-until="1763…">Lunch is in the foyer</p>
//   <p data-look-at="1763…">The results come at the podium</p>

"use strict";

(() => {
  const MILLISECONDS_BETWEEN_LOOKS = 10000;
  const body = document.body;

  /**
   * What comes may still be the page of a moment before: until another takes its place, it looks again.
   * @param {HTMLElement} waiting @param {number} now
   */
  function lookAgain(waiting, now) {
    waiting.dataset.lookAt = String(now + MILLISECONDS_BETWEEN_LOOKS);
    setTimeout(() => body.dispatchEvent(new CustomEvent("look")), Math.random() * Number(body.dataset.spread || 0));
  }

  function look() {
    const now = serverTime.now();
    if (now === null) return;
    for (const message of document.querySelectorAll("[data-message-until]"))
      if (Number(message.dataset.messageUntil) <= now) message.remove();
    for (const waiting of document.querySelectorAll("[data-look-at]"))
      if (Number(waiting.dataset.lookAt) < now) lookAgain(waiting, now);
  }

  document.addEventListener("time", look);
  document.addEventListener("htmx:afterSwap", look);
  setInterval(look, 1000);
})();
