import { asSentence } from '../../../words/as-sentence.js';
import { isSame } from '../chosen/settings.js';
import { namedPlace } from '../head/kept.js';
import { layerName } from '../source-name.js';
import { longValue } from './figures.js';
import { labelMeasure } from './order.js';
/** @import { MapsModel } from '../types.js' */
/** @import { Spot } from './geometry.js' */
/** @import { ListedHead } from './order.js' */

/**
 * The text about a spot of the overview, for the tooltip and for screen readers.
 *
 * @param {MapsModel} model
 * @param {ListedHead[]} heads - in the order of their places
 * @param {Spot} spot
 * @param {number} columns
 * @returns {{ title: string, value: string, formula: string, aloud: string }}
 */
export function aboutSpot({ state, data, t }, heads, spot, columns) {
  const words = t.maps.overview;
  if ('place' in spot) return aboutHead(state, heads[spot.place], data, t);
  const kind = words.combine[state.source === 'max' ? 'max' : 'mean'];
  const title =
    'row' in spot
      ? words.ofLayer({
          kind,
          layer: String(layerName(data?.reading ?? {}, heads[spot.row * columns].layer)),
        })
      : 'column' in spot
        ? words.ofHead({ kind, head: String(spot.column) })
        : words.ofAll({ kind });
  return { title, value: words.pressToOpen, formula: '', aloud: `${title}. ${words.pressToOpen}` };
}

/**
 * @param {MapsModel['state']} state @param {ListedHead} listed @param {MapsModel['data']} data @param {MapsModel['t']} t
 */
function aboutHead(state, { layer, head, value, found, passes, isMissing }, data, t) {
  const words = t.maps.overview;
  const title = words.place(namedPlace({ layer, head }, data));
  if (isMissing) return { title, value: words.noHead, formula: '', aloud: `${title}: ${words.noHead}` };
  if (!found) return { title, value: words.notYet, formula: '', aloud: `${title}: ${words.notYet}` };
  if (found.problem !== undefined)
    return { title, value: asSentence(found.problem), formula: '', aloud: asSentence(found.problem) };
  const measure = words.measures[labelMeasure(state)];
  const [name, formula] =
    state.alike && data?.similar
      ? [words.likeness(namedPlace(state, data)), words.likenessFormula]
      : [measure.name, measure.formula];
  const says = `${name} ${longValue(value, t.language)}`;
  const isChosen = state.chosen.some((each) => isSame(each, { layer, head }));
  const notes = [...(passes ? [] : [words.leftOut]), ...(isChosen ? [t.maps.chosen.isChosen] : [])];
  return { title, value: says, formula, aloud: [`${title}: ${says}`, ...notes].join(', ') };
}
