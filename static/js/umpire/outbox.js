// Everything that is to be written goes through here: kept on the tablet first, then sent with its request id, in
// order, until the server itself acknowledges it. A captive portal's 200 or a proxy's error page acknowledges nothing:
// only our own words with this very request id do.

import { newRequest, read, write } from "./store.js";

const PAUSES = [1000, 2000, 4000, 8000, 15000];
const PATIENCE = 20000;
const OF_HANDS = ["record", "change", "delete", "lot", "accept", "nod"];

export class Outbox {
  constructor({ key, address, token, changed, done }) {
    Object.assign(this, { key, address, token, changed, done });
    this.items = read(key, []);
    this.safe = true;
    this.failures = 0;
    this.signedOut = "";
    this.busy = false;
    this.timer = null;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    addEventListener("storage", (event) => event.key === key && this.reload());
    addEventListener("beforeunload", (event) => this.items.length && event.preventDefault());
  }

  // Another tab of this tablet wrote something.
  reload() {
    this.items = read(this.key, []);
    this.changed();
    this.hurry();
  }

  keep() {
    this.safe = write(this.key, this.items.length ? this.items : null);
    this.changed();
  }

  find(request) {
    return this.items.find((item) => item.request === request);
  }

  add(verb, body) {
    const item = { request: newRequest(), verb, body, trouble: null };
    this.items = [...read(this.key, this.items), item];
    this.keep();
    this.hurry();
  }

  // A refused thing, mended: it takes the same place under a new id.
  again(request, body) {
    this.items = this.items.map((item) => (item.request === request ? { ...item, request: newRequest(), body, trouble: null } : item));
    this.keep();
    this.hurry();
  }

  takeBack(request) {
    this.items = this.items.filter((item) => item.request !== request);
    this.keep();
    this.hurry();
  }

  // Confirmed by a person: the same, and sure.
  confirm(request) {
    const item = this.find(request);
    if (item) this.again(request, { ...item.body, sure: true });
  }

  hurry() {
    clearTimeout(this.timer);
    this.failures = 0;
    this.pump();
  }

  // Hands are sent in their order: behind one that is not taken, others wait. What is no hand waits for none.
  get due() {
    const stuck = this.items.findIndex((item) => item.trouble && OF_HANDS.includes(item.verb));
    return this.items.find((item, place) => !item.trouble && (stuck < 0 || place < stuck || !OF_HANDS.includes(item.verb)));
  }

  async pump() {
    if (this.busy) return;
    const item = this.due;
    if (!item) return;
    this.busy = true;
    const answer = await this.send(item.verb, { ...item.body, request: item.request });
    this.busy = false;
    this.settle(item, answer);
  }

  // The server's own answer to this very request, or null.
  async send(verb, body) {
    const stop = new AbortController();
    const patience = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(this.address + "do/" + verb, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token() },
        body: JSON.stringify(body),
        signal: stop.signal,
        redirect: "error",
        cache: "no-store",
      });
      const said = await answer.json();
      return said && said.turntable === 1 && said.request === body.request ? said : null;
    } catch {
      return null;
    } finally {
      clearTimeout(patience);
    }
  }

  settle(item, answer) {
    const here = this.find(item.request);
    if (!here) return this.pump();
    if (answer === null || answer.signed_out) {
      this.signedOut = answer ? answer.signed_out : this.signedOut;
      this.failures += 1;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.pump(), PAUSES[Math.min(this.failures, PAUSES.length) - 1]);
      return this.changed();
    }
    this.signedOut = "";
    this.failures = 0;
    if (answer.ok) this.items = this.items.filter((one) => one.request !== item.request);
    else here.trouble = answer;
    this.keep();
    this.done(item, answer);
    this.pump();
  }
}
