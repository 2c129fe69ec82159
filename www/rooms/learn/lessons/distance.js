import { DEFAULTS } from './defaults.js';
import { identity, matrix } from './matrix.js';
/** @import { Lesson } from '../../../types.js' */

/** The ranges of the sliders. A typed base may be any number above 0. */
export const RANGES = Object.freeze({ base: [10, 1e6], shift: [0, 1024] });

const THE = [1, 0, 1, 0, 0, 1, 0, 0];

/**
 * Sinusoids, RoPE and ALiBi on the same tokens. Two tokens are the same word, so only their positions differ.
 * The projections are the identity, so queries and keys are the embeddings until an encoding changes them.
 *
 * @type {Lesson}
 */
export const distance = {
  ...DEFAULTS,
  id: 'distance',
  tokens: ['the·1', 'dog·2', 'saw·3', 'the·4', 'cat·5'],
  steps: ['tokens', 'none', 'sinusoidal', 'rope', 'alibi', 'apart'],
  dims: { model: THE.length, key: THE.length, value: THE.length },
  given: {
    embeddings: matrix([
      THE,
      [1, 2, 0, 1, 1, 0, 1, 0],
      [0, -1, 1, 2, 1, 1, 0, -1],
      THE,
      [1, 1, 0, 1, 2, 0, 1, 1],
    ]),
    wQ: identity(THE.length, THE.length),
    wK: identity(THE.length, THE.length),
  },
  asks: [{ matrix: 'weightsNone', row: 3, col: 3 }],
  schemes: { heads: 8 },
};
