// Everything that is to be written goes through here: kept on the tablet first, then sent with its request id, in
// order, until the server itself acknowledges it. A captive portal's 200 or a proxy's error page acknowledges nothing:
// only our own words with this very request id do.
//
// An item is { request, verb, body, names, tried, trouble }. `tried`: it was sent, so it may have arrived. `trouble`: the
// server's refusal. A change or deletion of a hand that is itself still here names that one's request in `body.of`.

import { isKept, newRequest, read, readKept, write } from "./store.js";

const PAUSES = [1000, 2000, 4000, 8000, 15000];
const PATIENCE = 20000;
const HANDS = ["record", "change", "delete"];
const IN_ORDER = [...HANDS, "lot", "accept", "nod"];

export const isOfHand = (item) => HANDS.includes(item.verb);

// Two wrote the same hand, and a person has to choose.
export const isConflict = ({ body, trouble }) => Boolean(trouble?.stale && trouble.theirs?.held && body.held);

export class Outbox {
  // `now` tells what only the others know: { round, received, edited }; `token` and `renew` are the server's pass to send.
  constructor({ key, address, token, renew, now, changed, done }) {
    Object.assign(this, { key, address, token, renew, now, changed, done });
    this.items = read(key, []);
    this.gone = new Set();
    this.failures = 0;
    this.signedOut = "";
    this.busy = false;
    this.leaving = false;
    this.timer = null;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    addEventListener("storage", (event) => event.key === key && this.reload());
    addEventListener("beforeunload", (event) => this.items.length && !this.leaving && event.preventDefault());
  }

  // Our own way out, after which everything is sent: the browser need not ask whether to leave the page.
  mayLeave() {
    this.leaving = true;
  }

  // Another tab of this tablet wrote something.
  reload() {
    this.items = this.latest();
    this.changed();
    this.hurry();
  }

  // What is written down is the truth, as long as this tab can write there too. If it cannot, both count.
  latest() {
    const kept = readKept(this.key, []);
    if (isKept(this.key)) return kept;
    const mine = new Set(this.items.map((item) => item.request));
    return [...kept.filter(({ request }) => !mine.has(request) && !this.gone.has(request)), ...this.items];
  }

  rewrite(change) {
    const before = this.latest();
    this.items = change(before);
    const left = new Set(this.items.map((item) => item.request));
    for (const { request } of before) if (!left.has(request)) this.gone.add(request);
    write(this.key, this.items);
  }

  find(request) {
    return this.items.find((item) => item.request === request);
  }

  add(verb, body, names = {}) {
    this.rewrite((items) => [...items, { request: newRequest(), verb, body, names, tried: false, trouble: null }]);
    this.go();
  }

  // It takes the same place under a new id. A new hand gets its number when it is sent.
  again(request, { verb, ...body }) {
    const { number: _, ...anew } = body;
    this.rewrite((items) =>
      items.map((item) =>
        item.request !== request
          ? item
          : {
              ...item,
              request: newRequest(),
              verb: verb ?? item.verb,
              body: item.verb === "record" ? anew : body,
              tried: false,
              trouble: null,
            },
      ),
    );
    this.go();
  }

  takeBack(request) {
    this.rewrite((items) => items.filter((item) => item.request !== request));
    this.go();
  }

  // Whoever typed it corrects what still waits here, or takes it back (body null). False if it is not here any more.
  amend(request, body, why) {
    const item = this.latest().find((one) => one.request === request);
    if (!item) return false;
    const { round, number, version, base, of } = item.body;
    if (item.tried && !item.trouble)
      this.add(body ? "change" : "delete", { ...body, round, why, of: request }, item.names);
    else if (body)
      this.again(request, {
        ...item.body,
        ...body,
        sure: undefined,
        ...(item.verb === "record" ? { base } : { number, version, of }),
      });
    else if (item.verb === "change") this.again(request, { verb: "delete", round, number, version, of, why });
    else this.takeBack(request);
    return true;
  }

  // Confirmed by a person: the same, and sure.
  confirm(request) {
    const item = this.find(request);
    if (item) this.again(request, { ...item.body, sure: true });
  }

  // The hand of this item is on the sheet now (or, deleted, is not): those that wait behind it come after it.
  count(request, by) {
    this.rewrite((items) =>
      items.map((item) =>
        item.verb !== "record" || item.request === request
          ? item
          : { ...item, body: { ...item.body, base: item.body.base + by } },
      ),
    );
  }

  go() {
    this.changed();
    this.hurry();
  }

  hurry() {
    clearTimeout(this.timer);
    this.failures = 0;
    this.pump();
  }

  // What concerns hands is sent in order: behind one that is not taken, or is just being corrected, others wait. What
  // does not concern them waits for none, nor does this round for an old one.
  get due() {
    const { round, edited } = this.now();
    let stuck = false;
    return this.items.find((item) => {
      const waits = item.trouble || item.request === edited;
      const ordered = IN_ORDER.includes(item.verb);
      const sends = !waits && !(ordered && stuck);
      stuck ||= ordered && waits && item.body.round === round;
      return sends;
    });
  }

  async pump() {
    if (this.busy) return;
    const { request } = this.due ?? {};
    if (!request) return;
    this.busy = true;
    this.rewrite((items) =>
      items.map((item) => (item.request === request ? { ...item, tried: true, body: this.numbered(item) } : item)),
    );
    const item = this.find(request);
    const answer = item ? await this.send(item.verb, { ...item.body, request }) : null;
    this.busy = false;
    this.settle(item, answer);
  }

  // A new hand follows those that were there when it was counted, and this tablet's own since. If others were deleted
  // meanwhile it moves up; if another tablet was quicker it meets that one's hand, and a person chooses.
  numbered({ verb, tried, body }) {
    if (verb !== "record" || (tried && body.number)) return body;
    return { ...body, number: Math.min(body.base, this.now().received) + 1 };
  }

  // The server's own answer to this very request, or null.
  async send(verb, body, second = false) {
    const stop = new AbortController();
    const patience = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(`${this.address}do/${verb}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token() },
        body: JSON.stringify(body),
        signal: stop.signal,
        redirect: "error",
        cache: "no-store",
      });
      const said = await answer.json().catch(() => null);
      if (said?.turntable === 1) return said.request === body.request ? said : null;
      if (answer.status !== 403 || second) return null;
    } catch {
      return null;
    } finally {
      clearTimeout(patience);
    }
    await this.renew(); // somebody signed in or out in this browser: the old pass is no good any more
    return this.send(verb, body, true);
  }

  settle(item, answer) {
    const here = item && this.latest().find((one) => one.request === item.request);
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
    if (answer.ok) this.taken(here, answer.answer);
    else this.refused(here, answer);
    this.done(here, answer);
    this.changed();
    this.pump();
  }

  // Whatever corrects it knows now which hand, and which version of it.
  taken({ request, verb }, said) {
    this.rewrite((items) =>
      items
        .filter((one) => one.request !== request)
        .map((one) =>
          one.body.of !== request
            ? one
            : { ...one, body: { ...one.body, of: undefined, number: said.hand, version: said.version } },
        ),
    );
    if (verb === "record") this.count(request, 1);
    if (verb === "delete") this.count(request, -1);
  }

  // If it was corrected meanwhile, the correction takes its place.
  refused(item, answer) {
    const next = this.items.find((one) => one.body.of === item.request);
    this.rewrite((items) =>
      items
        .map((one) => (one.request === item.request ? { ...one, trouble: answer } : one))
        .filter((one) => one.request !== next?.request),
    );
    if (next) this.amend(item.request, next.verb === "delete" ? null : next.body, next.body.why);
  }
}
