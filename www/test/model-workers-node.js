/** Workers of Node with the interface of Workers of browsers, for models. */
import { Worker } from 'node:worker_threads';

const ENTRY = new URL('./model-worker-node.mjs', import.meta.url);

/**
 * Starts a Worker that runs models.
 *
 * @returns {any} as in browsers, with the thread of Node
 */
export function nodeWorker() {
  const thread = new Worker(ENTRY);
  // A test that has failed must not wait for it.
  thread.unref();
  /** @type {any} */
  const worker = {
    thread,
    postMessage: (/** @type {unknown} */ message) => thread.postMessage(message),
    terminate: () => void thread.terminate(),
  };
  thread.on('message', (data) => worker.onmessage?.({ data }));
  thread.on('error', ({ message }) => worker.onerror?.({ message, preventDefault() {} }));
  thread.on('exit', () => worker.onerror?.({ message: 'it has exited', preventDefault() {} }));
  return worker;
}
