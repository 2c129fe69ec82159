/**
 * The functions that paint heatmaps. The programs of several rooms have them; of those that are ready, the
 * one that was started first paints, so that a figure needs one program and waits for no other. The bindings
 * have the types and comments of the functions.
 */
import { engineError, NOT_LOADED } from './instance.js';
/** @import { instanceOf, WasmInit } from './instance.js' */
/** @import * as learn from '../pkg/heedmap_lesson_wasm.js' */

/** @typedef {Pick<typeof learn, 'paint' | 'paintPixels' | 'legend' | 'legendPixels' | 'inkColors'>} Functions */
/** @typedef {ReturnType<typeof instanceOf> & { bindings: Functions }} Painter */

/** The programs that were started, in this order. @type {Set<Painter>} */
const programs = new Set();

/**
 * Lets a program paint, unless another does.
 *
 * @param {Painter} program
 * @returns {Painter['load']} starts it
 */
export const painting = (program) => (source) => {
  programs.add(program);
  return program.load(source);
};

const painter = () => [...programs].find((program) => program.isReady());

/** The program that paints if no other was started: that of Learn. */
export const standard = { load: () => import('./attention-instance.js') };

/**
 * Starts the program that paints.
 *
 * @param {WasmInit} [source]
 */
export async function load(source) {
  const [first = await standard.load()] = programs;
  await first.load(source);
}

export const isReady = () => painter() !== undefined;

/** @template {keyof Functions} N @param {N} name @returns {Functions[N]} */
const painted = (name) =>
  /** @type {any} */ (
    (/** @type {unknown[]} */ ...args) => {
      const program = painter();
      if (!program) throw engineError('unavailable', NOT_LOADED);
      return program.call(/** @type {(...args: any[]) => any} */ (program.bindings[name]), ...args);
    }
  );

export const paint = /* @__PURE__ */ painted('paint');
/** `paint` and `legend` for use without `ImageData`. */
export const paintPixels = /* @__PURE__ */ painted('paintPixels');
export const legend = /* @__PURE__ */ painted('legend');
export const legendPixels = /* @__PURE__ */ painted('legendPixels');
export const inkColors = /* @__PURE__ */ painted('inkColors');
