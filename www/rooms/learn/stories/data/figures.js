/**
 * What the texts say of the model beyond weights, from fixtures/stories.json and the search that the first sentence was picked from. Heads are named by layer
 * and head, counted from 0; "without" means that the output of the head is set to 0.
 */
export const FIGURES = Object.freeze({
  /** How likely each word was that the model wrote after the eight words of the sentence. */
  chances: [0.2900836, 0.5730997, 0.2574635, 0.4877898, 0.4423551],
  /** How likely Jane is as the next word without head 2.1, 2.2 and 2.3. */
  chanceWithout21: 0.0520697,
  chanceWithout22: 0.0207967,
  chanceWithout23: 0.3729173,
  /** The weight on Jane without heads 0.1 and 0.2, and without heads 0.0 and 0.3. */
  relayWithout: 0.0298964,
  relayOthersWithout: 0.4637613,
  /** How likely Jane is after "Elinor met", with every mask and without those of heads 1.2, 2.1 and 2.2. */
  chanceMasked: 0.0021593,
  chanceUnmasked: 0.0155537,
});

/** Of sentences like the first one: how many were tried, the smallest weight on the right word, and in how many the model guesses that word. */
export const SEARCH = Object.freeze({ sentences: 882, smallest: 0.8056, guessed: 0.2098 });
