/** Reads whole files with the engine, piece by piece like the service. It runs in Node and in a worker. */

/** @typedef {typeof import('../engine/maps.js')} Engine */
/** @typedef {{ name: string, shape: number[], data: Float64Array }} Read */
/** @typedef {{ class: string, error: string } | { listing: import('../engine/maps.js').TensorListing, tensors: Read[] }} Contents */

/**
 * The contents of a file, or why it is rejected. An error without a class is a bug and is thrown.
 *
 * @param {Engine} engine
 * @param {Uint8Array} bytes
 * @param {number} [most] - so many bytes are given at once
 * @returns {Contents}
 */
export function contentsOf(engine, bytes, most = Infinity) {
  /** @param {{ need(): { offset: number, length: number } | null, supply(bytes: Uint8Array): void }} asking */
  const fed = (asking) => {
    for (let need = asking.need(); need; need = asking.need())
      asking.supply(bytes.subarray(need.offset, need.offset + Math.min(need.length, most)));
  };
  /** @type {{ free(): void }[]} */
  const handles = [];
  try {
    const opening = engine.openFile(bytes.length);
    handles.push(opening);
    fed(opening);
    const file = opening.finish();
    handles.push(file);
    const listing = file.listing();
    const tensors = listing.tensors.map(({ name }, index) => {
      const reading = file.read(index, []);
      handles.push(reading);
      fed(reading);
      const { shape, data } = reading.values();
      return { name, shape, data };
    });
    return { listing, tensors };
  } catch (error) {
    const { class: kind, message } = /** @type {Error & { class?: string }} */ (error);
    if (kind === undefined) throw error;
    return { class: kind, error: message };
  } finally {
    for (const handle of handles) handle.free();
  }
}

/**
 * How the contents differ from the index, or null.
 *
 * @param {any} wanted - an entry of the index
 * @param {Contents} contents
 * @returns {string | null}
 */
export function differenceOf(wanted, contents) {
  if ('error' in contents) {
    const isRight =
      wanted.verdict === 'reject' &&
      wanted.error_class === contents.class &&
      /^[^\p{Cc}]{8,240}$/u.test(contents.error);
    return isRight ? null : `${wanted.file}: ${contents.class}: ${contents.error}`;
  }
  if (wanted.verdict !== 'accept') return `${wanted.file}: was read`;
  const { listing, tensors } = contents;
  if (tensors.length !== Object.keys(wanted.expected).length)
    return `${wanted.file}: has ${tensors.length} tensors`;
  const isSame = tensors.every(({ name, shape, data }) => {
    const values = wanted.expected[name].values_f64.map(Number);
    return (
      String(shape) === String(wanted.expected[name].shape) &&
      data.length === values.length &&
      data.every((value, index) => Object.is(value, values[index]))
    );
  });
  if (!isSame) return `${wanted.file}: other values`;
  const tokens = listing.tokens.length > 0 ? listing.tokens : listing.keyTokens;
  return wanted.tokens && JSON.stringify(tokens) !== JSON.stringify(wanted.tokens)
    ? `${wanted.file}: other tokens`
    : null;
}
