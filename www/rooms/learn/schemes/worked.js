import { percent } from '../../../format/display.js';
import { inSum } from '../../../figure/digits.js';
import { joined, sub, term, valueAt } from '../worked/sums.js';
import { SCORES, WEIGHTS, schemeOf } from '../../../figure/schemes.js';
/** @import { MatrixData, Model, SchemesCompared } from '../../../types.js' */
/** @import { Line } from '../worked/sums.js' */
/** @import { Scheme } from '../../../figure/schemes.js' */
/** @import { Worked } from '../worked/worked.js' */

/**
 * Explains a score or a weight of a position encoding.
 *
 * @param {Model} model - of a lesson with schemes
 * @param {string} id - scores or weights of an encoding
 * @param {number} row
 * @param {number} col
 * @returns {Worked}
 */
export function workedScheme(model, id, row, col) {
  const { lesson, compared, switches, t } = model;
  const words = t.positions.inspector;
  const scheme = schemeOf(id) ?? 'none';
  const [query, key] = [lesson.tokens[row], lesson.tokens[col]];
  const isWeight = id === WEIGHTS[scheme];
  const heading = (isWeight ? words.weight : words.score)({
    query,
    key,
    scheme: t.positions.schemes[scheme],
  });
  const isMasked = switches.mask !== 'none' && valueAt(model, 'allowed', row, col) === 0;
  const weight = valueAt(model, WEIGHTS[scheme], row, col);
  const becomes = /** @type {Line} */ ([
    `${t.figure.inspector.thenWeight} → `,
    { strong: inSum(model.state, weight) },
  ]);
  if (!compared) return { heading, lines: [], after: [], says: [] };
  const score = inSum(model.state, valueAt(model, SCORES[scheme], row, col));
  const lines = isWeight
    ? [[`S[${row + 1},${col + 1}] = ${score}`]]
    : [
        ...sums(model, compared, scheme, row, col),
        ['= ', { strong: score }],
        ...change(model, compared, scheme, row, col),
      ];
  const share = isMasked
    ? t.figure.inspector.forbidden({ query, key })
    : Number.isNaN(weight)
      ? t.figure.inspector.notFinite
      : t.figure.inspector.takes({ query, key, percent: percent(weight) });
  return { heading, lines, after: [becomes], says: [share, ...(isWeight ? [] : [words.says[scheme]])] };
}

/**
 * @param {Model} model
 * @param {SchemesCompared} compared
 * @param {Scheme} scheme
 * @param {number} row
 * @param {number} col
 * @returns {Line[]}
 */
function sums(model, compared, scheme, row, col) {
  const [i, j, root] = [sub(row), sub(col), `÷ √${model.matrices.q.cols}`];
  const [at, other] = [model.state.distance.shift + row, model.state.distance.shift + col];
  switch (scheme) {
    case 'none':
      return [[`q${i} · k${j} ${root}`], ...dot(model, compared.q, row, compared.k, col)];
    case 'sinusoidal':
      return [
        [`(x${i} + p${i})W_Q · (x${j} + p${j})W_K ${root}`],
        ...dot(model, compared.sinusoidalQ, row, compared.sinusoidalK, col),
      ];
    case 'rope':
      return [
        [`R(${at}) q${i} · R(${other}) k${j} ${root}`],
        [`R(${at}): ${angles(model, compared, row)}`],
        [`R(${other}): ${angles(model, compared, col)}`],
        ...dot(model, compared.ropeQ, row, compared.ropeK, col),
      ];
    default:
      return [
        [`q${i} · k${j} ${root} − m · |i − j|`],
        [
          '= ',
          { strong: term(model, valueAt(model, SCORES.none, row, col)) },
          ` − ${inSum(model.state, compared.slopes[model.state.distance.slopeHead])} · ${Math.abs(row - col)}`,
        ],
      ];
  }
}

/**
 * The scaled dot product of a query and a key, term by term.
 *
 * @param {Model} model
 * @param {MatrixData} q
 * @param {number} row
 * @param {MatrixData} k
 * @param {number} col
 * @returns {Line[]}
 */
function dot(model, q, row, k, col) {
  const features = Array.from({ length: q.cols }, (_, feature) => feature);
  const [open, ...line] = joined(model, features, (feature) => [
    { strong: term(model, q.data[row * q.cols + feature]) },
    `·${term(model, k.data[col * k.cols + feature])}`,
  ]);
  return [[`${String(open)}(`, ...line, `) ÷ √${q.cols}`]];
}

/**
 * The angles by which RoPE rotates the pairs of features of a token.
 *
 * @param {Model} model @param {SchemesCompared} compared @param {number} token
 */
function angles({ state, t }, { angles: { cols, data } }, token) {
  const turned = Array.from(data.subarray(token * cols, (token + 1) * cols), (angle) => inSum(state, angle));
  return turned.length === 0 ? t.positions.inspector.unturned : `${turned.join(', ')} rad`;
}

/**
 * @param {Model} model
 * @param {SchemesCompared} compared
 * @param {Scheme} scheme
 * @param {number} row
 * @param {number} col
 * @returns {Line[]}
 */
function change(model, { changes }, scheme, row, col) {
  if (scheme === 'none') return [];
  const by = changes[scheme].data[row * changes[scheme].cols + col];
  return [
    [
      model.t.positions.inspector.without({
        score: inSum(model.state, valueAt(model, SCORES.none, row, col)),
        by: inSum(model.state, by),
      }),
    ],
  ];
}
