// The board sees that this tablet is there, how far it has counted, and what was not taken.

import { isConflict } from "./outbox.js";
import { pointsBySeat, sentence } from "./trouble.js";

const LOOK_AGAIN = 3; // so many heartbeats without a word from the stream
let heard = 0;

export async function report(app) {
  const { outbox, known } = app;
  const answer = await outbox.send("here", { request: "here", counting: counting(app), trouble: notTaken(app) });
  heard += 1;
  if (answer?.signed_out) known.letIn(answer.signed_out);
  else if (
    answer?.ok &&
    (answer.tablets !== app.state.tablets.filter((one) => one.here).length || heard % LOOK_AGAIN === 0)
  )
    known.refresh();
}

function counting({ draft, hands }) {
  if (!draft.open) return null;
  return { number: hands.numberOf(draft.hand), done: draft.hand.players.filter((entry) => draft.isCounted(entry)) };
}

function notTaken({ hands, state }) {
  const stuck = hands.items.find((item) => item.trouble && item.body.held);
  if (!stuck) return null;
  const { request, body, trouble } = stuck;
  const both = isConflict(stuck)
    ? { theirs: pointsBySeat(state, trouble.theirs), mine: pointsBySeat(state, body) }
    : {};
  return { request, hand: body.number, said: sentence(trouble), body, ...both };
}
