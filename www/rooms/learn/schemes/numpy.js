/** @import { Model } from '../../../types.js' */

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
export const SCHEME_LINES = {
  none: () => 'S = Q @ K.T / np.sqrt(Q.shape[1])',
  sinusoidal: () => 'S = (X + P) @ W_Q @ (W_K.T @ (X + P).T) / np.sqrt(W_Q.shape[1])',
  rope,
  alibi: () => 'S = S - slope * np.abs(np.subtract.outer(np.arange(len(S)), np.arange(len(S))))',
};
