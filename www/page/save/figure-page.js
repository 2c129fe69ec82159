/** A figure of a room as a standalone page, from the scripts of this page. */
import { LANGUAGES } from '../../words/languages.js';
import { scriptsOf } from '../scripts.js';
import { scriptText } from '../script-text.js';
import { matrixFile, stateFile } from './compose.js';
/** @import { Room, RoomElement } from '../../types.js' */
/** @import { FileParts } from './compose.js' */
/** @import { Language } from '../../state/languages.js' */

/**
 * Whether the figure is a single matrix, which has no state.
 *
 * @param {Element} element @returns {element is import('../../heatmap/heed-map.js').HeedMapElement}
 */
export const isMatrix = (element) => element.localName === 'heed-map';

/**
 * The parts that all files of a room have.
 *
 * @param {FileParts['room']} room
 * @param {RoomElement<any>} element
 * @param {any} [state] - what is saved
 * @returns {FileParts}
 */
export function partsOf(room, element, state = element.state) {
  const { language } = element;
  const further = isMatrix(element) ? [] : (room.needs?.(state) ?? []);
  const scripts = scriptTexts([...scriptsOf(room.id, language, true), ...further], language);
  return { room, language, t: LANGUAGES[language], scripts };
}

/**
 * The page of a figure without heads of a model.
 *
 * @param {Room<any>} room
 * @param {RoomElement<any>} element
 * @throws {Error} if a script of the figure is not in this page
 */
export function figurePage(room, element) {
  const parts = partsOf(room, element);
  return isMatrix(element) ? matrixFile(parts, element) : stateFile(parts, element.state);
}

/** @param {readonly string[]} names @param {Language} language */
function scriptTexts(names, language) {
  return ['shell', 'frame', ...names].map((name) => {
    const script = heedmap.scripts[name];
    if (!script) throw new Error(LANGUAGES[language].save.missing({ script: name }));
    return scriptText(name, String(script));
  });
}
