/** Texts of the lesson that compares positions, in English, besides its steps. */
export const positions = {
  heading: 'The same tokens, four ways',
  schemes: { none: 'no positions', sinusoidal: 'sinusoidal', rope: 'RoPE', alibi: 'ALiBi' },
  titles: { none: 'No positions', sinusoidal: 'Sinusoidal', rope: 'RoPE', alibi: 'ALiBi' },
  scores: 'scores of all four',
  base: 'Base',
  shift: 'First position',
  distance: 'Distance',
  reach: 'Up to',
  pairs: 'Pairs',
  half: 'half',
  halfTitle: 'features c and c + n/2 are rotated together, as in LLaMA and GPT-NeoX',
  interleaved: 'interleaved',
  interleavedTitle: 'features 2c and 2c + 1 are rotated together, as in the paper and in GPT-J',
  turned: 'Rotated',
  turnedAll: 'all features',
  turnedSome: (/** @type {string} */ n) => `first ${n}`,
  slope: 'Slope',
  slopeOf: (/** @type {string} */ head, /** @type {string} */ slope) => `head ${head}: ${slope}`,
  moved: {
    same: 'Does not depend on the first position.',
    rounding: (/** @type {string} */ most) => `Does not depend on the first position (rounding: ${most}).`,
    by: (/** @type {string} */ most) => `Depends on the first position: scores change by up to ${most}.`,
    at: 'Move the first position to see which scores change.',
  },
  curves: (/** @type {string} */ query, /** @type {string} */ key) =>
    `Score of ${key} for ${query}, as ${query} moves away`,
  plot: (/** @type {string} */ distance, /** @type {string} */ values) =>
    `Score by distance. At distance ${distance}: ${values}.`,
  outside: 'outside the plot',
  inMatrix: 'in the maps',
  turns: (/** @type {string} */ distance, /** @type {string} */ angles) =>
    `RoPE, at distance ${distance}: the pairs of query and key are ${angles} rad apart.`,
  turnsNone: 'RoPE rotates no feature here, so it does not encode the distance.',
  pick: 'Select a cell above to follow its score.',
  inputs: 'The inputs of all four: change any number of X, W_Q or W_K',
  inspector: {
    score: (/** @type {string} */ query, /** @type {string} */ key, /** @type {string} */ scheme) =>
      `Score of ${key} for ${query}: ${scheme}`,
    weight: (/** @type {string} */ query, /** @type {string} */ key, /** @type {string} */ scheme) =>
      `Weight of ${key} for ${query}: ${scheme}`,
    without: (/** @type {string} */ score, /** @type {string} */ by) =>
      `without positions, ${score}: changed by ${by}`,
    unturned: 'nothing is rotated',
    says: {
      none: 'This does not depend on where the two tokens are.',
      sinusoidal:
        'The waves of both positions are mixed into the vectors. So the score depends on both positions, not only on their distance.',
      rope: 'Both vectors are rotated by angles that depend on their positions. Their dot product depends only on the difference of the angles, so only the distance counts.',
      alibi: 'Each step of distance costs m, whatever the two tokens are.',
    },
  },
  errors: {
    distance: (/** @type {string} */ reach) => `A distance is a whole number from 0 to ${reach}.`,
    shift: (/** @type {string} */ most) => `A position is a whole number from 0 to ${most}.`,
    base: 'The base is a finite number above 0.',
  },
};

/** The lesson itself. */
export const distanceLesson = {
  chip: 'Positions compared',
  title: 'Four ways to encode where a token is',
  steps: {
    tokens:
      'Five tokens with eight features each. the·1 and the·4 are the same word, so their rows of X start out equal. The projections start as the identity, so queries and keys are the tokens themselves. Every difference below comes from the positions.',
    none: 'Without positions, attention sees a bag of words. Wherever a word is, it has the same query and gets the same output. Compare the rows of the·1 and the·4, and their columns.',
    sinusoidal:
      'Waves of different lengths are added to the embeddings before the projections. Every score changes, even the score of a token for itself, because the sum mixes content and position. Move the first position, and the scores change again.',
    rope: 'Queries and keys are rotated, one pair of features at a time, by angles that grow with the position. The score of a token for itself is the same as without positions. The other scores depend on the distance, but not on the positions themselves. Move the first position: nothing changes.',
    alibi:
      'Nothing is added to the tokens. Each step of distance between query and key lowers the score by the slope of the head. Plotted over the distance, this is a straight line.',
    apart:
      'Now move a query away from its key. With sinusoids and RoPE, the score is a sum of waves, which are slower for a larger base. With ALiBi, it is a straight line. Without positions, it does not change.',
  },
};

/** Names of its steps. */
export const distanceSteps = {
  tokens: 'Tokens',
  none: 'No positions',
  sinusoidal: 'Sinusoidal',
  rope: 'RoPE',
  alibi: 'ALiBi',
  apart: 'Distance',
};

/** Names of its matrices. */
export const distanceNames = {
  scoresNone: 'scores without positions',
  scoresSinusoidal: 'scores with sinusoids',
  scoresRope: 'scores with RoPE',
  scoresAlibi: 'scores with ALiBi',
  weightsNone: 'weights without positions',
  weightsSinusoidal: 'weights with sinusoids',
  weightsRope: 'weights with RoPE',
  weightsAlibi: 'weights with ALiBi',
};
