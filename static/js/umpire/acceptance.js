// The sheet is in, because the last player agreed or the umpire accepted; for a moment the table can take that back, on
// every page that shows it. It is in at once: nothing is lost if the tablet is closed meanwhile.

const SECONDS_TO_TAKE_BACK = 10; // the server gives it some more, for the way
const MILLISECONDS_OF_A_TICK = 1000;

/** Until when, as long as the server has not said it itself. */
export const takeBackUntil = () => {
  const now = serverTime.now();
  return now === null ? null : now + SECONDS_TO_TAKE_BACK * 1000;
};

export class Acceptance {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.timer = 0;
  }

  get secondsLeft() {
    const { accepted, take_back_until: until } = this.app.table.state;
    const now = serverTime.now();
    if (!accepted || !until || now === null) return 0;
    return Math.min(SECONDS_TO_TAKE_BACK, Math.max(0, Math.ceil((until - now) / 1000)));
  }

  /** While it can be taken back, the page says for how long. */
  tick() {
    if (this.timer || !this.secondsLeft) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.app.screen.redraw();
    }, MILLISECONDS_OF_A_TICK);
  }

  takeBack() {
    const { commands, outbox, screen } = this.app;
    if (outbox.items.some((item) => item.verb === "take_back")) return; // tapped twice
    screen.chosen = "finish";
    commands.do("take_back", {});
  }
}
