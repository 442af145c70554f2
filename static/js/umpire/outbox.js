// Everything to be written is kept on the tablet first, then sent in order, each with its request id, until the server's
// own words with this id acknowledge it. A captive portal's 200 or a proxy's error page acknowledges nothing.

import { isOrdered, KeptItems, shifted } from "./items.js";
import { send } from "./server.js";
import { newRequest } from "./store.js";

const FAILURES_UNTIL_IT_IS_LOST = 2;
const MILLISECONDS_BETWEEN_TRIES = [1000, 2000, 4000, 8000, 15000];

export class Outbox {
  /**
   * `now` tells what only the others know; `token` and `renew` are the server's pass to send; `besides` is what has to be
   * told with an item as it is at that moment.
   * @param {{ key: string, address: string, token: () => string, renew: () => Promise<void> | null,
   *   now: () => { round: number, received: number, edited: string | null }, besides: (item: Item) => object,
   *   changed: () => void, done: (item: Item, answer: Answer) => void }} parts
   */
  constructor({ key, address, token, renew, now, besides, changed, done }) {
    this.address = address;
    this.token = token;
    this.renew = renew;
    this.now = now;
    this.besides = besides;
    this.changed = changed;
    this.done = done;
    this.kept = new KeptItems(key);
    this.failures = 0;
    this.isLost = false; // until something arrives again
    this.signedOut = "";
    this.later = ""; // why the server itself says that it cannot save now
    this.busy = false;
    this.leaving = false;
    this.timer = 0;
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
    this.kept.reload();
    this.changed();
    this.hurry();
  }

  get items() {
    return this.kept.items;
  }

  /** @param {string} request */
  find(request) {
    return this.items.find((item) => item.request === request);
  }

  /** @param {Verb} verb @param {Sending} body @param {Record<Entry, string>} names */
  add(verb, body, names = {}) {
    this.kept.rewrite((items) => [...items, { request: newRequest(), verb, body, names, tried: false, trouble: null }]);
    this.go();
  }

  /**
   * It takes the same place under a new id. A new hand gets its number when it is sent.
   * @param {string} request @param {Sending & { verb?: Verb }} change
   */
  again(request, { verb, ...body }) {
    const { number: _, ...anew } = body;
    this.kept.rewrite((items) =>
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

  /** @param {string} request */
  takeBack(request) {
    this.kept.rewrite((items) => items.filter((item) => item.request !== request));
    this.go();
  }

  /**
   * Whoever typed it corrects what still waits here, or takes it back (body null). False if it is not here any more.
   * @param {string} request @param {Sending | null} body @param {HandReason} [reason]
   */
  amend(request, body, { why, note } = {}) {
    const item = this.kept.latest().find((waiting) => waiting.request === request);
    if (!item) return false;
    const { round, number, version, base, of, after_warning } = item.body;
    if (item.tried && !item.trouble)
      this.add(body ? "change" : "delete", { ...body, round, why, note, of: request }, item.names);
    else if (body)
      this.again(request, {
        ...item.body,
        ...body,
        sure: undefined,
        ...(item.verb === "record" ? { base, after_warning } : { number, version, of }),
      });
    else if (item.verb === "change") this.again(request, { verb: "delete", round, number, version, of, why, note });
    else this.takeBack(request);
    return true;
  }

  /** Confirmed by a person: the same, and sure. @param {string} request */
  confirm(request) {
    const item = this.find(request);
    if (item) this.again(request, { ...item.body, sure: true });
  }

  /**
   * The hand of this item is on the sheet now (or, deleted, is not): those that wait behind it come after it.
   * @param {string} request @param {number} by
   */
  count(request, by) {
    this.kept.rewrite((items) =>
      items.map((item) =>
        item.verb !== "record" || item.request === request ? item : { ...item, body: shifted(item.body, by) },
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
      const ordered = isOrdered(item);
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
    this.kept.rewrite((items) =>
      items.map((item) => (item.request === request ? { ...item, tried: true, body: this.numbered(item) } : item)),
    );
    const item = this.find(request);
    const answer = item ? await this.send(item.verb, { ...item.body, ...this.besides(item), request }) : null;
    this.busy = false;
    this.settle(item, answer);
  }

  /**
   * A new hand follows those that were there when it was counted, and this tablet's own since. If others were deleted
   * meanwhile it moves up; if another tablet was quicker it meets that one's hand, and a person chooses.
   * @param {Item} item
   * @returns {Sending}
   */
  numbered({ verb, tried, body }) {
    if (verb !== "record" || (tried && body.number)) return body;
    return { ...body, number: Math.min(body.base ?? Infinity, this.now().received) + 1 };
  }

  /**
   * The server's own answer to this very request, or null.
   * @param {Verb} verb @param {Sending} body @param {boolean} second
   * @returns {Promise<Answer | null>}
   */
  async send(verb, body, second = false) {
    const answer = await send(`${this.address}do/${verb}`, this.token(), body);
    if (answer !== "no pass") return answer;
    if (second) return null;
    await this.renew(); // somebody signed in or out in this browser: the old pass is no good any more
    return this.send(verb, body, true);
  }

  /** @param {Item | undefined} item @param {Answer | null} answer */
  settle(item, answer) {
    const waiting = item && this.kept.latest().find(({ request }) => request === item.request);
    if (!waiting) return this.pump();
    this.later = answer?.later ?? "";
    if (answer === null || answer.signed_out || answer.later) {
      this.signedOut = answer?.signed_out ?? this.signedOut;
      this.failures += 1;
      this.isLost ||= this.failures >= FAILURES_UNTIL_IT_IS_LOST;
      clearTimeout(this.timer);
      const pause = MILLISECONDS_BETWEEN_TRIES[Math.min(this.failures, MILLISECONDS_BETWEEN_TRIES.length) - 1];
      this.timer = setTimeout(() => this.pump(), pause);
      return this.changed();
    }
    Object.assign(this, { signedOut: "", failures: 0, isLost: false });
    if (answer.ok) this.taken(waiting, answer.answer);
    else this.refused(waiting, answer);
    this.done(waiting, answer);
    this.changed();
    this.pump();
  }

  /**
   * Whatever corrects it knows now which hand, and which version of it.
   * @param {Item} item @param {Answer["answer"]} answer
   */
  taken({ request, verb }, answer) {
    const taken = typeof answer === "boolean" ? null : answer;
    const informed = (/** @type {Item} */ item) =>
      item.body.of === request
        ? { ...item, body: { ...item.body, of: undefined, number: taken?.hand, version: taken?.version } }
        : item;
    this.kept.rewrite((items) => items.filter((item) => item.request !== request).map(informed));
    if (verb === "record") this.count(request, 1);
    if (verb === "delete") this.count(request, -1);
  }

  /**
   * If it was corrected meanwhile, the correction takes its place.
   * @param {Item} item @param {Refusal} answer
   */
  refused({ request }, answer) {
    const next = this.items.find((item) => item.body.of === request);
    this.kept.rewrite((items) =>
      items
        .map((item) => (item.request === request ? { ...item, trouble: answer } : item))
        .filter((item) => item.request !== next?.request),
    );
    if (next) this.amend(request, next.verb === "delete" ? null : next.body, next.body);
  }
}
