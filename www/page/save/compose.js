/** Composes the files of figures. The same code runs in the page and in Node. */
import { matrixToText } from '../../format/parse.js';
import { OFF_KEY, saidIn } from '../../rooms/maps/source-name.js';
import { chosen, largestOfRows, saidOf, savedHeads, savedState } from './heads.js';
import { nameOfHeads, noteOf, titleOf, titleOfHeads, titleOfMatrix } from './captions.js';
import { singleFile } from './single-file.js';
import { inTurns } from './turns.js';
/** @import { HeedMapElement } from '../../heatmap/heed-map.js' */
/** @import { MatrixData, Room } from '../../types.js' */
/** @import { Strings } from '../../words/languages.js' */
/** @import { MapsState } from '../../rooms/maps/types.js' */
/** @import { Payload } from '../frame/payload.js' */
/** @import { Answer } from './dialog.js' */
/** @import { OpenMaps } from './heads.js' */
/** @import { Figure } from './single-file.js' */
/** @import { Language } from '../../state/languages.js' */

/**
 * The parts that all files have.
 *
 * @typedef {object} FileParts
 * @property {Pick<Room<any>, 'id' | 'encode' | 'needs'>} room
 * @property {Language} language
 * @property {Strings} t - the strings of this language
 * @property {string[]} scripts - the texts of the page's scripts, in order
 * @property {string} [title] - a custom title
 */

/** A figure that consists of its state. @param {FileParts} parts @param {any} state */
export function stateFile(parts, state) {
  return compose(parts, state, { title: titleOf(parts.room.id, state, parts.t) }, {});
}

/**
 * A single matrix, which belongs to no room.
 *
 * @param {FileParts} parts - of the room whose script has the element
 * @param {HeedMapElement} element
 */
export function matrixFile(parts, element) {
  const attributes = new Map(
    element.getAttributeNames().map((name) => [name, element.getAttribute(name) ?? '']),
  );
  // The file contains the numbers, because it cannot load any.
  attributes.delete('src');
  attributes
    .set('values', matrixToText(/** @type {MatrixData} */ (element.data)))
    .set('language', parts.language);
  const theme =
    attributes.get('theme') === 'light' ? 'light' : attributes.get('theme') === 'dark' ? 'dark' : null;
  return compose(
    { ...parts, room: { ...parts.room, encode: () => '' } },
    { theme },
    { title: titleOfMatrix(element) },
    { matrix: [...attributes] },
  );
}

/**
 * The heads of a file, with their numbers deflated.
 *
 * @param {OpenMaps} openMaps
 * @param {Pick<Answer, 'which' | 'bits' | 'most' | 'shape'>} choice
 * @param {Float32Array} numbers
 * @param {Parameters<typeof savedHeads>[6]} [deflate]
 * @param {Parameters<typeof savedHeads>[7]} [isCurrent]
 */
export async function packedHeads(openMaps, { which, bits, most, shape }, numbers, deflate, isCurrent) {
  const { data } = openMaps;
  const { specs, aligned } = chosen(openMaps, which);
  const said = {
    ...saidOf(openMaps, which),
    // Aligned texts have no numbers where one of them lacks a token.
    unchecked:
      aligned !== null ||
      most !== null ||
      specs.some(({ source, values }) => source.of === 'max' || values === 'norm'),
    off: saidIn(data.opened.files, OFF_KEY),
    ...(aligned ? { tokens: aligned } : {}),
  };
  const kept = most === null ? numbers : await inTurns(largestOfRows(numbers, shape[3], most), isCurrent);
  return savedHeads(data, data.opened.files[0]?.name ?? '', shape, kept, bits, said, deflate, isCurrent);
}

/**
 * Heads with their numbers.
 *
 * @param {FileParts} parts
 * @param {MapsState} state
 * @param {OpenMaps} openMaps
 * @param {Answer} answer
 * @throws {Error} if so few bits cannot represent the numbers
 */
export function headsFile(parts, state, openMaps, { which, bits, most, shape, heads, files, error }) {
  const name = nameOfHeads(openMaps, parts.t);
  const isComputed = Boolean(files) && which !== 'files';
  if (!Number.isFinite(error)) throw new Error(parts.t.save.dialog.notRounded);
  const own = {
    title: titleOfHeads(openMaps, which, name, parts.t),
    note: noteOf(openMaps, which, name, { bits, error, most, isComputed }, parts.t),
  };
  const isAligned = chosen(openMaps, which).aligned !== null;
  const saved = savedState(state, name, shape, which, isComputed, isAligned);
  return compose(parts, saved, own, files ? { files } : { heads });
}

/**
 * @param {FileParts} parts
 * @param {any} state
 * @param {Pick<Figure, 'title'> & Partial<Figure>} own
 * @param {Partial<Payload>} payload
 */
function compose({ room, language, t, scripts, title }, state, own, payload) {
  const { about, needs } = t.save.file;
  const figure = { note: '', theme: state.theme, scripts, about, needs, ...own, ...(title ? { title } : {}) };
  return {
    title: figure.title,
    text: singleFile({
      ...figure,
      payload: {
        room: room.id,
        link: room.encode({ ...state, language }),
        language,
        heads: null,
        ...payload,
      },
    }),
  };
}
