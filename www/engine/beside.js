/**
 * Loads a program next to the modules: a response of a server, or bytes from disk in Node.
 *
 * @param {() => URL} beside
 * @returns {Promise<Uint8Array | Response>}
 */
export async function programAt(beside) {
  // A classic script has no URL of its own.
  const address = addressed(beside);
  if (address?.protocol === 'file:' && typeof process !== 'undefined' && process.versions?.node) {
    // Concatenated, because bundlers for browsers fail on names that they cannot resolve.
    /** @type {typeof import('node:fs/promises')} */
    const { readFile } = await import(
      /* webpackIgnore: true */ /* @vite-ignore */ ['node:fs', 'promises'].join('/')
    );
    return readFile(address);
  }
  const response = address?.protocol.startsWith('http') ? await fetch(address).catch(() => null) : null;
  if (response?.ok) return response;
  throw new Error(
    `The engine needs its wasm: pass load() the bytes, or a Response with them${address ? `, for ${address.href} could not be read` : ''}.`,
  );
}

/** @param {() => URL} beside */
function addressed(beside) {
  try {
    return beside();
  } catch {
    return null;
  }
}
