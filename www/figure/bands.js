/** @import { Graph, Lesson } from '../types.js' */

/**
 * The layout of matrices: bands of two rows, as in a product worked by hand. The left operand is to the left
 * of the result and the right operand above it, so a token has the same row in the whole band.
 *
 * A folded place shows only the name of its matrix. `isUnfolded`: the reader unfolded it and can fold it
 * again.
 *
 * @typedef {{ id: string, matrix: string, row: 1 | 2, column: number, isFolded?: boolean, isUnfolded?: boolean }} Place
 * @typedef {{ name: 'embed' | 'given' | 'attend' | 'heads' | 'opened', places: Place[], columns: number }} Band
 */

/**
 * @param {Lesson} lesson
 * @param {Graph} graph
 * @returns {Band[]}
 */
export function bandsOf(lesson, graph) {
  return [lesson.given.q ? givenBand() : embedBand(graph), attendBand(graph)];
}

/** @returns {Band} */
function givenBand() {
  return band('given', [
    [null, 'q'],
    [null, 'k'],
    [null, 'v'],
  ]);
}

/** @param {Graph} graph @returns {Band} */
export function embedBand(graph) {
  const has = (/** @type {string} */ id) => (graph[id] ? id : null);
  return band('embed', [
    [null, has('embeddings')],
    [null, has('scaledEmbeddings')],
    [has('positionsBeside'), has('positions')],
    [null, 'x'],
    ['wQ', 'q'],
    ['wK', 'k'],
    ['wV', 'v'],
  ]);
}

/** @param {Graph} graph @returns {Band} */
function attendBand(graph) {
  const has = (/** @type {string} */ id) => (graph[id] ? id : null);
  return band('attend', [
    [null, 'q'],
    ['kT', 'scores'],
    [has('allowed'), 'scaled'],
    [has('additive'), has('masked')],
    [null, 'weights'],
    [null, has('weightsRows')],
    ['v', 'output'],
    [null, has('outputRows')],
  ]);
}

/** @param {Band['name']} name @param {[string | null, string | null][]} columns @returns {Band} */
export function band(name, columns) {
  const used = columns.filter(([above, below]) => above || below);
  /** @type {Place[]} */
  const places = used.flatMap(([above, below], index) => [
    ...(above ? [place(name, above, 1, index)] : []),
    ...(below ? [place(name, below, 2, index)] : []),
  ]);
  return { name, places, columns: used.length };
}

/** @param {string} name @param {string} matrix @param {1 | 2} row @param {number} index @returns {Place} */
function place(name, matrix, row, index) {
  return { id: `${name}-${matrix}`, matrix, row, column: index + 1 };
}
