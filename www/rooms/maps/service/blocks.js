/**
 * A cache of blocks, for tensors whose heads are not contiguous: deflated tensors, and tensors with another
 * axis order. A block is read once, and its heads are copied from it.
 */

/** The maximum number of cached numbers, of four bytes each. */
const CACHE_SIZE = 1 << 25;
/**
 * The maximum number of numbers in a block, unless the whole tensor has to be read anyway. A slice of a
 * tensor has the same limit.
 */
export const BLOCK_SIZE = 1 << 24;

/**
 * A block that is being read; the listeners are called with the share that was read.
 *
 * @typedef {{ numbers: Promise<Float32Array>, listeners: Set<(share: number) => void> }} Pending
 */

/** The name of a block, or of a tensor, begins with the id of its file and a space. */
export function blockCache() {
  /** In order of use, the most recently used block last. @type {Map<string, Float32Array>} */
  const cache = new Map();
  /** Tensors whose heads are known not to be contiguous. @type {Set<string>} */
  const scattered = new Set();
  /** @type {Map<string, Pending>} */
  const pending = new Map();

  /**
   * Adds a block, and removes the least recently used ones if the cache is full.
   *
   * @param {string} name @param {Float32Array} numbers
   */
  function keep(name, numbers) {
    cache.set(name, numbers);
    let sum = 0;
    for (const each of cache.values()) sum += each.length;
    for (const [oldest, each] of cache) {
      if (sum <= CACHE_SIZE || oldest === name) return;
      sum -= each.length;
      cache.delete(oldest);
    }
  }

  return {
    /** Names of tensors whose heads are known not to be contiguous. */
    scattered,
    /** The cached block, if there is one. @param {string} name @returns {Float32Array | null} */
    get(name) {
      const found = cache.get(name) ?? null;
      if (found) {
        cache.delete(name);
        cache.set(name, found);
      }
      return found;
    },
    /** The block that is being read, if there is one. @param {string} name */
    getPending: (name) => pending.get(name) ?? null,
    /**
     * Reads a block and adds it to the cache. Other requests may wait for it.
     *
     * @param {string} name
     * @param {(report: (share: number) => void) => Promise<Float32Array>} read
     * @param {(share: number) => void} report
     */
    async load(name, read, report) {
      const listeners = new Set([report]);
      const mine = { numbers: read((share) => listeners.forEach((each) => each(share))), listeners };
      pending.set(name, mine);
      try {
        const found = await mine.numbers;
        // If the file was closed in the meantime, the block is not cached.
        if (pending.get(name) === mine) keep(name, found);
        return found;
      } finally {
        if (pending.get(name) === mine) pending.delete(name);
      }
    },
    keep,
    /** @param {number} file */
    forget(file) {
      for (const names of [cache, pending, scattered])
        for (const name of names.keys()) if (name.startsWith(`${file} `)) names.delete(name);
    },
  };
}

/**
 * The numbers of a matrix in a block, row by row.
 *
 * @param {Float32Array} numbers
 * @param {{ shape: [rows: number, cols: number], block: { start: number, strides: [row: number, col: number] } }} slice
 */
export function matrixOfBlock(numbers, { shape: [rows, cols], block: { start, strides } }) {
  const [down, along] = strides;
  // A contiguous matrix is not copied here, because the engine copies it.
  if (along === 1 && down === cols) return numbers.subarray(start, start + rows * cols);
  const cells = new Float32Array(rows * cols);
  for (let i = 0; i < rows; i += 1) {
    const first = start + i * down;
    if (along === 1) cells.set(numbers.subarray(first, first + cols), i * cols);
    else for (let j = 0; j < cols; j += 1) cells[i * cols + j] = numbers[first + j * along];
  }
  return cells;
}
