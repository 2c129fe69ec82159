import { prediction } from './prediction.js';

/** For so many milliseconds at a time, so that the page can be scrolled meanwhile. */
const AT_ONCE = 8;
/** Between two looks at the clock: about half a millisecond. */
const BYTES = 128;

/**
 * The bytes that `pack.mjs` packed.
 *
 * @param {Uint8Array} packed
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 * @throws {RangeError} where they end too early
 */
export async function unpack(packed) {
  if (packed.length < 8) throw new RangeError('the packed program ends too early');
  const bytes = new Uint8Array(new DataView(packed.buffer, packed.byteOffset).getUint32(0, true));
  const next = reader(packed, bytes.length);
  let until = performance.now() + AT_ONCE;
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = next();
    if (at % BYTES || performance.now() < until) continue;
    await pause();
    until = performance.now() + AT_ONCE;
  }
  return bytes;
}

/**
 * What gives one byte after the other. The code is a number, and each bit halves the range that it may lie in, by how likely the bit was.
 *
 * @param {Uint8Array} packed @param {number} size
 */
function reader(packed, size) {
  const { likely, learn } = prediction(size);
  /** The range, both ends in it, and the code. */
  const range = new Uint32Array([0, 2 ** 32 - 1, new DataView(packed.buffer, packed.byteOffset).getUint32(4)]);
  let place = 8;

  function bit() {
    const low = range[0];
    const high = range[1];
    const code = range[2];
    const middle = low + Math.floor(((high - low) * likely()) / 65536);
    const one = code <= middle ? 1 : 0;
    range[one] = middle + 1 - one;
    learn(one);
    // The first byte is the same at both ends: it is decided.
    while ((range[0] ^ range[1]) >>> 24 === 0) {
      if (place === packed.length) throw new RangeError('the packed program ends too early');
      range[0] <<= 8;
      range[1] = (range[1] << 8) | 255;
      range[2] = (range[2] << 8) | packed[place++];
    }
    return one;
  }

  return () => {
    let byte = 0;
    for (let i = 0; i < 8; i++) byte = byte * 2 + bit();
    return byte;
  };
}

/** Lets the page do what it has to. A timer would wait for a second where the page is not looked at. */
function pause() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(0);
  });
}
