import { number } from '../../../format/display.js';
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
  { kind, numbers, layers, heads, kvHeads, queries, keys: columns, v, qk, sinks },
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
    how: howOf(qk, size, queries === keys, t).join(', '),
  });
}

/**
 * The steps of the computation.
 *
 * @param {Reading['qk']} qk @param {number | null} size @param {boolean} square @param {Strings} t
 */
function howOf({ scale, causal, window, softcap, rope }, size, square, t) {
  const words = t.maps.reading.how;
  return [
    rope &&
      words.rope({
        base: number(rope.base, 4),
        pairs: t.maps.reading.pairs[rope.pairs],
        dim: rope.dim === null ? words.allOf : String(rope.dim),
      }),
    scale !== null
      ? words.scaled({ scale: number(scale, 5) })
      : words.scaled({ scale: size === null ? '1/√d' : rootOf(size) }),
    softcap !== null && words.softcap({ cap: number(softcap, 4) }),
    causal === 'none'
      ? words.both
      : square
        ? words.causal
        : words.aligned({ corner: t.maps.reading.causal[causal] }),
    window !== null && words.window({ keys: window }),
  ].filter((text) => typeof text === 'string');
}

/** The default divisor of scores. @param {number} size */
export const rootOf = (size) => `1/√${size}`;
