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
const AHEAD = '(np.triu(weights, 1) == 0).all()';
/** The mask of a text, which says which keys can be picked. */
const VISIBLE = 'causal = np.tril(np.ones((N, N), bool))';
/** The keys with the largest scores of an index; of equal scores the earlier key. */
const BEST = 'np.argsort(-seen, axis=-1, kind="stable")[:, :k]';
const EMPTY = 'mask = np.zeros((N, N), bool)';
/** The picks of each row; a row with fewer visible keys than picks has fewer. */
const PICK = 'np.put_along_axis(mask, idx, np.take_along_axis(seen, idx, -1) > -np.inf, axis=-1)';

/** The size of a pick and the scores of the index. @param {ContrastOptions} options */
const indexed = ({ picks }) => [SCORES, `k = ${picks}`, 'index = Qi @ Ki.T'];

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
  shared: (options) => ({
    first: [
      ...indexed(options),
      VISIBLE,
      'seen = np.where(causal, index, -np.inf)',
      `idx = ${BEST}`,
      // A query with fewer visible keys than picks also picks later ones.
      'is_seen = np.take_along_axis(causal, idx, axis=-1)',
    ],
    wrong: [EMPTY, 'mask[:, idx] = True'],
    right: [EMPTY, 'np.put_along_axis(mask, idx, is_seen, axis=-1)'],
    last: ['weights = softmax(np.where(mask & causal, scores, -np.inf))'],
    check: '((weights > 0).sum(axis=-1) <= k).all()',
  }),
  indexer: (options) => ({
    first: [...indexed(options), VISIBLE],
    wrong: ['seen = index'],
    right: ['seen = np.where(causal, index, -np.inf)'],
    last: [`idx = ${BEST}`, EMPTY, PICK, MASKED],
    check: AHEAD,
  }),
  pooled: ({ block = 1, padding = 0 }) => {
    const entry = Math.floor(Number(padding) / Number(block));
    const ends = `${padding}:${(entry + 1) * Number(block)}`;
    // If no entry has both, the entries of padding have to be hidden.
    const isMixed = Number(padding) % Number(block) !== 0;
    return {
      first: [
        `m = ${block}`,
        'def pool(X, w):',
        '    blocks = X.reshape(-1, m, X.shape[1]) * w[:, :, None]',
        '    return blocks.sum(axis=1) / np.maximum(w.sum(axis=1), 1)[:, None]',
      ],
      wrong: ['w = np.ones((S // m, m))'],
      right: [`w = (np.arange(S) >= ${padding}).reshape(-1, m)`],
      last: ['K, V = pool(Kt, w), pool(Vt, w)', SCORES, 'mask = w.any(axis=1)', MASKED],
      check: isMixed
        ? `np.allclose(K[${entry}], Kt[${ends}].mean(axis=0))`
        : `(weights[:, :${entry}] == 0).all()`,
    };
  },
  slot: (options) => ({
    first: [...indexed(options), 'seen = index', `slot = ${BEST}`],
    wrong: ['picked = slot > 0'],
    right: ['picked = slot >= 0'],
    last: [
      'mask = ((slot[:, :, None] == np.arange(S)) & picked[:, :, None]).any(axis=1)',
      'z = np.where(mask, scores, -np.inf)',
      'weights = np.where(mask.any(axis=1)[:, None], softmax(z), 0)',
    ],
    check: '((weights > 0).sum(axis=-1) == k).all()',
  }),
  prefill: (options) => ({
    first: [
      ...indexed(options),
      VISIBLE,
      'seen = np.where(causal, index, -np.inf)',
      `idx = ${BEST}`,
      EMPTY.replace('mask', 'best'),
      PICK.replace('mask', 'best'),
    ],
    wrong: ['mask = np.ones((N, N), bool) if N <= k else best'],
    right: ['mask = best'],
    last: [MASKED],
    check: AHEAD,
  }),
};

/**
 * The code of a figure with the current options. It computes the numbers that are drawn.
 *
 * @param {ContrastOptions} options
 * @returns {Code}
 */
export function codeOf(options) {
  const { figure, tokens, d, seed, past, picks } = options;
  /** The number of keys, if it is not that of queries. */
  const count =
    { pooled: 12, slot: 6 }[String(figure)] ?? (past === undefined ? null : Number(past) + Number(tokens));
  const keys = count === null ? 'N' : 'S';
  // Entries are pooled from tokens.
  const of = figure === 'pooled' ? 't' : '';
  const draws = [
    'import numpy as np',
    '',
    'def softmax(x, axis=-1):',
    '    e = np.exp(x - x.max(axis=axis, keepdims=True))',
    '    return e / e.sum(axis=axis, keepdims=True)',
    '',
    count === null ? `N, d = ${tokens}, ${d}` : `N, S, d = ${tokens}, ${count}, ${d}`,
    `np.random.seed(${seed})`,
    'Q = np.random.randn(N, d)',
    `K${of} = np.random.randn(${keys}, d)`,
    `V${of} = np.random.randn(${keys}, 3)`,
    ...(picks === undefined ? [] : ['Qi = np.random.randn(N, 4)', `Ki = np.random.randn(${keys}, 4)`]),
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
