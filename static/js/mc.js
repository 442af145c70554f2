// The MC's desk. Keys: space presses the large button, unless somebody is typing or has a button in their hand already.
// A press that nobody answers says so until it is sent again, with the same request id, or given up.

"use strict";

addEventListener("keydown", (event) => {
  if (event.key !== " " || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, button, summary, a")) return;
  const button = document.querySelector("[data-space]");
  if (!button) return;
  event.preventDefault();
  button.click();
});

// A question stays until it is answered, whatever goes on in the hall meanwhile.
document.addEventListener("htmx:beforeRequest", (event) => {
  const desk = document.getElementById("desk");
  if (event.detail.elt === desk && desk.querySelector(".trouble form")) event.preventDefault();
});

(() => {
  const MILLISECONDS_TO_ANSWER = 8000;
  const note = document.getElementById("undelivered");
  /** @type {{ path: string, values: Record<string, FormDataEntryValue>, target: string } | null} */
  let kept = null;

  const isPress = (/** @type {HtmxDetail} */ detail) => detail.requestConfig.verb === "post";

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb === "post") detail.timeout = MILLISECONDS_TO_ANSWER;
  });

  /** @param {CustomEvent<HtmxDetail>} event */
  function keep({ detail }) {
    if (!note || !isPress(detail)) return;
    const { path, formData, triggeringEvent } = detail.requestConfig;
    const pressed = note.querySelector("[data-pressed]");
    const words = triggeringEvent?.submitter?.textContent?.replace(/\s+/g, " ").trim();
    if (pressed && words) pressed.textContent = `“${words}”`;
    if (pressed && !pressed.textContent) pressed.textContent = "Your press";
    kept = { path, values: Object.fromEntries(formData), target: `#${detail.target.id}` };
    note.hidden = false;
    note.querySelector("[data-again]")?.focus();
  }
  document.addEventListener("htmx:sendError", keep);
  document.addEventListener("htmx:timeout", keep);
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status >= 500) keep(event);
  });

  function giveUp() {
    kept = null;
    if (!note) return;
    note.hidden = true;
    const pressed = note.querySelector("[data-pressed]");
    if (pressed) pressed.textContent = "";
  }
  document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
    const request = isPress(detail) && detail.xhr.status < 500 && detail.requestConfig.formData.get("request");
    if (request && request === kept?.values.request) giveUp();
  });
  note?.querySelector("[data-give-up]")?.addEventListener("click", giveUp);
  note?.querySelector("[data-again]")?.addEventListener("click", () => {
    if (!kept) return;
    const swap = kept.target === "#desk" ? "innerHTML" : "outerHTML";
    htmx.ajax("POST", kept.path, { values: kept.values, target: kept.target, swap }).catch(() => {});
  });
})();
