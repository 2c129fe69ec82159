/** A Worker of Node that runs models (`model-workers-node.js`). */
import { parentPort } from 'node:worker_threads';
import { attend } from '../engine/model-program.js';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const scope = {
  postMessage: (/** @type {unknown} */ message, /** @type {any[]} */ moved) =>
    port.postMessage(message, moved),
  onmessage: /** @type {((event: { data: unknown }) => void) | null} */ (null),
};
attend(scope);
port.on('message', (data) => scope.onmessage?.({ data }));
