/**
 * A cache of numbers of maps, which are requested when they are first needed. The least recently used ones
 * are removed first, those that are pending never.
 *
 * @template {Float32Array | Uint32Array} T
 * @param {object} options
 * @param {(added: T) => number} options.most - how many to keep
 * @param {() => void} options.changed - a request has ended
 * @param {(map: number, error: unknown) => void} options.failed
 */
export function requestCache({ most, changed, failed }) {
  /** The least recently used first; null while a request is pending. @type {Map<string, T | null>} */
  const cache = new Map();

  /** @param {string} name @param {T} numbers */
  function keep(name, numbers) {
    cache.set(name, numbers);
    const max = most(numbers);
    for (const [old, has] of cache) {
      if (cache.size <= max) break;
      if (has) cache.delete(old);
    }
  }

  return {
    keep,
    /** The numbers; null while they are pending, undefined if nobody asked. @param {string} name */
    get(name) {
      const known = cache.get(name);
      if (known) {
        cache.delete(name);
        cache.set(name, known);
      }
      return known;
    },
    /** @param {number} map @param {string} name - it begins with the map @param {Promise<T>} request */
    await(map, name, request) {
      cache.set(name, null);
      request
        .then(
          (numbers) => keep(name, numbers),
          (error) => {
            cache.delete(name);
            failed(map, error);
          },
        )
        .finally(changed);
    },
    /** Removes the numbers of a map. @param {number} map */
    forget(map) {
      for (const name of cache.keys()) if (name.startsWith(`${map} `)) cache.delete(name);
    },
  };
}
