/** Shared by the tests of the Maps service: the same tensors in files of every kind, and readings of them. */
import { deflateRawSync } from 'node:zlib';
/** @import { Axis, MapSpec, MapsService, Opened, Part, Reading } from '../rooms/maps/types.js' */

/**
 * What a service is asked for to show the first head, as it opens.
 *
 * @param {Partial<MapSpec>} [patch] @returns {MapSpec}
 */
export const headSpec = (patch) => ({
  reading: 0,
  source: { of: 'head', layer: 0, head: 0 },
  values: 'none',
  words: null,
  leaveOut: 0,
  perRow: false,
  minus: null,
  ...patch,
});

/** @typedef {{ shape: number[], data: number[] }} Values */

const product = (/** @type {number[]} */ sides) => sides.reduce((all, side) => all * side, 1);

/**
 * Random numbers that fit 32 bits, the same in every run.
 *
 * @param {number[]} shape @param {number} seed @returns {Values}
 */
export function tensor(shape, seed) {
  let state = seed;
  const data = Array.from({ length: product(shape) }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.fround(state / 1073741824 - 1);
  });
  return { shape, data };
}

/**
 * Weights whose rows sum to 1, optionally causal.
 *
 * @param {number[]} shape @param {number} seed @param {boolean} [causal] @returns {Values}
 */
export function weights(shape, seed, causal = false) {
  const { data } = tensor(shape, seed);
  const [queries, keys] = shape.slice(-2);
  for (let start = 0, row = 0; start < data.length; start += keys, row += 1) {
    const cells = data
      .slice(start, start + keys)
      .map((cell, key) => (causal && key > row % queries ? 0 : Math.exp(4 * cell)));
    const sum = cells.reduce((all, cell) => all + cell, 0);
    cells.forEach((cell, key) => {
      data[start + key] = Math.fround(cell / sum);
    });
  }
  return { shape, data };
}

/** The axes in another order. @param {Values} values @param {number[]} order @returns {Values} */
export function turned({ shape, data }, order) {
  const strides = shape.map((_, axis) => product(shape.slice(axis + 1)));
  const sides = order.map((axis) => shape[axis]);
  const cells = data.map((_, index) => {
    let [at, left] = [0, index];
    for (let axis = order.length - 1; axis >= 0; axis -= 1) {
      at += (left % sides[axis]) * strides[order[axis]];
      left = Math.floor(left / sides[axis]);
    }
    return data[at];
  });
  return { shape: sides, data: cells };
}

/** @param {Values} values @param {{ isFortran?: boolean, isDouble?: boolean }} [how] */
export function npy(values, { isFortran = false, isDouble = false } = {}) {
  const { shape } = values;
  const { data } = isFortran
    ? turned(
        values,
        shape.map((_, axis) => shape.length - 1 - axis),
      )
    : values;
  const cells = isDouble ? Float64Array.from(data) : Float32Array.from(data);
  const text = `{'descr': '<f${isDouble ? 8 : 4}', 'fortran_order': ${isFortran ? 'True' : 'False'}, 'shape': (${shape.join(', ')},), }`;
  const header = Buffer.from(`${text.padEnd(Math.ceil((text.length + 11) / 64) * 64 - 11)}\n`, 'latin1');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(header.length);
  return Buffer.concat([
    Buffer.from('\x93NUMPY\x01\x00', 'latin1'),
    length,
    header,
    Buffer.from(cells.buffer),
  ]);
}

/**
 * An archive of tensors, deflated or stored.
 *
 * @param {Record<string, Values>} tensors @param {boolean} isDeflated
 */
export function npz(tensors, isDeflated) {
  const [locals, directory] = [/** @type {Buffer[]} */ ([]), /** @type {Buffer[]} */ ([])];
  let offset = 0;
  for (const [key, values] of Object.entries(tensors)) {
    const [name, plain] = [Buffer.from(`${key}.npy`), npy(values)];
    const body = isDeflated ? deflateRawSync(plain) : plain;
    const fields = Buffer.alloc(26);
    [20, 0, isDeflated ? 8 : 0, 0, 0].forEach((value, index) => fields.writeUInt16LE(value, 2 * index));
    [crc(plain), body.length, plain.length].forEach((value, index) =>
      fields.writeUInt32LE(value, 10 + 4 * index),
    );
    fields.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    locals.push(Buffer.from('PK\x03\x04'), fields, name, body);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, entry, name);
    offset += 4 + 26 + name.length + body.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  [8, 10].forEach((at) => end.writeUInt16LE(Object.keys(tensors).length, at));
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}

/** @param {Record<string, Values>} tensors */
export function safetensors(tensors) {
  let end = 0;
  const entries = Object.entries(tensors).map(([name, { shape, data }]) => {
    const start = end;
    end += 4 * data.length;
    return [name, { dtype: 'F32', shape, data_offsets: [start, end] }];
  });
  const header = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([
    length,
    header,
    ...Object.values(tensors).map(({ data }) => Buffer.from(Float32Array.from(data).buffer)),
  ]);
}

/** @param {Record<string, Values>} tensors @param {string[]} [tokens] */
export function json(tensors, tokens = []) {
  /** @param {number[]} shape @param {number[]} data @returns {unknown} */
  const nested = ([side, ...rest], data) => {
    const step = data.length / side;
    return Array.from({ length: side }, (_, index) =>
      rest.length === 0 ? data[index] : nested(rest, data.slice(index * step, (index + 1) * step)),
    );
  };
  const lists = Object.entries(tensors).map(([name, { shape, data }]) => [name, nested(shape, data)]);
  return Buffer.from(JSON.stringify({ tensors: Object.fromEntries(lists), tokens }));
}

/** @param {Buffer} bytes */
function crc(bytes) {
  let rest = ~0;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return ~rest >>> 0;
}

/**
 * An archive whose members have wrong checksums from this one on.
 *
 * @param {Buffer} archive
 * @param {number} [first]
 */
export function damaged(archive, first = 0) {
  const bytes = Buffer.from(archive);
  for (const [signature, offset] of [
    ['PK\x01\x02', 16],
    ['PK\x03\x04', 14],
  ]) {
    let member = 0;
    for (
      let at = bytes.indexOf(signature, 0, 'latin1');
      at >= 0;
      at = bytes.indexOf(signature, at + 4, 'latin1'), member += 1
    ) {
      if (member >= first) bytes[at + Number(offset)] ^= 1;
    }
  }
  return bytes;
}

/**
 * A tensor of an opened file as a part.
 *
 * @param {Opened} opened
 * @param {string} name
 * @param {Axis[]} axes
 * @param {Partial<Part>} [more]
 * @returns {Part}
 */
export function part({ files }, name, axes, more = {}) {
  for (const { id, tensors } of files) {
    const index = tensors.findIndex((each) => each.name === name);
    if (index >= 0)
      return { file: id, tensor: index, axes, at: axes.map(() => 0), layer: 0, query: 0, ...more };
  }
  throw new Error(`there is no ${name}`);
}

/** @param {Partial<Reading>} reading @returns {Reading} */
export function readingOf(reading) {
  const qk = /** @type {Reading['qk']} */ ({
    scale: null,
    causal: 'none',
    window: null,
    softcap: null,
    rope: null,
  });
  const sizes = { layers: 1, heads: 1, kvHeads: reading.heads ?? 1, queries: 1, keys: 1, offset: 0 };
  return {
    kind: 'weights',
    ...sizes,
    weights: [],
    q: [],
    k: [],
    v: [],
    qk,
    tokens: [],
    queryTokens: [],
    sinks: null,
    reach: null,
    tolerance: null,
    ...reading,
  };
}

/**
 * Every cell of a map, by its rows.
 *
 * @param {MapsService} service @param {{ id: number, queries: number }} map
 */
export async function cellsOf(service, { id, queries }) {
  const rows = await Promise.all(Array.from({ length: queries }, (_, query) => service.row(id, query)));
  return rows.flatMap((row) => [...row]);
}
