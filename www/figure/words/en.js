import { distanceNames } from './en-schemes.js';
import { heads } from './en-heads.js';

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
];
const NUMBERS = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** @param {number} n */
function ordinal(n) {
  if (n <= 12) return ORDINALS[n - 1];
  const tens = n % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${ending}`;
}

/** Texts of figures and their cells, in English. */
export const figure = {
  heatmap: 'heatmap',
  table: 'table',
  asTable: 'as a table',
  asHeatmap: 'as a heatmap',
  masked: 'masked',
  hidden: 'not shown yet',
  missing: 'not a number',
  bands: {
    embed: 'Embed and project: each row is one token',
    given: 'Given: each row is one token',
    attend: 'Attend: rows ask (queries), columns answer (keys)',
    heads: 'Heads side by side, then combined',
    ratings: 'People × films = people × concepts · strengths · concepts × films',
    cut: 'The first k concepts, multiplied again',
    compare: 'New viewers, in films and in concepts',
  },
  names: /** @type {Record<string, string>} */ ({
    embeddings: 'embeddings',
    scaledEmbeddings: 'embeddings times √d',
    positions: 'positions',
    positionsBeside: 'positions with the other exponent',
    x: 'X',
    wQ: 'projection W_Q',
    wK: 'projection W_K',
    wV: 'projection W_V',
    q: 'queries Q',
    k: 'keys K',
    v: 'values V',
    kT: 'keys transposed',
    scores: 'scores',
    scaled: 'scaled scores',
    allowed: 'mask, 1 = allowed',
    additive: 'additive mask',
    masked: 'masked scores',
    weights: 'weights',
    weightsRows: 'weights, softmax by row',
    output: 'output',
    outputRows: 'output, softmax by row',
    merged: 'concatenated outputs',
    wO: 'projection W_O',
    projectedOutput: 'projected output',
    ratings: 'ratings',
    u: 'U',
    s: 'singular values',
    vT: 'V transposed',
    uK: 'U, first k',
    sK: 'singular values, first k',
    vK: 'V, first k',
    ...distanceNames,
    approximation: 'rank-k approximation',
    difference: 'what the cut loses',
    rowConcepts: 'people in concept space',
    viewers: 'new viewers',
    viewerConcepts: 'new viewers in concept space',
  }),
  axes: {
    headed: 'feature of a head',
    token: 'token',
    query: 'query',
    key: 'key',
    feature: 'feature',
    person: 'person',
    film: 'film',
    concept: 'concept',
    viewer: 'viewer',
  },
  /** What a value is called in speech: "weight 0.2003". */
  valueNames: /** @type {Record<string, string>} */ ({
    scores: 'score',
    scaled: 'scaled score',
    masked: 'masked score',
    weights: 'weight',
    weightsRows: 'weight',
    allowed: 'mask',
    additive: 'mask',
  }),
  /** @param {number} rank @param {number} of */
  rank: (rank, of) => `${ordinal(rank)} of ${NUMBERS[of - 1] ?? of}`,
  /** How a formula is read aloud. */
  formula: {
    operators: /** @type {Record<string, string>} */ ({
      '=': 'equals',
      '+': 'plus',
      '−': 'minus',
      '≤': 'is at most',
      '·': 'times',
      '/': 'divided by',
    }),
    transposed: 'transposed',
    root: 'the square root of',
    open: 'open parenthesis',
    close: 'close parenthesis',
    absolute: 'the absolute value of',
  },
  heads,
  inspector: {
    heading: 'Point at a number',
    empty:
      'Point at any cell, or move to it with Tab and the arrow keys, to see where it came from. Enter changes an input.',
    score: (/** @type {string} */ query, /** @type {string} */ key) => `Score of ${key} for ${query}`,
    scaled: (/** @type {string} */ query, /** @type {string} */ key) => `Scaled score of ${key} for ${query}`,
    masked: (/** @type {string} */ query, /** @type {string} */ key) => `Masked score of ${key} for ${query}`,
    weight: (/** @type {string} */ query, /** @type {string} */ key) => `Weight of ${key} for ${query}`,
    may: (/** @type {string} */ query, /** @type {string} */ key) => `May ${query} look at ${key}?`,
    of: (/** @type {string} */ name, /** @type {string} */ row, /** @type {string} */ col) =>
      `${name}: ${row}, ${col}`,
    feature: (/** @type {number} */ n) => `feature ${n}`,
    concept: (/** @type {number} */ n) => `concept ${n}`,
    thenWeight: 'softmax',
    takes: (/** @type {string} */ query, /** @type {string} */ key, /** @type {string} */ percent) =>
      `Of everything ${query} takes in, ${percent} comes from ${key}.`,
    takesNothing: (/** @type {string} */ query) =>
      `${query} takes in nothing: its row of weights is all zeros.`,
    forbidden: (/** @type {string} */ query, /** @type {string} */ key) =>
      `${query} may not look at ${key}: it comes later.`,
    allowed: (/** @type {string} */ query, /** @type {string} */ key) => `${query} may look at ${key}.`,
    input: 'An input. Type a number, or drag the digit up and down.',
    feeds: (/** @type {string} */ token) =>
      `It is part of the query, the key and the value of ${token}. So it affects every score that involves ${token}.`,
    projectionFeeds: (/** @type {string} */ name) =>
      `In a model, this number is learned. It affects one whole column of ${name}.`,
    mixes: (/** @type {string} */ token, /** @type {string} */ key, /** @type {string} */ percent) =>
      `The largest share of ${token}’s output comes from ${key}: ${percent}.`,
    overflow:
      'e to this power is too large for a 64-bit number. The naive softmax overflows, and ∞/∞ is not a number. The stable softmax subtracts the largest score first.',
    notFinite:
      'A score that it depends on is infinite or not a number, so this weight cannot be computed. The inputs of that score are too large.',
    position: (/** @type {string} */ token, /** @type {number} */ n) => `${token} is at position ${n}.`,
    factor: 'It depends on every rating. A decomposition has no single sum to show.',
    yes: 'yes',
    no: 'no',
    more: (/** @type {number} */ n) => `… ${n} more …`,
  },
  wrongAxis: {
    all: 'Softmax over the whole matrix: all cells together sum to 1, so most rows get almost nothing. Beside it is softmax by row: each row sums to 1.',
    columns:
      'Softmax over columns: each column sums to 1, but the rows do not, so an output is not an average of values. Beside it is softmax by row: each row sums to 1, and each output is an average of values.',
  },
  naive:
    'The naive softmax overflowed. e to the power of a score above 709 is too large for a 64-bit number, and ∞/∞ is not a number. Switch to stable.',
  unfold: 'Show this matrix',
  fold: 'Hide this matrix',
  variance: 'Variance',
  varianceMeans: 'Scores are sums of products, so they vary more than queries and keys. Scaling undoes that.',
  variances: { q: 'q', k: 'k', scores: 'scores', scaled: 'scaled' },
  error: (/** @type {string} */ absolute, /** @type {string} */ relative) =>
    `Error of the approximation: ${absolute} (Frobenius norm), ${relative} of the whole`,
  cosine: (/** @type {string} */ a, /** @type {string} */ b) => `Cosine of ${a} and ${b}`,
  cosineRaw: 'in films',
  cosineConcept: 'in concepts',
  noCosine: 'undefined: one of them is all zeros',
  plane:
    'Concept plane: concept 1 across, concept 2 up. People and viewers are points, films are directions.',
  planeNeeds: 'The plane needs two concepts: set k to 2 or more.',
};

/** Texts of the legend of a heatmap, in English. */
export const legend = {
  heading: 'Color scale',
  weights: 'A: attention weight',
  values: (/** @type {string} */ name) => `${name}, centered on zero`,
  ownScale: (/** @type {string} */ name) => `${name}; each matrix but A has its own scale`,
  ownScales: (/** @type {string} */ name) => `${name}; each matrix has its own scale`,
  masked: 'masked: the key comes after the query',
  missing: 'missing: not a number',
  axes: 'query (down), key (across)',
};
