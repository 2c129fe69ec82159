/** Where the service's work is done: in a worker, or in the page where no worker may be created. */
import { desk } from './desk.js';
/** @import { Answer, Order } from './desk.js' */
/** @import { Engine } from './requests.js' */

/** Where messages go. @typedef {{ take: (order: Order) => void, end: () => void }} Station */
/** Starts a worker; `died` is called when it cannot start or go on. @typedef {(heard: (answer: Answer) => void, died: () => void) => Station} Begin */

/** The name of the policy that the page allows for the worker's address, and for nothing else. */
const POLICY = 'heedmap-worker';

/** The address of the worker's script. A page may make its policy once, so there is one script. @type {string | null} */
let address = null;

/** @param {string} text @returns {string} */
function addressOf(text) {
  if (address !== null) return address;
  const blob = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const { trustedTypes } = /** @type {{ trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } }} */ (globalThis);
  // Whatever is asked of the policy, it gives this one address.
  address = trustedTypes ? trustedTypes.createPolicy(POLICY, { createScriptURL: () => blob }).createScriptURL('') : blob;
  return address;
}

/**
 * In a worker. Throws where the page or its host forbids one.
 *
 * @param {string} text - the worker's script
 * @returns {Begin}
 */
export function workerStation(text) {
  return (heard, died) => {
    const worker = new Worker(addressOf(text));
    worker.onmessage = ({ data }) => ('lock' in data ? whenReleased(data.lock, died) : heard(data));
    worker.onmessageerror = died;
    worker.onerror = (event) => {
      // What is said of it is said by the service.
      event.preventDefault();
      died();
    };
    return { take: (order) => worker.postMessage(order), end: () => worker.terminate() };
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
 * @returns {Begin}
 */
export function pageStation(engine) {
  return (heard) => {
    let hasEnded = false;
    const take = desk(engine, (answer) => {
      // Not at once, as from a worker: who asks has his promise first.
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
