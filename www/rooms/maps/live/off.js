/** What is off, as changes inside the model and in words; and the text whose parts take its place. */
import { headPlaces } from '../../../engine/model-places.js';
import { idsOf } from './ids.js';
import { LIMITS, isOff } from './settings.js';
/** @import { LanguageModel } from '../../../engine/model.js' */
/** @import { ModelEdit } from '../../../engine/model-run.js' */
/** @import { MapsState } from '../types.js' */
/** @import { Pass } from './pass.js' */
/** @import { Off } from './settings.js' */
/** @import { Models } from './types.js' */

/**
 * The text whose parts take the place of what is off.
 *
 * @typedef {object} Other
 * @property {number[]} ids - as many as the text has
 * @property {boolean} isSecond - whether it is the second sentence of the reader, and not the fixed passage
 */

/**
 * The second sentence, if it has as many tokens as the text; otherwise the beginning of the fixed passage.
 *
 * @param {Models} engine @param {LanguageModel} model @param {number[]} ids @param {string | null} second
 * @returns {Other}
 */
export function otherOf(engine, model, ids, second) {
  const found = second === null ? null : secondOf(model, second);
  const isSecond = found?.length === ids.length;
  return { ids: isSecond ? found : engine.resampled(model, ids), isSecond };
}

/**
 * The ids of the second sentence; null if the model cannot read it.
 *
 * @param {LanguageModel} model
 * @param {string} text
 */
function secondOf(model, text) {
  try {
    return idsOf(model, text);
  } catch {
    return null;
  }
}

/**
 * The changes inside the model. What the model or the text does not have is not changed.
 *
 * @param {readonly Off[]} off @param {MapsState['replacement']} replacement
 * @param {LanguageModel['facts']} facts @param {number} tokens
 * @returns {ModelEdit[]}
 */
export function editsOf(off, replacement, { layers, layerHeads }, tokens) {
  const how = { with: replacement, text: replacement === 'text' ? 1 : null };
  return off.flatMap(edits);

  /** @param {Off} part @returns {ModelEdit[]} */
  function edits(part) {
    if (part.layer !== null && part.layer >= layers) return [];
    if ('head' in part) return part.head < layerHeads[part.layer] ? [{ part: 'head', ...part, ...how }] : [];
    if ('mlp' in part) return [{ part: 'mlp', layer: part.layer, ...how }];
    const { layer, token } = part;
    const all = layer === null ? [...Array(layers).keys()] : [layer];
    return token < tokens ? all.map((each) => ({ part: 'value', layer: each, token, ...how })) : [];
  }
}

/**
 * Whether the model and the text have a part that is off: a link can name others.
 *
 * @param {Off} part @param {Pass} pass
 */
export const isThere = (part, { run: { facts }, ids }) =>
  editsOf([part], 'zero', facts, ids.length).length > 0;

/**
 * What is off when only the heads are on that are off now; other parts stay off. Null if these are more parts
 * than a link has.
 *
 * @param {readonly Off[]} off
 * @param {{ layerHeads: number[] }} facts
 * @returns {readonly Off[] | null}
 */
export function inverted(off, facts) {
  const all = headPlaces(facts);
  const next = [...off.filter((part) => !('head' in part)), ...all.filter((head) => !isOff(off, head))];
  return next.length > LIMITS.off ? null : next;
}
