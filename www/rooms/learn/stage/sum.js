import { decimal } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { operationOf } from '../operations/index.js';
import { valueAt } from '../operations/operation.js';
import { isMasked } from '../operations/weights.js';
import { Formula } from '../../../figure/formula.js';
import { barDecimals, factor, onStage } from '../numbers.js';
import { cellOfResult } from './spec.js';
/** @import { Model } from '../../../types.js' */
/** @import { Formula as Notation } from '../../../figure/matrices.js' */
/** @import { At, Token } from '../operations/operation.js' */
/** @import { MatrixSpec } from './spec.js' */

/**
 * A term in the sum of one cell. `q` are digits of the left operand, `k` of the right one, and `r` is the
 * result. Everything else is written in a soft color.
 *
 * @typedef {string | { q: string } | { k: string } | { r: string } | { formula: Notation } | { exp: string } | { factors: [string, string][] }} Term
 */

/** A sum with more terms is abbreviated. */
const MOST = 8;

/**
 * The sum behind the cell of a result; empty if there is none.
 *
 * @param {Model} model
 * @param {MatrixSpec} spec
 * @param {{ row: number, col: number }} cell - of the result
 * @param {boolean} [isBars] - whether the result is drawn as bars, whose weights may have more decimals
 * @returns {Term[]}
 */
export function sumOf(model, spec, cell, isBars = false) {
  const at = cellOfResult(model, spec, cell);
  const operation = operationOf(at.node);
  // There is nothing to compute for a key after the query.
  if (operation.sum && !operation.masked && isMasked(model, spec.result, cell.row, cell.col)) return ['–'];
  const sum = operation.sum?.(at);
  if (!sum || sum.terms.length === 0) return [];
  const { before = [], terms, sign = '+', equals = '=' } = sum;
  const joined = abbreviated(terms, sign).flatMap((term, index) => (index > 0 ? [sign, ...term] : term));
  const write = (/** @type {Token} */ token) => written(model, token);
  return [...before.map(write), ...joined.map(write), equals, { r: resultText(at, isBars) }];
}

/** Whether a term is 0, because a factor is. @param {Token[]} term */
const isZero = (term) =>
  term.some((token) => {
    if (typeof token === 'string') return false;
    const factors = 'factors' in token ? token.factors.map(([, value]) => value) : Object.values(token);
    return factors.includes(0);
  });

/**
 * The terms of a sum with dots for those that are left out: terms that are 0, if few others are left; else
 * those before the last one.
 *
 * @param {Token[][]} terms
 * @param {string} sign - between them: what is compared counts also if it is 0
 */
function abbreviated(terms, sign) {
  if (terms.length <= MOST) return terms;
  const others = [...terms.keys()].filter((at) => sign !== '+' || !isZero(terms[at]));
  const first = [...terms.keys()].slice(0, MOST - 2);
  const kept = others.length > 0 && others.length <= MOST / 2 ? others : [...first, terms.length - 1];
  /** @type {Token[][]} */
  const shown = kept.flatMap((at, index) =>
    at > (kept[index - 1] ?? -1) + 1 ? [['…'], terms[at]] : [terms[at]],
  );
  return (kept.at(-1) ?? 0) < terms.length - 1 ? [...shown, ['…']] : shown;
}

/**
 * A token with its numbers as text.
 *
 * @param {Model} model @param {Token} token @returns {Term}
 */
function written(model, token) {
  if (typeof token === 'string' || 'exp' in token || 'formula' in token) return token;
  if ('root' in token) return { formula: ['sqrt', String(token.root)] };
  if ('q' in token) return { q: factor(model, token.q, token.of) };
  if ('k' in token) return { k: factor(model, token.k, token.of) };
  return { factors: token.factors.map(([role, value, of]) => [role, factor(model, value, of)]) };
}

/** @param {At} at @param {boolean} isBars */
function resultText({ model, id, node, row, col }, isBars) {
  const { masked } = operationOf(node);
  if (masked && isMasked(model, id, row, col)) return masked;
  const value = valueAt(model, id, row, col);
  return isBars && Number.isFinite(value)
    ? decimal(model.language, value, barDecimals(model.state))
    : onStage(model, value, id);
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
