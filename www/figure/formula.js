/**
 * Formulas as HTML text and CSS. They need no mathematical font and do not increase the height of a line.
 */
import { element } from '../ui/dom.js';
/** @import { Formula } from './matrices.js' */
/** @import { Strings } from '../words/languages.js' */

const SVG = 'http://www.w3.org/2000/svg';

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
 * A formula as an element. Its accessible name is the formula in words.
 *
 * @param {Formula} formula
 * @param {Strings['figure']['formula']} words
 */
export function formulaElement(formula, words) {
  const attributes = { class: 'formula', role: 'img', 'aria-label': spoken(formula, words) };
  return element('span', attributes, ...nodes(formula));
}

/** @param {Formula} formula @returns {(Node | string)[]} */
function nodes(formula) {
  if (typeof formula === 'string') return formula === '' ? [] : [leaf(formula)];
  const [kind, ...children] = formula;
  const [base, script] = children;
  switch (kind) {
    case 'sub':
      return script === '' ? nodes(base) : [...nodes(base), element('sub', {}, ...nodes(script))];
    case 'transposed':
      return transposed(base);
    case 'sqrt':
      return [root(nodes(base))];
    case 'group':
      return ['(', ...children.flatMap(nodes), ')'];
    case 'abs':
      return ['|', ...children.flatMap(nodes), '|'];
    default:
      return children.flatMap(nodes);
  }
}

/**
 * The T of a transpose is above the index and upright, because it is not a variable.
 *
 * @param {Formula} formula @returns {(Node | string)[]}
 */
function transposed(formula) {
  const exponent = element('sup', {}, 'T');
  if (typeof formula === 'string' || formula[0] !== 'sub') return [...nodes(formula), exponent];
  const [, base, index] = formula;
  const subscript = element('sub', {}, ...nodes(index));
  return [...nodes(base), element('span', { class: 'scripts' }, exponent, subscript)];
}

/** @param {(Node | string)[]} content */
function root(content) {
  const tick = document.createElementNS(SVG, 'svg');
  tick.setAttribute('viewBox', '0 0 11 20');
  tick.setAttribute('preserveAspectRatio', 'none');
  tick.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', 'M.6 12.4L2.8 11L6.2 19.2L10.6 .6H11');
  path.setAttribute('vector-effect', 'non-scaling-stroke');
  tick.append(path);
  return element('span', { class: 'root' }, tick, element('span', {}, ...content));
}

/**
 * A single letter is a variable and italic. Words, numbers and operators are upright.
 *
 * @param {string} content
 */
function leaf(content) {
  if (/^\p{L}$/u.test(content)) return element('i', {}, content);
  const space = OPERATORS[content];
  if (space === undefined) return content;
  const operator = element('span', {}, content);
  operator.style.marginInline = `${space}em`;
  return operator;
}

/**
 * The width of a formula.
 *
 * @param {Formula} formula
 * @param {number} size - of the font
 * @param {(text: string, size: number, italic: boolean) => number} measure
 * @returns {number}
 */
export function formulaWidth(formula, size, measure) {
  const sum = (/** @type {Formula[]} */ parts, fontSize = size) =>
    parts.reduce((width, part) => width + formulaWidth(part, fontSize, measure), 0);
  if (typeof formula === 'string') {
    return measure(formula, size, /^\p{L}$/u.test(formula)) + 2 * size * (OPERATORS[formula] ?? 0);
  }
  const [kind, ...children] = formula;
  const small = size * SCRIPT;
  switch (kind) {
    case 'sub':
      return sum([children[0]]) + sum([children[1]], small);
    case 'transposed': {
      const [base] = children;
      const exponent = measure('T', small, false) + 0.08 * small;
      if (typeof base === 'string' || base[0] !== 'sub') return sum([base]) + exponent;
      return sum([base[1]]) + Math.max(exponent, sum([base[2]], small));
    }
    case 'sqrt':
      return sum(children) + size * (ROOT.tick + ROOT.before + ROOT.after);
    case 'group':
      return sum(['(', ...children, ')']);
    case 'abs':
      return sum(['|', ...children, '|']);
    default:
      return sum(children);
  }
}

/**
 * A formula in words: "Q times K transposed divided by the square root of d k".
 *
 * @param {Formula} formula
 * @param {Strings['figure']['formula']} words
 * @returns {string}
 */
export function spoken(formula, words) {
  if (typeof formula === 'string') return words.operators[formula] ?? formula;
  const [kind, ...children] = formula;
  switch (kind) {
    case 'sub':
      return children
        .map((each) => spoken(each, words))
        .filter((each) => each !== '')
        .join(' ');
    case 'transposed':
      return `${spoken(children[0], words)} ${words.transposed}`;
    case 'sqrt':
      return `${words.root} ${sequence(children, words)}`;
    case 'group':
      return `${words.open} ${sequence(children, words)} ${words.close}`;
    case 'abs':
      return `${words.absolute} ${sequence(children, words)}`;
    default:
      return sequence(children, words);
  }
}

/**
 * A product without an operator is read as "times".
 *
 * @param {Formula[]} parts @param {Strings['figure']['formula']} words
 */
function sequence(parts, words) {
  const isOperator = (/** @type {Formula | undefined} */ part) =>
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
export function scriptParts(content) {
  return content
    .split(SCRIPTS)
    .filter((part) => part !== '')
    .map((part) => {
      if (!SCRIPTS.test(part)) return { script: null, plain: part };
      // Compatibility normalization (NFKC) turns ₂ into 2.
      return { script: SUBSCRIPT.test(part) ? 'sub' : 'sup', plain: part.normalize('NFKC') };
    });
}
