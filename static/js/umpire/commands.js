// What an umpire does at the table. Each command writes to the draft or to the outbox, and then shows where to go on.

import { write } from "./store.js";

export class Commands {
  /** @param {App} app @param {string} seatedKey */
  constructor(app, seatedKey) {
    this.app = app;
    this.seatedKey = seatedKey;
    this.playsOff = false; // the players have decided to play the play-off hand
    /** @type {(HandFacts & { round: number, number: number, sure: true }) | null} */
    this.undone = null; // the hand that was undone last, to put back
    /** @type {"finish" | null} */
    this.returnsTo = null; // where a change was begun, and goes back to
  }

  /** @param {Verb} verb @param {Sending} body */
  do(verb, body) {
    const { outbox, table } = this.app;
    outbox.add(verb, { round: table.state.round, ...body }, table.names);
  }

  // A hand is counted

  /** @param {Entry | null} entry @param {{ incomplete?: boolean, late?: boolean }} [how] */
  begin(entry, { incomplete = false, late = false } = {}) {
    const { draft, screen, table } = this.app;
    const { nextHand, names } = table;
    if (!nextHand) return;
    const { round, hands } = table.state;
    const { players, playoff } = nextHand;
    this.returnsTo = null;
    draft.begin({ round, base: hands.length, players, names, out: entry, incomplete, playoff, late });
    screen.show("count");
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
      { ...row, number, base: undefined, players, round: table.state.round, names: table.names },
      item ? { request: item.request } : { version: row.version },
    );
    screen.show("count");
  }

  /** The one next thing of a count, as it is now: fingers may be quicker than the screen. */
  goOn() {
    const { draft, screen, table } = this.app;
    const entry = draft.hand?.at ?? null;
    if (entry === null || !draft.isCounted(entry) || table.whyImpossible()) return screen.redraw();
    if (draft.missing.length) draft.turnTo(draft.next);
    else this.save();
  }

  save() {
    const { draft, outbox, screen, table } = this.app;
    const { hand } = draft;
    if (!hand) return; // tapped twice
    const body = { ...draft.body, warned: table.isAfterTheWarning };
    this.undone = null;
    this.playsOff = false;
    draft.leave();
    if (!hand.mending || !outbox.amend(hand.mending, body, "recounted")) this.send(hand, body);
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
      outbox.add("change", { ...body, number: number ?? undefined, version, why: "recounted" }, names);
    else outbox.add("record", { ...body, base: body.base ?? table.state.hands.length }, names);
  }

  /**
   * The last hand was a mistake: one tap, and one tap to put it back.
   * @param {Row} row
   */
  undo(row) {
    const { screen, table } = this.app;
    const { round } = table.state;
    const { number, out, last_card, held, playoff, late } = row;
    this.remove(row, "undone by the umpire");
    this.undone = { round, number, out, last_card, held, playoff, late, sure: true };
    if (playoff) screen.chosen = "finish"; // back to the tie
    write(this.seatedKey, round); // a hand was played: nobody is asked to sit down again
    screen.redraw();
  }

  /** @param {Row} row @param {string} why */
  remove(row, why) {
    if (row.item && this.app.outbox.amend(row.item.request, null, why)) return;
    this.do("delete", { number: row.on || undefined, version: row.version, why });
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
    if (!answer.ok) return;
    known.acknowledge(item, answer.answer);
    if (answer.answer && (verb === "record" || verb === "change")) draft.arrived(request, answer.answer);
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

  /** Everybody sits: the umpire says so, whatever the clock does meanwhile. */
  play() {
    write(this.seatedKey, this.app.table.state.round);
    this.app.screen.show("play");
  }

  playOff() {
    this.playsOff = true;
    this.app.screen.show("play");
  }
}
