/**
 * Uses a handle, and frees it afterwards.
 *
 * @template {{ free(): void }} H, T @param {H} handle @param {(handle: H) => T | Promise<T>} use
 */
export async function using(handle, use) {
  try {
    return await use(handle);
  } finally {
    handle.free();
  }
}
