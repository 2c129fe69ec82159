import { LONG, requests } from './requests.js';
import { isFatal, said } from './refusals.js';
import { taskOf } from './task.js';
/** @import { HeadFound, Progress, Reading } from '../types.js' */
/** @import { Asks, Engine } from './requests.js' */
/** @import { Dropped } from './shelf.js' */
/** @import { Said } from './refusals.js' */

/**
 * What the page says: begin with this, do that, end what takes long, are you there, let everything go. `with` is what a request is asked with.
 *
 * @typedef {{ begin: { module: WebAssembly.Module, files: Dropped[], readings: (Reading | undefined)[] } }
 *   | { id: number, ask: keyof Asks, with: unknown[] } | { cancel: true } | { ping: true } | { end: true }} Order
 */

/**
 * What is said to the page. After `fatal` nothing is to be asked any more.
 *
 * @typedef {{ ready: true } | { failed: string } | { pong: true } | { id: number, value: unknown } | { id: number, refused: Said, fatal: boolean }
 *   | { id: number, progress: Progress, heads?: HeadFound[] }} Answer
 */

/**
 * Takes what the page says and answers it. It is the same in a worker and, where there may be none, in the page.
 *
 * @param {Engine} engine
 * @param {(answer: Answer, transfer: Transferable[]) => void} say
 * @returns {(order: Order) => void}
 */
export function desk(engine, say) {
  /** @type {Promise<Asks> | null} */
  let begun = null;
  /** Requests of an earlier round were cancelled. */
  let round = 0;

  /** @param {Extract<Order, { begin: unknown }>['begin']} order */
  async function begin({ module, files, readings }) {
    await engine.load(module);
    return requests(engine, files, readings);
  }

  /** @param {Extract<Order, { ask: unknown }>} order */
  async function answer({ id, ask, with: given }) {
    const mine = round;
    const what = LONG[ask];
    const task = taskOf(what ?? 'map', (progress) => say({ id, progress }, []), () => what !== undefined && mine !== round);
    /** @param {HeadFound[]} heads @param {Progress} progress */
    const found = (heads, progress) => say({ id, progress, heads }, heads.map(({ thumb }) => thumb.data.buffer));
    try {
      const asks = await /** @type {Promise<Asks>} */ (begun);
      const value = await /** @type {(...all: unknown[]) => unknown} */ (asks[ask])(task, ...given, ...(ask === 'heads' ? [found] : []));
      say({ id, value }, buffersOf(value));
    } catch (error) {
      say({ id, refused: said(error), fatal: isFatal(error) }, []);
    }
  }

  return (order) => {
    if ('begin' in order) {
      begun = begin(order.begin);
      begun.then(() => say({ ready: true }, []), (error) => say({ failed: said(error).message }, []));
    } else if ('ping' in order) say({ pong: true }, []);
    else if ('cancel' in order) round += 1;
    else if ('end' in order) {
      round += 1;
      begun?.then((asks) => asks.end(), () => {});
    }
    else void answer(order);
  };
}

/** What need not be copied on its way to the page. @param {unknown} value @returns {Transferable[]} */
function buffersOf(value) {
  if (typeof value !== 'object' || value === null) return [];
  const arrays = [value, ...Object.values(value)].filter((each) => ArrayBuffer.isView(each));
  return [...new Set(arrays.map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer)))];
}
