// The check-in desk beside other desks: what they do changes the count and the rows, each where it stands, so that
// nothing moves under a finger. A row in which somebody types is left alone. Without this file the page still works.

"use strict";

(() => {
  const MILLISECONDS_UNTIL_TICKS_SHOW = 3000;
  const search = /** @type {HTMLInputElement} */ (document.getElementById("q"));
  if (!search) return;

  const isBusy = (/** @type {HTMLElement} */ row) =>
    (row.contains(document.activeElement) && document.activeElement?.matches("input, select, textarea")) ||
    [.../** @type {NodeListOf<HTMLInputElement>} */ (row.querySelectorAll("input.band-field"))].some(
      (field) => field.value !== field.defaultValue,
    );

  const looks = (/** @type {HTMLElement} */ row) =>
    [row.className, (row.textContent ?? "").replace(/\s+/g, " ")].join();

  /** @param {Document} page */
  function take(page) {
    const count = page.getElementById("count");
    if (!count) return; // signed out meanwhile: the next tap says so
    document.getElementById("count")?.replaceWith(count);
    for (const row of document.querySelectorAll("#people .arrival")) {
      const fresh = page.getElementById(row.id);
      if (!fresh || isBusy(row) || looks(fresh) === looks(row)) continue;
      const focused = row.contains(document.activeElement) ? document.activeElement?.id : "";
      row.replaceWith(fresh);
      htmx.process(fresh);
      if (focused) document.getElementById(focused)?.focus();
    }
  }

  let asking = false;
  let again = false;

  async function refresh() {
    again = asking;
    if (asking) return;
    asking = true;
    try {
      const page = document.getElementById("people")?.dataset.page ?? "";
      const query = new URLSearchParams({ q: search.value, page });
      const answer = await fetch(`${search.getAttribute("hx-get")}?${query}`);
      if (answer.ok) take(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
      // without the network the page stays as it is, and looks again by itself
    }
    asking = false;
    if (again) {
      again = false;
      refresh();
    }
  }

  // Umpires tick at their tables, too. Hands are told of in the same way, so it looks once in a while, and only while
  // somebody is missing.
  let soon = 0;
  document.body.addEventListener("told:table", () => {
    if (soon || !document.querySelector("#people .button-here")) return;
    soon = setTimeout(() => {
      soon = 0;
      refresh();
    }, MILLISECONDS_UNTIL_TICKS_SHOW);
  });

  for (const name of ["told:event", "told:seats", "told:entries", "look"])
    document.body.addEventListener(name, refresh);

  // A tap that reaches nobody says so, in the row in which it was made.
  const note = /** @type {HTMLTemplateElement} */ (document.getElementById("no-network"));
  /** @param {CustomEvent<HtmxDetail>} event */
  function reachedNobody(event) {
    const row = event.detail.elt?.closest(".arrival");
    row?.querySelector(".row-trouble")?.remove();
    row?.querySelector(".arrival-who")?.append(note.content.cloneNode(true));
  }
  document.body.addEventListener("htmx:sendError", reachedNobody);
  document.body.addEventListener("htmx:timeout", reachedNobody);

  // Somebody was found and is here: the next name typed takes the place of theirs.
  document.body.addEventListener("htmx:afterSettle", (event) => {
    const tapped = event.detail.requestConfig?.elt?.closest?.(".arrival-form");
    if (tapped && event.detail.successful !== false && search.value && !document.querySelector(".row-trouble")) {
      search.focus();
      search.select();
    }
  });
})();
