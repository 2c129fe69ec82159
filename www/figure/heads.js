import { baseOf, headOf, matrixOf, ofHead } from './matrices.js';
/**
 * Matrices of single heads. The graph has a node for each head, so that a cell is traced through splitting,
 * concatenation and W_O as through any other product. The random numbers of W_K and W_V are drawn for as many
 * heads as there are query heads, and only the columns of the key-value heads are kept, so that sharing
 * changes no other matrix.
 */
/** @import { Lesson, Model } from '../types.js' */

export { baseOf, headOf, ofHead };

/** Whether every key-value head has one of this matrix. @param {string} id */
export function isOfKv(id) {
  return matrixOf(id)?.head === 'kv';
}

/**
 * The query head that a matrix belongs to. Null if it belongs to all heads, to a key-value head, or to a
 * word.
 *
 * @param {string} id
 */
export function queryHeadOf(id) {
  return isOfKv(id) || matrixOf(id)?.isOfWord ? null : headOf(id);
}

/**
 * The name of a matrix: "weights, head 2", or "state 2" of a word.
 *
 * @param {Model['t']} t
 * @param {string} id
 */
export function matrixName({ figure }, id) {
  const name = figure.names[baseOf(id)];
  const head = headOf(id);
  if (head === null) return name;
  if (matrixOf(id).isOfWord) return `${name} ${head + 1}`;
  return isOfKv(id) ? figure.heads.ofKv({ name, n: head + 1 }) : figure.heads.of({ name, n: head + 1 });
}

/**
 * The number of heads side by side in the columns of a matrix, or in the rows of W_O; 1 if it is not split.
 *
 * @param {Lesson} lesson
 * @param {string} id
 */
function headsWithin({ heads }, id) {
  if (!heads) return 1;
  if (id === 'q' || id === 'merged' || id === 'wO') return heads.heads;
  return id === 'k' || id === 'v' ? heads.kvHeads : 1;
}

/**
 * Column labels for heads side by side: the name of each head at its first feature, and '' at the others.
 * Null if the matrix is not split.
 *
 * @param {Model} model
 * @param {string} id
 * @param {number} features
 * @returns {string[] | null}
 */
export function headLabels({ lesson, t }, id, features) {
  const count = headsWithin(lesson, id);
  if (count === 1) return null;
  const shared = count < (lesson.heads?.heads ?? 1);
  const size = features / count;
  const label = shared ? t.figure.heads.kvMark : t.figure.heads.mark;
  return Array.from({ length: features }, (_, feature) =>
    feature % size === 0 ? label({ n: feature / size + 1 }) : '',
  );
}

/**
 * Short names of the features of heads side by side, such as `h2·1`; null if the matrix is not split.
 *
 * @param {Model} model
 * @param {string} id
 * @param {number} features
 * @returns {string[] | null}
 */
export function headFeatures(model, id, features) {
  const labels = headLabels(model, id, features);
  if (!labels) return null;
  const size = features / headsWithin(model.lesson, id);
  return labels.map((_, feature) => `${labels[feature - (feature % size)]}·${(feature % size) + 1}`);
}

/**
 * The query heads that share a key-value head.
 *
 * @param {{ heads: number, kvHeads: number }} heads
 * @param {number} kvHead - counted from 0
 * @returns {number[]} counted from 0
 */
export function readersOf({ heads, kvHeads }, kvHead) {
  const size = heads / kvHeads;
  return Array.from({ length: size }, (_, n) => kvHead * size + n);
}

/**
 * The name of a feature of the concatenated outputs: "head 2, feature 1".
 *
 * @param {Lesson} lesson @param {Model['t']} t @param {number} index
 */
export function headedName({ heads, dims }, t, index) {
  const size = dims.value / (heads?.heads ?? 1);
  return `${t.figure.heads.head({ n: Math.floor(index / size) + 1 })}, ${t.figure.inspector.feature({ n: (index % size) + 1 })}`;
}
