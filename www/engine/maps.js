/**
 * The functions of the Models room: tensors from files, maps of heads, their measures, and their pixels.
 *
 * Large data stays in the memory of the wasm, behind handles, which the caller frees with `free`. A call that
 * takes ownership of a handle frees it, also on an error; calling `free` again is allowed. After a failure of
 * the engine all handles are invalid, and calls on them throw an error.
 */
import { Handle, bindings, call, guarded } from './maps-instance.js';
import { HeadMap, rawMap } from './maps-head-map.js';
import { FileCheck } from './maps-file-check.js';
import { engineError, places, plain } from './instance.js';

export { HeadMap, headMap } from './maps-head-map.js';
export { FileCheck } from './maps-file-check.js';
export { interpret, matrixSlices, texts } from './maps-interpretation.js';
export {
  LargeHead,
  MaskRanges,
  pooled,
  rowPools,
  rowSample,
  rowUnits,
  sampledOverview,
} from './maps-large-head.js';
export { LinearHead, differential, linearHead, signedFigures } from './maps-signed.js';
export { CompressedHead, compressedHead } from './maps-compressed.js';
export { KeptKeys, PickedKeys, keptKeys, pickedKeys, pickedRanges, recallCurve } from './maps-picked.js';
export { load, program, reload } from './maps-instance.js';

/**
 * @typedef {bindings.NeededBytes} NeededBytes
 * @typedef {bindings.TensorListing} TensorListing
 * @typedef {bindings.TensorPick} TensorPick
 * @typedef {bindings.TensorValues} TensorValues
 * @typedef {bindings.TensorSingles} TensorSingles
 * @typedef {bindings.TensorFileError} TensorFileError
 * @typedef {bindings.AttentionRule} AttentionRule
 * @typedef {bindings.OverviewOptions} OverviewOptions
 * @typedef {bindings.HeadOverview} HeadOverview
 * @typedef {bindings.MeasureName} MeasureName
 * @typedef {bindings.ViewInfo} ViewInfo
 * @typedef {bindings.TokenScheme} TokenScheme
 * @typedef {bindings.TokensRead} TokensRead
 * @typedef {bindings.MapPaintOptions} MapPaintOptions
 * @typedef {bindings.MapScale} MapScale
 * @typedef {bindings.ViewOptions & { minus: HeadMap | null }} ViewOptions - `minus` must have the same shape
 * @typedef {import('./maps-picked.js').Policy} Policy
 * @typedef {import('./maps-signed.js').SignedFigures} SignedFigures
 * @typedef {import('./maps-signed.js').EraseFigures} EraseFigures
 * @typedef {import('./instance.js').Places} Places
 * @typedef {{ places: Uint32Array, queries: number }} SomeQueries - the ascending indices of some queries of a
 *   head, and the number of all its queries
 */

/**
 * A file that is being opened: bytes are supplied until it needs no more.
 *
 * @extends {Handle<bindings.OpeningFile>}
 */
export class OpeningFile extends Handle {
  /** The bytes that are needed next; null if the file is listed or rejected. @returns {NeededBytes | null} */
  need() {
    return guarded(() => Handle.raw(OpeningFile, this, 'the file').need());
  }

  /**
   * Supplies bytes from the beginning of the needed span, all or fewer.
   *
   * @param {Uint8Array} bytes @throws {TensorFileError}
   */
  supply(bytes) {
    guarded(() => Handle.raw(OpeningFile, this, 'the file').supply(bytes));
  }

  /** The file, once nothing more is needed. This handle is freed. @throws {TensorFileError} */
  finish() {
    return guarded(() => new TensorFile(Handle.raw(OpeningFile, this, 'the file', true).finish()));
  }
}

/** An opened file. @extends {Handle<bindings.TensorFile>} */
export class TensorFile extends Handle {
  /** @returns {TensorListing} */
  listing() {
    return guarded(() => Handle.raw(TensorFile, this, 'the file').listing());
  }

  /**
   * Starts to read a part of a tensor. Axes without a pick are read whole.
   *
   * @param {number} tensor - the index of the tensor, from 0
   * @param {TensorPick[]} picks
   * @param {boolean} [isSingle] - wider numbers are rounded to 32 bits as they arrive, to save memory
   * @throws {TensorFileError}
   */
  read(tensor, picks, isSingle) {
    const wanted = plain(picks, 'the picks');
    return guarded(
      () =>
        new TensorReading(Handle.raw(TensorFile, this, 'the file').read(tensor, wanted, isSingle === true)),
    );
  }

  /** Starts to verify the stored members that reading has not verified yet. */
  check() {
    return guarded(() => new FileCheck(Handle.raw(TensorFile, this, 'the file').check()));
  }
}

/**
 * A part of a tensor that is being read.
 *
 * @extends {Handle<bindings.TensorReading>}
 */
export class TensorReading extends Handle {
  /** @returns {NeededBytes | null} */
  need() {
    return guarded(() => Handle.raw(TensorReading, this, 'the part').need());
  }

  /** The number of bytes from the next needed byte to the last one. */
  left() {
    return guarded(() => Handle.raw(TensorReading, this, 'the part').left());
  }

  /** @param {Uint8Array} bytes @throws {TensorFileError} */
  supply(bytes) {
    guarded(() => Handle.raw(TensorReading, this, 'the part').supply(bytes));
  }

  /**
   * Its numbers in 64 bits, once nothing more is needed. This handle is freed.
   *
   * @returns {TensorValues} @throws {TensorFileError}
   */
  values() {
    return guarded(() => Handle.raw(TensorReading, this, 'the part', true).values());
  }

  /**
   * Its numbers in 32 bits, which takes half the memory. This handle is freed.
   *
   * @returns {TensorSingles} @throws {TensorFileError}
   */
  singles() {
    return guarded(() => Handle.raw(TensorReading, this, 'the part', true).singles());
  }

  /**
   * A part of two axes in 32 bits, once nothing more is needed. This handle is freed.
   *
   * @param {boolean} transposed - the columns come first in the file
   */
  matrix(transposed) {
    return guarded(
      () => new HeadMap(Handle.raw(TensorReading, this, 'the part', true).matrix(transposed === true)),
    );
  }
}

/**
 * The view of a map, with its levels. NaN is a missing cell.
 *
 * @extends {Handle<bindings.MapView>}
 */
export class MapView extends Handle {
  /** @returns {ViewInfo} */
  info() {
    return guarded(() => Handle.raw(MapView, this, 'the view').info());
  }

  /**
   * A rectangle of a level, in row-major order.
   *
   * @param {number} level @param {Places} rows @param {Places} cols @returns {Float32Array}
   */
  tile(level, rows, cols) {
    const [[row, tall], [col, wide]] = [places('rows', rows), places('columns', cols)];
    return guarded(() => Handle.raw(MapView, this, 'the view').tile(level, row, tall, col, wide));
  }

  /** The path of dynamic time warping: the query and the key of each of its cells. @returns {Uint32Array} */
  warpingPath() {
    return guarded(() => Handle.raw(MapView, this, 'the view').warpingPath());
  }

  /** A row of the map. @param {number} query @returns {Float32Array} */
  row(query) {
    return guarded(() => Handle.raw(MapView, this, 'the view').row(query));
  }
}

/**
 * Combines maps of one shape, added one after the other.
 *
 * @extends {Handle<bindings.Combining>}
 */
class Combining extends Handle {
  /** @param {HeadMap} map */
  add(map) {
    guarded(() => Handle.raw(Combining, this, 'what is combined').add(rawMap(map)));
  }

  /** The combination of all added maps. This handle is freed. */
  finish() {
    return guarded(() => new HeadMap(Handle.raw(Combining, this, 'what is combined', true).finish()));
  }
}

/**
 * Attention matrices multiplied through the layers.
 *
 * @extends {Handle<bindings.Rollout>}
 */
class Rollout extends Handle {
  /** Applies the next layer. @param {HeadMap} map */
  layer(map) {
    guarded(() => Handle.raw(Rollout, this, 'the rollout').layer(rawMap(map)));
  }

  /** The share of each input token at each position. */
  map() {
    return guarded(() => new HeadMap(Handle.raw(Rollout, this, 'the rollout').map()));
  }
}

/** Starts to open a file of this length. @param {number} length */
export function openFile(length) {
  return guarded(() => new OpeningFile(bindings.openFile(length)));
}

/**
 * The weights of one head from its queries and its keys, each with their features as columns.
 *
 * @param {HeadMap} q
 * @param {HeadMap} k
 * @param {AttentionRule} rule
 */
export function weightsOf(q, k, rule) {
  const plainRule = plain(rule, 'weights options');
  return guarded(() => new HeadMap(bindings.weightsOf(rawMap(q, 'q'), rawMap(k, 'k'), plainRule)));
}

/** The softmax of each row of scores. @param {HeadMap} scores */
export function softmaxed(scores) {
  return guarded(() => new HeadMap(bindings.softmaxed(rawMap(scores, 'the scores'))));
}

/**
 * Queries and keys in the format of the kernels, each with their features as columns. It takes ownership of
 * both maps.
 *
 * @param {HeadMap} q
 * @param {HeadMap} k
 * @param {AttentionRule} rule
 * @param {SomeQueries | null} [some] - the queries in `q`; by default all
 * @returns {bindings.KernelVectors}
 */
export function kernelVectors(q, k, rule, some = null) {
  const plainRule = plain(rule, 'weights options');
  const [queries, keys] = [rawMap(q, 'q', true), rawMap(k, 'k', true)];
  return guarded(() =>
    bindings.kernelVectors(queries, keys, plainRule, some?.places ?? null, some?.queries ?? 0),
  );
}

/**
 * Stacks the rows of generation steps, padded with zeros to this number of keys.
 *
 * @param {HeadMap[]} parts @param {number} keys
 */
export function stacked(parts, keys) {
  if (!Array.isArray(parts)) throw engineError('input', 'the parts must be an array');
  const raw = Array.from(parts, (part) => rawMap(part, 'a part'));
  return guarded(() => {
    const list = new bindings.MapList();
    raw.forEach((part) => list.push(part));
    return new HeadMap(list.stacked(keys));
  });
}

/** The measures, in the order of every list. @returns {MeasureName[]} */
export function measureNames() {
  return call(bindings.measureNames);
}

/**
 * The measures and a small picture of a head.
 *
 * @param {HeadMap} map @param {OverviewOptions} options @returns {HeadOverview}
 */
export function overview(map, options) {
  const plainOptions = plain(options, 'overview options');
  return guarded(() => bindings.overview(rawMap(map), plainOptions));
}

/** Starts to combine maps. NaN in one is NaN in the result. @param {'mean' | 'max'} kind */
export function combining(kind) {
  return guarded(() => new Combining(new bindings.Combining(kind)));
}

/** Starts a rollout over this number of tokens. @param {number} tokens */
export function rollout(tokens) {
  return guarded(() => new Rollout(new bindings.Rollout(tokens)));
}

/**
 * The similarity of two heads, 0 to 1; null if no row can be compared.
 *
 * @param {HeadMap} a @param {HeadMap} b @returns {number | null}
 */
export function similarity(a, b) {
  return guarded(() => bindings.similarity(rawMap(a, 'one map'), rawMap(b, 'the other map')) ?? null);
}

/**
 * The symmetrized and corrected weights between residues of a protein.
 *
 * @param {HeadMap} map @param {Uint32Array} residues - 1 for each token that is a residue, else 0
 */
export function contacts(map, residues) {
  return guarded(() => new HeadMap(bindings.contacts(rawMap(map), residues)));
}

/**
 * Weights multiplied by the norms of the values.
 *
 * @param {HeadMap} map
 * @param {HeadMap} v - (keys, features)
 * @param {'norm' | 'share'} kind - `share` divides by the sum of the row
 */
export function valueWeighted(map, v, kind) {
  return guarded(() => new HeadMap(bindings.valueWeighted(rawMap(map), rawMap(v, 'v'), kind)));
}

/**
 * The weights between words: sums over keys, means over queries.
 *
 * @param {HeadMap} map @param {Uint32Array} queryWords @param {Uint32Array} keyWords
 */
export function merged(map, queryWords, keyWords) {
  return guarded(() => new HeadMap(bindings.merged(rawMap(map), queryWords, keyWords)));
}

/**
 * Makes a view of a map. It takes ownership of the map and the subtracted one.
 *
 * @param {HeadMap} map @param {ViewOptions} options
 */
export function view(map, options) {
  const { minus, ...rest } = options ?? {};
  const plainOptions = plain(rest, 'view options');
  if (minus === map)
    throw engineError('input', 'a map cannot be taken away from itself: it is taken over once');
  if (minus) rawMap(minus, 'the other map');
  const [raw, other] = [
    rawMap(map, 'the map', true),
    minus ? rawMap(minus, 'the other map', true) : undefined,
  ];
  return guarded(() => new MapView(bindings.view(raw, plainOptions, other)));
}

/**
 * Readable text for tokens, and an id for each, equal for equal tokens.
 *
 * @param {string[]} tokens
 * @param {TokenScheme | null} [scheme] - the notation of the tokenizer; detected by default
 * @returns {TokensRead}
 */
export function readTokens(tokens, scheme) {
  return call(bindings.readTokens, tokens, scheme);
}

/**
 * Cells as one pixel each: red, green, blue, alpha. Missing ones are transparent.
 *
 * @param {MapPaintOptions} options @returns {Uint8ClampedArray}
 */
export function paintMap(options) {
  return call(bindings.paintMap, options);
}
