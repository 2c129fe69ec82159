import { icon } from '../ui/icons.js';
import { element, segments, setText } from '../ui/dom.js';
import { LANGUAGES } from '../words/languages.js';
/** @import { Strings } from './words/en.js' */

/**
 * What the head of the page does.
 *
 * @typedef {object} PageActions
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} reset
 * @property {() => void} copy
 * @property {() => void} keys
 * @property {(language: 'en' | 'es') => void} speak
 * @property {(theme: 'light' | 'dark') => void} colour
 */

/** What another script brings to the head of the page. @typedef {{ node: HTMLElement, update: (t: Strings, language: string) => void }} Extra */

/**
 * The buttons at the right of the page's head.
 *
 * @param {HTMLElement} host
 * @param {PageActions} actions
 */
export function headerView(host, actions) {
  /** @type {ReturnType<typeof parts> | null} */
  let made = null;
  let built = '';
  /** @type {Extra | null} */
  let extra = null;

  /** @param {Strings} t */
  function parts(t) {
    const button = (
      /** @type {string} */ text,
      /** @type {() => void} */ act,
      /** @type {string} */ name = '',
    ) => element('button', { type: 'button', class: name, onclick: act }, text);
    const iconButton = (
      /** @type {string} */ name,
      /** @type {string} */ label,
      /** @type {() => void} */ act,
    ) =>
      element(
        'button',
        {
          type: 'button',
          class: 'icon',
          'aria-label': label,
          title: label,
          onclick: act,
        },
        icon(name),
      );
    const languages = segments(
      t.page.language,
      Object.entries(LANGUAGES).map(([id]) => [id, id.toUpperCase()]),
      (value) => actions.speak(/** @type {'en' | 'es'} */ (value)),
    );
    languages.node.querySelectorAll('button').forEach((each) => {
      each.lang = each.value;
      each.setAttribute(
        'aria-label',
        `${each.textContent}: ${LANGUAGES[/** @type {'en' | 'es'} */ (each.value)].name}`,
      );
    });
    return {
      undo: iconButton('undo', t.page.undo, actions.undo),
      redo: iconButton('redo', t.page.redo, actions.redo),
      reset: element(
        'button',
        { type: 'button', class: 'reset', onclick: actions.reset },
        element('span', { 'aria-hidden': 'true', class: 'sign' }, icon('reset')),
        element('span', { class: 'words' }),
      ),
      languages,
      theme: button('', () => actions.colour(theme === 'dark' ? 'light' : 'dark')),
      keys: element(
        'button',
        {
          type: 'button',
          class: 'icon',
          'aria-label': t.page.keys,
          'aria-keyshortcuts': '?',
          title: t.page.keys,
          onclick: actions.keys,
        },
        '?',
      ),
      copy: button(t.page.copy, actions.copy, 'primary'),
    };
  }
  /** @type {'light' | 'dark'} */
  let theme = 'light';

  return {
    /** Has one more view, at the end. @param {Extra} view */
    offer(view) {
      extra = view;
      built = '';
    },
    /** @param {{ t: Strings, language: string, theme: 'light' | 'dark', canUndo: boolean, canRedo: boolean, canReset: boolean, reset: string }} page */
    update(page) {
      ({ theme } = page);
      if (!made || page.language !== built) {
        made = parts(page.t);
        host.replaceChildren(
          made.undo,
          made.redo,
          made.reset,
          made.languages.node,
          made.theme,
          made.keys,
          made.copy,
          ...(extra ? [extra.node] : []),
        );
      }
      built = page.language;
      extra?.update(page.t, built);
      made.undo.disabled = !page.canUndo;
      made.redo.disabled = !page.canRedo;
      made.reset.disabled = !page.canReset;
      setText(/** @type {Element} */ (made.reset.lastElementChild), page.reset);
      made.reset.setAttribute('aria-label', page.reset);
      made.reset.title = page.reset;
      made.languages.update(page.language);
      setText(made.theme, theme === 'dark' ? page.t.page.light : page.t.page.dark);
    },
  };
}
