/**
 * The script of the page in the tests of the maps' worker: only the service, started as by a room. The test's
 * build fills in the placeholders.
 */
import workerText from 'heedmap:maps-worker';
import { mapsService } from '../../rooms/maps/service/service.js';

/** @type {{ wasm: string, testedText: string }} */
const { wasm, testedText } = /** @type {any} */ (globalThis).GIVEN;
const module = WebAssembly.compile(Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0)));

const workers = /** @type {Worker[]} */ ([]);
const Plain = globalThis.Worker;
// Lets a test send messages to a worker without the service.
if (Plain) {
  globalThis.Worker = class extends Plain {
    /** @param {string | URL} url */
    constructor(url) {
      super(url);
      workers.push(this);
    }
  };
}
/** Runs before the worker's script: no file can be read, as in a worker of WebKit under `file://`. */
const BLIND =
  "Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('The object can not be found here.', 'NotFoundError'));";
const TEXTS = { plain: workerText, tested: testedText, blind: `${BLIND}${workerText}` };
const begin = (/** @type {keyof typeof TEXTS} */ kind) =>
  mapsService({ module: () => module, workerText: TEXTS[kind] });
Object.assign(globalThis, { workers, begin });
