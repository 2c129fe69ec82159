import { save } from '../../picture/keep.js';
import { LANGUAGES, addWords } from '../../words/languages.js';
import { save as en } from './words/en.js';
import { save as es } from './words/es.js';
import { scriptsOf } from '../frame/scripts.js';
import { scriptText } from '../script-text.js';
import { headsPage, matrixFile, stateFile } from './compose.js';
import { askHeads } from './dialog.js';
import { fileName, titleOf, titleOfHeads, titleOfMatrix } from './said.js';
import { saveSheet } from './style.js';
/** @import { OpenPage } from '../main.js' */
/** @import { RoomElement } from '../../types.js' */
/** @import { Given } from '../frame/given.js' */
/** @import { Making } from './compose.js' */
/** @import { Held } from './heads.js' */
/** @import { Language } from '../../state/languages.js' */

/** The kinds of files, in the order of the menu. */
const KINDS = /** @type {const} */ (['html', 'png', 'svg']);

/** @typedef {RoomElement<any> & { holding?: Held | null }} Shown */

/**
 * The items of the page's menu that save what is shown as a file.
 *
 * @param {OpenPage} page
 * @returns {import('../header.js').MoreItems}
 */
export function saveView(page) {
  addWords({ en: { save: en }, es: { save: es } });
  document.adoptedStyleSheets.push(saveSheet());

  /** Does what makes a file, and says what came of it. @param {'html' | 'png' | 'svg'} kind */
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

  /** The figure as a page of its own; null where the reader does not want to after all. @param {Making['room']} room @param {Shown} element */
  async function html(room, element) {
    const { language, state } = element;
    const t = LANGUAGES[language];
    const making = { room, language, t, scripts: scriptTexts(room.id, language) };
    if (isMatrix(element)) return made(matrixFile(making, element));
    if (room.id !== 'maps') return made(stateFile(making, state));
    const held = element.holding;
    if (!held) throw new Error(t.save.nothing);
    const answer = await askHeads(
      t,
      held,
      making.scripts.reduce((sum, { length }) => sum + length, 0),
    );
    return answer && made(headsPage(making, state, held, answer));
  }

  /** @param {{ title: string, text: string }} page */
  const made = ({ title, text }) => ({ title, file: new Blob([text], { type: 'text/html' }) });

  /** @param {Given['room']} room @param {Language} language */
  function scriptTexts(room, language) {
    return ['shell', 'frame', ...scriptsOf(room, language, true)].map((name) => {
      const made = heedmap.scripts[name];
      if (!made) throw new Error(LANGUAGES[language].save.missing(name));
      return scriptText(name, String(made));
    });
  }

  return ({ save: words }) =>
    KINDS.map((kind) => ({
      text: words.items[kind],
      hint: words.hints[kind],
      act: () => void make(kind),
    }));
}

/** Whether it is one matrix, which has no state. @param {Element} element @returns {element is import('../../heatmap/heed-map.js').HeedMapElement} */
const isMatrix = (element) => element.localName === 'heed-map';
