/**
 * The backends of the service: a worker, or the page itself if no worker can be created.
 *
 * A page that was opened from a file cannot name a worker's script by an address, and a strict policy allows none. The script is therefore a blob, whose address goes
 * through a Trusted Types policy that creates no other address. If the host forbids that, or the worker does not start, the page does the work.
 */
import { handler } from './worker.js';
/** @import { Reply, Command } from './worker.js' */
/** @import { Engine } from './requests.js' */

/** Where messages go. @typedef {{ take: (command: Command) => void, end: () => void }} Backend */
/** Starts a worker; `died` is called when it cannot start or go on. @typedef {(heard: (answer: Reply) => void, died: () => void) => Backend} StartBackend */

/** The name of the policy that the page allows for the worker's address, and for nothing else. */
const POLICY = 'heedmap-worker';

/** The address of the worker's script. A page can create a policy only once, so there is one script. @type {string | null} */
let address = null;

/** @param {string} text @returns {string} */
function addressOf(text) {
  if (address !== null) return address;
  const blob = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const { trustedTypes } =
    /** @type {{ trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } }} */ (
      globalThis
    );
  // The policy returns this one address for any input.
  address = trustedTypes
    ? trustedTypes.createPolicy(POLICY, { createScriptURL: () => blob }).createScriptURL('')
    : blob;
  return address;
}

/**
 * In a worker. Throws where the page or its host forbids workers.
 *
 * @param {string} text - the worker's script
 * @returns {StartBackend}
 */
export function workerBackend(text) {
  return (heard, died) => {
    const worker = new Worker(addressOf(text));
    worker.onmessage = ({ data }) => ('lock' in data ? whenReleased(data.lock, died) : heard(data));
    worker.onmessageerror = died;
    worker.onerror = (event) => {
      // The service reports it.
      event.preventDefault();
      died();
    };
    return { take: (command) => worker.postMessage(command), end: () => worker.terminate() };
  };
}

/** Calls back when the worker that holds a lock has ended: the browser releases its locks then, also when it was killed. @param {string} lock @param {() => void} released */
function whenReleased(lock, released) {
  navigator.locks.request(lock, () => released()).catch(() => {});
}

/**
 * In the page, beside what it draws.
 *
 * @param {Engine} engine
 * @returns {StartBackend}
 */
export function pageBackend(engine) {
  return (heard) => {
    let hasEnded = false;
    const take = handler(engine, (answer) => {
      // Not synchronously, as from a worker: the caller has its promise first.
      if (!hasEnded) queueMicrotask(() => hasEnded || heard(answer));
    });
    return {
      take,
      end: () => {
        hasEnded = true;
        take({ end: true });
      },
    };
  };
}
