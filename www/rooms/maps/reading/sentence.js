import { howOf } from './how.js';
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
export function sentence(reading, t, size = null) {
  const { kind, numbers, layers, queries, keys: columns, v, sinks } = reading;
  const keys = columns - Number(Boolean(sinks));
  const words = t.maps.reading;
  const every = words.every({
    layers: words.layers({ n: layers }),
    heads: headsText(reading, words),
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
    how: howOf(reading, size, queries === keys, t),
  });
}

/** @param {Reading} reading @param {Strings['maps']['reading']} words */
function headsText({ heads, kvHeads, layerHeads }, words) {
  if (layerHeads) return words.someHeads({ least: Math.min(...layerHeads), most: Math.max(...layerHeads) });
  const all = words.heads({ n: heads });
  return kvHeads === heads ? all : words.grouped({ heads: all, kvHeads });
}
