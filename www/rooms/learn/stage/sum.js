import { html } from '../../../ui/html.js';
import { queryHeadOf, baseOf, headOf, ofHead } from '../../../figure/heads.js';
import { cellStates, MASKED } from '../../../figure/reveal.js';
import { keySize } from '../worked/worked-after.js';
import { Formula } from './formula.js';
import { factor, inLine, rounded, textsOf, valueAt } from './numbers.js';
/** @import { Model } from '../../../types.js' */
/** @import { Formula as Notation } from '../../../figure/notation.js' */
/** @import { MatrixSpec } from './spec.js' */

/**
 * A term in the sum of one cell. `q` are digits of the left operand, `k` of the right one, and `r` is the
 * result. Everything else is written in a soft color.
 *
 * @typedef {string | { q: string } | { k: string } | { r: string } | { formula: Notation } | { exp: string } | { factors: [string, string][] }} Term
 */

/** A sum with more terms is abbreviated in the middle. */
const MOST = 8;

/**
 * Whether a weight is masked.
 *
 * @param {Model} model @param {string} id @param {number} row @param {number} col
 */
function isMasked(model, id, row, col) {
  return cellStates(model, id)[row * model.matrices[id].cols + col] === MASKED;
}

/**
 * The sum behind the cell of a result.
 *
 * @param {Model} model
 * @param {MatrixSpec} spec
 * @param {{ row: number, col: number }} cell - of the result
 * @returns {Term[]}
 */
export function sumOf(model, spec, { row, col }) {
  const id = spec.result;
  const result = { r: resultText(model, id, row, col) };
  const value = (/** @type {number} */ number) => factor(model.state, number);
  if (spec.form === 'product' && spec.over) return lowRank(model, spec, row, col, result);
  if (spec.form === 'product') {
    const { left, right } = spec;
    const keep = Array.from({ length: model.matrices[left].cols }, (_, index) => index).filter(
      (index) => !baseOf(left).startsWith('weights') || !isMasked(model, left, row, index),
    );
    /** @type {Term[][]} */
    const pairs = keep.map((index) => [
      {
        factors: [
          ['q', value(valueAt(model, left, row, index))],
          ['k', value(valueAt(model, right, index, col))],
        ],
      },
    ]);
    const chain = id === spec.result && spec.then ? spec.then(model, row, col) : null;
    return [...lead(id, row, col), ...joined(pairs), '=', ...(chain ?? [result])];
  }
  return lineSum(model, spec, row, col, result);
}

/** @param {Model} model @param {string} id @param {number} row @param {number} col */
function resultText(model, id, row, col) {
  if (isMasked(model, id, row, col)) return baseOf(id) === 'masked' ? '−∞' : '0';
  const value = valueAt(model, id, row, col);
  return baseOf(id).startsWith('weights') && Number.isFinite(value) && typeof model.state.digits !== 'number'
    ? rounded(value, 3)
    : inLine(model.state, value);
}

/**
 * What is computed, before the first `=`.
 *
 * @param {string} id @param {number} row @param {number} col @returns {Term[]}
 */
function lead(id, row, col) {
  const head = queryHeadOf(id);
  const index = (/** @type {number} */ n) => (head === null ? String(n + 1) : `${n + 1}`);
  if (baseOf(id) === 'scores')
    return [{ formula: ['row', ['sub', 'q', index(row)], '·', ['sub', 'k', index(col)]] }, '='];
  return [];
}

/** @param {Term[][]} terms @returns {Term[]} */
function joined(terms) {
  const cut = terms.length > MOST;
  const shown = cut ? [...terms.slice(0, MOST - 2), [/** @type {Term} */ ('…')], ...terms.slice(-1)] : terms;
  return shown.flatMap((term, index) => (index > 0 ? [/** @type {Term} */ ('+'), ...term] : term));
}

/**
 * @param {Model} model
 * @param {Extract<MatrixSpec, { form: 'product' }>} spec
 * @param {number} row
 * @param {number} col
 * @param {Term} result
 */
function lowRank(model, { left, right, over }, row, col, result) {
  const value = (/** @type {number} */ number) => factor(model.state, number);
  const strengths = model.matrices[/** @type {string} */ (over)].data;
  // Singular values that are only rounding errors are left out.
  const kept = Array.from(strengths.keys()).filter((index) => strengths[index] > 1e-9);
  /** @type {Term[][]} */
  const terms = kept.map((index) => [
    {
      factors: [
        ['q', value(valueAt(model, left, row, index))],
        ['o', value(valueAt(model, /** @type {string} */ (over), 0, index))],
        ['k', value(valueAt(model, right, index, col))],
      ],
    },
  ]);
  return [...joined(terms), '=', result];
}

/**
 * The sum of a cell in matrices that are added or scaled cell by cell.
 *
 * @param {Model} model
 * @param {MatrixSpec} spec
 * @param {number} row
 * @param {number} col
 * @param {Term} result
 * @returns {Term[]}
 */
function lineSum(model, spec, row, col, result) {
  const { switches } = model;
  const id = spec.result;
  const value = (/** @type {string} */ from) => factor(model.state, valueAt(model, from, row, col));
  const head = headOf(id);
  switch (baseOf(id)) {
    case 'x':
    case 'scaledEmbeddings':
    case 'masked': {
      if (spec.form !== 'line' || spec.parts.length < 2) return [];
      const parts = spec.parts.slice(0, -1);
      return [
        ...parts.flatMap((part, index) => [
          ...(index > 0 ? [/** @type {Term} */ (spec.signs[index - 1])] : []),
          index === 0
            ? { q: value(part) }
            : { k: part === 'additive' && valueAt(model, 'allowed', row, col) === 0 ? '(−∞)' : value(part) },
        ]),
        '=',
        result,
      ];
    }
    case 'scaled': {
      const score = { q: value(ofHead('scores', head)) };
      if (switches.scale === 'sqrt')
        return [score, '÷', { formula: ['sqrt', String(keySize(model))] }, '=', result];
      return [
        score,
        '·',
        { k: switches.scale === 'none' ? '1' : factor(model.state, switches.scale) },
        '=',
        result,
      ];
    }
    case 'weights':
    case 'weightsRows':
      return softmaxSum(model, id, row, col, result);
    default:
      return [];
  }
}

/**
 * `e^score ÷ (e^score + …)` over the cells that softmax normalizes together.
 *
 * @param {Model} model
 * @param {string} id
 * @param {number} row
 * @param {number} col
 * @param {Term} result
 * @returns {Term[]}
 */
function softmaxSum(model, id, row, col, result) {
  const { graph, matrices } = model;
  const node = graph[id];
  if (node?.kind !== 'softmax' || isMasked(model, id, row, col))
    return [{ exp: '−∞' }, '÷', 'Σ', '=', result];
  const { rows, cols } = matrices[id];
  const logits = textsOf(model, node.of, matrices[node.of]);
  const along = node.axis === 'rows' ? cols : node.axis === 'columns' ? rows : 0;
  const own = { exp: logits[row * cols + col] };
  if (along === 0) return [own, '÷', 'Σ', '=', result];
  const cells = Array.from({ length: along }, (_, index) =>
    node.axis === 'rows' ? row * cols + index : index * cols + col,
  ).filter((cell) => !isMasked(model, id, Math.floor(cell / cols), cell % cols));
  return [own, '÷ (', ...joined(cells.map((cell) => [{ exp: logits[cell] }])), ') =', result];
}

/** The width of a sum, in characters. @param {Term[]} terms */
function lengthOf(terms) {
  return terms.reduce((sum, term) => {
    if (typeof term === 'string') return sum + term.length + 1.3;
    if ('formula' in term) return sum + 4;
    if ('factors' in term) return sum + term.factors.reduce((all, [, text]) => all + text.length + 0.7, 0);
    if ('exp' in term) return sum + 1.2 + 0.7 * term.exp.length;
    return sum + Object.values(term)[0].length + 0.2;
  }, 0);
}

/** The maximum font size of a sum, and the minimum before it is wrapped. */
const DIGITS = { page: [30, 17], narrow: [25, 15], present: [42, 22] };

/**
 * @param {object} props
 * @param {Term[]} props.terms
 * @param {number} props.width - of the line
 * @param {'page' | 'narrow' | 'present'} props.size
 * @param {number} [props.large] - how much larger than in the design
 * @param {number} [props.shown] - how many terms are shown; by default all
 * @param {boolean} [props.asked] - whether the result is a question
 * @param {Model['t']} props.t
 */
export function Sum({ terms, width, size, large = 1, shown = Infinity, asked = false, t }) {
  const [most, least] = DIGITS[size].map((each) => each * large);
  const digits = Math.max(least, Math.min(most, Math.floor(width / (lengthOf(terms) * 0.62))));
  return html`<p class="sum" style=${{ fontSize: `${digits}px` }}>
    ${terms.map((term, index) => [space(terms, index), drawn(term, index)])}
  </p>`;

  /** @param {Term} term @param {number} index */
  function drawn(term, index) {
    const hidden = index < shown ? '' : ' later';
    if (typeof term === 'string') return html`<span class=${`op${hidden}`}>${term}</span>`;
    if ('formula' in term)
      return html`<span class=${`lead${hidden}`}><${Formula} formula=${term.formula} t=${t} /></span>`;
    if ('factors' in term) return html`<span class=${`factors${hidden}`}>${term.factors.map(Factor)}</span>`;
    if ('exp' in term) return html`<span class=${`k${hidden}`}>e<sup>${term.exp}</sup></span>`;
    const [[kind, text]] = Object.entries(term);
    if (kind === 'r' && asked) return html`<span class="r unknown">?</span>`;
    return html`<span class=${kind + hidden}>${text}</span>`;
  }
}

/**
 * The space before a term: a sum that needs several lines is not broken before its result.
 *
 * @param {Term[]} terms @param {number} index
 */
function space(terms, index) {
  if (index === 0) return '';
  return index === terms.length - 1 ? '\u00a0' : ' ';
}

/** @param {[string, string]} factor @param {number} index */
function Factor([kind, text], index) {
  return html`${index > 0 && '·'}<span class=${kind}>${text}</span>`;
}
