import { number } from '../../../format/display.js';
import { localized } from '../../../format/separator.js';
import { shownName } from './shown-name.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { Reading } from '../types.js' */

/**
 * The interpretation of files in one sentence.
 *
 * @param {Reading} reading
 * @param {Strings} t
 * @param {number | null} [size] - the head size
 * @returns {string}
 */
export function sentence(
  { kind, numbers, layers, heads, kvHeads, queries, keys: columns, v, qk, rules, sinks },
  t,
  size = null,
) {
  const keys = columns - Number(Boolean(sinks));
  const words = t.maps.reading;
  const every = words.every({
    layers: words.layers({ n: layers }),
    heads:
      kvHeads === heads
        ? words.heads({ n: heads })
        : words.grouped({ heads: words.heads({ n: heads }), kvHeads }),
  });
  const extent = queries === keys ? words.tokens({ n: keys }) : words.extent({ queries, keys });
  if (numbers) return words[numbers]({ every, extent });
  if (kind === 'weights')
    return v.length > 0 ? words.weightsAndValues({ every, extent }) : words.weights({ every, extent });
  const of = v.length > 0 ? words.qkv : words.qk;
  const sizes = size === null ? extent : `${extent}, ${words.size({ size })}`;
  return words.computed({
    what: of({ every }),
    extent: sizes,
    how: howOf({ qk, rules }, size, queries === keys, t),
  });
}

/**
 * How weights are computed: what holds in all layers, and what differs.
 *
 * @param {Pick<Reading, 'qk' | 'rules'>} reading @param {number | null} size @param {boolean} square @param {Strings} t
 */
function howOf({ qk, rules }, size, square, t) {
  const shown = (/** @type {string | false | null} */ text) => typeof text === 'string';
  if (!rules)
    return Object.values(stepsOf(qk, size, square, t))
      .filter(shown)
      .join(', ');
  const words = t.maps.reading.how;
  const layers = rules.map((each) => stepsOf(each[0], size, square, t));
  const isByHead = rules.some(({ length }) => length > 1);
  const steps = /** @type {(keyof ReturnType<typeof stepsOf>)[]} */ (Object.keys(layers[0]));
  const differing = steps.filter((step) => layers.some((layer) => layer[step] !== layers[0][step]));
  const common = steps.filter((step) => !differing.includes(step)).map((step) => layers[0][step]);
  const isWindow = differing.join() === 'window' && !isByHead;
  /** What a layer does in a way of its own. @param {number} layer */
  const own = (layer) => {
    if (isWindow) return keysOf(rules[layer][0].window, t);
    if (rules[layer].length > 1) return words.byHead;
    /** @type {Record<string, string>} */
    const none = { rope: words.noRope, softcap: words.noSoftcap, window: words.noWindow, mask: words.noMask };
    const texts = differing.map((step) => layers[layer][step] || none[step]).filter(Boolean);
    return texts.join(', ');
  };
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  rules.forEach((_, layer) => groups.set(own(layer), [...(groups.get(own(layer)) ?? []), layer]));
  const [[most], ...others] = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  const named = others.map(([what, list]) => {
    const values = { n: list.length, layers: listText(list, t) };
    return isWindow ? words.see({ ...values, keys: what }) : words.named({ ...values, what });
  });
  const last = isWindow ? words.others({ what: most }) : words.rest({ what: most });
  return [common.filter(shown).join(', '), [...named, last].join(isWindow ? ', ' : '; ')].join('; ');
}

/**
 * The steps of the computation of a layer. Null if it has no such step.
 *
 * @param {Reading['qk']} rule @param {number | null} size @param {boolean} square @param {Strings} t
 */
function stepsOf({ scale, causal, window, softcap, rope, mask }, size, square, t) {
  const words = t.maps.reading.how;
  return {
    rope:
      rope &&
      words.rope({
        base: localized(number(rope.base, 4), t.language),
        pairs: t.maps.reading.pairs[rope.pairs],
        dim: rope.dim === null ? words.allOf : String(rope.dim),
      }),
    scale:
      scale !== null
        ? words.scaled({ scale: localized(number(scale, 5), t.language) })
        : words.scaled({ scale: size === null ? '1/√d' : rootOf(size) }),
    softcap: softcap !== null && words.softcap({ cap: localized(number(softcap, 4), t.language) }),
    // A mask says more.
    causal:
      causal === 'none'
        ? !mask && words.both
        : square
          ? words.causal
          : words.aligned({ corner: t.maps.reading.causal[causal] }),
    window: window !== null && words.window({ keys: windowText(window) }),
    mask: mask !== undefined && mask !== null && words.mask({ mask: shownName(mask) }),
  };
}

/** How far a query sees. @param {NonNullable<Reading['qk']['window']>} window */
const windowText = (window) =>
  typeof window === 'number' ? window : `(${window.left ?? '∞'}, ${window.right ?? '∞'})`;

/** The number of keys that a query sees. @param {Reading['qk']['window']} window @param {Strings} t */
function keysOf(window, t) {
  const { everything, keys, window: within } = t.maps.reading.how;
  if (window === null) return everything;
  return typeof window === 'number' ? keys({ n: window }) : within({ keys: windowText(window) });
}

/** Numbers in a sentence: "5, 11 and 17", and only some of many. @param {number[]} list @param {Strings} t */
function listText(list, t) {
  const shown = list.length > 8 ? [`${list.slice(0, 3).join(', ')} …`] : list.slice(0, -1);
  const last = list[list.length - 1];
  return shown.length > 0 ? t.maps.reading.how.last({ list: shown.join(', '), last }) : String(last);
}

/** The default divisor of scores. @param {number} size */
export const rootOf = (size) => `1/√${size}`;
