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
  const [kind, ...children] = formula;
  const sequence = (/** @type {Formula[]} */ parts) => parts.flatMap((part) => spans(part, at));
  switch (kind) {
    case 'sqrt':
      return sequence(['√', ...children]);
    case 'sub':
      // A subscript of a subscript is beside it, not below it.
      return [...spans(children[0], at), ...spans(children[1], at ?? 'sub')];
    case 'transposed':
      return [...spans(children[0], at), { text: 'T', at: at ?? 'sup' }];
    case 'group':
      return sequence(['(', ...children, ')']);
    case 'abs':
      return sequence(['|', ...children, '|']);
    default:
      return sequence(children);
  }
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
