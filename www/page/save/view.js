import { save } from '../../picture/keep.js';
import { addWords } from '../../words/languages.js';
import { save as en } from './words/en.js';
import { save as es } from './words/es.js';
import { save as pt } from './words/pt.js';
import { headsPage } from './compose.js';
import { askHeads } from './dialog.js';
import { figurePage, isMatrix, makingOf } from './figure-page.js';
import { fileName, titleOf, titleOfHeads, titleOfMatrix } from './said.js';
import { saveSheet } from './style.js';
/** @import { OpenPage } from '../main.js' */
/** @import { Room, RoomElement } from '../../types.js' */
/** @import { Making } from './compose.js' */
/** @import { Held } from './heads.js' */

/** The kinds of files, in the order of the menu. */
const KINDS = /** @type {const} */ (['html', 'png', 'svg']);

/** @typedef {RoomElement<any> & { holding?: Held | null }} Shown */

/**
 * The menu items that save the current figure as a file, and those of the room.
 *
 * @param {OpenPage} page
 * @returns {import('../header.js').MoreItems}
 */
export function saveView(page) {
  addWords({ en: { save: en }, es: { save: es }, pt: { save: pt } });
  document.adoptedStyleSheets.push(saveSheet());

  /** Saves a file and shows the result. @param {'html' | 'png' | 'svg'} kind */
  async function make(kind) {
    const shown = page.shown();
    const { save: words } = page.words();
    if (!shown) return page.say(words.failed(words.nothing));
    const { room, element } = shown;
    try {
      const file =
        kind === 'html'
          ? await html(room, element)
          : { title: pictured(room, element), file: await picture(kind, element) };
      if (!file) return undefined;
      const name = fileName(file.title, kind);
      save(file.file, name);
      return page.say(words.saved(name));
    } catch (error) {
      return page.say(words.failed(error instanceof Error ? error.message : String(error)));
    }
  }

  /** The title of a picture. @param {Making['room']} room @param {Shown} element */
  function pictured(room, element) {
    const { holding: held, state } = element;
    if (isMatrix(element)) return titleOfMatrix(element);
    return held
      ? titleOfHeads(held, 'shown', held.data.opened.files[0]?.name ?? '', page.words())
      : titleOf(room.id, state, page.words());
  }

  /** @param {'png' | 'svg'} kind @param {Shown} element */
  async function picture(kind, element) {
    return kind === 'png' ? element.toBlob() : new Blob([await element.toSVG()], { type: 'image/svg+xml' });
  }

  /**
   * The figure as a standalone page; null if the reader cancels.
   *
   * @param {Room<any>} room @param {Shown} element
   */
  async function html(room, element) {
    if (isMatrix(element) || room.id !== 'maps') return made(figurePage(room, element));
    const making = makingOf(room, element.language);
    const held = element.holding;
    if (!held) throw new Error(making.t.save.nothing);
    const size = making.scripts.reduce((sum, { length }) => sum + length, 0);
    const answer = await askHeads(making.t, held, size);
    return answer && made(headsPage(making, element.state, held, answer));
  }

  /** @param {{ title: string, text: string }} page */
  const made = ({ title, text }) => ({ title, file: new Blob([text], { type: 'text/html' }) });

  return (t) => {
    const { items, hints } = t.save;
    const shown = page.shown();
    return [
      ...KINDS.map((kind) => ({ text: items[kind], hint: hints[kind], act: () => void make(kind) })),
      ...(shown?.room.more?.(shown.element, t) ?? []),
    ];
  };
}
