import { conceptsGraph } from '../../../figure/concepts.js';
import { headsGraph } from './heads-graph.js';
/** @import { Graph, Lesson, Switches } from '../../../types.js' */

/**
 * How every matrix of a lesson comes from the others. The graph says only which cells make which: the numbers come from the engine.
 *
 * @param {Lesson} lesson
 * @param {Switches} switches
 * @returns {Graph}
 */
export function graphOf(lesson, switches) {
  const { heads } = lesson;
  if (heads) return { ...embeddedGraph(switches), ...headsGraph({ ...lesson, heads }, switches) };
  const axis = switches.softmaxAxis;
  return {
    ...(lesson.given.q ? givenGraph() : embeddedGraph(switches)),
    kT: { kind: 'transpose', of: 'k' },
    scores: { kind: 'product', left: 'q', right: 'kT' },
    scaled: { kind: 'same', of: ['scores'] },
    ...maskGraph(switches),
    weights: { kind: 'softmax', of: masked(switches), axis },
    output: { kind: 'product', left: 'weights', right: 'v' },
    ...(axis === 'rows' ? {} : besideGraph(switches)),
    ...(lesson.ratings ? conceptsGraph() : {}),
  };
}

/** @param {Switches} switches */
function masked(switches) {
  return switches.mask === 'none' ? 'scaled' : 'masked';
}

/** @returns {Graph} */
function givenGraph() {
  return {
    q: { kind: 'input', edits: 'q' },
    k: { kind: 'input', edits: 'k' },
    v: { kind: 'input', edits: 'v' },
  };
}

/** @param {Switches} switches @returns {Graph} */
function embeddedGraph(switches) {
  return {
    ...inputGraph(switches),
    wQ: { kind: 'input', edits: 'wQ' },
    wK: { kind: 'input', edits: 'wK' },
    wV: { kind: 'input', edits: 'wV' },
    q: { kind: 'product', left: 'x', right: 'wQ' },
    k: { kind: 'product', left: 'x', right: 'wK' },
    v: { kind: 'product', left: 'x', right: 'wV' },
  };
}

/** Without scaling and positions the embeddings are X themselves. @param {Switches} switches @returns {Graph} */
function inputGraph({ embeddingScale, positions }) {
  if (embeddingScale === 'none' && positions === 'none') return { x: { kind: 'input', edits: 'embeddings' } };
  /** @type {Graph} */
  const graph = { embeddings: { kind: 'input', edits: 'embeddings' } };
  let terms = ['embeddings'];
  if (embeddingScale === 'sqrt') {
    graph.scaledEmbeddings = { kind: 'same', of: ['embeddings'] };
    terms = ['scaledEmbeddings'];
  }
  if (positions !== 'none') {
    graph.positions = positions === 'given' ? { kind: 'input', edits: 'positions' } : { kind: 'constant' };
    terms.push('positions');
  }
  if (positions === 'textbook' || positions === 'doubled') graph.positionsBeside = { kind: 'constant' };
  graph.x = { kind: 'same', of: terms };
  return graph;
}

/** @param {Switches} switches @returns {Graph} */
function maskGraph({ mask }) {
  if (mask === 'none') return {};
  return {
    allowed: { kind: 'constant' },
    additive: { kind: 'same', of: ['allowed'] },
    masked: { kind: 'same', of: ['scaled', 'additive'] },
  };
}

/** The softmax by row, shown beside another one. @param {Switches} switches @returns {Graph} */
function besideGraph(switches) {
  return {
    weightsRows: { kind: 'softmax', of: masked(switches), axis: 'rows' },
    outputRows: { kind: 'product', left: 'weightsRows', right: 'v' },
  };
}
