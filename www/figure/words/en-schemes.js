/** What the lesson on ways of telling positions says, in English, beside its steps. */
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
  halfTitle: 'features c and c + n/2 are turned together, as in LLaMA and GPT-NeoX',
  interleaved: 'interleaved',
  interleavedTitle: 'features 2c and 2c + 1 are turned together, as in the paper and in GPT-J',
  turned: 'Turned',
  turnedAll: 'all features',
  turnedSome: (/** @type {string} */ n) => `first ${n}`,
  slope: 'Slope',
  slopeOf: (/** @type {string} */ head, /** @type {string} */ slope) => `head ${head}: ${slope}`,
  moved: {
    same: 'Does not follow the first position.',
    rounding: (/** @type {string} */ most) => `Does not follow the first position (rounding: ${most}).`,
    by: (/** @type {string} */ most) => `Follows the first position: scores change by up to ${most}.`,
    at: 'Move the first position, and see whether a score follows.',
  },
  curves: (/** @type {string} */ query, /** @type {string} */ key) =>
    `Score of ${key} for ${query}, as ${query} moves away`,
  plot: (/** @type {string} */ distance, /** @type {string} */ values) =>
    `Score by distance. At distance ${distance}: ${values}.`,
  outside: 'outside the drawing',
  inMatrix: 'in the maps',
  turns: (/** @type {string} */ distance, /** @type {string} */ angles) =>
    `RoPE, at distance ${distance}: the pairs of query and key stand ${angles} rad apart.`,
  turnsNone: 'RoPE turns no feature here, so it says nothing of the distance.',
  pick: 'Select a cell above to follow its score.',
  inputs: 'What all four begin with: change any number of X, W_Q or W_K',
  inspector: {
    score: (/** @type {string} */ query, /** @type {string} */ key, /** @type {string} */ scheme) =>
      `Score of ${key} for ${query}: ${scheme}`,
    weight: (/** @type {string} */ query, /** @type {string} */ key, /** @type {string} */ scheme) =>
      `Weight of ${key} for ${query}: ${scheme}`,
    without: (/** @type {string} */ score, /** @type {string} */ by) =>
      `without positions ${score}: changed by ${by}`,
    unturned: 'nothing is turned',
    says: {
      none: 'Nothing here depends on where the two stand.',
      sinusoidal:
        'The waves of both places are mixed into the vectors, so the score depends on both places, and not on their distance alone.',
      rope: 'Both are turned by their places, and a dot product feels only the difference of two angles: the score depends on the distance alone.',
      alibi: 'Every place of distance costs m, whatever the two tokens are.',
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
  title: 'Four ways of telling where a token stands',
  steps: {
    tokens:
      'Five tokens of eight features. the·1 and the·4 are the same word, so their rows of X begin the same. The projections begin as the identity: queries and keys are the tokens themselves, and what differs below is the positions’ doing.',
    none: 'Without positions, attention sees a bag of words: a word asks the same and gets the same wherever it stands. Compare the rows of the·1 and the·4, and their columns.',
    sinusoidal:
      'Waves of different lengths are added to the embeddings before the projections. Every score changes, even that of a token for itself: content and place are mixed in one sum. Move the first position, and the scores follow.',
    rope: 'Queries and keys are turned, pair of features by pair, by angles that grow with the position. A token scores itself as without positions; all else depends on the distance alone. Move the first position: nothing changes.',
    alibi:
      'Nothing is added to the tokens. The score loses its head’s slope for every place between query and key: a straight line, however far.',
    apart:
      'Now move one query away from its key. Sinusoids and RoPE make a sum of waves, slower for a larger base; ALiBi a straight line; without positions nothing happens.',
  },
};

/** Names of its steps. */
export const distanceSteps = {
  tokens: 'Tokens',
  none: 'No positions',
  sinusoidal: 'Sinusoidal',
  rope: 'RoPE',
  alibi: 'ALiBi',
  apart: 'Apart',
};

/** Names of its matrices. */
export const distanceNames = {
  scoresNone: 'scores without positions',
  scoresSinusoidal: 'scores with sinusoids',
  scoresRope: 'scores under RoPE',
  scoresAlibi: 'scores under ALiBi',
  weightsNone: 'weights without positions',
  weightsSinusoidal: 'weights with sinusoids',
  weightsRope: 'weights under RoPE',
  weightsAlibi: 'weights under ALiBi',
};
