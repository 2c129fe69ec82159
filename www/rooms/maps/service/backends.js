/**
 * The backends of the service: a worker, or the page itself if no worker can be created.
 *
 * A page from a `file://` address cannot load a worker's script by URL, and a strict policy allows none. The
 * script is therefore a blob, whose URL passes a Trusted Types policy that creates no other URL. If the host
 * forbids that, or the worker does not start, the page computes everything itself.
 */
import { nextTurn } from '../../../engine/next-turn.js';
import { watch } from '../../../engine/worker-lock.js';
import { handler } from './worker.js';
/** @import { Reply, Command } from './worker.js' */
/** @import { Engine } from './file-store.js' */

/** The receiver of messages. @typedef {{ take: (command: Command) => void, end: () => void }} Backend */
/**
 * Starts a worker; `onCrash` is called if it cannot start or crashes. `isPage`: the page does the work
 * itself.
 *
 * @typedef {((onReply: (answer: Reply) => void, onCrash: () => void) => Backend) & { isPage?: boolean }} StartBackend
 */

/** The name of the policy that the page allows for the worker's URL and nothing else. */
const POLICY = 'heedmap-worker';

/** The URLs of the workers' scripts. @type {Map<string, string>} */
const addresses = new Map();
/** The URL of the script that was made last, which the policy returns for any input. */
let latest = '';
/**
 * The policy, which a page can create only once.
 *
 * @type {{ createScriptURL(url: string): string } | null}
 */
let policy = null;

/** The URL of a worker's script. @param {string} text @returns {string} */
function addressOf(text) {
  const known = addresses.get(text);
  if (known !== undefined) return known;
  const blob = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const { trustedTypes } =
    /** @type {{ trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } }} */ (
      globalThis
    );
  latest = blob;
  policy ??= trustedTypes?.createPolicy(POLICY, { createScriptURL: () => latest }) ?? null;
  const address = policy ? policy.createScriptURL('') : blob;
  addresses.set(text, address);
  return address;
}

/**
 * Starts a worker. It throws if the page or its host forbids workers.
 *
 * @param {string} text - its script
 */
export const startWorker = (text) => new Worker(addressOf(text));

/**
 * The backend in a worker. It throws if the page or its host forbids workers.
 *
 * @param {string} text - the worker's script
 * @returns {StartBackend}
 */
export function workerBackend(text) {
  return (onReply, onCrash) => {
    const worker = startWorker(text);
    watch(worker, (message) => 'lock' in message || onReply(message), onCrash);
    return { take: (command) => worker.postMessage(command), end: () => worker.terminate() };
  };
}

/**
 * The backend in the page itself. Replies come in a later task, so that the page draws and handles input
 * between two requests.
 *
 * @param {Engine} engine
 * @returns {StartBackend}
 */
export function pageBackend(engine) {
  /** @type {StartBackend} */
  const start = (onReply) => {
    let hasEnded = false;
    /** @type {Reply[]} */
    let answers = [];
    async function sendLater() {
      await nextTurn();
      const sent = answers;
      answers = [];
      // An error of one reply does not keep the others back.
      for (const answer of sent) queueMicrotask(() => hasEnded || onReply(answer));
    }
    const take = handler(engine, (answer) => {
      if (answers.push(answer) === 1) void sendLater();
    });
    return {
      take,
      end: () => {
        hasEnded = true;
        take({ end: true });
      },
    };
  };
  return Object.assign(start, { isPage: true });
}
