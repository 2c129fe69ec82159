import { number, percent } from '../../../format/display.js';
import { element, setText } from '../../../ui/dom.js';
import { modelOf } from '../session.js';
/** @import { MaskModel } from '../types.js' */

/** What the mask costs, each figure with the formula that it comes from. */
export function figuresView() {
  const heading = element('h3', { class: 'hidden' });
  const list = element('dl', { class: 'figures' });
  const node = element('section', { class: 'figures-view' }, heading, list);
  let written = '';

  return {
    node,
    /** @param {MaskModel} model @param {import('../../../engine/masks.js').MaskFigures} figures */
    update({ state, t, language }, figures) {
      const now = JSON.stringify([language, figures, modelOf(state)]);
      if (now === written) return;
      written = now;
      const words = t.masks;
      const { size, heads, kvHeads, bytes } = state;
      const { allowed, pairs, share, multiplyAdds, cacheBytes, cacheBytesOfAll, keysKept, blocks } = figures;
      const kept = blocks.full + blocks.partial;
      setText(heading, words.figures);
      list.replaceChildren(
        ...[
          [
            grouped(allowed),
            words.pairs(grouped(pairs)),
            `${grouped(state.queries)} · ${grouped(state.keys)} = ${grouped(pairs)}`,
          ],
          [exactPercent(share), words.share, `${grouped(allowed)} / ${grouped(pairs)}`],
          [grouped(multiplyAdds), words.multiplyAdds, `2 · ${size} · ${heads} · ${grouped(allowed)}`],
          [
            sized(cacheBytes),
            words.cache(sized(cacheBytesOfAll)),
            `2 · ${kvHeads} · ${size} · ${bytes} · ${grouped(keysKept)}`,
          ],
          [
            words.of(grouped(kept), grouped(kept + blocks.skipped)),
            words.blocks,
            words.blocksOf(grouped(blocks.full), grouped(blocks.partial)),
          ],
        ].map(([value, label, formula], at) =>
          element(
            'div',
            { title: words.formulas[at] },
            element('dt', {}, label),
            element('dd', {}, value),
            element(
              'dd',
              { class: 'formula' },
              formula,
              element('span', { class: 'hidden' }, ` ${words.formulas[at]}`),
            ),
          ),
        ),
      );
    },
  };
}

/** Thousands are set apart by a narrow space, which is no language's decimal sign. @param {number} value */
function grouped(value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '\u202F');
}

/** A share with one decimal below ten percent. @param {number} share */
function exactPercent(share) {
  return share > 0 && share < 0.1 ? `${number(share * 100, 1)}\u202F%` : percent(share);
}

/** Bytes as people count memory. @param {number} bytes */
export function sized(bytes) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? grouped(bytes) : number(value, 1)} ${units[unit]}`;
}
