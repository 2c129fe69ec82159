/** The parts of a long text, such as its sentences, with how much of the weights is on each. */
import { localized } from '../../../format/display.js';
import { element, setText } from '../../../ui/dom.js';
import { cssColor } from '../chosen/colors.js';
/** @import { Look } from './token-run.js' */
/** @import { Unit } from './units.js' */

/** The width of a bar of 1, in CSS pixels. */
const WIDTH = 52;

/**
 * How much of the weights is on each part: of a query, the sum over the keys of the part; of a key, the mean
 * over its queries. What is not a number is left out.
 *
 * @param {ArrayLike<number>} weights - by cell
 * @param {readonly Unit[]} units
 * @param {ArrayLike<number>} blockOf - the part of each unit
 * @param {boolean} isMean
 */
export function sharesOf(weights, units, blockOf, isMean) {
  const count = units.length === 0 ? 0 : blockOf[units.length - 1] + 1;
  const [sums, cells] = [new Float64Array(count), new Uint32Array(count)];
  units.forEach(({ first, count: width }, at) => {
    for (let cell = first; cell < first + width; cell += 1) {
      if (!(cell < weights.length) || Number.isNaN(weights[cell])) continue;
      sums[blockOf[at]] += weights[cell];
      cells[blockOf[at]] += 1;
    }
  });
  return sums.map((sum, block) => (cells[block] === 0 ? NaN : isMean ? sum / cells[block] : sum));
}

/**
 * The parts of a text as elements, each with its words, and its name and the bars beside them.
 *
 * @param {HTMLElement[]} words @param {ArrayLike<number>} blockOfWord @param {readonly string[]} names
 */
export function blockRun(words, blockOfWord, names) {
  /** @type {{ node: HTMLElement, text: HTMLElement, gutter: HTMLElement, number: HTMLElement, bars: HTMLElement, drawn: string }[]} */
  const blocks = [];
  words.forEach((word, at) => {
    if (blockOfWord[at] >= blocks.length) {
      const [number, bars] = [element('b'), element('i')];
      const name = names[blocks.length];
      const title = name ? [element('bdi', { class: 'named', title: name }, name)] : [];
      const gutter = element('div', { class: 'gutter', 'aria-hidden': 'true' }, ...title, number, bars);
      const text = element('div', { class: 'part' });
      const node = element('div', { class: 'block' }, gutter, text);
      blocks.push({ node, text, gutter, number, bars, drawn: '' });
    }
    blocks[blocks.length - 1].text.append(word);
  });
  return {
    /** The elements of each part, and that with its words. */
    parts: blocks.map(({ node, text }) => ({ node, box: text })),
    /**
     * @param {readonly Unit[]} units @param {ArrayLike<number>} blockOf
     * @param {Pick<Look, 'weights' | 'lanes' | 'language' | 'isMean'>} look
     * @param {[first: number, last: number]} shown - the parts that are not scrolled away
     */
    update(units, blockOf, { weights, lanes, language, isMean }, [first, last]) {
      const all = (lanes ? lanes.parts : weights ? [weights] : []).map((part) =>
        sharesOf(part, units, blockOf, isMean),
      );
      const colors = lanes ? lanes.colors.map((color) => cssColor(color)) : ['var(--accent)'];
      blocks.slice(first, last + 1).forEach((block, place) => {
        const at = first + place;
        const shares = all.map((part) => part[at]);
        const text =
          shares.length === 1 && !lanes && !Number.isNaN(shares[0])
            ? localized(shares[0].toFixed(2).replace('-', '−'), language)
            : '';
        const bars = shares
          .map((share, head) => {
            const width = Math.max(0, Math.min(WIDTH, WIDTH * Math.abs(share || 0)));
            return `linear-gradient(${colors[head]}, ${colors[head]}) 0 ${head * 5}px / ${width.toFixed(1)}px 3.5px no-repeat`;
          })
          .join(', ');
        setText(block.number, text);
        if (bars !== block.drawn) block.bars.style.background = block.drawn = bars;
      });
    },
  };
}
