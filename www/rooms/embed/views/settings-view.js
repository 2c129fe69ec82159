import { element, segments } from '../../../ui/dom.js';
import { field } from '../../../ui/field.js';
import { choices, row } from '../../../ui/row.js';
import { CHOICES } from '../../../state/choices.js';
import { withLook } from '../model.js';
import { BOUNDS, FIGURE_IDS, withFigure } from '../state.js';
/** @import { EmbedModel } from '../heed-embed.js' */
/** @import { FigureLook } from '../model.js' */
/** @import { EmbedState, FigureId } from '../state.js' */

/**
 * Which figure, how it is looked at, and how large.
 *
 * @param {(next: (state: EmbedState) => EmbedState) => void} change
 * @param {(text: string) => void} confirm - told of an address that the reader typed
 */
export function settingsView(change, confirm) {
  const node = element('section', { class: 'settings' });
  /** @type {EmbedModel | null} */
  let model = null;
  /** @type {((model: EmbedModel) => void)[]} */
  let updates = [];
  let built = '';

  /** @param {Partial<FigureLook>} look */
  const look = (look) =>
    change((state) => (model?.shown ? { ...state, of: withLook(state, model.shown, look) } : state));

  /** @param {EmbedModel['t']} t @param {'width' | 'height'} name */
  function size({ embed: words }, name) {
    const [least, most] = BOUNDS[name];
    const made = field(
      words[name],
      (text) => {
        if (text === '' && name === 'width') change((state) => ({ ...state, width: null }));
        else if (!/^\d{1,5}$/.test(text) || Number(text) < least || Number(text) > most)
          return words.wrongSize(least, most);
        else change((state) => ({ ...state, [name]: Number(text) }));
        return null;
      },
      { inputmode: 'numeric', ...(name === 'width' ? { placeholder: words.anyWidth } : {}) },
    );
    updates.push(({ state }) => made.show(String(state[name] ?? '')));
    return made.node;
  }

  /** @param {EmbedModel['t']} t @param {'base' | 'src'} name */
  function address({ embed: words }, name) {
    const made = field(words[name], (text) => {
      confirm(text);
      change((state) => ({ ...state, [name]: text }));
      return null;
    });
    updates.push(({ state, here }) => {
      made.show(state[name]);
      made.input.placeholder = name === 'src' ? 'attention.npz' : here;
      made.node.hidden = name === 'src' && state.figure !== 'heads';
    });
    return made.node;
  }

  /** @param {EmbedModel} now */
  function build({ t }) {
    const words = t.embed;
    updates = [];
    const figure = choices(
      words.figure,
      FIGURE_IDS.map((id) => [id, words.figures[id]]),
      (value) => change((state) => withFigure(state, /** @type {FigureId} */ (value))),
    );
    const view = segments(
      words.view,
      [
        ['figure', words.views.figure],
        ['room', words.views.room],
      ],
      (value) => change((state) => ({ ...state, view: /** @type {EmbedState['view']} */ (value) })),
    );
    const map = choices(
      t.controls.map,
      CHOICES.map.map((name) => [
        name === 'ember' ? '' : name,
        t.controls.mapNames[/** @type {'ember'} */ (name)],
      ]),
      (value) => look({ map: value }),
    );
    const theme = segments(
      words.theme,
      [
        ['', words.asPage],
        ['light', t.page.light],
        ['dark', t.page.dark],
      ],
      (value) => look({ theme: value }),
    );
    const language = segments(
      t.page.language,
      [
        ['', words.asReader],
        ['en', 'EN', 'English'],
        ['es', 'ES', 'Español'],
      ],
      (value) => look({ language: value }),
    );
    const views = row(words.view, view.node);
    updates.push(({ state, shown }) => {
      figure.value = state.figure;
      view.update(state.view);
      views.hidden = state.figure === 'map';
      map.value = shown?.look.map ?? '';
      theme.update(shown?.look.theme ?? '');
      language.update(shown?.look.language ?? '');
    });
    node.replaceChildren(
      element('h3', {}, words.figure),
      row(words.figure, figure),
      address(t, 'src'),
      views,
      row(t.controls.map, map),
      row(words.theme, theme.node),
      row(t.page.language, language.node),
      size(t, 'width'),
      size(t, 'height'),
      address(t, 'base'),
    );
  }

  return {
    node,
    /** @param {EmbedModel} now */
    update(now) {
      model = now;
      if (now.language !== built) build(now);
      built = now.language;
      for (const update of updates) update(now);
    },
  };
}
