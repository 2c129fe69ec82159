/**
 * Loads a wasm program that is next to the modules: a response of a server, or bytes from disk in Node.
 *
 * @param {() => URL} urlOf - may throw, because a classic script has no URL of its own
 * @returns {Promise<Uint8Array | Response>}
 */
export async function fetchProgram(urlOf) {
  const url = urlOrNull(urlOf);
  if (url?.protocol === 'file:' && typeof process !== 'undefined' && process.versions?.node) {
    // The name is concatenated, because bundlers for browsers fail on names that they cannot resolve.
    /** @type {typeof import('node:fs/promises')} */
    const { readFile } = await import(
      /* webpackIgnore: true */ /* @vite-ignore */ ['node:fs', 'promises'].join('/')
    );
    return readFile(url);
  }
  const response = url?.protocol.startsWith('http') ? await fetch(url).catch(() => null) : null;
  if (response?.ok) return response;
  throw new Error(
    `The engine needs its wasm: pass load() the bytes, or a Response with them${url ? `, for ${url.href} could not be read` : ''}.`,
  );
}

/** @param {() => URL} urlOf */
function urlOrNull(urlOf) {
  try {
    return urlOf();
  } catch {
    return null;
  }
}
