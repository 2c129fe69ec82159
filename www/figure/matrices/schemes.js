/** The scores and weights of each position scheme. All schemes have the same queries and keys. */
import { SCHEMES, SCORES, WEIGHTS } from '../schemes.js';
/** @import { Formula, Matrix } from '../matrices.js' */

/** The index of S and A in the notation of each scheme. */
const INDEX = { none: null, sinusoidal: 'sin', rope: 'RoPE', alibi: 'ALiBi' };

/** @type {Record<string, Matrix>} */
export const COMPARED = Object.fromEntries(
  SCHEMES.flatMap((scheme) => {
    const index = INDEX[scheme];
    /** @type {(letter: string) => Formula} */
    const notation = (letter) => (index === null ? letter : ['sub', letter, index]);
    /** @type {Pick<Matrix, 'axes' | 'step'>} */
    const common = { axes: ['query', 'key'], step: scheme };
    /** @type {Matrix} */
    const scores = {
      ...common,
      columnNames: 'full',
      notation: notation('S'),
      from: ({ lesson }) => (lesson.schemes ? { kind: 'scheme', scheme, left: 'q', right: 'kT' } : null),
    };
    /** @type {Matrix} */
    const weights = {
      ...common,
      isMasked: true,
      notation: notation('A'),
      from: ({ lesson }) =>
        lesson.schemes ? { kind: 'share', scheme, of: SCORES[scheme], axis: 'rows' } : null,
    };
    return [
      [SCORES[scheme], scores],
      [WEIGHTS[scheme], weights],
    ];
  }),
);
