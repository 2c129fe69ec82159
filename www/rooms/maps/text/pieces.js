/** The pieces of a long text: the browser skips those scrolled away, and only the others are tinted. */
import { element } from '../../../ui/dom.js';

/** From this number of tokens on, a piece ends with the next line. */
const ENOUGH = 64;
/** How much more than the visible height is in sight, above and below, so that scrolling finds tints. */
const MARGIN = 0.1;

/**
 * Words that the browser lays out together, and skips while they are scrolled away: a part of the text or
 * some of its lines.
 *
 * @typedef {object} Piece
 * @property {HTMLElement} node
 * @property {number} first - its first token
 * @property {number} end - the end of its tokens
 */

/** @param {HTMLElement} node */
const boxOf = (node) => node.getBoundingClientRect();
/** @param {HTMLElement[]} words */
const tokensIn = (words) => words.reduce((sum, word) => sum + word.childElementCount, 0);

/**
 * Words in lists of whole lines, with the height of each list.
 *
 * @param {HTMLElement[]} words
 */
function byLines(words) {
  /** @type {{ words: HTMLElement[], tokens: number, height: number }[]} */
  const lists = [];
  let line = NaN;
  for (const word of words) {
    const top = word.offsetTop;
    if (top !== line && !((lists.at(-1)?.tokens ?? ENOUGH) < ENOUGH))
      lists.push({ words: [], tokens: 0, height: 0 });
    line = top;
    const list = lists[lists.length - 1];
    list.words.push(word);
    list.tokens += word.childElementCount;
  }
  // A word is as high as its line.
  for (const list of lists)
    list.height = boxOf(list.words[list.words.length - 1]).bottom - boxOf(list.words[0]).top;
  return lists;
}

/** @param {HTMLElement} node @param {number} height - of its content, in CSS pixels */
function skip(node, height) {
  node.style.containIntrinsicBlockSize = `${height}px`;
  node.classList.add('skipped');
}

/** @param {HTMLElement} run - the element that scrolls */
export function pieceList(run) {
  /** @type {Piece[]} */
  let pieces = [];
  /** The tokens in sight: the first, and the end. @type {[first: number, end: number]} */
  let sight = [0, Infinity];

  /** Finds what is in sight, and says whether that has changed. */
  function look() {
    const { top, bottom, height } = boxOf(run);
    /** The number of pieces that begin above a height. @param {number} at */
    const above = (at) => {
      let [from, to] = [0, pieces.length];
      while (from < to) {
        const middle = (from + to) >> 1;
        if (boxOf(pieces[middle].node).top < at) from = middle + 1;
        else to = middle;
      }
      return from;
    };
    const [first, last] = [above(top - MARGIN * height) - 1, above(bottom + MARGIN * height) - 1];
    const before = sight;
    sight =
      pieces.length === 0 ? [0, Infinity] : [pieces[Math.max(0, first)].first, pieces[Math.max(0, last)].end];
    return sight.some((at, place) => at !== before[place]);
  }

  return {
    look,
    sight: () => sight,
    /**
     * Divides a text that is laid out. Its parts are pieces; the words of a long part, or of a text without
     * parts, are in pieces of whole lines, so that no word moves.
     *
     * @param {{ node: HTMLElement, box: HTMLElement }[] | null} parts - the elements of each part, and that
     *   with its words
     * @param {boolean} isLong - whether there are pieces
     * @param {number} kept - the number of tokens that have not changed
     */
    cut(parts, isLong, kept) {
      const stay = parts ? [] : pieces.filter(({ end, node }) => end < kept && node.isConnected);
      for (const { node } of pieces.slice(stay.length))
        if (node.classList.contains('piece')) node.replaceWith(...node.childNodes);
      for (const { node } of parts ?? []) node.classList.remove('skipped');
      pieces = stay;
      if (!isLong) return void look();
      // Everything is measured before anything changes.
      const found = (parts ?? [{ node: run, box: run }]).map(({ node, box }) => {
        const words = /** @type {HTMLElement[]} */ (Array.from(box.querySelectorAll(':scope > .word')));
        const tokens = tokensIn(words);
        return {
          node,
          tokens,
          height: boxOf(node).height,
          lists: parts && tokens <= 2 * ENOUGH ? [] : byLines(words),
        };
      });
      let first = stay.at(-1)?.end ?? 0;
      for (const { node, tokens, height, lists } of found) {
        if (node !== run) skip(node, height);
        if (lists.length === 0) pieces.push({ node, first, end: first + tokens });
        let from = first;
        for (const list of lists) {
          const piece = element('div', { class: 'piece' });
          list.words[0].before(piece);
          piece.append(...list.words);
          skip(piece, list.height);
          pieces.push({ node: piece, first: from, end: (from += list.tokens) });
        }
        first += tokens;
      }
      look();
    },
  };
}
