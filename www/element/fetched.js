/**
 * Fetches the URL in a `src` attribute.
 *
 * @param {string} src
 * @param {string} base - the base of a relative URL
 * @param {AbortSignal} signal
 * @returns {Promise<{ file: string, response: Response }>} `file` is the name of the file, for messages
 * @throws {Error} with a sentence that names the file
 */
export async function fetched(src, base, signal) {
  const url = URL.canParse(src, base) ? new URL(src, base) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Error('only addresses of http and https are read');
  const file = url.pathname.split('/').at(-1) || url.host;
  const response = await fetch(url, { signal }).catch((error) => {
    throw signal.aborted ? error : new Error(`${file} could not be read: no answer`);
  });
  if (!response.ok) throw new Error(`${file} could not be read: ${response.status}`);
  return { file, response };
}
