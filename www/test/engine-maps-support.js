/** Shared by the tests of the Models room's engine. */
import * as engine from '../engine/maps.js';

/**
 * An opened file from memory.
 *
 * @param {Uint8Array} bytes
 */
export function opened(bytes) {
  const opening = engine.openFile(bytes.length);
  try {
    supply(opening, bytes);
    return opening.finish();
  } finally {
    opening.free();
  }
}

/**
 * A part of a tensor of a file in memory.
 *
 * @param {Uint8Array} bytes
 * @param {engine.TensorFile} file
 * @param {number} tensor
 * @param {engine.TensorPick[]} picks
 * @param {boolean} [isSingle]
 */
export function read(bytes, file, tensor, picks, isSingle) {
  const reading = file.read(tensor, picks, isSingle);
  supply(reading, bytes);
  return reading;
}

/**
 * @param {{ need(): engine.NeededBytes | null, supply(bytes: Uint8Array): void }} reader
 * @param {Uint8Array} bytes
 */
function supply(reader, bytes) {
  for (let need = reader.need(); need; need = reader.need())
    reader.supply(bytes.subarray(need.offset, need.offset + need.length));
}

/** An `.npy` file of 32-bit floats. @param {number[]} shape @param {Float32Array} data */
export function npy(shape, data) {
  const text =
    `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`.padEnd(117) + '\n';
  const head = Uint8Array.of(
    0x93,
    ...new TextEncoder().encode('NUMPY'),
    1,
    0,
    text.length,
    0,
    ...new TextEncoder().encode(text),
  );
  const bytes = new Uint8Array(head.length + data.byteLength);
  bytes.set(head);
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), head.length);
  return bytes;
}

/** Numbers from 0 to 1 that are the same in every run. @param {number} seed @returns {() => number} */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Weights whose rows sum to 1, many of them small.
 *
 * @param {number} queries @param {number} keys @param {() => number} random @param {boolean} [causal]
 */
export function weights(queries, keys, random, causal = false) {
  const data = new Float32Array(queries * keys);
  for (let i = 0; i < queries; i += 1) {
    const row = Array.from({ length: keys }, (_, j) => (causal && j > i ? 0 : random() ** 6));
    const sum = row.reduce((all, cell) => all + cell, 0);
    row.forEach((cell, j) => {
      data[i * keys + j] = cell / sum;
    });
  }
  return data;
}
