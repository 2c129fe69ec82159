/** A run of tokens: the text of a head, tinted by weights. It keeps its elements and changes what differs. */
import { localized } from '../../../format/display.js';
import { element, setText } from '../../../ui/dom.js';
import { lanesOf } from '../chosen/colors.js';
import { inkOn } from '../head/paint-cells.js';
import { blockRun } from './blocks.js';
import { directionOf } from './direction.js';
import { spacedNumbers } from './numbers.js';
import { pieceList } from './pieces.js';
import { unitAt } from './sentence.js';
/** @import { Language } from '../../../state/languages.js' */
/** @import { Color } from '../chosen/colors.js' */
/** @import { Blocks, Unit } from './units.js' */

/** Font sizes in CSS pixels, and up to how many tokens each is used: on a wide page, and on a narrow one. */
const SIZES = {
  wide: [
    { size: 34, most: 14 },
    { size: 24, most: 40 },
    { size: 20, most: 80 },
    { size: 17.5, most: Infinity },
  ],
  narrow: [
    { size: 25, most: 14 },
    { size: 20, most: 40 },
    { size: 17.5, most: Infinity },
  ],
};
/** A text of more tokens has parts, and a page of its own if there is space. */
export const MOST_IN_ROW = 80;
/** Of more tokens, only the visible ones are drawn. */
const ALL_DRAWN = 512;
/** The width from which a page is wide, in CSS pixels. */
const WIDE = 700;
/** The number of lines without scrolling, and with numbers. */
const [MAX_LINES, MAX_LINES_WITH_NUMBERS] = [3, 2];
/** The smallest size with numbers under the tokens. */
const MIN_NUMBERS = 24;
const MIN_NUMBERS_NARROW = 20;
/** From this weight on, a number is bold. */
const BOLD = 0.1;

/**
 * What a run shows.
 *
 * @typedef {object} Look
 * @property {ArrayLike<number> | null} weights - by cell; null without tints
 * @property {Uint8ClampedArray | null} pixels - the colors of the weights
 * @property {{ parts: ArrayLike<number>[], colors: readonly Color[] } | null} lanes - the weights of each head that has
 *   a color, which is a line below the token; null without such heads
 * @property {number | null} query - the cell with the ring of the query
 * @property {number | null} key - the cell with the ring of the key
 * @property {'query' | 'key' | null} [reveals] - the ring that is scrolled to, if it has moved
 * @property {boolean} isMean - whether the weight of a part of the text is the mean over its cells, not the sum
 * @property {Language} language
 */

/** The most tokens that are kept on one line: text without spaces would not wrap otherwise. */
const MAX_TOGETHER = 5;

/**
 * The pieces of each word in one element, so that no line starts with a piece.
 *
 * @param {Unit[]} units @param {{ node: HTMLElement }[]} tokens @param {ArrayLike<number> | null} blockOf
 */
function wordsOf(units, tokens, blockOf) {
  /** @type {HTMLElement[]} */
  const words = [];
  /** @type {number[]} */
  const blockOfWord = [];
  units.forEach(({ isJoined }, at) => {
    const word = words.at(-1);
    const block = blockOf?.[at] ?? 0;
    const isSame = block === blockOfWord.at(-1);
    if (isJoined && isSame && word && word.childElementCount < MAX_TOGETHER) word.append(tokens[at].node);
    else {
      words.push(element('span', { class: 'word' }, tokens[at].node));
      blockOfWord.push(block);
    }
  });
  return { words, blockOfWord };
}

/**
 * The lines below a unit, whose weight is the sum over its cells.
 *
 * @param {Unit} unit @param {NonNullable<Look['lanes']>} lanes
 */
function linesOf({ first, count }, { parts, colors }) {
  const weights = parts.map((part) => {
    let sum = part[first];
    for (let more = 1; more < count; more += 1) sum += part[first + more];
    return sum;
  });
  return lanesOf(weights, colors);
}

/**
 * Whether a unit has the same element in two texts.
 *
 * @param {Unit[]} a @param {Unit[]} b @param {number} at
 */
const isSame = (a, b, at) =>
  a[at].text === b[at].text &&
  a[at].isSpecial === b[at].isSpecial &&
  a[at].isJoined === b[at].isJoined &&
  a[at + 1]?.isJoined === b[at + 1]?.isJoined;

/**
 * A run of tokens, which wraps into lines.
 *
 * @param {() => void} resized - called when its width has changed
 */
export function tokenRun(resized) {
  const node = element('div', { class: 'run' });
  /** @type {{ at: number, unit: Unit, node: HTMLElement, number: HTMLElement, color: string, ink: string, lanes: HTMLElement | null, lines: string }[]} */
  let tokens = [];
  /** @type {Unit[] | null} */
  let units = null;
  /** What was drawn last. @type {Look | null} */
  let last = null;
  const pieces = pieceList(node);
  node.addEventListener('scroll', () => pieces.look() && last && draw(last), { passive: true });
  // Asking for the width in each update would compute the layout of the page.
  new ResizeObserver(() => {
    if (node.clientWidth === width) return;
    isFitted = false;
    resized();
  }).observe(node);
  /** The parts of the text. @type {Blocks | null} */
  let parts = null;
  /** @type {ReturnType<typeof blockRun> | null} */
  let blocks = null;
  /** The width that the text was fitted to; 0 while it is hidden. */
  let width = 0;
  let isFitted = false;
  /** The number of tokens that have not changed since. */
  let unchanged = 0;
  let hasNumbers = false;
  /** Where the tokens are, if they have numbers. @type {{ line: number, middle: number }[]} */
  let places = [];
  /** @type {Record<'query' | 'key', HTMLElement | null>} */
  const rings = { query: null, key: null };

  /**
   * The elements of words that have not changed stay, because with each key only the last word is another. A
   * text in parts is built anew.
   *
   * @param {Unit[]} next @param {Blocks | null} nextParts
   */
  function build(next, nextParts) {
    let kept = 0;
    if (!nextParts && !blocks)
      while (units && kept < units.length && kept < next.length && isSame(units, next, kept)) kept += 1;
    while (kept > 0 && next[kept]?.isJoined) kept -= 1;
    units = next;
    parts = nextParts;
    const added = next.slice(kept).map((unit, index) => {
      const at = kept + index;
      const number = element('small');
      const joins = [unit.isJoined && 'jl', next[at + 1]?.isJoined && 'jr', unit.isSpecial && 'special'];
      const attributes = { class: ['tok', ...joins].filter(Boolean).join(' '), 'data-at': at };
      return {
        at,
        unit,
        node: element('span', attributes, element('bdi', {}, unit.text), number),
        number,
        color: '',
        ink: '',
        lanes: null,
        lines: '',
      };
    });
    if (kept === 0) node.replaceChildren();
    else for (const token of tokens.slice(kept)) token.node.parentElement?.remove();
    tokens = [...tokens.slice(0, kept).map((token, at) => ({ ...token, unit: next[at] })), ...added];
    const { words, blockOfWord } = wordsOf(next.slice(kept), added, parts?.of ?? null);
    // The tokens of a word are boxes, which follow each other as its letters would.
    for (const word of words) if (word.childElementCount > 1) word.dir = directionOf(word.textContent);
    node.dir = directionOf(next.map(({ text }) => text).join(''));
    blocks = parts && blockRun(words, blockOfWord, parts.names);
    node.append(...(blocks?.parts.map((part) => part.node) ?? words));
    node.classList.toggle('blocks', blocks !== null);
    for (const kind of /** @type {const} */ (['query', 'key']))
      if (!rings[kind]?.isConnected) rings[kind] = null;
    isFitted = false;
    unchanged = Math.min(unchanged, kept);
  }

  /** The largest size at which the text takes at most three lines. */
  function fit() {
    const available = node.clientWidth;
    if (available !== width) unchanged = 0;
    width = available;
    if (available === 0) return;
    const isWide = available >= WIDE;
    const sizes = isWide ? SIZES.wide : SIZES.narrow;
    const minNumbers = isWide ? MIN_NUMBERS : MIN_NUMBERS_NARROW;
    let place = sizes.findIndex(({ most }) => tokens.length <= most);
    for (; ; place += 1) {
      const { size } = sizes[place];
      hasNumbers = size >= minNumbers;
      style(size);
      if (place === sizes.length - 1) break;
      const lines = lineCount();
      if (hasNumbers && lines > MAX_LINES_WITH_NUMBERS) {
        hasNumbers = false;
        style(size);
      }
      if (lines <= MAX_LINES) break;
    }
    pieces.cut(blocks?.parts ?? null, tokens.length > ALL_DRAWN, unchanged);
    isFitted = true;
    unchanged = tokens.length;
    if (!hasNumbers) return;
    places = tokens.map(({ at, node: token }) => {
      const { left, width: wide } = token.getBoundingClientRect();
      return { line: lineOf(at), middle: left + wide / 2 };
    });
  }
  /** @param {number} size */
  function style(size) {
    node.style.setProperty('--size', `${size}px`);
    node.classList.toggle('numbered', hasNumbers);
    node.classList.toggle('long', tokens.length > MOST_IN_ROW);
  }
  /** The top of a token's line: all words of a line have its height. @param {number} at */
  const lineOf = (at) => tokens[at].node.parentElement?.getBoundingClientRect().top ?? 0;
  const lineCount = () => new Set(tokens.map((token) => token.node.offsetTop)).size;

  /** @param {'query' | 'key'} kind @param {Look} look */
  function ring(kind, { [kind]: cell, reveals }) {
    const to = cell === null || !units ? null : tokens[unitAt(units, cell)]?.node;
    if (rings[kind] === to) return;
    rings[kind]?.classList.remove(kind);
    to?.classList.add(kind);
    rings[kind] = to ?? null;
    if (to && kind === reveals) bringIntoView(to);
  }
  /** Draws the visible tokens. @param {Look} look */
  function draw(look) {
    const { weights, pixels, lanes, language } = look;
    const shown = tokens.slice(...pieces.sight());
    if (units && parts && shown.length > 0) {
      const { of } = parts;
      blocks?.update(units, of, look, [of[shown[0].at], of[shown[shown.length - 1].at]]);
    }
    const sums = shown.map(({ unit: { first, count } }) => {
      let weight = weights && pixels ? weights[first] : NaN;
      for (let more = 1; weights && more < count; more += 1) weight += weights[first + more];
      return weight;
    });
    const isNumbered = hasNumbers ? spacedNumbers(sums, places) : null;
    for (const [at, token] of shown.entries()) {
      const { first, isPicture } = token.unit;
      const { [at]: weight } = sums;
      const isShown = pixels !== null && !Number.isNaN(weight);
      // The sum over a picture has a number, but no color: that would be a weight of one token.
      const color =
        isShown && !isPicture
          ? `rgb(${pixels[4 * first]} ${pixels[4 * first + 1]} ${pixels[4 * first + 2]})`
          : '';
      // Most colors have the same ink, and each change costs the style of the element and of what is in it.
      const ink = pixels && color !== '' ? inkOn(pixels, 4 * first) : '';
      if (color !== token.color) token.node.style.backgroundColor = token.color = color;
      if (ink !== token.ink) token.node.style.color = token.ink = ink;
      drawLines(token, lanes ? linesOf(token.unit, lanes) : '');
      if (!isNumbered) continue;
      setText(token.number, isNumbered[at] ? localized(weight.toFixed(2).replace('-', '−'), language) : '');
      token.number.className = weight >= BOLD ? 'hi' : '';
    }
  }
  /** The lines below a token. @param {typeof tokens[number]} token @param {string} lines */
  function drawLines(token, lines) {
    if (lines === token.lines) return;
    if (!token.lanes) token.node.append((token.lanes = element('i', { class: 'lane-lines' })));
    token.lanes.style.background = token.lines = lines;
  }
  /** Scrolls within the run only. @param {HTMLElement} token */
  function bringIntoView(token) {
    // Others do not scroll, and asking for their height computes the layout of the page.
    if (!node.classList.contains('long') || node.scrollHeight <= node.clientHeight) return;
    const [at, run] = [token, node].map((each) => each.getBoundingClientRect());
    if (at.top >= run.top && at.bottom <= run.bottom) return;
    node.scrollTop += at.top - run.top - node.clientHeight / 3;
    pieces.look();
  }

  return {
    node,
    /** @param {Unit[]} next @param {Blocks | null} nextParts @param {Look} look */
    update(next, nextParts, look) {
      if (next !== units || nextParts !== parts) build(next, nextParts);
      // The lines below tokens need space.
      const isLaned = look.lanes !== null;
      if (node.classList.contains('laned') !== isLaned) {
        node.classList.toggle('laned', isLaned);
        isFitted = false;
        unchanged = 0;
      }
      if (!isFitted) fit();
      last = look;
      ring('query', look);
      ring('key', look);
      draw(look);
    },
    /** The unit of an element in the run; null if it is none. @param {EventTarget | null} target */
    unitOf(target) {
      const at = target instanceof Element ? target.closest('[data-at]')?.getAttribute('data-at') : null;
      return (at && units?.[Number(at)]) || null;
    },
    /**
     * The unit beside another one: in reading order, or on the line above or below it.
     *
     * @param {number} cell - of the unit @param {string} key - that was pressed
     */
    neighbor(cell, key) {
      if (!units || units.length === 0) return null;
      const at = unitAt(units, cell);
      const last = units.length - 1;
      const step = node.dir === 'rtl' ? -1 : 1;
      const to = { ArrowLeft: at - step, ArrowRight: at + step, Home: 0, End: last }[key] ?? besides(at, key);
      return to === null ? null : units[Math.max(0, Math.min(last, to))];
    },
  };

  /** The nearest unit on the line above or below. @param {number} at @param {string} key */
  function besides(at, key) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (!step) return null;
    const boxOf = (/** @type {number} */ each) => tokens[each].node.getBoundingClientRect();
    const middle = (/** @type {number} */ each) => boxOf(each).left + boxOf(each).width / 2;
    const [start, center] = [lineOf(at), middle(at)];
    let [best, line] = [at, start];
    for (let to = at + step; tokens[to]; to += step) {
      const top = lineOf(to);
      if (top === start) continue;
      if (line === start) [best, line] = [to, top];
      if (top !== line) break;
      if (Math.abs(middle(to) - center) < Math.abs(middle(best) - center)) best = to;
    }
    return best;
  }
}
