import { bindings, call, guarded, restarts } from './attention-instance.js';
import { plain } from './instance.js';
/** @import { DrawOptions, MatrixData, WorkHeadsInputs, WorkHeadsOptions, WorkInputs, WorkOptions, Worked, WorkedHeads } from '../pkg/heedmap_lesson_wasm.js' */

/**
 * The computations of one lesson. Matrices drawn from the seed are cached here, and the inputs in the memory
 * of the wasm. Results omit the given inputs. Matrices that were passed or returned must not be modified.
 */
export function openLesson() {
  /**
   * The handle, and the restarts when it was created.
   *
   * @type {{ lesson: bindings.Lesson, restarts: number } | null}
   */
  let handle = null;
  /** The inputs that the handle has. @type {Record<string, MatrixData | null | undefined>} */
  let handleInputs = {};
  let lastDraws = '';
  /** @type {MatrixData[]} */
  let drawn = [];

  /** Frees the handle. The next computation gets a new one. */
  function close() {
    // The handle of a replaced instance has no memory.
    if (handle?.restarts === restarts()) handle.lesson.free();
    handle = null;
    handleInputs = {};
  }

  /**
   * @template O, T
   * @param {object} inputs
   * @param {O} options
   * @param {(lesson: bindings.Lesson, options: O) => T} compute
   * @returns {T}
   */
  function computed(inputs, options, compute) {
    const newInputs = /** @type {typeof handleInputs} */ ({ ...inputs });
    if (handle?.restarts !== restarts()) close();
    const names = new Set([...Object.keys(handleInputs), ...Object.keys(newInputs)]);
    const changed = [...names].filter((name) => newInputs[name] !== handleInputs[name]);
    const changes = plain(Object.fromEntries(changed.map((name) => [name, newInputs[name] ?? null])));
    const plainOptions = plain(options);
    try {
      return guarded(() => {
        const { lesson } = (handle ??= { lesson: new bindings.Lesson(), restarts: restarts() });
        if (changed.length > 0) lesson.change(changes);
        handleInputs = newInputs;
        return compute(lesson, plainOptions);
      });
    } catch (error) {
      close();
      throw error;
    }
  }

  return {
    close,
    /** @param {number} seed @param {DrawOptions[]} draws @returns {MatrixData[]} */
    draw(seed, draws) {
      const now = JSON.stringify([seed, draws]);
      if (now !== lastDraws) {
        drawn = call(bindings.draw, seed, draws);
        lastDraws = now;
      }
      return drawn;
    },
    /** @param {WorkOptions} options @param {WorkInputs} inputs @returns {Worked} */
    work: (options, inputs) => computed(inputs, options, (lesson, all) => lesson.work(all)),
    /** @param {WorkHeadsOptions} options @param {WorkHeadsInputs} inputs @returns {WorkedHeads} */
    workHeads: (options, inputs) => computed(inputs, options, (lesson, all) => lesson.workHeads(all)),
  };
}
