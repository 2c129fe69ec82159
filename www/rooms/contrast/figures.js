/** @import { ContrastOptions } from '../../engine/contrast.js' */

/** @typedef {Exclude<keyof ContrastOptions, 'figure' | 'curve'>} Option */
/** @typedef {Partial<Record<Option, number | string>>} Options */

/**
 * A mistake and the correct computation.
 *
 * @typedef {object} Figure
 * @property {ContrastOptions['figure']} id
 * @property {Options} options - their defaults, in the order of the controls; a link can contain only these
 * @property {readonly Indicator[]} indicators - the numbers that show the mistake
 * @property {string} [thread] - where it happened: a public discussion
 * @property {number} [block] - the number of tokens that a key stands for, if it is not an option
 */

/** @typedef {'sums' | 'leaked' | 'lost' | 'seen' | 'distance' | 'variance' | 'entropy' | 'largest' | 'meanGap' | 'empty' | 'used' | 'leastUsed' | 'difference'} Indicator */

/** The number of features of queries and keys in figures without that option. */
export const FEATURES = 16;

/** The figures, in order. @type {readonly Figure[]} */
export const FIGURES = Object.freeze([
  { id: 'axis', options: { axis: 'columns', tokens: 8, seed: 7 }, indicators: ['sums', 'difference'] },
  { id: 'late', options: { tokens: 8, seed: 7 }, indicators: ['sums', 'difference'] },
  { id: 'zeroed', options: { tokens: 8, seed: 7 }, indicators: ['leaked', 'sums', 'difference'] },
  { id: 'unscaled', options: { d: 64, tokens: 8, seed: 7 }, indicators: ['variance', 'entropy', 'largest'] },
  {
    id: 'finite',
    options: { precision: 'f32', magnitude: 0, padding: 2, tokens: 8, seed: 7 },
    indicators: ['leaked', 'meanGap', 'sums'],
  },
  { id: 'empty', options: { padding: 2, tokens: 8, seed: 7 }, indicators: ['empty', 'sums'] },
  {
    id: 'cache',
    options: { past: 6, offset: 0, tokens: 4, seed: 7 },
    indicators: ['seen', 'lost', 'leaked', 'difference'],
  },
  {
    id: 'padding',
    options: { padding: 3, tokens: 8, seed: 7 },
    indicators: ['leaked', 'lost', 'difference'],
  },
  { id: 'alibi', options: { head: 1, tokens: 12, seed: 7 }, indicators: ['distance', 'difference'] },
  {
    id: 'shared',
    options: { picks: 3, tokens: 12, seed: 39 },
    indicators: ['used', 'leaked', 'difference'],
    thread: 'https://github.com/huggingface/transformers/issues/45758',
  },
  {
    id: 'indexer',
    options: { picks: 3, tokens: 10, seed: 7 },
    indicators: ['leaked', 'difference'],
    thread: 'https://github.com/huggingface/transformers/issues/45820',
  },
  {
    id: 'pooled',
    options: { block: 3, padding: 4, tokens: 6, seed: 7 },
    indicators: ['leaked', 'difference'],
    thread: 'https://github.com/huggingface/transformers/issues/45938',
  },
  {
    id: 'slot',
    options: { picks: 2, tokens: 8, seed: 7 },
    indicators: ['lost', 'leastUsed', 'difference'],
    thread: 'https://github.com/huggingface/transformers/pull/45892',
    block: 4,
  },
  {
    id: 'prefill',
    options: { picks: 8, tokens: 8, seed: 7 },
    indicators: ['leaked', 'difference'],
    thread: 'https://github.com/lablup/mlxcel/pull/667',
  },
]);

export const FIGURE_IDS = Object.freeze(FIGURES.map(({ id }) => id));

/** The matrices of each side, left to right. */
export const MATRICES = Object.freeze(/** @type {const} */ (['weights', 'sums', 'output']));

/** The figure with this id, or the first one. @param {string} id @returns {Figure} */
export function figureNamed(id) {
  return FIGURES.find((figure) => figure.id === id) ?? FIGURES[0];
}
