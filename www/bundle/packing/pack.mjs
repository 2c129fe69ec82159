/** Packs programs for the scripts of other people's pages. Run by the build alone; `unpack.js` is the way back. */
import { prediction } from './prediction.js';

/** @param {Uint8Array} bytes @returns {Uint8Array} how many there are, in four bytes, and the code */
export function pack(bytes) {
  const size = new DataView(new ArrayBuffer(4));
  size.setUint32(0, bytes.length, true);
  const packed = [...new Uint8Array(size.buffer)];
  const { likely, learn } = prediction(bytes.length);
  // The code is a number between two that come nearer each other with each bit, the nearer the less likely it was.
  let low = 0;
  let high = 2 ** 32 - 1;
  for (const byte of bytes) {
    for (let at = 7; at >= 0; at--) {
      const bit = (byte >> at) & 1;
      const middle = low + Math.floor(((high - low) * likely()) / 65536);
      if (bit) high = middle;
      else low = middle + 1;
      learn(bit);
      for (; (low ^ high) >>> 24 === 0; low = low * 256 % 2 ** 32, high = high * 256 % 2 ** 32 + 255) packed.push(high >>> 24);
    }
  }
  return Uint8Array.from([...packed, high >>> 24, 0, 0, 0]);
}
