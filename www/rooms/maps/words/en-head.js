import { counted } from '../../../words/plural.js';

/** Texts of the Maps room about one head, in English. */
export const head = {
  titles: {
    head: (/** @type {number} */ layer, /** @type {number} */ head) => `Layer ${layer}, head ${head}`,
    mean: {
      heads: (/** @type {number} */ layer) => `Layer ${layer}, mean of its heads`,
      layers: (/** @type {number} */ head) => `Head ${head}, mean of its layers`,
      all: 'Mean of all heads',
    },
    max: {
      heads: (/** @type {number} */ layer) => `Layer ${layer}, largest of its heads`,
      layers: (/** @type {number} */ head) => `Head ${head}, largest of its layers`,
      all: 'Largest of all heads',
    },
    rollout: (/** @type {number} */ layer) => `Rollout up to layer ${layer}`,
  },
  what: { none: 'weights', norm: 'weights × |v|', share: 'weights × |v|, normalized' },
  axes: 'query (down), key (across)',
  corner: { query: 'query ↓', key: 'key →' },
  heatmap: 'heatmap',
  mapLabel: (/** @type {string} */ title, /** @type {number} */ queries, /** @type {number} */ keys) =>
    `${title}, ${queries} × ${keys}, query (down), key (across)`,
  mapKeys: 'Arrows move the cell cursor, Shift with arrows moves the view, + and − zoom, 0 shows all.',
  views: { map: 'map', lines: 'lines', table: 'table' },
  viewsLabel: 'How it is drawn',
  compare: 'compare',
  waiting: 'Computing…',
  wheelHint: 'To zoom, hold Ctrl and turn the wheel, or click the map first',
  zoom: { nearer: 'Zoom in', farther: 'Zoom out', all: 'Show all' },
  minimap: 'Overview of the map: drag the frame to move the view',
  entropy: 'entropy',
  sum: 'row sum',
  keyMean: 'key mean',

  readout: 'Cell',
  noCell: 'Point at a cell, or move to it with the arrow keys.',
  weights: { none: 'weight', norm: 'weight × |v|', share: 'share of weight × |v|' },
  rank: (/** @type {number} */ rank, /** @type {number} */ of) => `rank ${rank} of ${of} in this row`,
  rowEntropy: (/** @type {string} */ nats) => `row entropy ${nats} nats`,
  rowShare: (/** @type {string} */ share, /** @type {string} */ sum) =>
    `${share} of the weight shown in this row (${sum})`,
  places: (/** @type {number} */ query, /** @type {number} */ key) => `query ${query}, key ${key}`,
  takesMost: (/** @type {string} */ query, /** @type {string} */ key) =>
    `“${query}” takes most from “${key}”.`,
  leftOutCell: 'left out',
  beyondCell: 'did not exist yet when this query was computed',
  missingCell: 'missing: not a number',
  spoken: (/** @type {string} */ query, /** @type {string} */ key, /** @type {string} */ weight) =>
    `query ${query}, key ${key}, weight ${weight}`,
  spokenRank: (/** @type {number} */ rank, /** @type {number} */ of) => `rank ${rank} of ${of}`,

  shown: 'What is shown',
  source: 'Of',
  sources: { head: 'this head', mean: 'mean', max: 'largest', rollout: 'rollout' },
  sourceHelp: {
    head: 'One head, unchanged',
    mean: 'Each cell is the mean over several heads',
    max: 'Each cell is the maximum over several heads',
    rollout:
      'How attention flows through all layers up to this one: the mean of the heads plus the residual, multiplied layer by layer',
  },
  over: 'Over',
  overs: { heads: 'heads of the layer', layers: 'layers of the head', all: 'all heads' },
  by: 'By',
  units: { tokens: 'tokens', words: 'words' },
  wordsHelp: 'Merges the tokens of a word: sum over keys, mean over queries',
  noWords: 'There are no tokens to merge into words.',
  values: 'Weighted',
  valueChoices: { none: 'no', norm: '× |v|', share: 'as share' },
  valueHelp: {
    none: 'Weights, unchanged',
    norm: 'Each weight times the length of its value vector',
    share: 'The same, with each row divided by its sum',
  },
  noValues: 'The open files contain no values (v).',
  valuesOfHead: 'Values belong to one head: show “this head” to use them.',

  colour: 'Color',
  scale: 'Scale',
  scales: {
    auto: 'auto',
    unit: '0 to 1',
    largest: 'largest',
    log: 'log',
    percentile: 'percentile',
    row: 'row',
  },
  scaleHelp: {
    auto: '0 to 1, or less where the map would be almost blank',
    unit: 'The same color means the same weight in every head',
    largest: 'Up to the largest weight of this map',
    log: 'Each step is ten times the previous one',
    percentile: 'The same number of cells in each step of color',
    row: 'Each row on its own scale, up to its largest weight',
  },
  rowCompared: 'Row scales cannot be compared. End the comparison to use them.',
  leaveOut: 'Leave out first',
  keysLeftOut: (/** @type {number} */ keys) => counted(keys, 'key', 'keys'),
  notRenormalised: 'Rows are not renormalized: the left-out weight is missing from their sums.',
  colourMap: 'Colors',
  mapNames: { ember: 'ember', viridis: 'viridis', cividis: 'cividis', grey: 'grey' },

  legend: 'What the colors mean',
  ends: {
    unit: (/** @type {string} */ what) => `${what}, 0 to 1`,
    byPercentile: (/** @type {string} */ what, /** @type {string} */ end, /** @type {string} */ greatest) =>
      `${what}, 0 to ${end} (the 99.5th percentile); larger values look the same (largest: ${greatest})`,
    byEntropy: (/** @type {string} */ what, /** @type {string} */ end, /** @type {string} */ greatest) =>
      `${what}, 0 to ${end} (1 / exp of the mean entropy); larger values look the same (largest: ${greatest})`,
    beyond: (/** @type {string} */ what, /** @type {string} */ greatest) =>
      `${what}, 0 to 1; larger values look like 1 (largest: ${greatest})`,
    largest: (/** @type {string} */ what, /** @type {string} */ greatest) =>
      `${what}, 0 to the largest (${greatest})`,
    log: (/** @type {string} */ what, /** @type {string} */ low) =>
      `${what}, logarithmic; 0 and values below ${low} look the same`,
    percentile: (/** @type {string} */ what) =>
      `${what}, by rank: the same number of cells in each step of color`,
    percentileOfA: (/** @type {string} */ what) => `${what}, by rank among the cells of A`,
    row: (/** @type {string} */ what) => `${what}, as a share of the largest of its row`,
    signed: (/** @type {string} */ what, /** @type {string} */ high) =>
      `${what}, −${high} to ${high}, 0 in the middle`,
    difference: (/** @type {string} */ high) => `A − B, from −${high} (B is larger) to ${high} (A is larger)`,
  },
  suggested: {
    head: (/** @type {string} */ layer, /** @type {string} */ head, /** @type {string} */ heads) =>
      `Of ${heads} heads, layer ${layer}, head ${head} is opened first, because `,
    because: (/** @type {string} */ entropy, /** @type {string} */ sink, /** @type {string} */ diagonal) =>
      `its queries look at few keys (entropy share ${entropy}) and not just at the first one (${sink}) or at themselves and their neighbors (${diagonal})`,
    repeats: (/** @type {string} */ share) =>
      `; ${share} of the weight of repeated tokens goes to where they occurred before`,
    byPercentile: (/** @type {string} */ end) =>
      `Colors end at ${end}, the 99.5th percentile, because from 0 to 1 the map would be almost blank.`,
    byEntropy: (/** @type {string} */ end, /** @type {string} */ keys) =>
      `Colors end at ${end}, the weight of each key in an even spread over the ${keys} keys that a query looks at, because from 0 to 1 the map would be almost blank.`,
  },
  hatch: 'left out, or did not exist yet',
  crosses: 'missing',

  threshold: 'Minimum weight',
  linesLabel: (/** @type {string} */ title) =>
    `${title} as lines: queries to the left, keys to the right. Up and down choose a query.`,
  queries: 'queries',
  keys: 'keys',
  linesDrawn: (/** @type {number} */ lines, /** @type {string} */ least) =>
    `${counted(lines, 'line', 'lines')}: all weights of at least ${least}, for the visible queries.`,
  linesCapped: (/** @type {number} */ drawn, /** @type {number} */ lines, /** @type {string} */ least) =>
    `The ${drawn} strongest of ${lines} lines are drawn: weights of at least ${least}, for the visible queries.`,
  linesOf: (/** @type {string} */ query, /** @type {string} */ keys) => `query ${query}: ${keys}`,

  topCaption: (/** @type {string} */ query, /** @type {number} */ at) =>
    `Keys from which “${query}” (query ${at}) takes most`,
  topColumns: { rank: 'rank', key: 'key', sum: 'together' },
  topShown: (/** @type {number} */ shown, /** @type {number} */ of) =>
    `${shown} of ${counted(of, 'key', 'keys')}.`,
  previousQuery: 'Previous query',
  nextQuery: 'Next query',

  compareWith: 'Compare with',
  layer: 'layer',
  head: 'head',
  file: 'in',
  files: { this: 'this file', other: 'second file' },
  swap: 'Swap',
  swapOther: 'Heads of two files cannot be swapped: the first file stays A.',
  swapSeveral: 'B is always a single head: show “this head” to swap.',
  close: 'End',
  noOther: 'There is no second file yet. Drop one, and choose to compare it.',
  otherShape: (/** @type {string} */ here, /** @type {string} */ there) =>
    `The second file has ${there} weights per head, and this one has ${here}. Only equal shapes can be compared.`,
  bounds: (/** @type {string} */ name, /** @type {number} */ most) =>
    `The ${name} is a whole number from 0 to ${most}.`,
  maps: { a: 'A', b: 'B', difference: 'A − B' },
};
