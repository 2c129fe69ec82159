import { counted } from '../../../words/plural.js';

/** Texts of the figure of a mask, in English, on the page and in embeds. */
export const maskFigure = {
  expression: 'The mask as an expression',
  maps: { pattern: 'pattern', scores: 'masked scores', weights: 'weights' },
  heatmap: 'heatmap',
  mapLabel: (/** @type {string} */ name, /** @type {number} */ queries, /** @type {number} */ keys) =>
    `${name}, ${queries} × ${keys}, query (down), key (across)`,
  axes: { query: 'query →', key: 'key →' },
  place: (/** @type {number} */ query, /** @type {number} */ key) => `query ${query}, key ${key}`,
  allowedBy: (/** @type {string} */ clauses) => `allowed by ${clauses}`,
  forbiddenBy: (/** @type {string} */ clauses) => `forbidden by ${clauses}`,
  scoreAndWeight: (/** @type {string} */ score, /** @type {string} */ weight) =>
    `score ${score}, weight ${weight}`,
  unmaskedWas: (/** @type {string} */ weight) => `without the mask its weight is ${weight}`,
  notPlayed: 'its row has not been played yet',
  allowed: 'allowed',
  maskedSample: 'masked (not zero)',
  toLargest: 'up to the largest',
  toOne: 'up to 1',
  names: {
    queries: 'Queries',
    keys: 'Keys',
    heads: 'Heads',
    kvHeads: 'Key-value heads',
    size: 'Head size',
    bytes: 'Bytes per number',
    seed: 'Seed',
  },
  head: 'Head',
  errors: {
    notWhole: (/** @type {string} */ text) => `Enter a whole number, not “${text}”.`,
    bounds: (/** @type {string} */ name, /** @type {number} */ value, /** @type {string} */ range) =>
      `${name}: ${value}. It must be a whole number in the range ${range}.`,
    kvHeads: (/** @type {number} */ heads, /** @type {number} */ kvHeads) =>
      `${counted(heads, 'head', 'heads')} cannot share ${counted(kvHeads, 'key-value head', 'key-value heads')} equally.`,
  },
};
