/** The queries and keys of heads for a saved file, which computes the weights from them. */
import { joinedFloats } from '../../format/joined.js';
import { OFF_KEY, saidIn, SOURCES_KEY } from '../../rooms/maps/source-name.js';
import { deflated, letters } from '../frame/packed.js';
import { chosen, saidOf } from './heads.js';
import { rounding, valuesOf } from './rounding.js';
import { inTurns } from './turns.js';
/** @import { AttentionRule } from '../../engine/maps.js' */
/** @import { Reading } from '../../rooms/maps/types.js' */
/** @import { PackedFile, SavedHeads } from '../frame/payload.js' */
/** @import { OpenMaps, Which } from './heads.js' */
/** @import { Rounded } from './rounding.js' */

/** @typedef {{ layer: number, head: number }} Place */
/**
 * The vectors of all saved heads. Heads that share keys have the same one of `keyHeads` in each layer; a key
 * head is at the first of its heads.
 *
 * @typedef {{ q: Float32Array, k: Float32Array, size: number, places: Place[],
 *   rules: AttentionRule[], keyHeads: number }} Gathered
 */

/**
 * The heads of a choice, if their q and k can be saved in place of their weights; else null. Picks, entries,
 * states, biases of keys and means over texts need more than q and k.
 *
 * @param {OpenMaps} openMaps @param {Which} which @returns {Place[] | null}
 */
export function vectorPlaces(openMaps, which) {
  const { reading, opened } = openMaps.data;
  if (reading.kind !== 'qk' || which === 'files' || which === 'model') return null;
  if (
    reading.texts ||
    reading.reach ||
    reading.layerHeads ||
    reading.selected?.length ||
    reading.kCompressed?.length ||
    reading.keyBias?.length ||
    reading.relativeBias?.length ||
    reading.scoreBias?.length
  )
    return null;
  const shapes = (/** @type {Reading['q']} */ parts) =>
    new Set(
      parts.map(({ file, tensor }) =>
        String(opened.files.find(({ id }) => id === file)?.tensors[tensor].shape),
      ),
    );
  if (shapes(reading.q).size > 1 || shapes(reading.k).size > 1) return null;
  /** @type {Place[]} */
  const places = [];
  for (const { reading: slot, source, values } of chosen(openMaps, which).specs) {
    if (slot !== 0 || source.of !== 'head' || values !== 'none') return null;
    const { layer, head } = source;
    if (reading.kinds?.[layer]) return null;
    places.push({ layer, head });
  }
  return places;
}

/**
 * How many numbers the q and k of heads have at most.
 *
 * @param {Reading} reading @param {Place[]} places @param {number} size - of a head
 */
const vectorCount = ({ queries, keys }, places, size) => places.length * (queries + keys) * size;

/**
 * @param {OpenMaps} openMaps
 * @param {Place[]} places
 * @param {Which} which
 * @param {(share: number) => void} onProgress
 * @param {number} most - how many numbers there may be
 * @returns {Promise<Gathered | { tooMany: number }>}
 */
export async function gatheredVectors({ service, data: { reading } }, places, which, onProgress, most) {
  const { heads, kvHeads } = reading;
  // Whole layers keep the sharing of their keys. Of chosen heads, each has its own.
  const isShared = which === 'all' || which === 'layer';
  const groupOf = (/** @type {number} */ head) => Math.floor((head * kvHeads) / heads);
  const isFirst = (/** @type {Place} */ { head }) =>
    !isShared || head === 0 || groupOf(head) !== groupOf(head - 1);
  const [q, k] = [/** @type {Float32Array[]} */ ([]), /** @type {Float32Array[]} */ ([])];
  /** @type {AttentionRule[]} */
  const rules = [];
  let size = 0;
  for (const [at, place] of places.entries()) {
    const found = await service.vectors(0, place);
    size = found.size;
    rules.push(found.rule);
    const count = vectorCount(reading, places, size);
    if (count > most) return { tooMany: count };
    q.push(found.q);
    if (isFirst(place)) k.push(found.k);
    onProgress((at + 1) / places.length);
  }
  const keyHeads = isShared ? kvHeads : places.length;
  return { q: joinedFloats(q), k: joinedFloats(k), size, places, rules, keyHeads };
}

/**
 * Heads as a file with q and k, and the largest error of a weight.
 *
 * @param {OpenMaps} openMaps
 * @param {{ which: Which, bits: 8 | 16 | 32, shape: SavedHeads['shape'] }} choice
 * @param {Gathered} gathered
 * @param {(share: number) => void} onProgress
 * @param {() => boolean} [isCurrent] - whether the file is still wanted; if not, an `AbortError` is thrown
 * @param {typeof deflated} [deflate]
 * @returns {Promise<{ files: PackedFile[], error: number }>} if the error is infinite, the file has no numbers
 */
export async function packedVectors(
  openMaps,
  choice,
  gathered,
  onProgress,
  isCurrent = () => true,
  deflate = deflated,
) {
  const { data } = openMaps;
  const { bits, shape } = choice;
  const { size, keyHeads } = gathered;
  const [layers, heads] = shape;
  /** @type {Rounded[]} */
  const [q, k] = [
    await inTurns(rounding(gathered.q, bits), isCurrent),
    await inTurns(rounding(gathered.k, bits), isCurrent),
  ];
  if (!Number.isFinite(q.error + k.error)) return { files: [], error: Infinity };
  const error = await errorOf(openMaps, gathered, [layers, heads], [q, k], onProgress, isCurrent);
  const bytes = new Uint8Array(q.bytes.length + k.bytes.length);
  bytes.set(q.bytes);
  bytes.set(k.bytes, q.bytes.length);
  const entry = (
    /** @type {'q' | 'k'} */ name,
    /** @type {Rounded} */ rounded,
    /** @type {number} */ count,
  ) => {
    const { low, step, power } = rounded;
    const tokens = gathered[name].length / (layers * count * size);
    return { name, shape: [layers, count, tokens, size], bits, low, step, power };
  };
  const file = {
    name: data.opened.files[0]?.name ?? '',
    tensors: [entry('q', q, heads), entry('k', k, keyHeads)],
    metadata: metadataOf(openMaps, choice, gathered),
    data: await inTurns(letters(await deflate(bytes)), isCurrent),
  };
  return { files: [file], error };
}

/**
 * The largest error of a weight of any head, of whose rounded vectors the file computes it.
 *
 * @param {OpenMaps} openMaps
 * @param {Gathered} gathered
 * @param {[layers: number, heads: number]} shape
 * @param {Rounded[]} rounded - of q and of k
 * @param {(share: number) => void} onProgress
 * @param {() => boolean} isCurrent
 */
async function errorOf(
  { service },
  { q, k, places, keyHeads },
  [layers, heads],
  rounded,
  onProgress,
  isCurrent,
) {
  if (rounded[0].bits === 32) return 0;
  const [newQ, newK] = [valuesOf(rounded[0]), valuesOf(rounded[1])];
  const [ofQ, ofK] = [q.length / (layers * heads), k.length / (layers * keyHeads)];
  let error = 0;
  for (const [at, place] of places.entries()) {
    const [layer, head] = [Math.floor(at / heads), at % heads];
    const group = layer * keyHeads + Math.floor((head * keyHeads) / heads);
    const its = {
      q: newQ.slice(at * ofQ, (at + 1) * ofQ),
      k: newK.slice(group * ofK, (group + 1) * ofK),
    };
    error = Math.max(error, await service.weightError(0, place, its));
    if (!isCurrent()) throw new DOMException('The result is not wanted any more.', 'AbortError');
    onProgress((at + 1) / places.length);
  }
  return error;
}

/**
 * What the file says of its heads besides their numbers (`docs/format.md`).
 *
 * @param {OpenMaps} openMaps
 * @param {{ which: Which, shape: SavedHeads['shape'] }} choice
 * @param {Gathered} gathered
 */
function metadataOf(openMaps, { which, shape: [layers, heads] }, { places, rules, keyHeads }) {
  const { opened, reading } = openMaps.data;
  const { sinks, queries, keys, offset } = reading;
  // The reading counts a sink as a key.
  const [first, tokensOfKeys] = sinks ? [offset - 1, keys - 1] : [offset, keys];
  const off = saidIn(opened.files, OFF_KEY);
  const { sources, layers: names } = saidOf(openMaps, which);
  // A sink becomes a column again when the file is opened.
  const tokens = sinks ? reading.tokens.slice(1) : reading.tokens;
  /** @template T @param {T[]} all */
  const byLayer = (all) =>
    Array.from({ length: layers }, (_, layer) => all.slice(layer * heads, (layer + 1) * heads));
  const lists = {
    tokens,
    query_tokens: reading.queryTokens,
    [SOURCES_KEY]: sources,
    layers: names ?? [],
    position_ids: reading.positionIds ?? [],
    rules: byLayer(rules.map(said)).map(rulesOf),
    sinks: sinks ? byLayer(places.map(({ layer, head }) => sinks[layer][head])) : [],
  };
  return {
    layout: '(layers, heads, tokens, size)',
    heads: String(heads),
    key_heads: String(keyHeads),
    ...(off ? { [OFF_KEY]: off } : {}),
    ...(queries !== tokensOfKeys && first >= 0 ? { offset: String(first) } : {}),
    ...Object.fromEntries(
      Object.entries(lists)
        .filter(([, list]) => list.length > 0)
        .map(([key, list]) => [key, JSON.stringify(list)]),
    ),
  };
}

/** The rule of a layer: one for all of its heads, or one for each. @param {object[]} rules */
function rulesOf(rules) {
  const isOne = rules.every((rule) => JSON.stringify(rule) === JSON.stringify(rules[0]));
  return isOne ? rules[0] : { heads: rules };
}

/**
 * A rule by the keys of metadata. Sinks and positions are stated once for the whole file.
 *
 * @param {AttentionRule} rule
 */
function said({ causal, window, mask, rope, sink, offset, ...rest }) {
  // A mask says by itself what is causal in it, and its window; the keys may not contradict it.
  const isCausal = causal !== 'none';
  const { position_ids, ...turns } = rope ?? {};
  return {
    ...rest,
    ...(mask ? { mask } : {}),
    ...(isCausal || !mask ? { causal: isCausal } : {}),
    ...(mask && /\bwindow\b/.test(mask) ? {} : { window }),
    rope: rope ? turns : null,
  };
}
