/**
 * Arrays of 32-bit floats, one after the other, in one array.
 *
 * @param {Float32Array[]} parts
 */
export function joinedFloats(parts) {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
