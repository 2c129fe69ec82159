/** The texts in a saved figure: its title, and how its numbers were changed. */
import { number, localized } from '../../format/display.js';
import { plainName } from '../../format/plain-name.js';
import { layerName, numberedSource, sourceName } from '../../rooms/maps/source-name.js';
/** @import { MapSpec } from '../../rooms/maps/types.js' */
/** @import { Language } from '../../state/languages.js' */
/** @import { Strings } from '../../words/languages.js' */
/** @import { RoomId } from '../../rooms/names.js' */
/** @import { OpenMaps, Which } from './heads.js' */

/**
 * The title of a figure's page.
 *
 * @param {RoomId} room
 * @param {any} state
 * @param {Strings} t
 */
export function titleOf(room, state, t) {
  if (room === 'learn') return t.lessons[state.lesson].title;
  if (room === 'masks') return t.save.file.mask({ text: shortened(state.text) });
  if (room === 'maps' && state.text) return t.save.file.text({ text: shortened(state.text) });
  if (room === 'contrast')
    return t.contrast.figures[/** @type {keyof Strings['contrast']['figures']} */ (state.figure)].title;
  return 'Heedmap';
}

/** The beginning of a text, as long as a title may be. @param {string} text */
function shortened(text) {
  const letters = Array.from(text.trim());
  return letters.length > 60 ? `${letters.slice(0, 60).join('')}…` : text.trim();
}

/** The title of one matrix: its name, if it has one. @param {Element} element */
export function titleOfMatrix(element) {
  return element.getAttribute('name') || 'Heedmap';
}

/**
 * The name of the open file, and over how many texts its heads are means.
 *
 * @param {OpenMaps} openMaps @param {Strings} t
 */
export function nameOfHeads({ data: { opened, reading } }, t) {
  const name = opened.files[0]?.name ?? '';
  const n = reading.texts?.length ?? 0;
  return n > 0 ? t.maps.out.source.average({ name, n }) : name;
}

/**
 * The title of saved maps: their heads and file.
 *
 * @param {OpenMaps} openMaps
 * @param {Which} which
 * @param {string} name - of the file
 * @param {Strings} t
 */
export function titleOfHeads({ data: { reading }, specs: { a }, state }, which, name, t) {
  if (which === 'layer') return t.save.file.layer({ layer: layerName(reading, state?.layer ?? 0), name });
  if (which === 'chosen') return t.save.file.chosen({ n: state?.chosen.length ?? 0, name });
  if (which === 'all' || which === 'files' || !a)
    return t.save.file.heads({ layers: String(reading.layers), heads: String(reading.heads), name });
  return t.save.file.map({ source: sourceName(numberedSource(a.source, reading), t.maps.out.source), name });
}

/**
 * How the numbers of a file were changed, in sentences.
 *
 * @param {OpenMaps} openMaps
 * @param {Which} which
 * @param {string} name
 * @param {{ bits: 8 | 16 | 32, error: number, most: number | null, isComputed: boolean }} rounding - `isComputed`:
 *   whether q and k are kept in place of weights
 * @param {Strings} t
 */
export function noteOf(openMaps, which, name, { bits, error, most, isComputed }, t) {
  const { file } = t.save;
  const { a, b } = openMaps.specs;
  const text = (/** @type {MapSpec} */ spec) =>
    sourceName(numberedSource(spec.source, openMaps.data.reading), t.maps.out.source);
  const second = b?.reading === 1 ? openMaps.data.other?.opened.files[0]?.name : undefined;
  const inFile = (/** @type {MapSpec} */ spec, /** @type {string} */ of) =>
    file.map({ source: text(spec), name: of });
  const what =
    a && b && which === 'shown'
      ? second === undefined
        ? file.map({ source: file.compared({ a: text(a), b: text(b) }), name })
        : file.compared({ a: inFile(a, name), b: inFile(b, second) })
      : titleOfHeads(openMaps, which, name, t);
  const weighed =
    which === 'shown' && a && a.values !== 'none' && a.values !== 'contacts' ? [file.weighed] : [];
  const without =
    openMaps.data.reading.v.length > 0 && weighed.length === 0 && which !== 'files'
      ? [file.withoutValues]
      : [];
  const rounded = isComputed ? file.computed : file.rounded;
  const exact = isComputed ? file.fromVectors : file.from;
  return [
    bits === 32 ? exact({ what }) : rounded({ what, bits, error: errorText(error, t.language) }),
    ...(most === null ? [] : [file.largest({ n: most })]),
    ...weighed,
    ...without,
  ].join(' ');
}

/**
 * An error, rounded up to two digits, so that the stated bound holds.
 *
 * @param {number} error @param {Language} language
 */
export function errorText(error, language) {
  if (error === 0) return '0';
  const exponent = Math.floor(Math.log10(error));
  const unit = 10 ** (exponent - 1);
  const rounded = number(Math.ceil(error / unit) * unit, exponent < -3 ? 2 : Math.max(0, 1 - exponent));
  return localized(rounded, language);
}

/** The file name for a title. @param {string} title @param {string} ending */
export function fileName(title, ending) {
  return `${plainName(title)}.${ending}`;
}

/** The size of a file, as text. @param {number} bytes @param {Language} language */
export function sizeText(bytes, language) {
  const power = Math.floor(Math.log10(Math.max(1000, bytes)) / 3);
  return `${localized(number(bytes / 1000 ** power, 1), language)}\u202f${['', 'KB', 'MB', 'GB'][power]}`;
}
