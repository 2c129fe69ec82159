/**
 * The functions that paint heatmaps. The programs of several rooms have them; the first program that starts
 * paints, so that a figure needs one program. The bindings have the types and comments of the functions.
 */
import { engineError, NOT_LOADED } from './instance.js';
/** @import { instanceOf, WasmInit } from './instance.js' */
/** @import * as learn from '../pkg/heedmap_lesson_wasm.js' */

/** @typedef {Pick<typeof learn, 'paint' | 'paintPixels' | 'legend' | 'legendPixels' | 'inkColors'>} Functions */
/** @typedef {ReturnType<typeof instanceOf> & { bindings: Functions }} Painter */

/** @type {Painter | null} */
let painter = null;

/**
 * Lets a program paint, unless another does.
 *
 * @param {Painter} program
 * @returns {Painter['load']} starts it
 */
export const painting = (program) => (source) => {
  painter ??= program;
  return program.load(source);
};

/** The program that paints if no other was started: that of Learn. */
export const standard = { load: () => import('./attention-instance.js') };

/**
 * Starts the program that paints.
 *
 * @param {WasmInit} [source]
 */
export async function load(source) {
  await (painter ?? (await standard.load())).load(source);
}

export const isReady = () => painter?.isReady() ?? false;

/** @template {keyof Functions} N @param {N} name @returns {Functions[N]} */
const painted = (name) =>
  /** @type {any} */ (
    (/** @type {unknown[]} */ ...args) => {
      if (!painter) throw engineError('unavailable', NOT_LOADED);
      return painter.call(/** @type {(...args: any[]) => any} */ (painter.bindings[name]), ...args);
    }
  );

export const paint = /* @__PURE__ */ painted('paint');
/** `paint` and `legend` for use without `ImageData`. */
export const paintPixels = /* @__PURE__ */ painted('paintPixels');
export const legend = /* @__PURE__ */ painted('legend');
export const legendPixels = /* @__PURE__ */ painted('legendPixels');
export const inkColors = /* @__PURE__ */ painted('inkColors');
