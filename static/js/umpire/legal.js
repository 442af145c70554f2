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
      ? [
          false,
          "A Wild Draw Four needs a hand without the current colour. If it’s played anyway, it can be challenged.",
        ]
      : [true, "This hand has no card of the current colour."];
  if (card.colour === top.colour) return [true, "It has the current colour."];
  if (card.face === top.face)
    return [true, /^\d$/.test(card.face) ? "It has the same number." : "It has the same symbol."];
  return [false, "It doesn’t match in colour, number or symbol: take it back and draw two."];
}
