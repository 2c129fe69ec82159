import { LIMITS } from '../lessons/own.js';
import { element, segments } from '../../../ui/dom.js';
import { field } from '../../../ui/field.js';
import { row } from '../../../ui/row.js';
/** @import { Model, Own, State } from '../../../types.js' */

/** What W_O may be, in the order of its choices. */
const SOURCES = /** @type {const} */ (['none', 'identity', 'drawn']);

/**
 * The heads of "your own": how many of queries, how many of keys and values, and where W_O comes from.
 *
 * @param {Model['t']} t
 * @param {() => State} now
 * @param {(patch: (now: State) => Partial<State>) => string | null} change
 * @param {(made: ReturnType<typeof field>, text: () => string) => void} follow - lets a field follow the
 *   state
 */
export function ownHeads(t, now, change, follow) {
  const words = t.figure.heads.own;
  /**
   * Cells that were typed stay where they have a place; the last step is the one that everything leads to.
   *
   * @param {Partial<Own>} patch @param {string[]} lost
   */
  const take = (patch, lost) => {
    return change(({ own, edits, pasted }) => ({
      own: { ...own, ...patch },
      edits: edits.filter(({ matrix }) => matrix !== 'wO' || !lost.includes('wO')),
      pasted: Object.fromEntries(Object.entries(pasted).filter(([id]) => !lost.includes(id))),
      cursor: null,
      step: 6,
    }));
  };
  /** @param {string} label @param {(value: number) => string | null} use */
  const count = (label, use) =>
    field(
      label,
      (text) => {
        const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
        return value < 1 || value > LIMITS.heads
          ? t.own.size(label, text.slice(0, 20), LIMITS.heads)
          : use(value);
      },
      { inputmode: 'numeric' },
    );

  const heads = count(words.heads, (value) => {
    const { own } = now();
    // Nothing was shared, and nothing shall be.
    const kvHeads = own.kvHeads === own.heads ? value : own.kvHeads;
    return take({ heads: value, kvHeads }, ['wK', 'wV']);
  });
  const kvHeads = count(words.kvHeads, (value) => take({ kvHeads: value }, ['wK', 'wV']));
  const wO = segments(
    words.wO,
    SOURCES.map((name) => [name, words[name]]),
    (value) => take({ wO: /** @type {Own['wO']} */ (value) }, ['wO']),
  );
  follow(heads, () => String(now().own.heads));
  follow(kvHeads, () => String(now().own.kvHeads));

  return {
    node: element(
      'div',
      { class: 'own-heads' },
      element('div', { class: 'sizes' }, heads.node, kvHeads.node),
      row(words.wO, wO.node),
    ),
    update: () => wO.update(now().own.wO),
  };
}
