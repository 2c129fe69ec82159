/** Bytes that have to be the same for what followed them to be expected again. */
const ALIKE = 5;
const BITS = 18;
/** Longer repetitions are as trusted as this one. */
export const LONGEST = 63;

/**
 * The longest repetition: where the bytes before were the same once, the byte that followed them is expected.
 *
 * @param {Uint8Array} bytes - those that came; the others are written later
 */
export function repeat(bytes) {
  /** Where bytes like the last few ended, by their hash. */
  const ends = new Int32Array(1 << BITS);
  const found = { length: 0, byte: 0 };
  let from = 0;

  /** Looks for what is expected at a place, all bytes before it being there. @param {number} place */
  function look(place) {
    if (place < ALIKE) return;
    if (found.length) [from, found.length] = [from + 1, Math.min(found.length + 1, LONGEST)];
    let hash = 0;
    for (let back = 1; back <= ALIKE; back++) hash = Math.imul(hash, 0x2c1b3c6d) + bytes[place - back];
    const slot = Math.imul(hash, 0x297a2d39) >>> (32 - BITS);
    if (!found.length) {
      from = ends[slot];
      while (found.length < from && found.length < LONGEST && bytes[from - found.length - 1] === bytes[place - found.length - 1]) found.length++;
    }
    ends[slot] = place;
    found.byte = bytes[from];
  }

  return { found, look };
}
