import { counted } from '../../../words/plural.js';

/** Texts of the Maps room about its files and about all heads, in English. */
export const overview = {
  reset: 'Start over',
  open: 'Open files…',
  invites: 'Drop your model’s attention here',
  kinds: 'Weights, or q and k: .npy, .npz, .safetensors, .json, .csv, .tsv. Nothing leaves this page.',
  sample: (/** @type {string} */ which) => `Until then, this is a sample. ${which}`,
  source: (/** @type {string} */ name, /** @type {string} */ size) =>
    `${name}, ${size}. Nothing left this page.`,
  andOthers: (/** @type {string} */ name, /** @type {string} */ others) => `${name} and ${others} more`,
  waits: (/** @type {string} */ name, /** @type {string} */ heads, /** @type {string} */ tokens) =>
    `This link is for the file ${name} (${heads}, ${tokens}). Drop that file to see it.`,
  doing: {
    open: 'Reading the files',
    heads: 'Measuring the heads',
    map: 'Computing the map',
    similar: 'Comparing the heads',
    block: 'Reading the file for the next heads',
    check: 'Checking the rest of the file',
  },
  headsDone: (/** @type {string} */ doing, /** @type {string} */ done, /** @type {string} */ all) =>
    `${doing}: ${done} of ${all}`,
  restarted: 'The computation stopped and was restarted. Your files are still open.',
  cancel: 'Cancel',
  stopped: 'Stopped. The previous content is still here.',
  measured: (/** @type {string} */ there, /** @type {string} */ all) =>
    `${there} of ${counted(all, 'head is', 'heads are')} measured.`,
  resume: 'Measure all',
  ask: (/** @type {string} */ name) => `Where should ${name} go?`,
  instead: 'In place of this',
  beside: 'Beside it, to compare',
  neither: 'Do not open it',
  emptyFolder: (/** @type {string} */ name) => `The folder “${name}” has no files in it.`,
  unreadFolder: (/** @type {string} */ name) => `The folder “${name}” cannot be read: drop the files in it.`,
  refused: (/** @type {string} */ name, /** @type {string} */ why) => `${name}: ${why}`,
  moreRefused: (/** @type {string} */ more) =>
    `${counted(more, 'more file was', 'more files were')} refused.`,
  close: 'Close this message',
  otherShape: (/** @type {string} */ here, /** @type {string} */ there) =>
    `Only maps with the same number of queries and keys can be compared: ${here} here, ${there} there.`,
  drop: 'Drop to see what its heads attend to',
  dropInstead: 'Drop here: in place of what is open',
  dropBeside: 'Drop here: beside it, to compare',
  head: 'head',
  count: (/** @type {string} */ all) => counted(all, 'head', 'heads'),
  countOf: (/** @type {string} */ passing, /** @type {string} */ all) =>
    `${passing} of ${counted(all, 'head', 'heads')}`,
  sortedBy: 'by',
  byLayer: 'layer',
  written: 'with',
  orders: { up: 'Lowest first', down: 'Highest first' },
  orderOfLayers: { up: 'First layer first', down: 'Last layer first' },
  byLikeness: (/** @type {string} */ layer, /** @type {string} */ head) => `like ${layer}·${head}`,
  likeness: (/** @type {string} */ layer, /** @type {string} */ head) => `likeness to ${layer}·${head}`,
  likenessFormula:
    '1 − mean over queries of √JSD(a, b), the Jensen-Shannon distance of the two rows in base 2: 1 means the same weights everywhere',
  filter: 'Only with',
  filterOff: 'any measure',
  atLeast: (/** @type {string} */ name) => `${name}, at least`,
  atMost: (/** @type {string} */ name) => `${name}, at most`,
  leftOut: 'left out by the filter',
  boxLabel: (/** @type {string} */ passing, /** @type {string} */ all) =>
    `Thumbnails of ${passing} of ${counted(all, 'head', 'heads')}. Arrow keys move, Enter opens, Shift and Enter compare.`,
  boxRole: 'heads',
  place: (/** @type {string} */ layer, /** @type {string} */ head) => `Layer ${layer}, head ${head}`,
  notYet: 'not measured yet',
  pressToOpen: 'Press to see it.',
  ofLayer: (/** @type {string} */ kind, /** @type {string} */ layer) =>
    `${kind} of the heads of layer ${layer}`,
  ofHead: (/** @type {string} */ kind, /** @type {string} */ head) =>
    `${kind} of head ${head} over the layers`,
  ofAll: (/** @type {string} */ kind) => `${kind} of all heads`,
  combine: { mean: 'mean', max: 'maximum' },
  asTable: 'as a table',
  withoutTable: 'close the table',
  table: 'All heads with their measures, as a table',
  more: (/** @type {string} */ more) => `${more} more`,
  axes: 'layers down, heads across ·',
  flowAxes: 'layer·head ·',
  shown: 'weight',
  shownLog: 'weight, logarithmic',
  unitKept: '(0 to 1 for all heads)',
  does: (/** @type {string} */ layer, /** @type {string} */ head) =>
    `What head ${head} of layer ${layer} does`,
  alike: 'Heads like this one',
  measures: {
    entropy: {
      name: 'entropy',
      formula: 'mean over queries of −Σ w ln w, in nats',
      says: 'How widely a query spreads its weight. 0 means that all weight is on one key. ln n means that it is even over n keys.',
    },
    normalised_entropy: {
      name: 'entropy share',
      formula: 'mean over queries of −Σ w ln w / ln n, with n allowed keys',
      says: 'The entropy as a share of its maximum, to compare texts of different lengths.',
    },
    sink_share: {
      name: 'sink',
      formula: 'mean over queries of the weight on key 0',
      says: 'Many heads put their weight on the first token when they have nothing to do.',
    },
    previous_token: {
      name: 'previous token',
      formula: 'mean over queries p of w[p, p − 1]',
      says: 'The weight on the token before.',
    },
    next_token: {
      name: 'next token',
      formula: 'mean over queries p of w[p, p + 1]',
      says: 'The weight on the token after. In causal heads it is 0.',
    },
    induction: {
      name: 'induction',
      formula: 'mean over repeated tokens of Σ w[p, e + 1], with e the earlier positions of the token at p',
      says: 'After “A B … A”, an induction head looks at B. The measure needs repeated tokens.',
    },
    duplicate_token: {
      name: 'duplicate token',
      formula: 'mean over repeated tokens of Σ w[p, e], with e the earlier positions of the token at p',
      says: 'The weight on earlier occurrences of the same token. The measure needs repeated tokens.',
    },
    mean_distance: {
      name: 'distance',
      formula: 'mean over queries of Σ w[p, j] · |p − j|, in tokens',
      says: 'How far away the head looks.',
    },
    diagonal_share: {
      name: 'diagonal',
      formula: 'mean over queries of Σ w[p, j] over |p − j| ≤ 1',
      says: 'The weight on the token itself and its neighbors.',
    },
    causal_share: {
      name: 'causal',
      formula: 'mean over queries of Σ w[p, j] over j ≤ p',
      says: 'The weight on the query itself and the tokens before it. In a causal model it is 1.',
    },
  },
  keys: /** @type {[string, string][]} */ ([
    ['← ↑ ↓ →', 'from head to head; in the large map, from cell to cell'],
    ['Home, End', 'to the ends of the row (with Ctrl: first and last)'],
    ['Enter', 'opens the head; on a number in the margin, the mean over its layer or head'],
    ['Shift Enter', 'compares the head with the one that is open'],
    ['[ and ]', 'previous and next head, from anywhere'],
    ['+, −, 0', 'on the large map: zoom in, zoom out, show all'],
    ['Ctrl V', 'opens files from the clipboard'],
    ['Ctrl Z, Ctrl Y', 'undo, redo'],
    ['?', 'this list'],
  ]),
};
