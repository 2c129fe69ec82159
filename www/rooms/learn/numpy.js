import { baseOf, headOf, ofHead, queryHeadOf } from '../../figure/heads.js';
import { matrixOf } from '../../figure/matrices.js';
import { layerLines, pickLines } from './numpy-newer.js';
import { operationOf } from './operations/index.js';
/** @import { Model } from '../../types.js' */

/**
 * The NumPy code of each step, one or a few lines. It uses the names of the figure (E, P, X, W_Q, Q, K, V, S,
 * A and Z) and the variables of the steps before it. A test runs the code of every lesson in order and
 * compares the outputs.
 */

/** The matrices that a step computes, as ids without a head. @type {Record<string, string[]>} */
const RESULTS = {
  embed: ['x'],
  tokens: ['q', 'k'],
  project: ['q', 'k', 'v'],
  score: ['scores'],
  scale: ['scaled'],
  mask: ['masked'],
  softmax: ['weights'],
  mix: ['output'],
  split: ['q', 'k', 'v'],
  concatenate: ['merged'],
  out: ['projectedOutput'],
};

/** The variable of a matrix. Those of one head are in lower case. @param {string} id */
const nameOf = (id) => {
  const { code = id, head } = matrixOf(id);
  return head && headOf(id) !== null ? code.replace(/^[KQVZ]/, (letter) => letter.toLowerCase()) : code;
};

/**
 * How a matrix is computed. Matrices without a variable, or those of `inlined`, are computed in place.
 *
 * @param {Model} model @param {string} id @param {string[]} [inlined] @returns {string}
 */
function valueOf(model, id, inlined = []) {
  const node = model.graph[id];
  const code = (/** @type {string} */ each) =>
    matrixOf(each).code && !inlined.includes(baseOf(each)) ? nameOf(each) : valueOf(model, each, inlined);
  return operationOf(node).numpy?.(node, code, model) ?? nameOf(id);
}

/** The lines that compute a matrix. @param {Model} model @param {string} id @param {string[]} [inlined] */
function assigned(model, id, inlined) {
  const node = model.graph[id];
  const statements = operationOf(node).statements?.(node, nameOf(id), nameOf, model);
  return statements ?? `${nameOf(id)} = ${valueOf(model, id, inlined)}`;
}

/** Q, K and V with all their digits. @param {Model} model */
const literals = ({ matrices }) =>
  ['q', 'k', 'v']
    .map((id) => {
      const { rows, cols, data } = matrices[id];
      const lines = Array.from(
        { length: rows },
        (_, row) => `[${data.subarray(row * cols, (row + 1) * cols).join(', ')}]`,
      );
      return `${nameOf(id)} = np.array([${lines.join(', ')}])`;
    })
    .join('\n');

/** The id of a matrix of the open head, or of the key-value head that it reads. @param {Model} model */
function ofOpenHead({ state, heads }) {
  const head = (state.cursor && queryHeadOf(state.cursor.matrix)) ?? state.head;
  return (/** @type {string} */ base) =>
    ofHead(base, matrixOf(base).head === 'kv' ? (heads?.each[head].kvHead ?? 0) : head);
}

/** All of attention in one head. @param {Model} model */
function attend(model) {
  const { switches } = model;
  const of = ofOpenHead(model);
  return [
    assigned(model, of(switches.scale === 'none' ? 'scores' : 'scaled'), ['scores']),
    ...(switches.mask === 'none' ? [] : [assigned(model, of('masked'))]),
    assigned(model, of('weights')),
    assigned(model, of('output')),
  ].join('\n');
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

/** The NumPy code of the scores of each position encoding. */
const SCHEME_LINES = {
  none: () => 'S = Q @ K.T / np.sqrt(Q.shape[1])',
  sinusoidal: () => 'S = (X + P) @ W_Q @ (W_K.T @ (X + P).T) / np.sqrt(W_Q.shape[1])',
  rope,
  alibi: () => 'S = S - slope * np.abs(np.subtract.outer(np.arange(len(S)), np.arange(len(S))))',
};

/**
 * The code of steps that is not the code of their matrices.
 *
 * @type {Record<string, (model: Model) => string>}
 */
const LINES = {
  attend,
  factor: () => 'U, s, Vt = np.linalg.svd(R, full_matrices=False)',
  cut: ({ state: { rank } }) => `R_k = U[:, :${rank}] * s[:${rank}] @ Vt[:${rank}]`,
  compare: ({ state: { rank } }) => `C = new @ Vt[:${rank}].T`,
  ...SCHEME_LINES,
};

/**
 * The NumPy code of a step, or null if it has none.
 *
 * @param {Model} model
 * @param {string} step
 */
export function numpyOf(model, step) {
  if (model.lesson.layer) return layerLines(model, step);
  if (model.lesson.picks) return pickLines(model, step);
  if (Object.hasOwn(LINES, step)) return LINES[step](model);
  if (!Object.hasOwn(RESULTS, step)) return null;
  if (model.lesson.given.q && step === 'embed') return literals(model);
  // If queries, keys and values are given, the code that would compute them is a comment.
  if (model.lesson.given.q && step === 'project') return '# Q, K, V = X @ W_Q, X @ W_K, X @ W_V';
  const ids = step === 'split' ? RESULTS[step].map(ofOpenHead(model)) : RESULTS[step];
  if (!model.graph[ids[0]]) return 'S = S + 0';
  if (ids.length === 1) return assigned(model, ids[0]);
  return `${ids.map(nameOf).join(', ')} = ${ids.map((id) => valueOf(model, id)).join(', ')}`;
}
