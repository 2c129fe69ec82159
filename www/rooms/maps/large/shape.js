/** Sizes of large heads: which heads are large, and the limits of their memory. */

/** The maximum number of cells of a head in memory. A larger head is computed or read in parts. */
export const MOST_CELLS = 1 << 24;
/** The memory limit of one head in all Workers together, in bytes, unless a single Worker needs more. */
export const MEMORY = 512 * 2 ** 20;
/** The number of rows that are sampled of a head, if its weights are computed. */
export const STRATA = 64;

/** Whether the weights of a head do not fit in memory. @param {{ queries: number, keys: number }} shape */
export const isLarge = ({ queries, keys }) => queries * keys > MOST_CELLS;

/**
 * The number of Workers that compute one head, besides the one that answers requests.
 *
 * @param {number} cores
 * @param {number} bytes - the memory of each Worker
 */
export function workerCount(cores, bytes) {
  return Math.max(1, Math.min(4, cores, Math.floor(MEMORY / Math.max(1, bytes)) - 1));
}
