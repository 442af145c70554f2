// What can be in a hand, but seldom is, as scoring/rules/doubts.py has it: asked at the table, while the cards lie there.

import { canBeSoMany, pointsHeld } from "./cards.js";

export const POINTS_THAT_ARE_UNUSUAL = 250;

/**
 * What is doubtful about somebody who is counted, or nothing. A play-off's cards count nowhere.
 * @param {App} app @param {Entry} entry
 */
export function doubtOf({ draft, table }, entry) {
  const { held, last, playoff } = draft.count;
  const { deck, drawn_after: drawn } = table.state;
  const theirs = held[entry];
  if (theirs === undefined || playoff) return "";
  const name = table.spoken(table.player(entry));
  const points = pointsHeld(deck, theirs);
  if (points > POINTS_THAT_ARE_UNUSUAL) return `${name} with ${points} points: that is unusual. Sure?`;
  if (theirs === 0) return `${name} didn’t go out: only zeros left?`;
  if (entry === draft.drew && !canBeSoMany(deck, held, entry, drawn[last]))
    return `${name} drew ${drawn[last]}, but holds fewer cards. Sure?`;
  return "";
}
