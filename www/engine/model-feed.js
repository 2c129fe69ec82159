/** Computations of the program that ask for bytes of a model's files. */
import { Handle, guarded } from './model-instance.js';
import { pacer } from './model-pace.js';
/** @import { sourceOf } from './model-source.js' */

/**
 * A computation of the bindings: it asks for bytes, then computes in steps if it has any, and then has a
 * result.
 *
 * @template R
 * @typedef {object} Feeding
 * @property {() => any} need - which bytes it needs; null if none
 * @property {(bytes: Uint8Array) => void} supply
 * @property {() => boolean} [step] - whether it is done
 * @property {() => R} finish - takes ownership
 * @property {() => void} free
 */

/**
 * The result of a computation, which runs in short parts.
 *
 * @template R
 * @param {() => Feeding<R>} start
 * @param {ReturnType<typeof sourceOf>} source - of the bytes
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<R>}
 */
export async function fed(start, source, { signal } = {}) {
  const feeding = new Handle(guarded(start));
  /** @template T @param {(raw: Feeding<R>) => T} use @param {boolean} [isLast] @returns {T} */
  const call = (use, isLast) => guarded(() => use(Handle.raw(Handle, feeding, 'the computation', isLast)));
  try {
    const pace = pacer(signal);
    for (;;) {
      const need = call((raw) => raw.need());
      if (need) {
        const bytes = await source.bytes(need);
        call((raw) => raw.supply(bytes));
      } else if (call((raw) => raw.step?.() ?? true)) return call((raw) => raw.finish(), true);
      await pace();
    }
  } finally {
    feeding.free();
  }
}
