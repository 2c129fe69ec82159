import { schemeOf } from '../../../figure/schemes.js';
import { workedScheme } from '../schemes/worked.js';
import { axesOf, isPairs, placeName } from '../../../figure/axes.js';
import { inSum } from '../../../figure/digits.js';
import { baseOf, headOf, matrixName, ofHead, queryHeadOf } from '../../../figure/heads.js';
import { matrixOf } from '../../../figure/matrices.js';
import { cellStates, BLANK, MASKED } from '../../../figure/reveal.js';
import { dotLine, lowRankLine, sub, term, valueAt } from './sums.js';
import { headExplanation, partOf } from './worked-heads.js';
import { softmaxLines } from './worked-softmax.js';
import { nextValues, keySize, outputExplanation, weightExplanation } from './worked-after.js';
/** @import { Model, Cell } from '../../../types.js' */
/** @import { Line } from './sums.js' */

/**
 * The explanation of a cell: its calculation (`lines`), the values computed from it (`after`), and sentences.
 *
 * @typedef {{ heading: string, lines: Line[], after: Line[], says: string[] }} Worked
 */

/**
 * @param {Model} model
 * @param {Cell} cell
 * @returns {Worked}
 */
export function worked(model, { matrix: id, row, col }) {
  if (schemeOf(id)) return workedScheme(model, id, row, col);
  const states = cellStates(model, id);
  const state = states[row * model.matrices[id].cols + col];
  const heading = headingOf(model, id, row, col);
  if (state === BLANK) return { heading, lines: [], after: [], says: [model.t.figure.hidden] };
  const lines = linesOf(model, id, row, col, state === MASKED);
  return {
    heading,
    lines,
    after: nextValues(model, id, row, col),
    says: explanationLines(model, id, row, col),
  };
}

/** @param {Model} model @param {string} id @param {number} row @param {number} col */
function headingOf(model, id, row, col) {
  const head = isPairs(id) ? queryHeadOf(id) : null;
  const heading = plainHeading(model, id, row, col);
  return head === null ? heading : `${model.t.figure.heads.heading({ n: head + 1 })} · ${heading}`;
}

/** @param {Model} model @param {string} id @param {number} row @param {number} col */
function plainHeading(model, id, row, col) {
  const { lesson, t } = model;
  const words = t.figure.inspector;
  const [query, key] = [lesson.tokens[row], lesson.tokens[col]];
  switch (baseOf(id)) {
    case 'scores':
      return words.score({ query, key });
    case 'scaled':
      return words.scaled({ query, key });
    case 'masked':
      return words.masked({ query, key });
    case 'weights':
    case 'weightsRows':
      return words.weight({ query, key });
    case 'allowed':
    case 'additive':
      return words.may({ query, key });
    case 's':
    case 'sK':
      return `${t.figure.names[id]}: ${placeName(model, axesOf(id).col, col)}`;
    default: {
      const axes = axesOf(id);
      return words.of({
        name: matrixName(t, id),
        row: placeName(model, axes.row, row),
        col: placeName(model, axes.col, col),
      });
    }
  }
}

/**
 * @param {Model} model
 * @param {string} id
 * @param {number} row
 * @param {number} col
 * @param {boolean} masked
 * @returns {Line[]}
 */
function linesOf(model, id, row, col, masked) {
  const value = valueAt(model, id, row, col);
  const node = model.graph[id];
  const result = /** @type {Line} */ (['= ', { strong: inSum(model.state, value) }]);
  if (node.kind === 'product')
    return [
      [productName(id, row, col)],
      dotLine(model, node.left, node.right, row, col, unmasked(model, node.left, row)),
      result,
    ];
  if (node.kind === 'lowRank')
    return [[`Σ U[${row + 1},c] · s[c] · V[${col + 1},c]`], lowRankLine(model, node, row, col), result];
  if (node.kind === 'transpose') return [[`${place(id, row, col)} = ${place(node.of, col, row)}`], result];
  if (node.kind === 'slice')
    return [[`${place(id, row, col)} = ${place(node.of, row, node.col + col)}`], result];
  if (node.kind === 'concat') {
    const part = partOf(model, node.of, col);
    return [[`${place(id, row, col)} = ${place(part.id, row, part.col)}`], result];
  }
  if (baseOf(id) === 'weights' || baseOf(id) === 'weightsRows')
    return softmaxLines(model, id, row, col, masked);
  return [...elementwiseLines(model, id, row, col, value), result];
}

/**
 * A filter for the terms of a sum over weights, which omits masked keys.
 *
 * @param {Model} model @param {string} left @param {number} row
 */
function unmasked(model, left, row) {
  if (model.graph[left].kind !== 'softmax') return undefined;
  const states = cellStates({ ...model, state: { ...model.state, rows: { show: 'all', query: 0 } } }, left);
  return (/** @type {number} */ index) => states[row * model.matrices[left].cols + index] !== MASKED;
}

/**
 * @param {Model} model
 * @param {string} id
 * @param {number} row
 * @param {number} col
 * @param {number} value
 * @returns {Line[]}
 */
function elementwiseLines(model, id, row, col, value) {
  const { lesson, switches, state, t } = model;
  const at = (/** @type {string} */ other) => term(model, valueAt(model, other, row, col));
  switch (baseOf(id)) {
    case 'scaledEmbeddings':
      return [
        [`E[${row + 1},${col + 1}] · √d`],
        ['= ', { strong: at('embeddings') }, ` · √${lesson.dims.model}`],
      ];
    case 'positions':
      return switches.positions === 'given' ? [] : waveLines(model, row, col, switches.positions);
    case 'positionsBeside':
      return waveLines(model, row, col, switches.positions === 'textbook' ? 'doubled' : 'textbook');
    case 'x':
      return sumOfInputs(model, row, col);
    case 'scaled':
      return scaledLines(model, ofHead('scores', headOf(id)), row, col);
    case 'allowed':
      return [[`${col + 1} ≤ ${row + 1}: ${value === 1 ? t.figure.inspector.yes : t.figure.inspector.no}`]];
    case 'additive':
      return [[`mask[${row + 1},${col + 1}] = ${inSum(state, valueAt(model, 'allowed', row, col))}`]];
    case 'masked':
      return [['= ', { strong: at(ofHead('scaled', headOf(id))) }, ` + ${at('additive')}`]];
    case 'difference':
      return [['= ', { strong: at('ratings') }, ` − ${at('approximation')}`]];
    default:
      return [];
  }
}

/** @param {Model} model @param {number} row @param {number} col @returns {Line[]} */
function sumOfInputs(model, row, col) {
  const node = model.graph.x;
  if (node.kind !== 'same') return [];
  const terms = node.of.map((id) => term(model, valueAt(model, id, row, col)));
  return [['= ', { strong: terms[0] }, ...terms.slice(1).map((text) => ` + ${text}`)]];
}

/** @param {Model} model @param {string} scores @param {number} row @param {number} col @returns {Line[]} */
function scaledLines(model, scores, row, col) {
  const { scale } = model.switches;
  const score = { strong: term(model, valueAt(model, scores, row, col)) };
  if (scale === 'sqrt')
    return [
      ['S ÷ √d', 'ₖ'],
      ['= ', score, ` ÷ √${keySize(model)}`],
    ];
  return scale === 'none' ? [['= ', score]] : [['= ', score, ` · ${term(model, scale)}`]];
}

/** @param {Model} model @param {number} row @param {number} col @param {string} exponent @returns {Line[]} */
function waveLines({ lesson }, row, col, exponent) {
  const even = col - (col % 2);
  const wave = col % 2 === 0 ? 'sin' : 'cos';
  const power = exponent === 'doubled' ? `2·${even}` : `${even}`;
  return [
    [`${wave}(pos ÷ 10000^(${exponent === 'doubled' ? '2i' : 'i'}/d))`],
    [
      `= ${wave}(`,
      { strong: String(lesson.firstPosition + row) },
      ` ÷ 10000^(${power}/${lesson.dims.model}))`,
    ],
  ];
}

/** @param {string} id @param {number} row @param {number} col */
function productName(id, row, col) {
  const cell = place(id, row, col);
  const base = baseOf(id);
  if (base === 'scores') return `${cell} = q${sub(row)} · k${sub(col)}`;
  if (base === 'output' || base === 'outputRows') return `${cell} = Σ A[${row + 1},j] · V[j,${col + 1}]`;
  return id === 'projectedOutput' ? `${cell} = Σ O[${row + 1},c] · W_O[c,${col + 1}]` : cell;
}

/**
 * A cell in a formula, such as `K₂[1,3]` of the second head.
 *
 * @param {string} id @param {number} row @param {number} col
 */
function place(id, row, col) {
  const head = headOf(id);
  return `${matrixOf(id).letter ?? id}${head === null ? '' : sub(head)}[${row + 1},${col + 1}]`;
}

/** @param {Model} model @param {string} id @param {number} row @param {number} col @returns {string[]} */
function explanationLines(model, id, row, col) {
  const { lesson, graph, t, switches } = model;
  const words = t.figure.inspector;
  const node = graph[id];
  const [query, key] = [lesson.tokens[row], lesson.tokens[col]];
  const base = baseOf(id);
  if (node.kind === 'input') return [words.input, ...usesOf(model, id, row)];
  if (['scores', 'scaled', 'masked', 'weights', 'weightsRows'].includes(base))
    return weightExplanation(model, base === 'weightsRows' ? id : ofHead('weights', headOf(id)), row, col);
  if (base === 'output' || base === 'outputRows') return outputExplanation(model, id, row);
  if (id === 'allowed' || id === 'additive')
    return [
      valueAt(model, 'allowed', row, col) === 1
        ? words.allowed({ query, key })
        : words.forbidden({ query, key }),
    ];
  if (id === 'positions' && switches.positions !== 'given')
    return [words.position({ token: query, n: lesson.firstPosition + row })];
  if (['u', 's', 'vT', 'uK', 'sK'].includes(id)) return [words.factor];
  return headExplanation(model, id, col);
}

/** Explains what an input is used for. @param {Model} model @param {string} id @param {number} row */
function usesOf({ lesson, t }, id, row) {
  if (id === 'x' || id === 'embeddings' || id === 'positions')
    return [t.figure.inspector.feeds({ token: lesson.tokens[row] })];
  const into = { wQ: 'q', wK: 'k', wV: 'v', wO: 'projectedOutput' }[id];
  return into ? [t.figure.inspector.projectionFeeds({ name: t.figure.names[into] })] : [];
}
