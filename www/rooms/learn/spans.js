import { bracketed } from '../../figure/formula.js';
/** @import { Span } from '../../picture/types.js' */
/** @import { Formula } from '../../figure/matrices.js' */

/** Operators with space around them. */
const SPACED = /^[=+·≤−]$/;

/**
 * A formula as spans of text.
 *
 * @param {Formula} formula
 * @param {Span['at']} [at] - the position of the whole formula
 * @returns {Span[]}
 */
export function spans(formula, at) {
  if (typeof formula === 'string') return leaf(formula, at);
  const [kind, ...children] = bracketed(formula);
  const [base, script] = children;
  // A subscript of a subscript is beside it, not below it.
  if (kind === 'sub') return [...spans(base, at), ...spans(script, at ?? 'sub')];
  if (kind === 'transposed') return [...spans(base, at), { text: 'T', at: at ?? 'sup' }];
  return (kind === 'sqrt' ? ['√', ...children] : children).flatMap((part) => spans(part, at));
}

/**
 * Single letters are italic; words and numbers are upright.
 *
 * @param {string} text @param {Span['at']} at @returns {Span[]}
 */
function leaf(text, at) {
  if (text === '') return [];
  const spaced = SPACED.test(text) ? `\u2009${text}\u2009` : text;
  return [{ text: spaced, ...(at ? { at } : {}), ...(/^\p{L}$/u.test(text) ? { italic: true } : {}) }];
}
