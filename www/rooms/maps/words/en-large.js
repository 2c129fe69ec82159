/** Texts of the Maps room about heads that do not fit in memory, in English. */
export const large = {
  heading: 'Large head',
  pooling: 'A pixel shows',
  poolings: { max: 'max', mean: 'mean', mass: 'row mass' },
  poolingHelp: {
    max: 'The largest weight of its cells: a single bright cell stays visible',
    mean: 'The mean weight of its cells',
    mass: 'The share of a row’s weight on its keys together, averaged over its rows',
  },
  /** What a pixel shows, and which part of that is exact. */
  legend: {
    one: 'Each pixel is one cell: nothing is pooled or sampled.',
    exact: (/** @type {string} */ what, /** @type {string} */ size) =>
      `Each pixel: ${what} of ${size} cells, exact.`,
    sampled: (/** @type {string} */ what, /** @type {string} */ size, /** @type {string} */ share) =>
      `Each pixel: ${what} of ${size} cells. ${share} of the visible rows are computed. Elsewhere, a pixel shows a sample, one of its cells.`,
    max: 'the largest',
    mean: 'the mean',
    mass: 'the row mass',
  },
  progress: (/** @type {string} */ share) => `${share} exact`,
  progressHelp: (/** @type {string} */ rows, /** @type {string} */ all) =>
    `${rows} of all ${all} rows are exact`,
  progressLabel: 'Exact rows',
  stop: 'Stop',
  go: 'Continue',
  memory: (/** @type {string} */ bytes, /** @type {string} */ most) => `Memory: ${bytes} of at most ${most}.`,
  problem: (/** @type {string} */ why) => `The computation stopped, and the results so far are kept: ${why}`,
  missingKeys: (/** @type {number} */ keys, /** @type {number} */ first) =>
    keys === 1
      ? `Key ${first} of k holds numbers that are not finite: its column is missing, and the softmax ignores it.`
      : `${keys} keys of k (the first is ${first}) hold numbers that are not finite: their columns are missing, and the softmax ignores them.`,
  missingQueries: (/** @type {number} */ queries, /** @type {number} */ first) =>
    queries === 1
      ? `Query ${first} of q holds numbers that are not finite: its row is missing.`
      : `${queries} queries of q (the first is ${first}) hold numbers that are not finite: their rows are missing.`,
  masked: 'masked',
  maskedCell: 'masked: the query may not attend to this key',
  only: 'This head does not fit in memory: combined heads, comparisons, words, values, lines and row scales are not available.',
  standing: 'Cells that stand out',
  standingHelp:
    'The largest weight of a row, as a multiple of an even spread over the keys that the query may attend to. Rings mark them on the map. More are found as rows become exact.',
  cell: (
    /** @type {string} */ query,
    /** @type {string} */ key,
    /** @type {string} */ weight,
    /** @type {string} */ times,
  ) => `query ${query}, key ${key}: ${weight}, ${times} × even`,
  sampledValue: (/** @type {string} */ value, /** @type {string} */ error) => `≈${value} ±${error}`,
  sampledMeasures: (/** @type {string} */ rows) =>
    `Values after ≈ are estimated from a sample of ${rows} rows, with their standard error.`,
  synthetic: 'synthetic',
  syntheticFile: (/** @type {string} */ what) => `Synthetic data, not of a model: ${what}`,
  make: {
    heading: 'Synthetic head',
    tokens: 'Tokens',
    kinds: { local: 'local', sink: 'sink', needle: 'needle', induction: 'induction' },
    kindHelp: {
      local: 'Each query looks at the keys around it',
      sink: 'Every query looks at the first key',
      needle: 'One query looks at one key; everything else is noise',
      induction: 'The second half repeats the first, and each query looks at what followed there',
    },
    all: 'all four',
    structure: 'Structure',
    causal: 'causal',
    make: 'Generate',
    wrong: (/** @type {string} */ text, /** @type {string} */ least, /** @type {string} */ most) =>
      `The number of tokens is a whole number from ${least} to ${most}, not “${text}”.`,
  },
};
