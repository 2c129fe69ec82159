/** @import { Graph, Lesson } from '../types.js' */

/**
 * The layout of matrices: bands of two rows, as in a product worked out on paper. The left operand is to the
 * left of the result, and the right operand is above it, so a token has the same row in the whole band.
 *
 * A folded place shows only the name of its matrix. `isUnfolded`: the reader unfolded it and can fold it
 * again.
 *
 * @typedef {{ id: string, matrix: string, row: 1 | 2, column: number, isFolded?: boolean, isUnfolded?: boolean }} Place
 * @typedef {{ name: 'embed' | 'given' | 'attend' | 'heads' | 'opened', places: Place[], columns: number }} Band
 */

/**
 * The matrices of a column, above and below. Null leaves a place empty.
 *
 * @typedef {[string | null, string | null]} Column
 */

/**
 * @param {Lesson} lesson
 * @param {Graph} graph
 * @returns {Band[]}
 */
export function bandsOf(lesson, graph) {
  return [lesson.given.q ? givenBand() : embedBand(graph), attendBand('attend', graph)];
}

function givenBand() {
  return band('given', [
    [null, 'q'],
    [null, 'k'],
    [null, 'v'],
  ]);
}

/** @param {Graph} graph */
export function embedBand(graph) {
  const ifAny = inGraph(graph);
  return band('embed', [
    [null, ifAny('embeddings')],
    [null, ifAny('scaledEmbeddings')],
    [ifAny('positionsBeside'), ifAny('positions')],
    [null, 'x'],
    ['wQ', 'q'],
    ['wK', 'k'],
    ['wV', 'v'],
  ]);
}

/**
 * The band of one head's attention.
 *
 * @param {Band['name']} name
 * @param {Graph} graph
 * @param {(base: string) => string} [ofQuery] - the id of a matrix of the query head
 * @param {(base: string) => string} [ofKv] - the id of a matrix of the key-value head
 */
export function attendBand(name, graph, ofQuery = (base) => base, ofKv = ofQuery) {
  const ifAny = inGraph(graph);
  return band(name, [
    [null, ofQuery('q')],
    [ofKv('kT'), ofQuery('scores')],
    [ifAny('allowed'), ofQuery('scaled')],
    [ifAny('additive'), ifAny(ofQuery('masked'))],
    [null, ofQuery('weights')],
    [null, ifAny(ofQuery('weightsRows'))],
    [ofKv('v'), ofQuery('output')],
    [null, ifAny(ofQuery('outputRows'))],
  ]);
}

/**
 * A function that returns the id of a matrix, or null if the lesson does not have it.
 *
 * @param {Graph} graph @returns {(id: string) => string | null}
 */
export function inGraph(graph) {
  return (id) => (graph[id] ? id : null);
}

/** A band without its empty columns. @param {Band['name']} name @param {Column[]} columns @returns {Band} */
export function band(name, columns) {
  const used = columns.filter(([above, below]) => above || below);
  const places = used.flatMap((matrices, column) =>
    matrices.flatMap((matrix, row) =>
      matrix
        ? { id: `${name}-${matrix}`, matrix, row: /** @type {1 | 2} */ (row + 1), column: column + 1 }
        : [],
    ),
  );
  return { name, places, columns: used.length };
}
