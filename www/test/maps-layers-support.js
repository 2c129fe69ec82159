/** Files of layers that keep a state or pick keys, and what their heads compute, by plain loops. */

/** @typedef {{ shape: number[], data: number[], isIndex?: boolean }} Values */

/** Random numbers from -1 to 1 that fit 32 bits, the same in every run. @param {number} seed */
export function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.fround(state / 1073741824 - 1);
  };
}

/** @param {number[]} shape @param {(at: number) => number} number @returns {Values} */
export const filled = (shape, number) => ({
  shape,
  data: Array.from({ length: shape.reduce((all, side) => all * side, 1) }, (_, at) =>
    Math.fround(number(at)),
  ),
});

/** Vectors of length 1. @param {number[]} shape @param {() => number} random @returns {Values} */
export function directions(shape, random) {
  const { data } = filled(shape, random);
  const size = shape[shape.length - 1];
  for (let first = 0; first < data.length; first += size) {
    const length = Math.hypot(...data.slice(first, first + size));
    for (let at = first; at < first + size; at += 1) data[at] = Math.fround(data[at] / length);
  }
  return { shape, data };
}

/**
 * A .safetensors file.
 *
 * @param {Record<string, Values>} tensors @param {Record<string, unknown>} metadata @param {string} [name]
 */
export function fileOf(tensors, metadata, name = 'layers.safetensors') {
  /** @type {Record<string, unknown>} */
  const header = {
    __metadata__: Object.fromEntries(
      Object.entries(metadata).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  };
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let end = 0;
  for (const [key, { shape, data, isIndex }] of Object.entries(tensors)) {
    const numbers = isIndex ? Int32Array.from(data) : Float32Array.from(data);
    header[key] = { dtype: isIndex ? 'I32' : 'F32', shape, data_offsets: [end, end + 4 * data.length] };
    end += 4 * data.length;
    parts.push(new Uint8Array(numbers.buffer));
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(text.length), true);
  return new File([length, text, ...parts], name);
}

/** The rows of one head in a tensor (heads, tokens, features). @param {Values} values @param {number} head */
export function rowsOf({ shape, data }, head) {
  const [, tokens, size] = shape;
  return Array.from({ length: tokens }, (_, token) =>
    data.slice((head * tokens + token) * size, (head * tokens + token + 1) * size),
  );
}

/** @param {number[]} a @param {number[]} b */
const dot = (a, b) => a.reduce((sum, each, at) => sum + each * b[at], 0);

/**
 * The output of a layer with a state, step by step: what is left of the state, what is erased, what is
 * written, and what the query reads.
 *
 * @param {object} of
 * @param {number[][]} of.q
 * @param {number[][]} of.k
 * @param {number[][]} of.v
 * @param {number[]} of.beta
 * @param {number[][]} of.logDecay - of each token, one number or one for each feature
 * @param {boolean} of.erases
 * @param {number} of.scale
 */
export function outputOf({ q, k, v, beta, logDecay, erases, scale }) {
  const [size, width] = [k[0].length, v[0].length];
  const state = Array.from({ length: size }, () => Array(width).fill(0));
  return q.map((query, token) => {
    for (let row = 0; row < size; row += 1) {
      const left = Math.exp(logDecay[token][logDecay[token].length === 1 ? 0 : row]);
      for (let column = 0; column < width; column += 1) state[row][column] *= left;
    }
    const read = Array.from({ length: width }, (_, column) =>
      erases ? state.reduce((sum, row, at) => sum + k[token][at] * row[column], 0) : 0,
    );
    for (let row = 0; row < size; row += 1)
      for (let column = 0; column < width; column += 1)
        state[row][column] += beta[token] * k[token][row] * (v[token][column] - read[column]);
    return Array.from({ length: width }, (_, column) =>
      state.reduce((sum, row, at) => sum + scale * query[at] * row[column], 0),
    );
  });
}

/**
 * Softmax weights over some keys of each query.
 *
 * @param {number[][]} q
 * @param {number[][]} k
 * @param {(query: number) => number[]} keysOf
 */
export function softmaxOver(q, k, keysOf) {
  return q.map((query, at) => {
    const keys = keysOf(at);
    const scores = keys.map((key) => Math.exp(dot(query, k[key]) / Math.sqrt(query.length)));
    const sum = scores.reduce((all, each) => all + each, 0);
    const row = Array(k.length).fill(0);
    keys.forEach((key, place) => (row[key] = scores[place] / sum));
    return row;
  });
}

/** A matrix times values. @param {ArrayLike<number>} cells @param {number} keys @param {number[][]} v */
export function product(cells, keys, v) {
  return Array.from({ length: cells.length / keys }, (_, row) =>
    v[0].map((_, column) => v.reduce((sum, value, key) => sum + cells[row * keys + key] * value[column], 0)),
  );
}
