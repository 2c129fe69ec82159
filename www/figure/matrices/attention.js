/**
 * The matrices of attention, with one head and with several, in the order of the computation.
 */
/** @import { Switches } from '../../types.js' */
/** @import { Context, Formula, Matrix } from '../matrices.js' */

/** @type {[string, string]} */
const TOKENS = ['token', 'feature'];
/** @type {[string, string]} */
const PAIRS = ['query', 'key'];
/** @type {[string, string]} */
const OUTPUTS = ['query', 'feature'];

/** @param {string} edits */
const input = (edits) => /** @type {const} */ ({ kind: 'input', edits });

/** Whether the lesson starts from embeddings, not from queries, keys and values. @param {Context} context */
const isEmbedded = ({ lesson }) => !lesson.given.q;

/** Whether the embeddings are scaled or positions are added. @param {Context} context */
const isSum = ({ switches: { embeddingScale, positions } }) =>
  embeddingScale !== 'none' || positions !== 'none';

/** Whether the positions are sinusoids. @param {Context} context */
const isWave = ({ switches: { positions } }) => positions === 'textbook' || positions === 'doubled';

/** @param {Context} context */
const isDoubled = ({ switches: { positions } }) => positions === 'doubled';

/** The number of features of a key in one head. @param {Context['lesson']} lesson */
const keySize = ({ dims, heads }) => dims.key / (heads?.heads ?? 1);

/** The scores before the softmax. @param {Context} context */
const logits = ({ switches, of }) => of(switches.mask === 'none' ? 'scaled' : 'masked');

/** The columns of queries, keys and values in a band. @type {Record<string, number>} */
const PROJECTED = { Q: 5, K: 6, V: 7 };

/**
 * A projection of the embeddings, (model, features of all heads).
 *
 * @param {string} letter @param {string} id @returns {Matrix}
 */
const projection = (letter, id) => ({
  axes: ['feature', 'feature'],
  places: { embed: [PROJECTED[letter], 1] },
  step: 'project',
  notation: ['sub', 'W', letter],
  code: `W_${letter}`,
  from: (context) => (isEmbedded(context) ? input(id) : null),
});

/**
 * Queries, keys or values: X times a projection, an input, or the columns of one head.
 *
 * @param {string} letter @param {'query' | 'key'} row @param {'query' | 'kv'} head @param {string} id @param {'key' | 'value'} size
 * @param {[column: number, row: 1 | 2]} [attend] - its place in the band of attention
 * @returns {Matrix}
 */
const projected = (letter, row, head, id, size, attend) => ({
  axes: [row, 'feature'],
  places: {
    embed: [PROJECTED[letter], 2],
    ...(attend ? { attend } : {}),
  },
  step: 'project',
  stepWithHeads: 'split',
  head,
  isUndivided: true,
  letter,
  code: letter,
  notation: letter,
  from(context) {
    const { lesson, index } = context;
    if (index !== null)
      return { kind: 'slice', of: id, col: (index * lesson.dims[size]) / (lesson.heads?.heads ?? 1) };
    return isEmbedded(context) ? { kind: 'product', left: 'x', right: `w${letter}` } : input(id);
  },
});

/**
 * @param {Switches['scale']} scale
 * @param {string | null} n - the number of the head
 * @returns {['row', ...Formula[]]}
 */
function scaledNotation(scale, n) {
  /** @type {Formula} */
  const scores = n === null ? 'S' : ['sub', 'S', n];
  if (scale === 'sqrt') return ['row', scores, '/', ['sqrt', ['sub', 'd', 'k']]];
  return ['row', scores, '·', scale === 'none' ? '1' : String(scale)];
}

/**
 * The notation of sinusoids, which have 2i or i in the exponent: of the chosen ones, or of the others, which
 * are shown for comparison.
 *
 * @param {boolean} isChosen @returns {Matrix['notation']}
 */
const positionsNotation =
  (isChosen) =>
  ({ positions }) => {
    if (positions === 'given' || positions === 'none') return 'P';
    const doubled = (positions === 'doubled') === isChosen;
    return ['sub', 'P', ['row', ...(doubled ? ['2'] : []), 'i', '/', 'd']];
  };

/**
 * A matrix of queries: with several heads, each head has one, and computes it in the step `attend`.
 *
 * @param {Pick<Matrix, 'axes' | 'step' | 'notation' | 'from'> & Partial<Matrix>} about @returns {Matrix}
 */
const ofQueries = (about) => ({ stepWithHeads: 'attend', head: 'query', byQuery: true, ...about });

/** What the outputs of all softmax axes share. @satisfies {Partial<Matrix>} */
const OUTPUT = /** @type {const} */ ({
  axes: OUTPUTS,
  step: 'mix',
  letter: 'O',
  code: 'Z',
  rule: 'Σ A[{row},j] · V[j,{col}]',
});
/** What the weights of all softmax axes share. @satisfies {Partial<Matrix>} */
const WEIGHTS = /** @type {const} */ ({
  axes: PAIRS,
  step: 'softmax',
  isMasked: true,
  range: [0, 1],
  heading: 'weight',
  code: 'A',
});
/** What the mask and its penalty share: all heads have the same. @satisfies {Partial<Matrix>} */
const MASK = /** @type {const} */ ({
  axes: PAIRS,
  step: 'mask',
  heading: 'may',
  head: undefined,
  columnNames: 'flat',
});

/** @type {Record<string, Matrix>} */
export const ATTENTION = {
  embeddings: {
    axes: TOKENS,
    places: { embed: [1, 2] },
    step: 'embed',
    notation: 'E',
    code: 'E',
    from: (context) => (isEmbedded(context) && isSum(context) ? input('embeddings') : null),
  },
  scaledEmbeddings: {
    axes: TOKENS,
    places: { embed: [2, 2] },
    step: 'embed',
    notation: ['row', 'E', '·', ['sqrt', 'd']],
    rule: 'E[{row},{col}] · √d',
    from: (context) =>
      isEmbedded(context) && context.switches.embeddingScale === 'sqrt'
        ? { kind: 'scale', of: 'embeddings', sign: '·', root: context.lesson.dims.model }
        : null,
  },
  positions: {
    axes: TOKENS,
    places: { embed: [3, 2] },
    step: 'embed',
    notation: positionsNotation(true),
    code: 'P',
    from(context) {
      const { positions } = context.switches;
      if (!isEmbedded(context) || positions === 'none') return null;
      return positions === 'given'
        ? input('positions')
        : { kind: 'wave', isDoubled: isDoubled(context), isBeside: false };
    },
  },
  positionsBeside: {
    axes: TOKENS,
    places: { embed: [3, 1] },
    step: 'embed',
    notation: positionsNotation(false),
    onWorksheet: 'omitted',
    from: (context) =>
      isEmbedded(context) && isWave(context)
        ? { kind: 'wave', isDoubled: !isDoubled(context), isBeside: true }
        : null,
  },
  x: {
    axes: TOKENS,
    places: { embed: [4, 2] },
    step: 'embed',
    notation: 'X',
    code: 'X',
    from(context) {
      if (!isEmbedded(context)) return null;
      // Without scaling and positions the embeddings are X themselves.
      if (!isSum(context)) return input('embeddings');
      const { embeddingScale, positions } = context.switches;
      const first = embeddingScale === 'sqrt' ? 'scaledEmbeddings' : 'embeddings';
      return { kind: 'sum', of: positions === 'none' ? [first] : [first, 'positions'] };
    },
  },
  wQ: projection('Q', 'wQ'),
  wK: projection('K', 'wK'),
  wV: projection('V', 'wV'),
  q: projected('Q', 'query', 'query', 'q', 'key', [1, 2]),
  k: projected('K', 'key', 'kv', 'k', 'key'),
  v: projected('V', 'key', 'kv', 'v', 'value', [7, 1]),
  kT: {
    axes: ['feature', 'key'],
    places: { attend: [2, 1] },
    step: 'score',
    stepWithHeads: 'split',
    head: 'kv',
    letter: 'Kᵀ',
    columnNames: 'full',
    code: 'K.T',
    notation: (_, n) => ['transposed', n === null ? 'K' : ['sub', 'K', n]],
    onWorksheet: 'omitted',
    from: ({ of }) => ({ kind: 'transpose', of: of('k') }),
  },
  scores: ofQueries({
    axes: PAIRS,
    places: { attend: [2, 2] },
    step: 'score',
    letter: 'S',
    heading: 'score',
    dot: ['q', 'k'],
    code: 'S',
    notation: ['row', 'S', '=', 'Q', ['transposed', 'K']],
    from: ({ of }) => ({ kind: 'product', left: of('q'), right: of('kT') }),
  }),
  scaled: ofQueries({
    axes: PAIRS,
    places: { attend: [3, 2] },
    step: 'scale',
    heading: 'scaled',
    code: 'S',
    notation: ({ scale }, n) => scaledNotation(scale, n),
    rule: ({ scale }) => (scale === 'sqrt' ? 'S ÷ √dₖ' : null),
    from({ lesson, switches: { scale }, of }) {
      if (scale === 'sqrt') return { kind: 'scale', of: of('scores'), sign: '÷', root: keySize(lesson) };
      return { kind: 'scale', of: of('scores'), sign: '·', by: scale === 'none' ? 1 : scale };
    },
  }),
  allowed: ofQueries({
    ...MASK,
    places: { attend: [3, 1] },
    range: [0, 1],
    notation: ['row', 'j', '≤', 'i'],
    from: ({ switches }) => (switches.mask === 'none' ? null : { kind: 'allowed' }),
  }),
  additive: ofQueries({
    ...MASK,
    places: { attend: [4, 1] },
    isMasked: true,
    notation: 'M',
    onWorksheet: 'omitted',
    from: ({ switches }) => (switches.mask === 'none' ? null : { kind: 'penalty', of: 'allowed' }),
  }),
  masked: ofQueries({
    axes: PAIRS,
    places: { attend: [4, 2] },
    step: 'mask',
    isMasked: true,
    heading: 'masked',
    code: 'S',
    notation: ({ scale }, n) => ['row', ...scaledNotation(scale, n).slice(1), '+', 'M'],
    from: ({ switches, of }) =>
      switches.mask === 'none' ? null : { kind: 'mask', of: [of('scaled'), 'additive'] },
  }),
  weights: ofQueries({
    ...WEIGHTS,
    places: { attend: [5, 2], heads: [1, 2] },
    letter: 'A',
    notation: ({ softmaxAxis }, n) =>
      n === null
        ? ['row', 'A', '=', ['sub', 'softmax', softmaxAxis === 'rows' ? '' : softmaxAxis]]
        : ['sub', 'A', n],
    from: (context) => ({ kind: 'softmax', of: logits(context), axis: context.switches.softmaxAxis }),
  }),
  output: ofQueries({
    ...OUTPUT,
    places: { attend: [7, 2] },
    notation: ['row', 'A', 'V'],
    from: ({ of }) => ({ kind: 'product', left: of('weights'), right: of('v') }),
  }),
  // The softmax by row, shown for comparison with a softmax over another axis.
  weightsRows: ofQueries({
    ...WEIGHTS,
    places: { attend: [6, 2] },
    notation: (_, n) => (n === null ? ['row', ['sub', 'A', 'rows']] : ['sub', 'A', `${n}, rows`]),
    onWorksheet: 'omitted',
    from: (context) =>
      context.switches.softmaxAxis === 'rows' ? null : { kind: 'softmax', of: logits(context), axis: 'rows' },
  }),
  outputRows: ofQueries({
    ...OUTPUT,
    places: { attend: [8, 2] },
    notation: (_, n) => (n === null ? ['row', ['sub', 'A', 'rows'], 'V'] : ['sub', 'O', `${n}, rows`]),
    onWorksheet: 'omitted',
    from: ({ switches, of }) =>
      switches.softmaxAxis === 'rows' ? null : { kind: 'product', left: of('weightsRows'), right: of('v') },
  }),
  merged: {
    axes: ['query', 'headed'],
    places: { heads: [2, 2] },
    step: 'concatenate',
    byQuery: true,
    letter: 'O',
    code: 'Z',
    notation: ['row', 'O', '=', 'concat'],
    from: ({ lesson: { heads }, ofEach }) => (heads ? { kind: 'concat', of: ofEach('output') } : null),
  },
  wO: {
    axes: ['headed', 'feature'],
    places: { heads: [3, 1] },
    step: 'out',
    notation: ['sub', 'W', 'O'],
    code: 'W_O',
    from: ({ lesson: { heads } }) => (heads && heads.wO !== 'none' ? input('wO') : null),
  },
  projectedOutput: {
    axes: OUTPUTS,
    places: { heads: [3, 2] },
    step: 'out',
    byQuery: true,
    letter: 'Y',
    code: 'Y',
    notation: ['row', 'Y', '=', 'O', ['sub', 'W', 'O']],
    rule: 'Σ O[{row},c] · W_O[c,{col}]',
    from: ({ lesson: { heads } }) =>
      heads && heads.wO !== 'none' ? { kind: 'product', left: 'merged', right: 'wO' } : null,
  },
};
