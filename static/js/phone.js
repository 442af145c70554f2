// Everybody's phone. The live part of a page asks for itself by htmx; this file adds what only a script can:
//   - the server is told what the page has heard of, so that it answers with nothing older;
//   - what the page shows already is not drawn again, what was unfolded stays so, and what is new is said aloud;
//   - the search comes once the draw is published, and stays as it is while somebody types;
//   - of all tables only the own ones make a person's page ask (data-tables).
// Without this file, and without any script, each page is complete and a reload brings the news.

"use strict";

(() => {
  const body = document.body;
  const live = () => document.getElementById("live");
  /** @type {string | null} */
  let shown = null;

  body.addEventListener("htmx:configRequest", ({ detail }) => {
    if (body.dataset.heard) detail.headers["X-Heard"] = body.dataset.heard;
  });

  // What this page listens to it must not get older than that; the rest is not its business.
  body.addEventListener("heard", ({ detail }) => {
    const tables = document.querySelector("#live [data-tables]")?.dataset.tables || "";
    const own = tables.split(" ").includes(String(detail.table));
    const kinds = live()?.getAttribute("hx-trigger") || "";
    if (own || kinds.includes(`told:${detail.kind} `)) body.dataset.heard = String(detail.version);
    if (!own) return;
    const mine = () => body.dispatchEvent(new CustomEvent("told:mine", { bubbles: true }));
    setTimeout(mine, (Math.random() * Number(body.dataset.spread || 0)) / 5); // few have this table
  });

  /** @type {string[]} */
  let unfolded = [];
  body.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target !== live()) return;
    const tag = detail.xhr.getResponseHeader("ETag");
    if (tag && tag === shown) detail.shouldSwap = false;
    shown = tag;
    unfolded = [...detail.target.querySelectorAll("details[open][id]")].map((details) => details.id);
  });

  // The search comes by itself once there is one; from then on it is somebody's, who may be typing.
  body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (detail.target.id === "find" && !("waits" in detail.target.dataset)) detail.shouldSwap = false;
  });

  body.addEventListener("htmx:afterSwap", () => {
    for (const id of unfolded) {
      const details = /** @type {HTMLDetailsElement | null} */ (document.getElementById(id));
      if (details) details.open = true;
    }
  });

  const aloud = () =>
    [...document.querySelectorAll("#live [data-aloud]")].map((words) => words.dataset.aloud).join(" ");
  let before = aloud();
  body.addEventListener("htmx:afterSettle", () => {
    const news = aloud();
    const place = document.getElementById("aloud");
    if (place && news !== before) place.textContent = news;
    before = news;
  });
})();
