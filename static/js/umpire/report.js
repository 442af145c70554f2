// The board sees that this tablet is there, how far it has counted, and what was not taken.

import { isConflict } from "./items.js";
import { pointsBySeat, sentence } from "./views/refused.js";

const HEARTBEATS_UNTIL_IT_LOOKS_AGAIN = 3; // the stream may be silent because it is lost
let heard = 0;

/** @param {App} app */
export async function report(app) {
  const { outbox, known } = app;
  const answer = await outbox.send("here", { request: "here", counting: counting(app), trouble: notTaken(app) });
  heard += 1;
  if (answer?.signed_out) known.letIn(answer.signed_out);
  else if (
    answer?.ok &&
    (answer.tablets !== known.state.tablets.filter((tablet) => tablet.here).length ||
      heard % HEARTBEATS_UNTIL_IT_LOOKS_AGAIN === 0)
  )
    known.refresh();
}

/** @param {App} app */
function counting({ draft, hands }) {
  if (!draft.hand) return null;
  return { number: hands.numberOf(draft.hand), done: draft.count.players.filter((entry) => draft.isCounted(entry)) };
}

/** @param {App} app */
function notTaken({ hands, known }) {
  const stuck = hands.items.find((item) => item.trouble && item.body.held);
  if (!stuck) return null;
  const { request, body, trouble } = stuck;
  const both = isConflict(stuck)
    ? { theirs: pointsBySeat(known.state, trouble?.theirs), mine: pointsBySeat(known.state, body) }
    : {};
  return { request, hand: body.number, said: sentence(trouble ?? {}), body, ...both };
}
