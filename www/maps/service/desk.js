import { LONG, requests } from './requests.js';
import { isFatal, said } from './refusals.js';
import { taskOf } from './task.js';
/** @import { HeadFound, Progress, Reading } from '../types.js' */
/** @import { Asks, Engine } from './requests.js' */
/** @import { Dropped } from './shelf.js' */
/** @import { Said } from './refusals.js' */

/**
 * A message from the page: begin, a request with its arguments, cancel long requests, ping, let everything go.
 *
 * @typedef {{ begin: { module: WebAssembly.Module, files: Dropped[], readings: (Reading | undefined)[] } }
 *   | { id: number, ask: keyof Asks, with: unknown[] } | { cancel: true } | { ping: true } | { end: true }} Order
 */

/**
 * A message to the page. After `fatal` nothing more may be asked. `step` announces a call of the engine that may take so many milliseconds, in which pings are not
 * answered. `isBlind`: no file could be read so far, although it was tried.
 *
 * @typedef {{ ready: true } | { failed: string } | { pong: true } | { step: number } | { id: number, progress: Progress, heads?: HeadFound[] }
 *   | ({ id: number, isBlind?: boolean } & ({ value: unknown } | { refused: Said, fatal: boolean }))} Answer
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
    const isOver = () => what !== undefined && mine !== round;
    const task = taskOf(what ?? 'map', (progress) => say({ id, progress }, []), isOver, (step) => say({ step }, []));
    /** @type {Asks | null} */
    let asks = null;
    const blind = () => (asks?.isBlind() ? { isBlind: true } : {});
    /** @param {HeadFound[]} heads @param {Progress} progress */
    const found = (heads, progress) => say({ id, progress, heads }, heads.map(({ thumb }) => thumb.data.buffer));
    try {
      asks = await /** @type {Promise<Asks>} */ (begun);
      const value = await /** @type {(...all: unknown[]) => unknown} */ (asks[ask])(task, ...given, ...(ask === 'heads' ? [found] : []));
      say({ id, value, ...blind() }, buffersOf(value));
    } catch (error) {
      say({ id, refused: said(error), fatal: isFatal(error), ...blind() }, []);
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
