/** The scores and weights of each position scheme, which all have the same queries and keys. */
/** @import { Matrix } from '../matrices.js' */

/**
 * The position schemes, in the order of their steps: the endings of the ids, and the index of the letters.
 */
const ENDINGS = /** @type {const} */ ([
  ['None', null],
  ['Sinusoidal', 'sin'],
  ['Rope', 'RoPE'],
  ['Alibi', 'ALiBi'],
]);

/** @type {Record<string, Matrix>} */
export const COMPARED = Object.fromEntries(
  ENDINGS.flatMap(([ending, index], place) => {
    /** @param {string} letter @param {boolean} isMasked @param {Matrix['from']} from @returns {Matrix} */
    const matrix = (letter, isMasked, from) => ({
      axes: ['query', 'key'],
      step: place + 1,
      isMasked,
      ...(isMasked ? {} : { columnNames: 'full' }),
      notation: index === null ? letter : ['sub', letter, index],
      from: (context) => (context.lesson.schemes ? from(context) : null),
    });
    return [
      [`scores${ending}`, matrix('S', false, () => ({ kind: 'product', left: 'q', right: 'kT' }))],
      [
        `weights${ending}`,
        matrix('A', true, () => ({ kind: 'softmax', of: `scores${ending}`, axis: 'rows' })),
      ],
    ];
  }),
);
