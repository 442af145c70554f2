// What the MC says to everybody goes by itself when its time is over, by the server's time: also on a device whose clock
// is wrong, or that has lost the network meanwhile.
//
//   <p data-message-until="1763…">Lunch is in the foyer</p>

"use strict";

(() => {
  function look() {
    const now = serverTime.now();
    if (now === null) return;
    for (const message of document.querySelectorAll("[data-message-until]"))
      if (Number(message.dataset.messageUntil) <= now) message.remove();
  }

  document.addEventListener("time", look);
  document.addEventListener("htmx:afterSwap", look);
  setInterval(look, 1000);
})();
