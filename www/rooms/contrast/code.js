/** @import { ContrastOptions } from '../../engine/contrast.js' */
/** @import { Figure } from './figures.js' */

/**
 * A figure in NumPy: the first lines and the last lines are shared by both sides, those between differ. The
 * check is True only on the right side.
 *
 * @typedef {{ first: string[], wrong: string[], right: string[], last: string[], check: string }} Code
 */

const SCORES = 'scores = Q @ K.T / d ** 0.5';
const CAUSAL = 'mask = np.tril(np.ones((N, N), bool))';
const MASKED = 'weights = softmax(np.where(mask, scores, -np.inf))';
const NO_KEY = 'weights[~mask.any(axis=-1)] = 0';
const ROWS = 'np.allclose(weights.sum(axis=-1), 1)';
const FORBIDDEN = '(weights[~mask] == 0).all()';

/** @type {Record<Figure['id'], (options: ContrastOptions) => Partial<Code> & Omit<Code, 'first' | 'last'>>} */
const CODE = {
  axis: ({ axis }) => ({
    first: [SCORES],
    wrong: [`weights = softmax(scores, axis=${axis === 'all' ? 'None' : '0'})`],
    right: ['weights = softmax(scores, axis=-1)'],
    check: ROWS,
  }),
  late: () => ({
    first: [SCORES, CAUSAL],
    wrong: ['weights = softmax(scores) * mask'],
    right: [MASKED],
    check: ROWS,
  }),
  zeroed: () => ({
    first: [SCORES, CAUSAL],
    wrong: ['weights = softmax(scores * mask)'],
    right: [MASKED],
    check: FORBIDDEN,
  }),
  unscaled: () => ({
    wrong: ['scores = Q @ K.T'],
    right: [SCORES],
    last: ['weights = softmax(scores)'],
    check: 'scores.var() < 3',
  }),
  finite: ({ precision, magnitude, padding }) => ({
    first: [
      ...(magnitude ? [`Q = Q * 10.0 ** ${magnitude}`] : []),
      ...(precision === 'f32' ? ['Q, K, V = (x.astype(np.float32) for x in (Q, K, V))'] : []),
      SCORES,
      CAUSAL,
      `mask[:, :${padding}] = False`,
    ],
    wrong: ['bias = np.where(mask, 0, -1e9).astype(scores.dtype)', 'weights = softmax(scores + bias)'],
    right: [MASKED, NO_KEY],
    check: FORBIDDEN,
  }),
  empty: ({ padding }) => ({
    first: [SCORES, CAUSAL, `mask[:, :${padding}] = False`],
    wrong: [MASKED],
    right: [MASKED, NO_KEY],
    check: 'np.isfinite(weights).all()',
  }),
  cache: ({ offset }) => ({
    first: [SCORES],
    wrong: [`mask = np.tril(np.ones((N, S), bool)${offset ? `, k=${offset}` : ''})`],
    right: ['mask = np.tril(np.ones((N, S), bool), k=S - N)'],
    last: [MASKED],
    check: '(mask.sum(axis=-1) == np.arange(S - N, S) + 1).all()',
  }),
  padding: ({ padding }) => ({
    first: [SCORES, `pad = np.arange(N) < ${padding}`, 'length = (~pad).sum()'],
    wrong: ['mask = np.arange(N) < length'],
    right: ['mask = np.arange(N) >= N - length'],
    last: [MASKED],
    check: '(weights[:, pad] == 0).all()',
  }),
  alibi: ({ head }) => ({
    first: [
      SCORES,
      CAUSAL,
      'distance = np.abs(np.arange(N)[:, None] - np.arange(N))',
      `slope = 2.0 ** -${Number(head) + 1}`,
    ],
    wrong: ['bias = slope * distance'],
    right: ['bias = -slope * distance'],
    last: ['weights = softmax(np.where(mask, scores + bias, -np.inf))'],
    check: '(bias <= 0).all()',
  }),
};

/**
 * The code of a figure with the current options. It computes the numbers that are drawn.
 *
 * @param {ContrastOptions} options
 * @returns {Code}
 */
export function codeOf(options) {
  const { figure, tokens, d, seed, past } = options;
  const keys = past === undefined ? 'N' : 'S';
  const draws = [
    'import numpy as np',
    '',
    'def softmax(x, axis=-1):',
    '    e = np.exp(x - x.max(axis=axis, keepdims=True))',
    '    return e / e.sum(axis=axis, keepdims=True)',
    '',
    past === undefined
      ? `N, d = ${tokens}, ${d}`
      : `N, S, d = ${tokens}, ${Number(past) + Number(tokens)}, ${d}`,
    `np.random.seed(${seed})`,
    'Q = np.random.randn(N, d)',
    `K = np.random.randn(${keys}, d)`,
    `V = np.random.randn(${keys}, 3)`,
  ];
  const { first = [], last = [], ...lines } = CODE[figure](options);
  return { ...lines, first: [...draws, ...first], last };
}

/**
 * The whole figure as one program.
 *
 * @param {Code} code
 * @param {{ wrong: string, right: string }} names - in the reader's language
 */
export function program({ first, wrong, right, last, check }, names) {
  const side = (/** @type {string} */ name, /** @type {string[]} */ lines) => [
    '',
    `# ${name}`,
    ...lines,
    ...last,
    'output = weights @ V',
    `print(${check})`,
  ];
  return [...first, ...side(names.wrong, wrong), ...side(names.right, right)].join('\n');
}
