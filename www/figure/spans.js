/** @import { Span } from '../picture/types.js' */
/** @import { Formula } from './notation.js' */

/** Signs that stand upright and apart from what they join. */
const SIGN = /^[=+·/≤−]$/;

/**
 * A formula as a line of text: its parts one after the other, each raised or lowered as it is in notation.
 *
 * @param {Formula} formula
 * @param {Span['at']} [at]
 * @returns {Span[]}
 */
export function spans(formula, at) {
  if (typeof formula === 'string') return leaf(formula, at);
  const [kind, ...children] = formula;
  if (kind === 'sqrt') return [...leaf('√', at), ...children.flatMap((child) => spans(child, at))];
  // Below what is below there is no room: it stands beside it.
  if (kind === 'sub') return [...spans(children[0], at), ...spans(children[1], at ?? 'sub')];
  if (kind === 'transposed') return [...spans(children[0], at), { text: 'T', at: at ?? 'sup' }];
  if (kind === 'group') return ['(', ...children, ')'].flatMap((child) => spans(child, at));
  if (kind === 'abs') return ['|', ...children, '|'].flatMap((child) => spans(child, at));
  return children.flatMap((child) => spans(child, at));
}

/** One letter is a name, and slants; words and figures do not. @param {string} text @param {Span['at']} at @returns {Span[]} */
function leaf(text, at) {
  if (text === '') return [];
  const spaced = SIGN.test(text) && text !== '/' ? `\u2009${text}\u2009` : text;
  return [{ text: spaced, ...(at ? { at } : {}), ...(/^\p{L}$/u.test(text) ? { italic: true } : {}) }];
}
