import { download } from '../../picture/download.js';
import { addWords } from '../../words/languages.js';
import { texts } from './words/index.js';
import { headsFile, stateFile } from './compose.js';
import { askHeads } from './dialog.js';
import { figurePage, isMatrix, partsOf } from './figure-page.js';
import { fileName, nameOfHeads, titleOf, titleOfHeads, titleOfMatrix } from './captions.js';
import saveSheet from './save.css.js';
import { withPeriod } from '../../words/as-sentence.js';
/** @import { MoreItems } from '../header.js' */
/** @import { Page } from '../main.js' */
/** @import { Room, RoomElement } from '../../types.js' */
/** @import { FileParts } from './compose.js' */
/** @import { OpenMaps } from './heads.js' */

/** The kinds of files, in the order of the menu. */
const KINDS = /** @type {const} */ (['html', 'png', 'svg']);

/** The size of a file without its numbers, in bytes. @param {FileParts} parts */
const sizeOf = ({ scripts }) => scripts.reduce((sum, { length }) => sum + length, 0);

/** @typedef {RoomElement<any> & { holding?: OpenMaps | null }} Figure */

/**
 * The menu items that save the current figure as a file, and those of the room.
 *
 * @param {Page} page
 * @returns {MoreItems}
 */
export function saveView(page) {
  addWords([texts]);
  document.adoptedStyleSheets.push(saveSheet());

  /** Saves a file and reports the result. @param {'html' | 'png' | 'svg'} kind */
  async function saveAs(kind) {
    const figure = page.figure();
    const { save: words } = page.words();
    if (!figure) return page.showMessage(words.failed({ reason: withPeriod(words.nothing) }));
    try {
      const file =
        kind === 'html'
          ? await html(figure.room, figure.element)
          : { title: pictureTitle(figure.room, figure.element), blob: await picture(kind, figure.element) };
      if (!file) return undefined;
      const name = fileName(file.title, kind);
      download(file.blob, name);
      return page.showMessage(words.saved({ name }));
    } catch (error) {
      return page.showMessage(words.failed({ reason: withPeriod(error) }));
    }
  }

  /** @param {Room<any>} room @param {Figure} element */
  function pictureTitle(room, element) {
    const { holding: openMaps, state } = element;
    if (isMatrix(element)) return titleOfMatrix(element);
    return openMaps
      ? titleOfHeads(openMaps, 'shown', nameOfHeads(openMaps, page.words()), page.words())
      : titleOf(room.id, state, page.words());
  }

  /** @param {'png' | 'svg'} kind @param {Figure} element */
  async function picture(kind, element) {
    return kind === 'png' ? element.toBlob() : new Blob([await element.toSVG()], { type: 'image/svg+xml' });
  }

  /**
   * The figure as a standalone page; null if the reader cancels.
   *
   * @param {Room<any>} room @param {Figure} element
   */
  async function html(room, element) {
    if (isMatrix(element) || room.id !== 'maps') return htmlFile(figurePage(room, element));
    const openMaps = element.holding;
    const { text, model } = element.state;
    // Heads need no text. The model is saved if it is the one of the page, and has run the text.
    const ofHeads = { ...element.state, text: null };
    const parts = partsOf(room, element, ofHeads);
    if (!openMaps) throw new Error(parts.t.save.nothing);
    const live = text !== null && model === null ? partsOf(room, element) : null;
    const answer = await askHeads(parts.t, openMaps, sizeOf(parts), live && sizeOf(live));
    if (live && answer?.which === 'model') return htmlFile(stateFile(live, element.state));
    return answer && htmlFile(headsFile(parts, ofHeads, openMaps, answer));
  }

  /** @param {{ title: string, text: string }} page */
  const htmlFile = ({ title, text }) => ({ title, blob: new Blob([text], { type: 'text/html' }) });

  return (t) => {
    const { items, hints } = t.save;
    const figure = page.figure();
    return [
      ...KINDS.map((kind) => ({ text: items[kind], hint: hints[kind], act: () => void saveAs(kind) })),
      ...(figure?.room.more?.(figure.element, t) ?? []),
    ];
  };
}
