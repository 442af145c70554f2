// What an umpire does at the table. Each command writes to the draft or to the outbox, and then shows where to go on.

import { Acceptance } from "./acceptance.js";
import { doubtOf } from "./doubts.js";
import { Questions } from "./questions.js";
import { report } from "./report.js";
import { write } from "./store.js";
import { askBeforeFirst } from "./views/before-first.js";

export class Commands {
  /** @param {App} app @param {string} seatedKey @param {string} askedKey */
  constructor(app, seatedKey, askedKey) {
    this.app = app;
    this.seatedKey = seatedKey;
    this.questions = new Questions(app, askedKey);
    this.playsOff = false; // the players have decided to play the play-off hand
    /** @type {(HandFacts & { round: number, number: number, sure: true }) | null} */
    this.undone = null; // the hand that was undone last, to put back
    /** @type {"finish" | null} */
    this.returnsTo = null; // where a change was begun, and goes back to
    this.acceptance = new Acceptance(app);
  }

  /** @param {Verb} verb @param {Sending} body */
  do(verb, body) {
    const { outbox, table } = this.app;
    outbox.add(verb, { round: table.state.round, ...body }, table.names);
  }

  // A hand is counted

  /**
   * What is still open before the first hand is asked first: people may have changed after the umpire said that all sit.
   * @param {Entry | null} entry @param {{ incomplete?: boolean, late?: boolean | null }} [how]
   */
  begin(entry, how = {}) {
    this.onceAsked(() => this.count(entry, how));
  }

  /** @param {Entry | null} entry @param {{ incomplete?: boolean, late?: boolean | null }} how */
  count(entry, { incomplete = false, late = false }) {
    const { draft, screen, table } = this.app;
    const { nextHand, names } = table;
    if (!nextHand) return;
    const { players, playoff } = nextHand;
    this.returnsTo = null;
    const uncounted = playoff && table.canPlayOffUncounted(players);
    const place = { round: table.state.round, base: table.state.hands.length, begunAs: this.app.hands.next };
    draft.begin({ ...place, players, names, out: entry, incomplete, playoff, late, uncounted });
    if (uncounted && entry !== null) this.playedOff(entry);
    else screen.show("count");
  }

  /**
   * A play-off asks only who went out: its cards count nowhere, so whoever is not counted has 0.
   * @param {Entry | null} entry
   */
  playedOff(entry) {
    const { draft } = this.app;
    if (!draft.hand) return; // tapped twice
    draft.wentOut(entry);
    for (const other of draft.missing) draft.hold(other, 0);
    this.save();
  }

  /**
   * A hand that is in sight is counted anew: a received one, or one that is still here.
   * @param {Row} row
   */
  change(row) {
    const { draft, screen, table } = this.app;
    const players = table.present
      .map((player) => player.entry)
      .filter((entry) => !row.playoff || row.points[entry] !== undefined);
    const { item } = row;
    const number = item?.verb === "record" ? row.number : row.on;
    this.returnsTo = screen.view === "finish" ? "finish" : null;
    draft.edit(
      {
        ...row,
        ...{ number, base: undefined, players, round: table.state.round, names: table.names },
        uncounted: row.playoff && table.canPlayOffUncounted(players),
      },
      item ? { request: item.request } : { version: row.version },
    );
    screen.show("count");
  }

  /** The one next thing of a count, as it is now: fingers may be quicker than the screen. */
  goOn() {
    const { draft, screen, table } = this.app;
    const entry = draft.hand?.at ?? null;
    if (entry === null || !draft.isCounted(entry) || table.whyImpossible()) return screen.redraw();
    const doubtful = (draft.missing.length ? [entry] : draft.toCount).find((player) => {
      const doubt = doubtOf(this.app, player);
      return doubt && !draft.isSure(player, doubt);
    });
    if (doubtful !== undefined) draft.ask(doubtful);
    else if (draft.missing.length) draft.goOnFrom(entry);
    else this.save();
  }

  /** What looked doubtful is right. @param {Entry} entry */
  isRight(entry) {
    this.app.draft.confirm(entry, doubtOf(this.app, entry));
    this.goOn();
  }

  /**
   * Whether everything that the server would ask about was asked here; whether the bell has stopped it, it may know better.
   * @param {Count} hand
   */
  isSure({ out, late }) {
    const { draft, table } = this.app;
    const asked = late || draft.toCount.some((player) => doubtOf(this.app, player));
    return asked && (out !== null || table.phase === "time-up") ? true : undefined;
  }

  save() {
    const { draft, outbox, screen, table } = this.app;
    const { hand } = draft;
    if (!hand) return; // tapped twice
    const body = { ...draft.body, after_warning: table.isAfterTheWarning, sure: this.isSure(hand) };
    this.undone = null;
    this.playsOff = false;
    draft.leave();
    if (!hand.mending || !outbox.amend(hand.mending, body, { why: "miscounted" })) this.send(hand, body);
    screen.show(this.returnsTo);
  }

  /**
   * What was to be corrected here is on the sheet by now, or never was here.
   * @param {Count} hand @param {Sending} body
   */
  send({ number, editing, mending, names }, body) {
    const { outbox, table } = this.app;
    const received = mending && number ? table.state.hands[number - 1] : null;
    const version = editing ?? received?.version ?? null;
    if (version !== null)
      outbox.add("change", { ...body, number: number ?? undefined, version, why: "miscounted" }, names);
    else outbox.add("record", { ...body, base: body.base ?? table.state.hands.length }, names);
  }

  /**
   * The last hand was a mistake: one tap, and one tap to put it back.
   * @param {Row} row
   */
  undo(row) {
    const { screen, table } = this.app;
    const { round } = table.state;
    const { number, out, last_card, held, playoff, late, after_warning } = row;
    this.remove(row, { why: "undone" });
    this.undone = { round, number, out, last_card, held, playoff, late, after_warning, sure: true };
    if (playoff) screen.chosen = "finish"; // back to the tie
    write(this.seatedKey, round); // a hand was played: nobody is asked to sit down again
    screen.redraw();
  }

  /** @param {Row} row @param {HandReason} reason */
  remove(row, reason) {
    if (row.item && this.app.outbox.amend(row.item.request, null, reason)) return;
    this.do("delete", { number: row.on || undefined, version: row.version, ...reason });
  }

  /** If its deletion has not left the tablet, nothing has happened; otherwise it is recorded again. */
  putBack() {
    const { hands, outbox, table } = this.app;
    if (!this.undone) return;
    const { number: _, ...hand } = this.undone;
    const deletion = hands.rows.findLast((row) => row.gone && row.item?.verb === "delete" && !row.item.tried)?.item;
    this.undone = null;
    if (deletion) outbox.takeBack(deletion.request);
    else outbox.add("record", { ...hand, base: table.state.hands.length }, table.names);
  }

  // What the server has taken

  /** @param {Item} item @param {Answer} answer */
  acknowledged(item, answer) {
    const { draft, known } = this.app;
    const { verb, request } = item;
    if (!answer.ok && verb === "delete") this.undone = null;
    if (!answer.ok && verb === "seats") this.app.outbox.takeBack(request); // it is told anew, if it still is so
    if (!answer.ok) return;
    known.acknowledge(item, answer.answer);
    if (verb === "take_back") known.refresh();
    if (answer.answer && answer.answer !== true && (verb === "record" || verb === "change"))
      draft.arrived(request, answer.answer);
    if (verb === "record") draft.shiftBase(1);
    if (verb === "delete") draft.shiftBase(-1);
  }

  /**
   * A conflict that is decided: the hand of that number is on the sheet.
   * @param {Item} item
   */
  settled(item) {
    if (item.verb !== "record") return;
    this.app.outbox.count(item.request, 1);
    this.app.draft.shiftBase(1);
  }

  // Where to go on

  /** Everybody sits: the umpire says so, whatever the clock does meanwhile. What is open is asked about first. */
  play() {
    this.onceAsked(() => {
      write(this.seatedKey, this.app.table.state.round);
      this.app.screen.show("play");
    });
  }

  /** @param {() => void} goOn */
  onceAsked(goOn) {
    if (this.questions.any) askBeforeFirst(this.app, goOn);
    else goOn();
  }

  /** Called once, and taken back by a second tap: also a call that has not left the tablet. */
  callOrganiser() {
    const { outbox, screen, table } = this.app;
    const waiting = table.call;
    if (waiting && !waiting.tried) outbox.takeBack(waiting.request);
    else if (table.state.flag || waiting) this.do("unflag", {});
    else this.do("flag", { said: "" });
    if (screen.view === "count" && table.call && table.isOffline) screen.say(`${table.nobodyHears}.`);
  }

  /** The umpire has read who sits here now. */
  sawSeats() {
    const seats = this.app.table.state.seats.map(({ seat: number, entry, absent }) => ({ number, entry, absent }));
    this.app.screen.putAway.add("dealer"); // it stood beside
    this.do("seats", { seats });
  }

  /** No hand is going on: the result is shown, and the board hears of it. */
  toResult() {
    const { known, screen, table } = this.app;
    screen.show("finish");
    report(this.app);
    if (table.isBehind) known.refresh();
  }

  playOff() {
    this.playsOff = true;
    this.app.screen.show("play");
  }
}
