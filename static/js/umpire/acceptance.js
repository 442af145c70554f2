// The sheet is in, because the last player agreed or the umpire accepted; for a moment this tablet can take that back. It
// is in at once: nothing is lost if the tablet is closed meanwhile.

const SECONDS_TO_TAKE_BACK = 10; // the server gives it some more, for the way
const MILLISECONDS_OF_A_TICK = 1000;

export class Acceptance {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {number | null} */
    this.at = null; // when this tablet heard that its sheet is in
  }

  begin() {
    this.at = performance.now();
    const ticking = setInterval(() => {
      if (!this.secondsLeft) clearInterval(ticking);
      this.app.screen.redraw();
    }, MILLISECONDS_OF_A_TICK);
  }

  get secondsLeft() {
    if (this.at === null || !this.app.table.state.accepted) return 0;
    return Math.max(0, Math.ceil(SECONDS_TO_TAKE_BACK - (performance.now() - this.at) / 1000));
  }

  takeBack() {
    if (this.at === null) return; // tapped twice
    this.at = null;
    this.app.screen.chosen = "finish";
    this.app.commands.do("take_back", {});
  }
}
