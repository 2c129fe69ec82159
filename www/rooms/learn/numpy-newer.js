/**
 * The NumPy code of lessons on layers with a state and on picked keys. As in the other lessons, a step uses
 * the variables of the steps before it.
 */
import { shownWord } from './kinds/state/word.js';
/** @import { Model } from '../../types.js' */

/** @param {Model} model @returns {Record<string, (word: number) => string>} */
const layer = (model) => ({
  keys: () => 'G = K @ K.T',
  write: (word) => `S = sum(np.outer(k, v) for k, v in zip(K[:${word + 1}], V[:${word + 1}]))`,
  read: (word) => `r = K[${word}] @ S`,
  erase(word) {
    const read = word === shownWord(model, 'read') ? 'r' : `K[${word}] @ S`;
    return `S = S + np.outer(K[${word}], V[${word}] - ${read})`;
  },
  decay: (word) => `D = np.zeros((2, 2))
for k, v in zip(K[:${word + 1}], V[:${word + 1}]):
    D = ${model.state.decay} * D
    D = D + np.outer(k, v - k @ D)`,
  unroll: () => `L = np.tril(G, -1)
M = np.tril(Q @ K.T) @ np.linalg.inv(np.eye(${model.lesson.tokens.length}) + L)
O = M @ V`,
  beside: () => `A = np.exp(np.where(np.tri(${model.lesson.tokens.length}) == 1, Q @ K.T, -np.inf))
A = A / A.sum(axis=1, keepdims=True)`,
});

/**
 * The code of a step of a layer that keeps a state.
 *
 * @param {Model} model @param {string} step
 */
export const layerLines = (model, step) => layer(model)[step]?.(shownWord(model, step)) ?? null;

/** @param {Model} model @returns {Record<string, string>} */
const picks = ({ state, lesson }) => {
  const size = lesson.tokens.length;
  return {
    index: 'I = np.maximum(0, Qi @ Ki.T)',
    best: `I = np.where(np.tri(${size}) == 1, I, -np.inf)
best = np.argsort(-I, axis=1, kind='stable')[:, :${state.keys}]
P = np.zeros((${size}, ${size}))
np.put_along_axis(P, best, 1, axis=1)
P = P * np.tri(${size})`,
    score: 'S = Q @ K.T',
    softmax: `A = np.exp(np.where(np.tri(${size}) == 1, S, -np.inf))
A = A / A.sum(axis=1, keepdims=True)`,
    lost: 'lost = 1 - (A * P).sum(axis=1)',
    share: 'A = A * P / (A * P).sum(axis=1, keepdims=True)',
    many: `all_keys = 100_000 * 128 * (576 + 512)
picked = 100_000 * 64 * 128 + 2_048 * 128 * (576 + 512)
share = picked / all_keys`,
  };
};

/**
 * The code of a step on picked keys.
 *
 * @param {Model} model @param {string} step
 */
export const pickLines = (model, step) => picks(model)[step] ?? null;
