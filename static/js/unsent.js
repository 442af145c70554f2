// A form that reaches nobody says so above itself, and what was typed stays in it: without this file the browser's own
// error page takes the place of the page. Whether the server is there is asked first, with a question that costs nothing:
// a browser knows only whether the device is on some network, and a laptop in no network at all may be the server itself.

"use strict";

(() => {
  const MILLISECONDS_UNTIL_NOBODY_ANSWERS = 8000;
  const note = /** @type {HTMLTemplateElement} */ (document.getElementById("unsent"));
  /** @type {WeakSet<HTMLFormElement>} */
  const onTheirWay = new WeakSet();

  /** @param {Element} form */
  function clear(form) {
    if (form.previousElementSibling?.matches(".unsent")) form.previousElementSibling.remove();
  }

  /** @param {Element} form */
  function say(form) {
    clear(form);
    form.before(note.content.cloneNode(true));
    form.previousElementSibling?.scrollIntoView({ block: "nearest" });
  }

  async function isServerThere() {
    const signal = AbortSignal.timeout(MILLISECONDS_UNTIL_NOBODY_ANSWERS);
    return fetch("/health", { cache: "no-store", signal }).then(
      () => true,
      () => false,
    );
  }

  /** @param {HTMLFormElement} form @param {HTMLElement | null} button */
  function send(form, button) {
    if (!form.isConnected) {
      form.hidden = true; // news came in just now: what was pressed is sent all the same
      document.body.append(form);
    }
    onTheirWay.add(form);
    form.requestSubmit(button);
  }

  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (event.defaultPrevented || form.method !== "post" || onTheirWay.delete(form)) return;
    event.preventDefault();
    clear(form);
    if (await isServerThere()) send(form, event.submitter);
    else say(form);
  });

  // What htmx sends is not asked about first: it stays on the page anyway. An MC's presses are named above the page (mc.js).
  /** @param {CustomEvent<HtmxDetail>} event */
  function reachedNobody({ detail }) {
    if (document.getElementById("undelivered")) return;
    const form = detail.requestConfig.verb === "post" && detail.elt.closest("form:not(.arrival form)");
    if (form) say(form);
  }
  document.addEventListener("htmx:sendError", reachedNobody);
  document.addEventListener("htmx:timeout", reachedNobody);
  document.addEventListener("htmx:beforeRequest", ({ detail }) => clear(detail.elt));
})();
