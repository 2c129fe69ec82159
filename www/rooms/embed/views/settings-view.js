import { Field, SegmentsRow, SelectRow } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { LANGUAGES } from '../../../words/languages.js';
import { COLOR_MAPS } from '../../../state/display.js';
import { embed, FIGURE_IDS } from '../settings.js';
import { withFigure } from '../state.js';
/** @import { EmbedModel } from '../heed-embed.js' */
/** @import { FigureDisplay } from '../shown.js' */
/** @import { FigureId } from '../settings.js' */
/** @import { EmbedState } from '../state.js' */

/**
 * The actions of the settings.
 *
 * @typedef {object} SettingsActions
 * @property {(next: (state: EmbedState) => EmbedState) => void} change
 * @property {(display: Partial<FigureDisplay>) => void} display - changes the colors or the language of the figure
 * @property {(name: 'base' | 'src', text: string) => void} address - sets an address that the reader typed
 */

/**
 * The controls for the figure, its appearance and its size.
 *
 * @param {{ model: EmbedModel, actions: SettingsActions }} props
 */
export function Settings({ model, actions }) {
  const { state, shown, t, language, here } = model;
  const words = t.embed;
  const { change, display } = actions;
  const current = shown?.display ?? { map: '', theme: '', language: '' };
  const maps = COLOR_MAPS.map((name) => [name === 'ember' ? '' : name, t.controls.mapNames[name]]);
  const address = (/** @type {'base' | 'src'} */ name) =>
    html`<${Field}
      key=${`${language} ${name}`}
      label=${words[name]}
      value=${state[name]}
      placeholder=${name === 'src' ? 'attention.npz' : here}
      take=${(/** @type {string} */ text) => {
        actions.address(name, text);
        return null;
      }}
    />`;
  return html`<section class="settings">
    <h3>${words.figure}</h3>
    <${SelectRow}
      label=${words.figure}
      value=${state.figure}
      choices=${FIGURE_IDS.map((id) => [id, words.figures[id]])}
      choose=${(/** @type {FigureId} */ id) => change((now) => withFigure(now, id))}
    />
    ${state.figure === 'heads' && address('src')}
    ${
      state.figure !== 'map' &&
      html`<${SegmentsRow}
        label=${words.view}
        value=${state.view}
        choices=${Object.entries(words.views)}
        choose=${(/** @type {EmbedState['view']} */ view) => change((now) => ({ ...now, view }))}
      />`
    }
    <${SelectRow}
      label=${t.controls.map}
      value=${current.map}
      choices=${maps}
      choose=${(/** @type {string} */ map) => display({ map })}
    />
    <${SegmentsRow}
      label=${words.theme}
      value=${current.theme}
      choices=${[
        ['', words.asPage],
        ['light', t.page.light],
        ['dark', t.page.dark],
      ]}
      choose=${(/** @type {string} */ theme) => display({ theme })}
    />
    <${SegmentsRow}
      label=${t.page.language}
      value=${current.language}
      choices=${[
        ['', words.asReader],
        ...Object.entries(LANGUAGES).map(([id, { name }]) => [id, id.toUpperCase(), name]),
      ]}
      choose=${(/** @type {string} */ chosen) => display({ language: chosen })}
    />
    <${Size} key=${`${language} width`} name="width" model=${model} change=${change} />
    <${Size} key=${`${language} height`} name="height" model=${model} change=${change} />
    ${address('base')}
  </section>`;
}

/** @param {{ name: 'width' | 'height', model: EmbedModel, change: SettingsActions['change'] }} props */
function Size({ name, model: { state, t, measured }, change }) {
  const words = t.embed;
  const [least, most] = embed.fields[name].limits;
  const take = (/** @type {string} */ text) => {
    const size = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
    if (text === '') change((now) => ({ ...now, [name]: null }));
    else if (!(size >= least && size <= most)) return words.wrongSize({ least, most });
    else change((now) => ({ ...now, [name]: size }));
    return null;
  };
  return html`<${Field}
    label=${words[name]}
    value=${String(state[name] ?? '')}
    placeholder=${name === 'width' ? words.anyWidth : measured ? words.measured({ height: measured.height }) : ''}
    inputmode="numeric"
    take=${take}
  />`;
}
