/** Arrays as .npy files. */

const TYPES = /** @type {[new (...all: any[]) => ArrayBufferView, string][]} */ ([
  [Float32Array, '<f4'],
  [Uint16Array, '<f2'],
]);

/** @param {number[]} shape @param {Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>} data */
export function npy(shape, data) {
  const type = TYPES.find(([kind]) => data instanceof kind)?.[1];
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`;
  const header = text.padEnd(118 - 1).concat('\n');
  const head = new Uint8Array([0x93, ...Buffer.from('NUMPY'), 1, 0, header.length & 255, header.length >> 8]);
  return new Blob([head, header, data]);
}
