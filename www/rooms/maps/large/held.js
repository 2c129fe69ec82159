/** The large head that a Worker holds: one, because its queries and keys take most of the memory. */
import { openLarge } from './source.js';
/** @import { Reading } from '../types.js' */
/** @import { Context } from '../service/heads.js' */
/** @import { LargeSource } from './source.js' */

/** Which head. @typedef {{ slot: number, layer: number, head: number }} LargePlace */
/** @typedef {'info' | 'rows' | 'sample' | 'pools' | 'row' | 'know' | 'close'} LargeAsked */

export function largeHeads() {
  /** @type {{ reading: Reading, layer: number, head: number, source: Promise<LargeSource> } | null} */
  let held = null;

  function close() {
    held?.source.then((source) => source.free()).catch(() => {});
    held = null;
  }

  /** The head, which is opened if it is not the one that is held. @param {Context} context @param {LargePlace} place */
  async function opened(context, { slot, layer, head }) {
    const reading = context.store.reading(slot);
    if (held?.reading !== reading || held.layer !== layer || held.head !== head) {
      close();
      held = { reading, layer, head, source: openLarge(context, reading, layer, head) };
    }
    const mine = held;
    try {
      return await mine.source;
    } catch (error) {
      if (held === mine) held = null;
      throw error;
    }
  }

  return {
    /**
     * Answers a request about a head. A Worker that was replaced opens it again.
     *
     * @param {Context} context
     * @param {LargePlace} place
     * @param {LargeAsked} what
     * @param {any[]} given
     */
    async ask(context, place, what, given) {
      if (what === 'close') return close();
      const source = await opened(context, place);
      if (what === 'info') return source.info;
      if (what === 'know') {
        const [first, sums] = given;
        return source.know(first, sums);
      }
      return /** @type {(...all: unknown[]) => unknown} */ (source[what])(context, ...given);
    },
    end: close,
  };
}
