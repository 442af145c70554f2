// May this card be played on that one? RULES 9. A test holds this against the rules the rehearsals play by.

/**
 * @param {{ face: string, colour: string }} card @param {{ face: string, colour: string }} top
 * @param {boolean} hasColour
 * @returns {[boolean, string]}
 */
export function mayPlay(card, top, hasColour) {
  if (card.face === "wild") return [true, "A Wild may always be played."];
  if (card.face === "wild_draw_four")
    return hasColour
      ? [false, "A Wild Draw Four only without a card of the colour now. Played all the same, it can be challenged."]
      : [true, "There is no card of the colour now in this hand."];
  if (card.colour === top.colour) return [true, "It has the colour that is played now."];
  if (card.face === top.face)
    return [true, /^\d$/.test(card.face) ? "It has the same number." : "It has the same symbol."];
  return [false, "Neither colour, number nor symbol is the same: take it back and draw two."];
}
