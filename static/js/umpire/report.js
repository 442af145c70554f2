// The board sees that this tablet is there, how far it has counted, and what was not taken.

import { isConflict } from "./items.js";
import { pointsBySeat, sentence } from "./views/refused.js";

const HEARTBEATS_UNTIL_IT_LOOKS_AGAIN = 3; // the stream may be silent because it is lost
let heard = 0;
/** @type {string | null} */
let toldOf = null; // the request of the trouble that the board was last told of

/** @param {App} app */
export async function report(app) {
  const { outbox, known } = app;
  const trouble = notTaken(app);
  toldOf = trouble?.request ?? null;
  const answer = await outbox.send("here", {
    request: "here",
    counting: counting(app),
    trouble,
    at_result: app.screen.view === "finish",
  });
  heard += 1;
  if (answer?.signed_out) known.letIn(answer.signed_out);
  else if (
    answer?.ok &&
    (answer.tablets !== known.state.tablets.filter((tablet) => tablet.here).length ||
      heard % HEARTBEATS_UNTIL_IT_LOOKS_AGAIN === 0)
  )
    known.refresh();
}

/** What was not taken is told at once, and so is that somebody has settled it. @param {App} app */
export function reportTrouble(app) {
  if ((notTaken(app)?.request ?? null) !== toldOf) report(app);
}

/** @param {App} app */
function counting({ draft, hands }) {
  if (!draft.hand) return null;
  return { number: hands.numberOf(draft.hand), done: draft.count.players.filter((entry) => draft.isCounted(entry)) };
}

/**
 * A hand that was not taken, of this round before an older one. Once the sheet is in only the organiser can choose, so
 * they are told of both values, whatever it was refused for.
 * @param {App} app
 */
export function notTaken({ known: { state }, outbox }) {
  const stuck = outbox.items.filter((item) => item.trouble && item.body.held);
  const item = stuck.find(({ body }) => body.round === state.round) ?? stuck[0];
  if (!item) return null;
  const { request, body, trouble } = item;
  const recorded = state.accepted && body.round === state.round ? state.hands[(body.number ?? 0) - 1] : null;
  const theirs = isConflict(item) ? trouble?.theirs : recorded;
  const both = theirs ? { theirs: pointsBySeat(state, theirs), mine: pointsBySeat(state, body) } : {};
  return { request, hand: body.number, round: body.round, said: sentence(trouble ?? {}), body, ...both };
}
