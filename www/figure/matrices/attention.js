import table from './attention.json' with { type: 'json' };
/** @import { Node, Switches } from '../../types.js' */
/** @import { Context, Formula, Matrix } from '../matrices.js' */

/**
 * The matrices of attention, with one head and with several, in the order of the computation. What does not
 * depend on the lesson or its switches is in the table.
 */

/** @param {string} edits @returns {Node} */
const input = (edits) => ({ kind: 'input', edits });

/** Whether the lesson starts from embeddings, not from queries, keys and values. @param {Context} context */
const isEmbedded = ({ lesson }) => !lesson.given.q;

/** Whether the embeddings are scaled or positions are added. @param {Context} context */
const isSum = ({ switches: { embeddingScale, positions } }) =>
  embeddingScale !== 'none' || positions !== 'none';

/** Whether the positions are sinusoids. @param {Context} context */
const isWave = ({ switches: { positions } }) => positions === 'textbook' || positions === 'doubled';

/** @param {Context} context */
const isDoubled = ({ switches: { positions } }) => positions === 'doubled';

/** Whether the outputs of the heads are projected. @param {Context} context */
const isProjected = ({ lesson: { heads } }) => heads !== null && heads.wO !== 'none';

/** The scores before the softmax. @param {Context} context */
const logits = ({ switches, of }) => of(switches.mask === 'none' ? 'scaled' : 'masked');

/**
 * Queries, keys or values: X times a projection, an input, or the columns of one head.
 *
 * @param {string} id @param {'key' | 'value'} size @returns {Matrix['from']}
 */
const projected = (id, size) => (context) => {
  const { lesson, index } = context;
  if (index !== null)
    return { kind: 'slice', of: id, col: (index * lesson.dims[size]) / (lesson.heads?.heads ?? 1) };
  return isEmbedded(context) ? { kind: 'product', left: 'x', right: `w${id.toUpperCase()}` } : input(id);
};

/**
 * How each matrix is computed.
 *
 * @type {Record<keyof typeof table, Matrix['from']>}
 */
const FROM = {
  embeddings: (context) => (isEmbedded(context) && isSum(context) ? input('embeddings') : null),
  scaledEmbeddings: (context) =>
    isEmbedded(context) && context.switches.embeddingScale === 'sqrt'
      ? { kind: 'scale', of: 'embeddings', sign: '·', root: context.lesson.dims.model }
      : null,
  positions(context) {
    const { positions } = context.switches;
    if (!isEmbedded(context) || positions === 'none') return null;
    return positions === 'given'
      ? input('positions')
      : { kind: 'wave', isDoubled: isDoubled(context), isBeside: false };
  },
  positionsBeside: (context) =>
    isEmbedded(context) && isWave(context)
      ? { kind: 'wave', isDoubled: !isDoubled(context), isBeside: true }
      : null,
  x(context) {
    if (!isEmbedded(context)) return null;
    // Without scaling and positions the embeddings are X themselves.
    if (!isSum(context)) return input('embeddings');
    const { embeddingScale, positions } = context.switches;
    const first = embeddingScale === 'sqrt' ? 'scaledEmbeddings' : 'embeddings';
    return { kind: 'sum', of: positions === 'none' ? [first] : [first, 'positions'] };
  },
  wQ: (context) => (isEmbedded(context) ? input('wQ') : null),
  wK: (context) => (isEmbedded(context) ? input('wK') : null),
  wV: (context) => (isEmbedded(context) ? input('wV') : null),
  q: projected('q', 'key'),
  k: projected('k', 'key'),
  v: projected('v', 'value'),
  kT: ({ of }) => ({ kind: 'transpose', of: of('k') }),
  scores: ({ of }) => ({ kind: 'product', left: of('q'), right: of('kT') }),
  scaled({ lesson: { dims, heads }, switches: { scale }, of }) {
    if (scale === 'sqrt')
      return { kind: 'scale', of: of('scores'), sign: '÷', root: dims.key / (heads?.heads ?? 1) };
    return { kind: 'scale', of: of('scores'), sign: '·', by: scale === 'none' ? 1 : scale };
  },
  allowed: ({ switches }) => (switches.mask === 'none' ? null : { kind: 'allowed' }),
  additive: ({ switches }) => (switches.mask === 'none' ? null : { kind: 'penalty', of: 'allowed' }),
  masked: ({ switches, of }) =>
    switches.mask === 'none' ? null : { kind: 'mask', of: [of('scaled'), 'additive'] },
  weights: (context) => ({ kind: 'softmax', of: logits(context), axis: context.switches.softmaxAxis }),
  output: ({ of }) => ({ kind: 'product', left: of('weights'), right: of('v') }),
  // The softmax by row, shown for comparison with a softmax over another axis.
  weightsRows: (context) =>
    context.switches.softmaxAxis === 'rows' ? null : { kind: 'softmax', of: logits(context), axis: 'rows' },
  outputRows: ({ switches, of }) =>
    switches.softmaxAxis === 'rows' ? null : { kind: 'product', left: of('weightsRows'), right: of('v') },
  merged: ({ lesson, ofEach }) => (lesson.heads ? { kind: 'concat', of: ofEach('output') } : null),
  wO: (context) => (isProjected(context) ? input('wO') : null),
  projectedOutput: (context) =>
    isProjected(context) ? { kind: 'product', left: 'merged', right: 'wO' } : null,
};

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

/** What depends on the switches or the head. @type {Partial<Record<keyof typeof table, Partial<Matrix>>>} */
const BY_SWITCHES = {
  positions: { notation: positionsNotation(true) },
  positionsBeside: { notation: positionsNotation(false) },
  kT: { notation: (_, n) => ['transposed', n === null ? 'K' : ['sub', 'K', n]] },
  scaled: {
    notation: ({ scale }, n) => scaledNotation(scale, n),
    rule: ({ scale }) => (scale === 'sqrt' ? 'S ÷ √dₖ' : null),
  },
  masked: { notation: ({ scale }, n) => ['row', ...scaledNotation(scale, n).slice(1), '+', 'M'] },
  weights: {
    notation: ({ softmaxAxis }, n) =>
      n === null
        ? ['row', 'A', '=', ['sub', 'softmax', softmaxAxis === 'rows' ? '' : softmaxAxis]]
        : ['sub', 'A', n],
  },
  weightsRows: {
    notation: (_, n) => (n === null ? ['row', ['sub', 'A', 'rows']] : ['sub', 'A', `${n}, rows`]),
  },
  outputRows: {
    notation: (_, n) => (n === null ? ['row', ['sub', 'A', 'rows'], 'V'] : ['sub', 'O', `${n}, rows`]),
  },
};

export const ATTENTION = /** @type {Record<string, Matrix>} */ (
  Object.fromEntries(
    Object.entries(table).map(([id, about]) => {
      const name = /** @type {keyof typeof table} */ (id);
      return [id, { ...about, ...BY_SWITCHES[name], from: FROM[name] }];
    }),
  )
);
