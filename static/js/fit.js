// Names and groups on the hall's screen are read whole: the type shrinks until all of them fit, in rows of one height,
// so that no table moves when the next one is shown. Without this file they
// still wrap, and a screen that is too small for them ends before they do.

"use strict";

(() => {
  const SMALLEST = 0.3;
  const STEP = 0.04;

  function fit() {
    const seating = document.querySelector(".scene .seating");
    if (!seating) return;
    const tables = [...seating.children];
    const isUneven = () => {
      const heights = tables.map((table) => table.offsetHeight);
      return Math.max(...heights) > Math.min(...heights) + 1;
    };
    let shrink = 1;
    do {
      seating.style.setProperty("--shrink", shrink.toFixed(2));
      shrink -= STEP;
    } while (shrink > SMALLEST && (seating.scrollHeight > seating.clientHeight + 1 || isUneven()));
  }

  fit();
  addEventListener("resize", fit);
  document.addEventListener("htmx:afterSwap", fit);
})();
