// A live page. The body carries a ticket and how new the page is:
//
//   <body data-ticket="…" data-seen='{"competition:7": 1763}' data-spread="3000">
//
// What changes is announced on the body as events that htmx listens to: `told:table`, `told:clock`, … for a kind of
// thing, and `look` when anything may have changed. `clock` events carry a clock's new facts, `heard` everything that
// was told, at once and one by one, before anything is done about it, and `hello` what time it is on the server. With
// data-spread each device waits a random while first, so that a hall full of phones does not ask in the same moment.
// If the stream is lost, a small sign says so and the page looks for itself every few seconds. A page that stays open
// for days, or is let in to something new, is given another ticket by a `ticket` event on the body.

"use strict";

(() => {
  const body = document.body;
  let ticket = body.dataset.ticket ?? "";
  if (typeof EventSource === "undefined") return;

  /** @type {Record<string, number>} */
  let seen = JSON.parse(body.dataset.seen || "{}");
  const spread = Number(body.dataset.spread || 0);
  const patience = Number(body.dataset.patience || 5000);
  const every = Number(body.dataset.every || 10000);
  /** @type {number | null} */
  let lostSince = null;
  let polling = 0;
  let carried = true; // whether the stream tells of all that this page shows

  // Who is asking already, and would drop what is announced meanwhile, asks once more: its answer may be older than that.
  // So does a part that was just put in: until htmx has settled it, it does not listen.
  const DEAF = '[hx-sync="this:drop"].htmx-request, .htmx-settling';
  let missed = false;
  for (const name of ["htmx:afterRequest", "htmx:afterSettle"])
    body.addEventListener(name, () => {
      if (missed) setTimeout(look, 100);
      missed = false;
    });

  /** @param {string} name @param {object} detail */
  function announce(name, detail) {
    if (document.querySelector(DEAF)) missed = true;
    body.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  const waiting = new Map();
  /** @param {string} name @param {object} detail */
  function announceSoon(name, detail) {
    if (!spread) return announce(name, detail);
    clearTimeout(waiting.get(name));
    waiting.set(
      name,
      setTimeout(() => announce(name, detail), Math.random() * spread),
    );
  }

  const isNewer = (/** @type {Record<string, number>} */ newest) =>
    Object.keys(seen).some((topic) => (newest[topic] || 0) !== seen[topic]);

  /** @param {LiveMessage} message */
  function hear(message) {
    if (message.name === "lost") return lost(message.closed);
    if (message.name === "hello") carried = Object.keys(seen).every((topic) => topic in message.data.newest);
    if (!carried) return lost(false); // the ticket is days old, or one of too many
    found();
    if (message.name === "hello") greet(message.data);
    else if (message.name === "look") announceSoon("look", {});
    else tell(message.data);
  }

  /** @param {Hello} hello */
  function greet({ newest, now }) {
    body.dispatchEvent(new CustomEvent("hello", { detail: { now }, bubbles: true }));
    const ours = Object.fromEntries(Object.keys(seen).map((topic) => [topic, newest[topic] || 0]));
    if (isNewer(ours)) announceSoon("look", {});
    seen = ours;
    body.dataset.heard = String(Math.max(0, ...Object.values(seen)));
  }

  /** @param {Told} told */
  function tell(told) {
    const mine = told.topics.filter((topic) => topic in seen);
    if (!mine.length) return;
    for (const topic of mine) seen[topic] = told.version;
    announce("heard", told);
    if (told.clock) announce("clock", told);
    announceSoon(`told:${told.kind}`, told);
  }

  /** @param {boolean} closed */
  function lost(closed) {
    lostSince ??= performance.now();
    if (!polling) polling = setInterval(look, every);
    setTimeout(() => {
      if (lostSince !== null && performance.now() - lostSince >= patience - 1) body.classList.add("is-lost");
    }, patience);
    if (closed) setTimeout(again, Math.min(every, 3000));
  }

  function look() {
    announce("look", {});
  }

  function found() {
    lostSince = null;
    clearInterval(polling);
    polling = 0;
    body.classList.remove("is-lost");
  }

  let again = () => {};
  /** @type {(() => void) | null} */
  let renew = null; // once there is a stream: opens it anew with another ticket

  function listenHere() {
    /** @type {EventSource | null} */
    let source = null;
    const open = () => {
      if (source) source.close();
      if (document.visibilityState !== "visible") return; // HTTP/1.1 allows six connections to all tabs of a browser
      const stream = new EventSource(`/live/events?t=${encodeURIComponent(ticket)}`);
      source = stream;
      for (const name of /** @type {const} */ (["hello", "told", "look"]))
        stream.addEventListener(name, (event) => hear({ name, data: JSON.parse(event.data) }));
      stream.onerror = () => hear({ name: "lost", closed: stream.readyState === EventSource.CLOSED });
    };
    again = () => {
      if (!source || source.readyState === EventSource.CLOSED) open();
    };
    renew = open;
    document.addEventListener("visibilitychange", open);
    open();
  }

  function listenTogether() {
    const worker = new SharedWorker(body.dataset.worker ?? "");
    const port = worker.port;
    port.onmessage = ({ data }) => hear(data);
    port.start();
    port.postMessage({ ticket });
    again = () => port.postMessage({ again: true });
    renew = () => port.postMessage({ ticket });
    addEventListener("pagehide", () => port.postMessage({ bye: true }));
    addEventListener("pageshow", (event) => event.persisted && port.postMessage({ ticket }));
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && again());
    worker.onerror = listenHere;
  }

  function listen() {
    if (typeof SharedWorker === "undefined" || !body.dataset.worker) listenHere();
    else listenTogether();
  }

  body.addEventListener("ticket", ({ detail }) => {
    ticket = detail.ticket;
    seen = detail.seen;
    if (renew) renew();
    else listen();
  });

  if (ticket) listen();
})();
