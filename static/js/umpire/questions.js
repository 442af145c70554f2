// What is asked before the first hand: seats that nobody ticked, and who deals. It is asked until it is answered, and of
// whoever came after the answer anew.

import { read, write } from "./store.js";

/** @typedef {{ round: number, entries: Entry[], dealer: boolean }} Answered */
/** @typedef {{ unticked: Player[], dealer: boolean }} Open */

export class Questions {
  /** @param {Pick<App, "hands" | "table">} app @param {string} key */
  constructor({ hands, table }, key) {
    this.hands = hands;
    this.table = table;
    this.key = key;
  }

  /** @returns {Answered} */
  get answered() {
    const { round } = this.table.state;
    const none = { round, entries: [], dealer: false };
    const kept = read(this.key, none);
    return kept.round === round ? kept : none;
  }

  /**
   * What nobody has answered yet. Once a hand is written down, nothing.
   * @returns {Open}
   */
  get open() {
    if (this.hands.rows.length) return { unticked: [], dealer: false };
    const { entries, dealer } = this.answered;
    return {
      unticked: this.table.unticked.filter((player) => !entries.includes(player.entry)),
      dealer: this.table.firstDealer === null && !dealer,
    };
  }

  get any() {
    return this.open.unticked.length > 0 || this.open.dealer;
  }

  /**
   * The umpire has seen what was asked, and goes on or back all the same. Whoever was ticked meanwhile is asked for
   * again if that tick is lost.
   * @param {Open} asked
   */
  answer({ unticked, dealer }) {
    const { round, ...before } = this.answered;
    const still = this.table.unticked.map((player) => player.entry).filter((entry) => before.entries.includes(entry));
    const entries = [...still, ...unticked.map((player) => player.entry)];
    write(this.key, { round, entries, dealer: before.dealer || dealer });
  }
}
