/**
 * Formulas as HTML text and CSS. They need no mathematical font and do not increase the height of a line.
 */
import { html } from '../ui/html.js';
/** @import { Formula as Notation } from './matrices.js' */
/** @import { View } from '../ui/html.js' */
/** @import { Strings } from '../words/languages.js' */

/**
 * Operators, and the space on each side of them as a share of the font size.
 *
 * @type {Record<string, number>}
 */
const OPERATORS = { '=': 0.22, '+': 0.18, '−': 0.18, '≤': 0.22, '·': 0.14, '/': 0.12 };

/** The font size of subscripts and superscripts in formula.css, as a share of the font size. */
export const SCRIPT = 0.64;
/** The width of a root sign and the padding of its content in formula.css, as shares of the font size. */
export const ROOT = { tick: 0.54, before: 0.08, after: 0.12 };

/**
 * A formula. Its accessible name is the formula in words.
 *
 * @param {{ formula: Notation, t: Pick<Strings, 'figure'>, class?: string }} props
 */
export const Formula = ({ formula, t, class: name = 'mx' }) =>
  html`<span class=${name}
    ><span class="formula" role="img" aria-label=${spoken(formula, t.figure.formula)}
      >${drawn(formula)}</span
    ></span
  >`;

/** A formula with its parentheses and bars as text. @param {Exclude<Notation, string>} formula */
export function bracketed([kind, ...parts]) {
  if (kind === 'group') return ['row', '(', ...parts, ')'];
  return kind === 'abs' ? ['row', '|', ...parts, '|'] : [kind, ...parts];
}

/** @param {Notation} formula @returns {unknown} */
function drawn(formula) {
  if (typeof formula === 'string') return leaf(formula);
  const [kind, ...children] = bracketed(formula);
  const [base, script] = children;
  if (kind === 'sub') return [drawn(base), script !== '' && html`<sub>${drawn(script)}</sub>`];
  if (kind === 'sqrt') return html`<${Root}>${drawn(base)}<//>`;
  if (kind !== 'transposed') return children.map(drawn);
  // The T of a transpose is above the index and upright, because it is not a variable.
  const exponent = html`<sup>T</sup>`;
  if (base[0] !== 'sub') return [drawn(base), exponent];
  return [drawn(base[1]), html`<span class="scripts">${exponent}<sub>${drawn(base[2])}</sub></span>`];
}

/** @param {{ children: View }} props */
const Root = ({ children }) =>
  html`<span class="root"
    ><svg viewBox="0 0 11 20" preserveAspectRatio="none" aria-hidden="true">
      <path d="M.6 12.4L2.8 11L6.2 19.2L10.6 .6H11" vector-effect="non-scaling-stroke" /></svg
    ><span>${children}</span></span
  >`;

/**
 * A single letter is a variable and italic. Words, numbers and operators are upright.
 *
 * @param {string} text
 */
function leaf(text) {
  if (/^\p{L}$/u.test(text)) return html`<i>${text}</i>`;
  const space = OPERATORS[text];
  return space === undefined ? text : html`<span style=${{ marginInline: `${space}em` }}>${text}</span>`;
}

/**
 * The width of a formula.
 *
 * @param {Notation} formula
 * @param {number} size - of the font
 * @param {(text: string, size: number, italic: boolean) => number} measure
 * @returns {number}
 */
export function formulaWidth(formula, size, measure) {
  const sum = (/** @type {Notation[]} */ parts, fontSize = size) =>
    parts.reduce((width, part) => width + formulaWidth(part, fontSize, measure), 0);
  if (typeof formula === 'string') {
    return measure(formula, size, /^\p{L}$/u.test(formula)) + 2 * size * (OPERATORS[formula] ?? 0);
  }
  const [kind, ...children] = bracketed(formula);
  const [base, script] = children;
  const small = size * SCRIPT;
  if (kind === 'sub') return sum([base]) + sum([script], small);
  if (kind === 'sqrt') return sum(children) + size * (ROOT.tick + ROOT.before + ROOT.after);
  if (kind !== 'transposed') return sum(children);
  const exponent = measure('T', small, false) + 0.08 * small;
  if (base[0] !== 'sub') return sum([base]) + exponent;
  return sum([base[1]]) + Math.max(exponent, sum([base[2]], small));
}

/**
 * A formula in words: "Q times K transposed divided by the square root of d k".
 *
 * @param {Notation} formula
 * @param {Strings['figure']['formula']} words
 * @returns {string}
 */
export function spoken(formula, words) {
  if (typeof formula === 'string') return words.operators[formula] ?? formula;
  const [kind, ...children] = formula;
  const [base] = children;
  if (kind === 'transposed') return `${spoken(base, words)} ${words.transposed}`;
  if (kind === 'sub') {
    const parts = children.map((each) => spoken(each, words));
    return parts.filter((each) => each !== '').join(' ');
  }
  const inside = sequence(children, words);
  if (kind === 'sqrt') return `${words.root} ${inside}`;
  if (kind === 'abs') return `${words.absolute} ${inside}`;
  return kind === 'group' ? `${words.open} ${inside} ${words.close}` : inside;
}

/**
 * A product without an operator is read as "times".
 *
 * @param {Notation[]} parts @param {Strings['figure']['formula']} words
 */
function sequence(parts, words) {
  const isOperator = (/** @type {Notation | undefined} */ part) =>
    part === undefined || (typeof part === 'string' && part in OPERATORS);
  return parts
    .flatMap((part, place) => {
      const product = place > 0 && !isOperator(part) && !isOperator(parts[place - 1]);
      return [...(product ? [words.operators['·']] : []), spoken(part, words)];
    })
    .join(' ');
}

/** Unicode subscripts and superscripts, which many fonts do not have. */
const SUBSCRIPTS = '₀-₉ₖ';
const SUPERSCRIPTS = '⁰¹²³⁴-⁹ᵀ';
const SCRIPTS = new RegExp(`([${SUBSCRIPTS}]+|[${SUPERSCRIPTS}]+)`, 'u');
const SUBSCRIPT = new RegExp(`[${SUBSCRIPTS}]`, 'u');

/**
 * Splits a text into parts and replaces Unicode subscripts and superscripts by normal characters.
 *
 * @param {string} content
 * @returns {{ script: 'sub' | 'sup' | null, plain: string }[]} for an element of the class `scripted`
 */
function scriptParts(content) {
  return content
    .split(SCRIPTS)
    .filter((part) => part !== '')
    .map((part) => {
      if (!SCRIPTS.test(part)) return { script: null, plain: part };
      // Compatibility normalization (NFKC) turns ₂ into 2.
      return { script: SUBSCRIPT.test(part) ? 'sub' : 'sup', plain: part.normalize('NFKC') };
    });
}

/**
 * A text with its superscripts and subscripts.
 *
 * @param {string} text @returns {(View | string)[]} for an element of the class `scripted`
 */
export const scripted = (text) =>
  scriptParts(text).map(({ script, plain }) => (script ? html`<${script}>${plain}<//>` : plain));
