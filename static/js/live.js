// A live page. The body carries a ticket and how new the page is:
//
//   <body data-ticket="…" data-seen='{"competition:7": 1763}' data-spread="3000">
//
// What changes is announced on the body as events that htmx listens to: `told:table`, `told:clock`, … for a kind of
// thing, and `look` when anything may have changed. `clock` events carry a clock's new facts, `heard` everything that
// was told, at once and one by one. With data-spread each
// device waits a random while first, so that a hall full of phones does not ask in the same moment.
// If the stream is lost, a small sign says so and the page looks for itself every few seconds. A page that stays open
// for days, or is let in to something new, is given another ticket by a `ticket` event on the body.

"use strict";

(() => {
  const body = document.body;
  let ticket = body.dataset.ticket;
  if (typeof EventSource === "undefined") return;

  let seen = JSON.parse(body.dataset.seen || "{}");
  const spread = Number(body.dataset.spread || 0);
  const patience = Number(body.dataset.patience || 5000);
  const every = Number(body.dataset.every || 10000);
  let lostSince = null;
  let polling = null;
  let carried = true; // whether the stream tells of all that this page shows

  // Who is asking already, and would drop what is announced meanwhile, asks once more: its answer may be older than that.
  const ASKING = '[hx-sync="this:drop"].htmx-request';
  let missed = false;
  body.addEventListener("htmx:afterRequest", () => {
    if (missed) setTimeout(look, 100);
    missed = false;
  });

  function announce(name, detail) {
    if (document.querySelector(ASKING)) missed = true;
    body.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  const waiting = new Map();
  function announceSoon(name, detail) {
    if (!spread) return announce(name, detail);
    clearTimeout(waiting.get(name));
    waiting.set(
      name,
      setTimeout(() => announce(name, detail), Math.random() * spread),
    );
  }

  const isNewer = (newest) => Object.keys(seen).some((topic) => (newest[topic] || 0) !== seen[topic]);

  function hear({ name, data, closed }) {
    if (name === "lost") return lost(closed);
    if (name === "hello") carried = Object.keys(seen).every((topic) => topic in data.newest);
    if (!carried) return lost(false); // the ticket is days old, or one of too many
    found();
    if (name === "hello") {
      const newest = Object.fromEntries(Object.keys(seen).map((topic) => [topic, data.newest[topic] || 0]));
      if (isNewer(newest)) announceSoon("look", {});
      seen = newest;
      body.dataset.heard = Math.max(0, ...Object.values(seen));
    } else if (name === "look") {
      announceSoon("look", {});
    } else if (name === "told") {
      const mine = data.topics.filter((topic) => topic in seen);
      if (!mine.length) return;
      for (const topic of mine) seen[topic] = data.version;
      if (data.clock) announce("clock", data);
      announce("heard", data);
      announceSoon(`told:${data.kind}`, data);
    }
  }

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
    polling = null;
    body.classList.remove("is-lost");
  }

  let again = () => {};
  let renew = null; // once there is a stream: opens it anew with another ticket

  function listenHere() {
    let source = null;
    const open = () => {
      if (source) source.close();
      if (document.visibilityState !== "visible") return; // HTTP/1.1 allows six connections to all tabs of a browser
      source = new EventSource(`/live/events?t=${encodeURIComponent(ticket)}`);
      for (const name of ["hello", "told", "look"])
        source.addEventListener(name, (event) => hear({ name, data: JSON.parse(event.data) }));
      source.onerror = () => hear({ name: "lost", closed: source.readyState === EventSource.CLOSED });
    };
    again = () => {
      if (!source || source.readyState === EventSource.CLOSED) open();
    };
    renew = open;
    document.addEventListener("visibilitychange", open);
    open();
  }

  function listenTogether() {
    const worker = new SharedWorker(body.dataset.worker);
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
