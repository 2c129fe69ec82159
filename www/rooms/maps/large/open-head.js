import { openLarge } from './source.js';
/** @import { Reading } from '../types.js' */
/** @import { Context } from '../service/heads.js' */
/** @import { LargeSource } from './source.js' */

/** @typedef {{ slot: number, layer: number, head: number }} LargePlace */
/** @typedef {'info' | 'rows' | 'sample' | 'pools' | 'row' | 'setLogSumExps'} LargeMethod */

/**
 * The open large head of a Worker. Only one is open at a time, because its queries and keys take most of the
 * memory.
 */
export function largeHeads() {
  /** @type {{ reading: Reading, layer: number, head: number, source: Promise<LargeSource> } | null} */
  let current = null;

  function close() {
    current?.source.then((source) => source.free()).catch(() => {});
    current = null;
  }

  /** Opens a head unless it is open already. @param {Context} context @param {LargePlace} place */
  async function open(context, { slot, layer, head }) {
    const reading = context.store.reading(slot);
    if (current?.reading !== reading || current.layer !== layer || current.head !== head) {
      close();
      current = { reading, layer, head, source: openLarge(context, reading, layer, head) };
    }
    const opened = current;
    try {
      return await opened.source;
    } catch (error) {
      if (current === opened) current = null;
      throw error;
    }
  }

  return {
    /**
     * Handles a request about a head. A Worker that replaces another opens the head again.
     *
     * @param {Context} context
     * @param {LargePlace} place
     * @param {LargeMethod} method
     * @param {any[]} args
     */
    async call(context, place, method, args) {
      const source = await open(context, place);
      if (method === 'info') return source.info;
      return /** @type {(...all: unknown[]) => unknown} */ (source[method])(context, ...args);
    },
    end: close,
  };
}
