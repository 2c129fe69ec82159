/** What is said about a head that keeps a state: figures of its map, its erase term and its decays. */
import { mean } from '../../../format/mean.js';
import { using } from '../../../engine/handle.js';
import { headsOf, kindOf } from '../reading/layers.js';
import { valuesAt } from '../service/heads.js';
import { isLarge } from '../large/shape.js';
import { gateAt } from '../service/rule.js';
import { announceMap, differentialAt, linearHeadAt } from './read.js';
/** @import { EraseFigures, SignedFigures } from '../../../engine/maps.js' */
/** @import { HeadOf } from '../service/heads.js' */

/**
 * @typedef {SignedFigures & {
 *   difference: number | null,
 *   erase: EraseFigures | null,
 *   decay: number | null,
 *   beta: number | null,
 *   lambda: number | null,
 *   isLarge: boolean,
 * }} SignedHead - `difference`: of the map times the values from the recurrence, by the largest output; null
 * without
 *   values. `erase`: null if writes erase nothing. `decay`, `beta`: their means over the tokens. Of a large
 *   head, only these two are known
 */

/** The figures of a head that keeps a state. @param {HeadOf} of @returns {Promise<SignedHead>} */
export async function signedHeadAt(of) {
  const { engine, task, reading, layer, head } = of;
  if (head >= headsOf(reading, layer)) throw new Error(`Layer ${layer} has no head ${head}.`);
  if (kindOf(reading, layer) === 'differential') {
    const { map, lambda } = await differentialAt(of);
    const figures = await using(map, () => engine.signedFigures(map, reading.offset));
    const none = { difference: null, erase: null, decay: null, beta: null };
    return { ...figures, ...none, lambda: meanOf(lambda), isLarge: false };
  }
  const [decays, betas] = [await gateAt(of, 'logDecay'), await gateAt(of, 'beta')];
  const means = { decay: meanOf(decays?.map(Math.exp)) ?? 1, beta: meanOf(betas), lambda: null };
  // The other figures need all rows.
  if (isLarge(reading))
    return /** @type {SignedHead} */ ({ ...means, difference: null, erase: null, isLarge: true });
  const { state, features } = await linearHeadAt(of);
  return using(state, async () => {
    announceMap(of, state, features);
    const figures = await using(state.map(), (map) => engine.signedFigures(map, reading.offset));
    const values = reading.v.length > 0 ? await valuesAt(of) : null;
    try {
      task.step({ pairs: reading.queries * reading.keys });
      const difference = values && state.difference(values);
      const erase = state.erases() ? state.erase(values) : null;
      return { ...figures, difference, erase, ...means, isLarge: false };
    } finally {
      values?.free();
    }
  });
}

/** @param {Float32Array | null | undefined} numbers */
const meanOf = (numbers) => (numbers?.length ? mean(numbers) : null);
