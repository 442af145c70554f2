// The umpire's page: one page that never navigates. What is known comes from the server; what is typed goes to the
// outbox; everything on screen is drawn from these two and the draft of a hand. Here its parts are put together:
//   known.js, hands.js, table.js   what is known          draft.js, outbox.js   what is typed
//   commands.js                    what an umpire does    screen.js, views/     what is shown

import { Commands } from "./commands.js";
import { nameOfDevice } from "./device.js";
import { Draft } from "./draft.js";
import { Hands } from "./hands.js";
import { openHelp } from "./help.js";
import { isAccepting, isOfHand } from "./items.js";
import { Known } from "./known.js";
import { showMessage } from "./message.js";
import { Outbox } from "./outbox.js";
import { notTaken, report, reportTrouble } from "./report.js";
import { labelCall, Screen } from "./screen.js";
import { identify } from "./server.js";
import { Table } from "./table.js";
import { letGo } from "./views/refused.js";

const MILLISECONDS_BETWEEN_HEARTBEATS = 10000;

const root = /** @type {HTMLElement} */ (document.getElementById("umpire"));
const { address = "", token = "", key = "", device: given = "" } = root.dataset;
const prefix = `turntable.${key}.`;
const app = /** @type {App} */ ({ root });
const redraw = () => app.screen.redraw();

const device = nameOfDevice(given);
identify(device);
const firstState = JSON.parse(document.getElementById("state")?.textContent ?? "null");
if (device !== given) firstState.tablets = []; // the server does not know yet that this is the same tablet

app.draft = new Draft(`${prefix}draft`, () => {
  app.screen.message = "";
  redraw();
});
app.known = new Known({
  address,
  token,
  state: firstState,
  turned: (before) => {
    app.screen.chosen = null;
    app.screen.roundBefore = before;
  },
  letIn: (signedOut) => {
    app.outbox.signedOut = signedOut;
    redraw();
  },
  changed: () => {
    showMessage(app.known.state);
    letGo(app);
    redraw();
  },
});
app.outbox = new Outbox({
  key: `${prefix}outbox`,
  address,
  token: () => app.known.token,
  renew: () => app.known.refresh(),
  now: () => ({
    round: app.known.state.round,
    received: app.known.state.hands.length,
    edited: app.draft.hand?.mending ?? null,
  }),
  // Whoever accepts has chosen first: the server must not ask again because it has not heard of that yet.
  besides: (item) => (isAccepting(item) ? { trouble: notTaken(app) } : {}),
  changed: () => {
    redraw();
    reportTrouble(app);
  },
  done: (item, answer) => {
    app.commands.acknowledged(item, answer);
    if (isOfHand(item)) report(app);
  },
});
app.hands = new Hands(app);
app.table = new Table(app);
app.commands = new Commands(app, `${prefix}seated`, `${prefix}asked`);
app.screen = new Screen(app, `${prefix}seated`);
app.screen.goOn();

// What waits is sent before anything is drawn.
app.outbox.hurry();
report(app);
setInterval(() => report(app), MILLISECONDS_BETWEEN_HEARTBEATS);
app.known.listen();
document.body.addEventListener("phase", ({ detail }) => {
  app.screen.clockTurned(detail);
  redraw();
});
document.addEventListener("time", redraw); // how long something can be taken back is counted in the server's
addEventListener("resize", redraw); // turned round: whoever is counted stays in sight
document.getElementById("open-help")?.addEventListener("click", openHelp);
document.getElementById("call")?.addEventListener("click", () => app.commands.callOrganiser());
for (const name of ["online", "offline"]) addEventListener(name, redraw);
addEventListener("online", () => app.known.refresh());
new MutationObserver(() => labelCall(app)).observe(document.body, { attributeFilter: ["class"] }); // live.js: is-lost

// A keyboard, where there is one: digits type a total.
document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
  const { draft, screen } = app;
  if (screen.view !== "count" || !draft.isDecided || draft.count.at === null || ctrlKey || metaKey || altKey) return;
  if (target.closest("dialog, input, select, textarea")) return;
  if (/^\d$/.test(key)) {
    draft.type(true);
    draft.digit(key);
  } else if (key === "Backspace" && draft.count.typing) draft.rubOut();
});

showMessage(app.known.state);
redraw();
