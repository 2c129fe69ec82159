import { queryHeadOf } from '../../figure/heads.js';
/** @import { Model } from '../../types.js' */

/**
 * The NumPy code of each step, one or a few lines. It uses the names of the figure (E, P, X, W_Q, Q, K, V, S,
 * A and Z) and the variables of the steps before it. A test runs the code of every lesson in order and
 * compares the outputs.
 */

/** Q, K and V with all their digits. @param {Model['matrices']} matrices */
function literals(matrices) {
  return Object.entries({ Q: matrices.q, K: matrices.k, V: matrices.v })
    .map(([name, { rows, cols, data }]) => {
      const lines = Array.from(
        { length: rows },
        (_, row) => `[${data.subarray(row * cols, (row + 1) * cols).join(', ')}]`,
      );
      return `${name} = np.array([${lines.join(', ')}])`;
    })
    .join('\n');
}

/** @param {Model} model */
function embed({ lesson, switches, matrices }) {
  if (lesson.given.q) return literals(matrices);
  const scaled = switches.embeddingScale === 'sqrt' ? `E * np.sqrt(${matrices.x.cols})` : 'E';
  return `X = ${scaled}${matrices.positions ? ' + P' : ''}`;
}

/**
 * If queries, keys and values are given, the code that would compute them is a comment.
 *
 * @param {Model} model
 */
function project({ lesson }) {
  return `${lesson.given.q ? '# ' : ''}Q, K, V = X @ W_Q, X @ W_K, X @ W_V`;
}

/** @param {Model} model */
function scale({ switches, matrices }) {
  if (switches.scale === 'none') return 'S = S * 1';
  return switches.scale === 'sqrt' ? `S = S / np.sqrt(${matrices.q.cols})` : `S = S * ${switches.scale}`;
}

/** @param {Model} model */
function mask({ switches }) {
  return switches.mask === 'causal' ? 'S = np.where(np.tri(*S.shape) == 1, S, -np.inf)' : 'S = S + 0';
}

/** @param {Model} model */
function softmax({ switches }) {
  const axis = { rows: 'axis=1, keepdims=True', columns: 'axis=0, keepdims=True', all: '' }[
    switches.softmaxAxis
  ];
  const shifted = switches.softmaxForm === 'stable' ? `S - S.max(${axis})` : 'S';
  return `A = np.exp(${shifted})\nA = A / A.sum(${axis})`;
}

/** The number of columns of one head. @param {Model} model @param {'q' | 'k'} id */
function headSize({ matrices, heads, lesson }, id) {
  const count = id === 'q' ? (heads?.each.length ?? 1) : (lesson.heads?.kvHeads ?? 1);
  return matrices[id].cols / count;
}

/** The open head and its key-value head, counted from 0. @param {Model} model */
function openHeads({ state, heads }) {
  const head = (state.cursor && queryHeadOf(state.cursor.matrix)) ?? state.head;
  return { head, kv: heads?.each[head].kvHead ?? 0 };
}

/** @param {Model} model */
function split(model) {
  const { head, kv } = openHeads(model);
  const columns = (/** @type {'q' | 'k'} */ id, /** @type {number} */ index) => {
    const size = headSize(model, id);
    return `[:, ${index * size}:${(index + 1) * size}]`;
  };
  return `q, k, v = Q${columns('q', head)}, K${columns('k', kv)}, V${columns('k', kv)}`;
}

/** @param {Model} model */
function attend(model) {
  const { switches } = model;
  const factor =
    switches.scale === 'sqrt'
      ? ` / np.sqrt(${headSize(model, 'q')})`
      : switches.scale === 'none'
        ? ''
        : ` * ${switches.scale}`;
  const masked = switches.mask === 'causal' ? `\n${mask(model)}` : '';
  return `S = q @ k.T${factor}${masked}\n${softmax(model)}\nz = A @ v`;
}

/** Each pair of features is a complex number, and its rotation is a product. @param {Model} model */
function rope({ matrices, state: { distance } }) {
  const size = matrices.q.cols;
  const turned = distance.turned ?? size;
  const half = turned / 2;
  const [first, second] =
    distance.pairs === 'half' ? [`:${half}`, `${half}:${turned}`] : [`:${turned}:2`, `1:${turned}:2`];
  const pairs = (/** @type {string} */ name) => `(${name}[:, ${first}] + 1j * ${name}[:, ${second}]) * r`;
  const rest = turned < size ? ` + Q[:, ${turned}:] @ K[:, ${turned}:].T` : '';
  return `f = float(${distance.base}) ** (-np.arange(0, ${turned}, 2) / ${turned})
r = np.exp(1j * np.outer(np.arange(len(Q)), f))
q, k = ${pairs('Q')}, ${pairs('K')}
S = ((q @ k.conj().T).real${rest}) / np.sqrt(${size})`;
}

/** The code by step. @type {Record<string, (model: Model) => string | null>} */
const LINES = {
  embed,
  project,
  score: () => 'S = Q @ K.T',
  scale,
  mask,
  softmax,
  mix: () => 'Z = A @ V',
  split,
  attend,
  concatenate: ({ heads }) =>
    `Z = np.hstack([${Array.from({ length: heads?.each.length ?? 1 }, (_, head) => `z${head + 1}`).join(', ')}])`,
  out: () => 'Y = Z @ W_O',
  factor: () => 'U, s, Vt = np.linalg.svd(R, full_matrices=False)',
  cut: ({ state: { rank } }) => `R_k = U[:, :${rank}] * s[:${rank}] @ Vt[:${rank}]`,
  compare: ({ state: { rank } }) => `C = new @ Vt[:${rank}].T`,
  tokens: () => 'Q, K = X @ W_Q, X @ W_K',
  none: () => 'S = Q @ K.T / np.sqrt(Q.shape[1])',
  sinusoidal: () => 'S = (X + P) @ W_Q @ (W_K.T @ (X + P).T) / np.sqrt(W_Q.shape[1])',
  rope,
  alibi: () => 'S = S - slope * np.abs(np.subtract.outer(np.arange(len(S)), np.arange(len(S))))',
};

/**
 * The NumPy code of a step, or null if it has none.
 *
 * @param {Model} model
 * @param {string} step
 */
export function numpyOf(model, step) {
  return Object.hasOwn(LINES, step) ? LINES[step](model) : null;
}
