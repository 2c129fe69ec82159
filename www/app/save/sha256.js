/**
 * SHA-256, as FIPS 180-4 describes it. A policy names scripts by it, and browsers give their own only to pages that came over a safe line.
 */

/** The first 32 bits of what stands behind the point in roots of the first primes. @param {number} count @param {number} root */
const fractions = (count, root) => Uint32Array.from(primes(count), (prime) => {
  const power = prime ** (1 / root);
  return (power - Math.floor(power)) * 2 ** 32;
});

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let next = 2; found.length < count; next += 1) if (found.every((prime) => next % prime !== 0)) found.push(next);
  return found;
}

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * The digest in base64, as a policy has it.
 *
 * @param {Uint8Array} bytes
 */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const [state, k, w] = [fractions(8, 2), fractions(64, 3), new Uint32Array(64)];
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i += 1) w[i] = i < 16 ? view.getUint32(at + 4 * i) : extended(w, i);
    block(state, k, w);
  }
  return btoa(String.fromCharCode(...[...state].flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255])));
}

/** @param {Uint32Array} w @param {number} i */
function extended(w, i) {
  const [a, b] = [w[i - 15], w[i - 2]];
  return w[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) + w[i - 7] + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
}

/** @param {Uint32Array} state @param {Uint32Array} k @param {Uint32Array} w */
function block(state, k, w) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] += word; });
}
