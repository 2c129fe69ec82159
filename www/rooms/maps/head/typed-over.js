/** @import { MapsModel } from '../types.js' */

/**
 * Whether two models differ in the text alone, which the open heads are not those of yet.
 *
 * @param {MapsModel} before @param {MapsModel} now
 */
export function isTypedOver(before, now) {
  const [old, state] = [before.state, now.state];
  return (
    state.text !== null &&
    state.text !== old.text &&
    before.data === now.data &&
    before.language === now.language &&
    before.appearance === now.appearance &&
    Object.entries(state).every(
      ([name, value]) => name === 'text' || value === old[/** @type {keyof typeof old} */ (name)],
    )
  );
}
