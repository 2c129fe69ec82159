/**
 * Additional requests of tests to a worker: the whole contents of a file, and a failure inside the wasm at
 * the next row. It is imported before the service, which does not see these messages.
 */
import * as engine from '../../engine/maps.js';
import { contentsOf } from '../maps-files.js';

let willTrap = false;

addEventListener('message', (event) => {
  const { contents, trap } = event.data;
  if (contents === undefined && trap === undefined) return;
  event.stopImmediatePropagation();
  if (trap) willTrap = true;
  else postMessage({ contents: contentsOf(engine, contents) });
});

const { instantiate } = WebAssembly;
/** @type {any} */ (WebAssembly).instantiate = async (
  /** @type {any} */ module,
  /** @type {any} */ imports,
) => {
  const { exports } = /** @type {any} */ (await instantiate(module, imports));
  /**
   * An address outside of the memory, so that the wasm itself fails.
   *
   * @param {number} view
   * @param {...any} rest
   */
  const row = (view, ...rest) => exports.mapview_row(willTrap ? 0x7ffffff0 : view, ...rest);
  return { instance: { exports: { ...exports, mapview_row: row } }, module };
};
