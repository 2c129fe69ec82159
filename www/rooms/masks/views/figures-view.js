import { number, percent, localized } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
/** @import { Language } from '../../../state/languages.js' */
/** @import { MaskFigures } from '../../../engine/masks.js' */
/** @import { MaskModel } from '../types.js' */

/**
 * The cost of the mask, each figure with its formula.
 *
 * @param {{ model: MaskModel, costs: MaskFigures }} props
 */
export function Figures({ model: { state, t }, costs }) {
  const words = t.masks;
  const { queries, keys, size, heads, kvHeads, bytes } = state;
  const { allowed, pairs, share, multiplyAdds, cacheBytes, cacheBytesOfAll, keysKept, blocks } = costs;
  const kept = blocks.full + blocks.partial;
  const figures = [
    [
      grouped(allowed),
      words.pairs({ pairs: grouped(pairs) }),
      `${grouped(queries)} · ${grouped(keys)} = ${grouped(pairs)}`,
    ],
    [exactPercent(share, t.language), words.share, `${grouped(allowed)} / ${grouped(pairs)}`],
    [grouped(multiplyAdds), words.multiplyAdds, `2 · ${size} · ${heads} · ${grouped(allowed)}`],
    [
      sized(cacheBytes, t.language),
      words.cache({ all: sized(cacheBytesOfAll, t.language) }),
      `2 · ${kvHeads} · ${size} · ${bytes} · ${grouped(keysKept)}`,
    ],
    [
      words.of({ part: grouped(kept), all: grouped(kept + blocks.skipped) }),
      words.blocks,
      words.blocksOf({ full: grouped(blocks.full), partial: grouped(blocks.partial) }),
    ],
  ];
  const figure = (/** @type {string[]} */ [value, label, formula], /** @type {number} */ at) =>
    html`<div title=${words.formulas[at]}>
      <dt>${label}</dt>
      <dd>${value}</dd>
      <dd class="formula">${formula}<span class="hidden">${` ${words.formulas[at]}`}</span></dd>
    </div>`;
  return html`<section class="figures-view">
    <h3 class="hidden">${words.figures}</h3>
    <dl class="figures">${figures.map(figure)}</dl>
  </section>`;
}

/**
 * The thousands separator is a narrow space, which is a decimal separator in no language.
 *
 * @param {number} value
 */
function grouped(value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '\u202F');
}

/** A percentage, with one decimal below ten percent. @param {number} share @param {Language} language */
function exactPercent(share, language) {
  return share > 0 && share < 0.1 ? `${localized(number(share * 100, 1), language)}\u202F%` : percent(share);
}

/** Bytes with a binary prefix. @param {number} bytes @param {Language} language */
export function sized(bytes, language) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? grouped(bytes) : localized(number(value, 1), language)} ${units[unit]}`;
}
