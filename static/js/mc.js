// The MC's desk. Keys: space presses the large button, unless somebody is typing or has a button in their hand already.
// Presses that nobody answers say so, in their order, until each is sent again, with the same request id, or given up.
// None is sent by itself: a pause that arrives minutes late would be no help.

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
  const MILLISECONDS_OF_A_DOUBLE_CLICK = 500;
  const ADDS_UP = /^(add|break)[+-]/; // + 1 min and its like: two presses mean two minutes
  const note = document.getElementById("undelivered");
  const list = note?.querySelector("[data-presses]");
  const row = /** @type {HTMLTemplateElement | null | undefined} */ (note?.querySelector("[data-press]"));

  /** @typedef {{ path: string, values: Record<string, FormDataEntryValue>, target: string, line: HTMLElement }} Press */
  /** @type {Map<string, Press>} */
  const kept = new Map(); // by request id, in the order in which they were pressed
  /** @type {Map<string, Map<string, string>>} */
  const ids = new Map(); // of each form: the request id of each thing that was pressed in it
  /** @type {Map<string, number>} */
  const times = new Map(); // by request id: how often it was pressed
  /** @type {Map<string, number>} */
  const pressedAt = new Map(); // by what was pressed, its form and all
  /** @type {Set<string>} */
  const onTheirWay = new Set();
  /** @type {{ path: string, values: FormData, target: string, event: SubmitEvent }[]} */
  const inLine = []; // pressed while another press was on its way
  let isSentAgain = false;

  const isPress = (/** @type {HtmxDetail} */ detail) => detail.requestConfig.verb === "post";
  const idOf = (/** @type {FormData} */ data) => String(data.get("request") ?? "");
  const newId = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");

  /** A finger that was quick, or one that means it again. @param {string} body @param {number} at */
  function isMeantAgain(body, at) {
    const before = pressedAt.get(body);
    pressedAt.set(body, at);
    return before !== undefined && at - before > MILLISECONDS_OF_A_DOUBLE_CLICK;
  }

  // A form that nobody answered stands there unchanged: another button of it is another press, with an id of its own. The
  // same button again is the same press, which counts once, unless it adds up.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb !== "post") return;
    detail.timeout = MILLISECONDS_TO_ANSWER;
    if (isSentAgain) return;
    const data = detail.formData;
    const body = JSON.stringify([...data].filter(([name]) => name !== "request"));
    const ofForm = ids.get(idOf(data)) ?? new Map();
    ids.set(idOf(data), ofForm);
    const again = isMeantAgain(`${idOf(data)} ${body}`, detail.triggeringEvent?.timeStamp ?? 0);
    if (!ofForm.has(body)) ofForm.set(body, ofForm.size ? newId() : idOf(data));
    else if (again && ADDS_UP.test(String(data.get("do")))) ofForm.set(body, newId());
    data.set("request", ofForm.get(body));
    times.set(idOf(data), (times.get(idOf(data)) ?? 0) + 1);
    sayHowOften(idOf(data));
  });
  // Two presses at once could reach the server in any order, so the second one waits for the answer to the first.
  document.addEventListener("htmx:confirm", (event) => {
    const { verb, path, target, triggeringEvent } = event.detail;
    if (verb !== "post" || !onTheirWay.size || isSentAgain || !triggeringEvent) return;
    event.preventDefault();
    const values = new FormData(/** @type {HTMLFormElement} */ (triggeringEvent.target), triggeringEvent.submitter);
    inLine.push({ path, values, target: `#${target.id}`, event: triggeringEvent });
  });
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (isPress(detail)) onTheirWay.add(idOf(detail.requestConfig.formData));
  });

  /** @param {HtmxDetail} detail */
  function keep(detail) {
    const { path, formData, triggeringEvent } = detail.requestConfig;
    const id = idOf(formData);
    if (!note || !list || !row || kept.has(id)) return;
    const words = triggeringEvent?.submitter?.textContent?.replace(/\s+/g, " ").trim();
    const line = /** @type {HTMLElement} */ (row.content.firstElementChild?.cloneNode(true));
    for (const place of line.querySelectorAll("[data-pressed]"))
      place.textContent = words ? `“${words}”` : "Your press";
    line.querySelector("[data-again]")?.addEventListener("click", () => sendAgain(id));
    line.querySelector("[data-give-up]")?.addEventListener("click", () => giveUp(id));
    kept.set(id, { path, values: Object.fromEntries(formData), target: `#${detail.target.id}`, line });
    list.append(line);
    sayHowOften(id);
    count();
    line.querySelector("[data-again]")?.focus();
  }

  // Somebody who pressed twice has to know that it counts once.
  /** @param {string} id */
  function sayHowOften(id) {
    const often = times.get(id) ?? 1;
    const place = kept.get(id)?.line.querySelector("[data-often]");
    if (place && often > 1)
      place.textContent = `You pressed it ${often === 2 ? "twice" : `${often} times`}; it counts once.`;
  }

  function count() {
    if (note) note.hidden = !kept.size;
    note?.querySelector("[data-several]")?.toggleAttribute("hidden", kept.size < 2);
  }

  /** @param {string} id */
  function giveUp(id) {
    kept.get(id)?.line.remove();
    kept.delete(id);
    times.delete(id);
    count();
  }

  /** @param {string} path @param {string} target @param {Record<string, FormDataEntryValue>} values @param {Event} [event] */
  function send(path, target, values, event) {
    const swap = target === "#desk" ? "innerHTML" : "outerHTML";
    htmx.ajax("POST", path, { values, target, swap, event }).catch(() => {});
  }

  /** @param {string} id */
  function sendAgain(id) {
    const press = kept.get(id);
    if (!press) return;
    isSentAgain = true;
    send(press.path, press.target, press.values);
    isSentAgain = false;
  }

  /** A press was answered, or will not be. @param {string} id */
  function arrived(id) {
    onTheirWay.delete(id);
    const press = onTheirWay.size ? undefined : inLine.shift();
    if (press) setTimeout(() => send(press.path, press.target, Object.fromEntries(press.values), press.event));
  }

  /** @param {CustomEvent<HtmxDetail>} event */
  function reachedNobody({ detail }) {
    if (!isPress(detail)) return;
    keep(detail);
    arrived(idOf(detail.requestConfig.formData));
  }
  document.addEventListener("htmx:sendError", reachedNobody);
  document.addEventListener("htmx:timeout", reachedNobody);
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status >= 500) reachedNobody(event);
  });
  // Another press took its place before it was answered; the same one pressed twice is on its way again by then.
  document.addEventListener("htmx:sendAbort", ({ detail }) => {
    if (!isPress(detail)) return;
    const id = idOf(detail.requestConfig.formData);
    arrived(id);
    setTimeout(() => onTheirWay.has(id) || keep(detail));
  });
  document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
    if (!isPress(detail) || detail.xhr.status >= 500) return;
    const id = idOf(detail.requestConfig.formData);
    giveUp(id);
    arrived(id);
  });
})();
