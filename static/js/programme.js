// The arrow keys step through the programme: the desk's own, or the one that was used last. While somebody
// types or chooses in the live part of the page it is not replaced; it looks again a moment later.

"use strict";

(() => {
  let last = document.body.dataset.competition;
  const TYPING = "input, select, textarea";
  const programme = () =>
    document.querySelector(`[data-programme="${last}"]`) || document.querySelector("[data-programme]");

  document.addEventListener("keydown", (event) => {
    const steps = { ArrowRight: "1", ArrowLeft: "-1" }[event.key];
    const elsewhere = event.ctrlKey || event.altKey || event.metaKey || event.target.closest(`${TYPING}, [role=radio]`);
    if (!steps || elsewhere) return;
    const button = programme()?.querySelector(`[data-step="${steps}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  });

  document.addEventListener("click", ({ target }) => {
    const used = target.closest("[data-programme]");
    if (used) last = used.dataset.programme;
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const desk = document.getElementById("hall-desk");
    const asked = event.detail.requestConfig.verb === "get" && event.detail.target === desk;
    const busy =
      desk && (desk.querySelector("details[open]") || desk.contains(document.activeElement?.closest(TYPING) ?? null));
    if (asked && busy) event.detail.shouldSwap = false;
  });

  // What was focused in the part that is replaced is focused again.
  /** @type {string | null | undefined} */
  let focused = null;
  document.addEventListener("htmx:beforeSwap", () => {
    focused = document.activeElement?.closest("[data-step]")?.dataset.step;
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (focused) programme()?.querySelector(`[data-step="${focused}"]`)?.focus();
    focused = null;
  });
})();
