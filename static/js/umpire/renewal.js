// A page that stayed open while the server was upgraded delivers what it holds, and then loads itself anew.

import { allKept } from "./store.js";

const MILLISECONDS_OF_SPREAD = 3000; // not all tablets of a hall in the same moment
let waits = false;

/** Asked whenever something changed: a moment later, unless somebody has begun something meanwhile. @param {App} app */
export function renewIfOutdated(app) {
  if (waits || !isOutdated(app) || !isIdle(app)) return;
  waits = true;
  setTimeout(
    () => {
      waits = false;
      if (isIdle(app)) renew(app);
    },
    500 + Math.random() * MILLISECONDS_OF_SPREAD,
  );
}

/**
 * Whether the page was at the result when it loaded itself anew: the umpire need not say again that no hand was going on.
 * Told once, to whoever asks first.
 * @param {App} app
 */
export function wasAtResult({ known }) {
  const { resultOf = null, ...kept } = history.state ?? {};
  if (resultOf !== null) history.replaceState({ ...kept }, "");
  return resultOf === known.state.round;
}

/**
 * Once for each version: of several servers one may still be the old one.
 * @param {App} app
 */
function isOutdated({ root, known: { state } }) {
  const { version } = state;
  return Boolean(version) && version !== root.dataset.version && history.state?.renewedFor !== version;
}

/**
 * Whether nothing would be lost: everything is delivered but what waits for a person, which is kept, nobody is
 * counting or being asked, and no undone hand can still be put back.
 * @param {App} app
 */
function isIdle({ commands, draft, outbox, screen }) {
  const nothingOnlyHere = allKept() || (!outbox.items.length && !draft.hand);
  return (
    nothingOnlyHere &&
    !outbox.busy &&
    !outbox.failures &&
    outbox.items.every((item) => item.trouble) &&
    screen.view !== "count" &&
    !commands.playsOff &&
    !commands.undone &&
    !document.querySelector("dialog[open]")
  );
}

/** @param {App} app */
function renew({ known, outbox, screen }) {
  const { round, version } = known.state;
  history.replaceState({ renewedFor: version, resultOf: screen.view === "finish" ? round : null }, "");
  outbox.mayLeave();
  location.reload();
}
