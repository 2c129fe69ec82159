/** @import { Span } from '../picture/types.js' */
/** @import { Formula } from './notation.js' */

/** Operators, which are upright with space around them. */
const SIGN = /^[=+·/≤−]$/;

/**
 * A formula as text spans, each raised or lowered.
 *
 * @param {Formula} formula
 * @param {Span['at']} [at]
 * @returns {Span[]}
 */
export function spans(formula, at) {
  if (typeof formula === 'string') return leaf(formula, at);
  const [kind, ...children] = formula;
  if (kind === 'sqrt') return [...leaf('√', at), ...children.flatMap((child) => spans(child, at))];
  // A subscript of a subscript is beside it, not below it.
  if (kind === 'sub') return [...spans(children[0], at), ...spans(children[1], at ?? 'sub')];
  if (kind === 'transposed') return [...spans(children[0], at), { text: 'T', at: at ?? 'sup' }];
  if (kind === 'group') return ['(', ...children, ')'].flatMap((child) => spans(child, at));
  if (kind === 'abs') return ['|', ...children, '|'].flatMap((child) => spans(child, at));
  return children.flatMap((child) => spans(child, at));
}

/**
 * Single letters are italic; words and numbers are upright.
 *
 * @param {string} text @param {Span['at']} at @returns {Span[]}
 */
function leaf(text, at) {
  if (text === '') return [];
  const spaced = SIGN.test(text) && text !== '/' ? `\u2009${text}\u2009` : text;
  return [{ text: spaced, ...(at ? { at } : {}), ...(/^\p{L}$/u.test(text) ? { italic: true } : {}) }];
}
