import { baseOf, headOf, ofHead, queryHeadOf } from '../../figure/heads.js';
import { matrixOf } from '../../figure/matrices.js';
import { shownWord } from './kinds/state/boards.js';
import { rowsOf } from './lessons/matrix.js';
import TABLE from './numpy.json' with { type: 'json' };
import { operationOf } from './operations/index.js';
/** @import { MatrixData, Model } from '../../types.js' */

/**
 * The NumPy code of each step, one or a few lines. It uses the names of the figure (E, P, X, W_Q, Q, K, V, S,
 * A and Z) and the variables of the steps before it. Steps whose code is not that of their matrices are in
 * `numpy.json`. A test runs the code of every lesson in order and
 * compares the outputs.
 */

/** The matrices that a step computes, as ids without a head. @type {Record<string, string[]>} */
const RESULTS = TABLE.results;

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

/** A matrix with all its digits. @param {string} name @param {MatrixData} matrix */
function literal(name, matrix) {
  const lines = rowsOf(matrix).map((row) => `[${row.join(', ')}]`);
  return `${name} = np.array([${lines.join(', ')}])`;
}

/** Q, K and V with all their digits. @param {Model} model */
const literals = ({ matrices }) => ['q', 'k', 'v'].map((id) => literal(nameOf(id), matrices[id])).join('\n');

/** What the code of a lesson starts from, with all digits. @param {Model} model */
function inputsOf({ lesson, matrices, compared, state }) {
  const found = Object.entries(lesson.given.q ? TABLE.given : TABLE.inputs)
    .filter(([, id]) => matrices[id])
    .map(([name, id]) => literal(name, matrices[id]));
  if (!compared) return found;
  const slope = `slope = ${compared.slopes[state.distance.slopeHead]}`;
  return [literal('X', matrices.x), literal('P', compared.positions), ...found, slope];
}

/** The head of the selected cell, or the open one, counted from 0. @param {Model} model */
export const openHead = ({ state }) => (state.cursor && queryHeadOf(state.cursor.matrix)) ?? state.head;

/** The id of a matrix of this head, or of the key-value head that it reads. @param {Model} model */
export function ofOpenHead(model) {
  const head = openHead(model);
  return (/** @type {string} */ base) =>
    ofHead(base, matrixOf(base).head === 'kv' ? (model.heads?.each[head].kvHead ?? 0) : head);
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

/** The numbers in the code of the table. @param {Model} model @param {string} step */
function figuresOf(model, step) {
  const { state, lesson, matrices } = model;
  const { base, pairs, turned: some } = state.distance;
  const word = shownWord(model, step);
  const features = matrices.q?.cols ?? 0;
  const turned = some ?? features;
  const [first, second] =
    pairs === 'half' ? [`:${turned / 2}`, `${turned / 2}:${turned}`] : [`:${turned}:2`, `1:${turned}:2`];
  return {
    ...{ word, next: word + 1, read: word === shownWord(model, 'read') ? 'r' : `K[${word}] @ S` },
    ...{ size: lesson.tokens.length, decay: state.decay, keys: state.keys, rank: state.rank },
    // RoPE: each pair of features is a complex number, and its rotation is a product.
    ...{ base, turned, first, second, features },
    rest: turned < features ? ` + Q[:, ${turned}:] @ K[:, ${turned}:].T` : '',
  };
}

/**
 * The NumPy code of a step, or null if it has none.
 *
 * @param {Model} model
 * @param {string} step
 */
export function numpyOf(model, step) {
  const { lesson } = model;
  if (step === 'attend') return attend(model);
  /** @type {Record<string, string[]>} */
  const lines = { state: TABLE.state, picked: TABLE.picked }[lesson.id] ?? TABLE.attention;
  if (Object.hasOwn(lines, step)) {
    const figures = /** @type {Record<string, unknown>} */ (figuresOf(model, step));
    return lines[step].join('\n').replaceAll(/\{(\w+)\}/g, (_, name) => String(figures[name]));
  }
  if (!Object.hasOwn(RESULTS, step)) return null;
  if (lesson.given.q && step === 'embed') return literals(model);
  // If queries, keys and values are given, the code that would compute them is a comment.
  if (lesson.given.q && step === 'project') return '# Q, K, V = X @ W_Q, X @ W_K, X @ W_V';
  const ids = step === 'split' ? RESULTS[step].map(ofOpenHead(model)) : RESULTS[step];
  if (!model.graph[ids[0]]) return 'S = S + 0';
  if (ids.length === 1) return assigned(model, ids[0]);
  return `${ids.map(nameOf).join(', ')} = ${ids.map((id) => valueOf(model, id)).join(', ')}`;
}

/** Earlier steps that the code of a step does not build on. @type {Record<string, string[]>} */
const ASIDE = { alibi: ['sinusoidal', 'rope'] };

/**
 * A program that runs: the inputs of a lesson, and the code of its steps up to one. Null if that has no code.
 *
 * @param {Model} model
 * @param {string} step
 */
export function programOf(model, step) {
  if (numpyOf(model, step) === null) return null;
  const { lesson, heads, state } = model;
  const steps = lesson.steps
    .slice(0, lesson.steps.indexOf(step) + 1)
    .filter((each) => !ASIDE[step]?.includes(each));
  const lines = steps.flatMap((each) => {
    const code = numpyOf(model, each) ?? [];
    if (each !== 'concatenate' || !heads) return code;
    // All heads are concatenated.
    const ofHeads = heads.each.flatMap((_, head) => {
      const open = { ...model, state: { ...state, head, cursor: null } };
      return [numpyOf(open, 'split') ?? [], numpyOf(open, 'attend') ?? [], `z${head + 1} = z`].flat();
    });
    return [...ofHeads, code].flat();
  });
  return ['import numpy as np', ...inputsOf(model), ...lines].join('\n');
}
