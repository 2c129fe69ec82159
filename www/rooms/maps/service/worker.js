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
 *   | { id: number, ask: keyof Asks, with: unknown[] } | { cancel: true } | { ping: true } | { end: true }} Command
 */

/**
 * A message to the page. After `fatal` nothing more may be asked. `step` announces a call of the engine that may take so many milliseconds, in which pings are not
 * answered. `isBlind`: no file could be read so far, although it was tried.
 *
 * @typedef {{ ready: true } | { failed: string } | { pong: true } | { step: number } | { id: number, progress: Progress, heads?: HeadFound[] }
 *   | ({ id: number, isBlind?: boolean } & ({ value: unknown } | { refused: Said, fatal: boolean }))} Reply
 */

/**
 * Handles the messages of the page: in a worker or, where there can be none, in the page itself.
 *
 * @param {Engine} engine
 * @param {(answer: Reply, transfer: Transferable[]) => void} say
 * @returns {(command: Command) => void}
 */
export function handler(engine, say) {
  /** @type {Promise<Asks> | null} */
  let begun = null;
  /** Each cancel ends a round: long requests of earlier rounds are cancelled. */
  let round = 0;

  /** @param {Extract<Command, { begin: unknown }>['begin']} command */
  async function begin({ module, files, readings }) {
    await engine.load(module);
    return requests(engine, files, readings);
  }

  /** @param {Extract<Command, { ask: unknown }>} command */
  async function answer({ id, ask, with: given }) {
    const mine = round;
    const what = LONG[ask];
    const isOver = () => what !== undefined && mine !== round;
    const task = taskOf(
      what ?? 'map',
      (progress) => say({ id, progress }, []),
      isOver,
      (step) => say({ step }, []),
    );
    /** @type {Asks | null} */
    let asks = null;
    const blind = () => (asks?.isBlind() ? { isBlind: true } : {});
    /** @param {HeadFound[]} heads @param {Progress} progress */
    const found = (heads, progress) =>
      say(
        { id, progress, heads },
        heads.map(({ thumb }) => thumb.data.buffer),
      );
    try {
      asks = await /** @type {Promise<Asks>} */ (begun);
      const value = await /** @type {(...all: unknown[]) => unknown} */ (asks[ask])(
        task,
        ...given,
        ...(ask === 'heads' ? [found] : []),
      );
      say({ id, value, ...blind() }, buffersOf(value));
    } catch (error) {
      say({ id, refused: said(error), fatal: isFatal(error), ...blind() }, []);
    }
  }

  return (command) => {
    if ('begin' in command) {
      begun = begin(command.begin);
      begun.then(
        () => say({ ready: true }, []),
        (error) => say({ failed: said(error).message }, []),
      );
    } else if ('ping' in command) say({ pong: true }, []);
    else if ('cancel' in command) round += 1;
    else if ('end' in command) {
      round += 1;
      begun?.then(
        (asks) => asks.end(),
        () => {},
      );
    } else void answer(command);
  };
}

/** The buffers that are transferred to the page rather than copied. @param {unknown} value @returns {Transferable[]} */
function buffersOf(value) {
  if (typeof value !== 'object' || value === null) return [];
  const arrays = [value, ...Object.values(value)].filter((each) => ArrayBuffer.isView(each));
  return [...new Set(arrays.map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer)))];
}
