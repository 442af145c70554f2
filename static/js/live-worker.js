// One stream for all tabs of a browser: HTTP/1.1 allows six connections per host, and the seventh tab would hang.
// Each tab brings its ticket; the stream is opened anew with all of them whenever one comes.

"use strict";

/** @type {Map<MessagePort, string>} */
const tabs = new Map(); // port → ticket
/** @type {EventSource | null} */
let source = null;
let carried = "";
/** @type {LiveMessage | null} */
let last = null; // what the newest tab must be told at once

/** @param {LiveMessage} message */
function tell(message) {
  for (const port of tabs.keys()) port.postMessage(message);
}

function open() {
  const tickets = [...new Set(tabs.values())].slice(-20);
  const wanted = tickets.map((ticket) => `t=${encodeURIComponent(ticket)}`).join("&");
  if (source && wanted === carried && source.readyState !== EventSource.CLOSED) return;
  if (source) source.close();
  carried = wanted;
  const stream = new EventSource(`/live/events?${wanted}`);
  source = stream;
  for (const name of /** @type {const} */ (["hello", "told", "look"])) {
    stream.addEventListener(name, (event) => {
      const message = { name, data: JSON.parse(event.data) };
      if (name === "hello") last = message;
      tell(message);
    });
  }
  stream.onerror = () => {
    last = null;
    tell({ name: "lost", closed: stream.readyState === EventSource.CLOSED });
  };
}

self.onconnect = (event) => {
  const port = event.ports[0];
  port.onmessage = ({ data }) => {
    if (data.bye) tabs.delete(port);
    else if (data.again) open();
    else {
      tabs.set(port, data.ticket);
      const before = source;
      open();
      if (before === source && last) port.postMessage(last);
    }
  };
  port.start();
};
