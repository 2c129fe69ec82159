import { counted, plural } from '../../../words/plural.js';

/** Texts of the Maps room about its export, in English. */
export const out = {
  heading: 'Export',
  width: 'Width in pixels',
  widthWrong: (/** @type {string} */ text, /** @type {number} */ least, /** @type {number} */ most) =>
    `A width is a whole number from ${least} to ${most}, not “${text}”.`,
  part: 'Part',
  parts: { all: 'all', sight: 'in view' },
  save: { png: 'PNG', svg: 'SVG', csv: 'CSV' },
  saveTitle: {
    png: 'Save the map as a PNG picture',
    svg: 'Save the map as an SVG drawing with real text',
    csv: 'Save the numbers as a CSV table, with all their digits',
  },
  csvOf: { a: 'CSV of A', b: 'CSV of B', difference: 'CSV of A − B' },
  copyPicture: 'Copy picture',
  copyTable: 'Copy table',
  copied: { picture: 'The picture is copied.', table: 'The table is copied.' },
  notCopied: 'The browser did not allow copying. Save it as a file instead.',
  tooLarge: (/** @type {number} */ cells, /** @type {number} */ most) =>
    `${cells} cells are too many for a table: at most ${most} fit. Zoom in, and save the part that is in view.`,
  tooLong: (/** @type {number} */ cells, /** @type {number} */ most) =>
    `${cells} cells are too many to copy: at most ${most} fit. Save them as CSV instead.`,
  saved: (/** @type {string} */ name) => `${name} is saved.`,
  working: (/** @type {string} */ share) => `Writing the table: ${share}.`,
  cancelled: 'Cancelled: nothing was saved.',
  failed: (/** @type {string} */ reason) => `The map could not be saved: ${reason.replace(/\.$/, '')}.`,
  source: {
    head: (/** @type {number} */ layer, /** @type {number} */ head) => `Layer ${layer}, head ${head}`,
    rollout: (/** @type {number} */ layer) => `Attention rollout from layer 0 to layer ${layer}`,
    mean: {
      heads: (/** @type {number} */ layer) => `Mean over the heads of layer ${layer}`,
      layers: (/** @type {number} */ head) => `Mean over the layers of head ${head}`,
      all: 'Mean over all layers and heads',
    },
    max: {
      heads: (/** @type {number} */ layer) => `Largest over the heads of layer ${layer}`,
      layers: (/** @type {number} */ head) => `Largest over the layers of head ${head}`,
      all: 'Largest over all layers and heads',
    },
  },
  sample: (/** @type {string} */ model, /** @type {string} */ sentence, /** @type {number} */ steps) =>
    `Real data: the attention of ${model} in “${sentence}”, rounded to multiples of 1/${steps}.`,
  file: (/** @type {string} */ name, /** @type {number} */ layers, /** @type {number} */ heads) =>
    `From ${name}, ${layers} × ${counted(heads, 'head', 'heads')} (layers × heads).`,
  computed: 'The weights were computed from q and k.',
  size: (/** @type {number} */ queries, /** @type {number} */ keys) =>
    `${counted(queries, 'query', 'queries')} (down), ${counted(keys, 'key', 'keys')} (across).`,
  visiblePart: (/** @type {string} */ queries, /** @type {string} */ keys) =>
    `Part of the map: queries ${queries}, keys ${keys}.`,
  pooled: (/** @type {number} */ rows, /** @type {number} */ cols) =>
    `Each pixel shows the largest of ${rows} × ${cols} cells. In a difference, it shows the cell farthest from 0.`,
  leftOut: (/** @type {number} */ n) =>
    `The first ${plural(n, 'key is', `${n} keys are`)} left out. Rows are not renormalized: the left-out weight is missing from their sums.`,
  words: 'Tokens are merged into words: sum over keys, mean over queries.',
  values: {
    norm: 'Each weight is multiplied by the length of its value vector.',
    share:
      'Each weight is multiplied by the length of its value vector, and each row is divided by its sum, so that it sums to 1.',
  },
  panel: {
    a: (/** @type {string} */ what) => `A: ${what}`,
    b: (/** @type {string} */ what) => `B: ${what}`,
    difference: 'A − B',
  },
  comparing: (/** @type {string} */ a, /** @type {string} */ b) =>
    `${a}, compared with ${b.replace(/^./, (letter) => letter.toLowerCase())}`,
  otherFile: (/** @type {string} */ what, /** @type {string} */ name) => `${what} of ${name}`,
  axes: { query: 'query (down)', key: 'key (across)' },
  gone: 'left out, or did not exist yet',
  missing: 'missing: not a number',
};
