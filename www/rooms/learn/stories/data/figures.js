/**
 * Figures about the model that the texts quote, from fixtures/stories.json. Heads are named by layer and
 * head, counted from 0; "without" means that the output of the head is set to 0.
 */
export const FIGURES = Object.freeze({
  /** The probability of each word that the model wrote after the eight words of the sentence. */
  chances: [0.2900836, 0.5730997, 0.2574635, 0.4877898, 0.4423551],
  /** The probability of Jane as the next word, without head 2.1, 2.2 or 2.3. */
  chanceWithout21: 0.0520697,
  chanceWithout22: 0.0207967,
  chanceWithout23: 0.3729173,
  /** The weight on Jane without heads 0.1 and 0.2, and without heads 0.0 and 0.3. */
  relayWithout: 0.0298964,
  relayOthersWithout: 0.4637613,
  /** The probability of Jane after "Elinor met", with all masks and without those of heads 1.2, 2.1, 2.2. */
  chanceMasked: 0.0021593,
  chanceUnmasked: 0.0155537,
});

/** The words that the model expects after the eight words of the sentence, likeliest first. */
export const LIKELIEST = Object.freeze([
  { word: 'Jane', chance: 0.2900836 },
  { word: 'Emma', chance: 0.1383473 },
  { word: 'Mrs', chance: 0.0731064 },
]);

/** What the model expects after the first two words: its three likeliest words, and the one that follows. */
export const EARLY = Object.freeze([
  { word: 'her', chance: 0.2551851 },
  { word: 'him', chance: 0.0751666 },
  { word: 'with', chance: 0.0659851 },
  { word: 'Jane', chance: 0.0021593 },
]);

/** Measurements on many sentences, from fixtures/stories_measured.json. */
export const MEASURED = Object.freeze({
  /**
   * Sentences like the first one: their number, the smallest weight on the right word, and the share in which
   * the model guesses it.
   */
  sentences: 882,
  smallest: 0.8056,
  guessed: 0.2098,
  /**
   * A longer text: its number of tokens, the mean weight of the head on the next word without its mask, and
   * the shares of right guesses with and without the masks of four heads.
   */
  tokens: 360,
  ahead: 0.3855,
  rightMasked: 0.1833,
  rightUnmasked: 0.3194,
});
