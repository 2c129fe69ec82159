/**
 * The large head that a Worker has open: one at a time, because its queries and keys take most of the memory.
 */
import { openLarge } from './source.js';
/** @import { Reading } from '../types.js' */
/** @import { Context } from '../service/heads.js' */
/** @import { LargeSource } from './source.js' */

/** Which head. @typedef {{ slot: number, layer: number, head: number }} LargePlace */
/** @typedef {'info' | 'rows' | 'sample' | 'pools' | 'row' | 'know' | 'close'} LargeMethod */

export function largeHeads() {
  /** @type {{ reading: Reading, layer: number, head: number, source: Promise<LargeSource> } | null} */
  let current = null;

  function close() {
    current?.source.then((source) => source.free()).catch(() => {});
    current = null;
  }

  /**
   * The head, which is opened if it is not the current one.
   *
   * @param {Context} context @param {LargePlace} place
   */
  async function opened(context, { slot, layer, head }) {
    const reading = context.store.reading(slot);
    if (current?.reading !== reading || current.layer !== layer || current.head !== head) {
      close();
      current = { reading, layer, head, source: openLarge(context, reading, layer, head) };
    }
    const mine = current;
    try {
      return await mine.source;
    } catch (error) {
      if (current === mine) current = null;
      throw error;
    }
  }

  return {
    /**
     * Answers a request about a head. A Worker that was replaced opens it again.
     *
     * @param {Context} context
     * @param {LargePlace} place
     * @param {LargeMethod} method
     * @param {any[]} args
     */
    async call(context, place, method, args) {
      if (method === 'close') return close();
      const source = await opened(context, place);
      if (method === 'info') return source.info;
      if (method === 'know') {
        const [first, sums] = args;
        return source.know(first, sums);
      }
      return /** @type {(...all: unknown[]) => unknown} */ (source[method])(context, ...args);
    },
    end: close,
  };
}
