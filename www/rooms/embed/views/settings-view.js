import { Field, Row, Select } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { NumberSetting, Setting } from '../../../ui/setting.js';
import { LANGUAGES } from '../../../words/languages.js';
import { DISPLAY } from '../../../state/fields.js';
import { embed } from '../settings.js';
import { withFigure } from '../state.js';
import { AttributeControl } from './attribute-control.js';
/** @import { EmbedModel } from '../heed-embed.js' */
/** @import { FigureDisplay } from '../shown.js' */
/** @import { FigureId } from '../settings.js' */
/** @import { EmbedState } from '../state.js' */
/** @import { SetAttribute } from './attribute-control.js' */

/**
 * The actions of the settings.
 *
 * @typedef {object} SettingsActions
 * @property {(next: (state: EmbedState) => EmbedState) => void} change
 * @property {(display: Partial<FigureDisplay>) => void} display - changes the colors or the language of the figure
 * @property {(name: 'base' | 'src', text: string) => void} address - sets an address that the reader typed
 */

/** The figures in the order of the list: first what most authors look for. @type {FigureId[]} */
const LISTED = ['lesson', 'mask', 'map', 'heads', 'model', 'contrast'];
/**
 * The attributes that say what a figure shows, beside it.
 *
 * @type {Partial<Record<FigureId, ('lesson' | 'step' | 'mask' | 'queries' | 'values' | 'sentence' | 'figure')[]>>}
 */
const MAIN = {
  lesson: ['lesson', 'step'],
  mask: ['mask', 'queries'],
  map: ['values'],
  model: ['sentence'],
  contrast: ['figure'],
};

/**
 * The controls for the figure, its appearance and its size.
 *
 * @param {{ model: EmbedModel, actions: SettingsActions, set: SetAttribute }} props
 */
export function Settings({ model, actions, set }) {
  const { state, shown, t, language, here } = model;
  const words = t.embed;
  const { change, display } = actions;
  const current = shown?.display ?? { map: '', theme: '', language: '' };
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
    <h3>${words.wanted}</h3>
    <${Setting}
      field=${embed.fields.figure}
      label=${words.figure}
      value=${state.figure}
      choices=${LISTED}
      texts=${words.figures}
      isList
      change=${(/** @type {FigureId} */ id) => change((now) => withFigure(now, id))}
    />
    <${Presets} model=${model} change=${change} />
    ${
      shown &&
      MAIN[state.figure]?.map(
        (name) =>
          html`<${AttributeControl}
            key=${`${language} ${state.figure} ${name}`}
            name=${name}
            label=${words.main[name]}
            model=${model}
            set=${set}
          />`,
      )
    }
    ${state.figure === 'heads' && address('src')}
    ${
      state.figure !== 'map' &&
      html`<${Setting}
        field=${embed.fields.view}
        label=${words.view}
        value=${state.view}
        texts=${words.views}
        change=${(/** @type {EmbedState['view']} */ view) => change((now) => ({ ...now, view }))}
      />`
    }
    <${Setting}
      field=${DISPLAY.map}
      label=${t.controls.map}
      value=${current.map || DISPLAY.map.choices[0]}
      texts=${t.controls.mapNames}
      isList
      change=${(/** @type {string} */ map) => display({ map: map === DISPLAY.map.choices[0] ? '' : map })}
    />
    <${Setting}
      field=${DISPLAY.theme}
      label=${words.theme}
      value=${current.theme}
      unset=${words.asPage}
      texts=${t.page}
      change=${(/** @type {string | null} */ theme) => display({ theme: theme ?? '' })}
    />
    <${Setting}
      field=${DISPLAY.language}
      label=${t.page.language}
      value=${current.language}
      unset=${words.asReader}
      texts=${(/** @type {string} */ id) => id.toUpperCase()}
      hints=${Object.fromEntries(Object.entries(LANGUAGES).map(([id, { name }]) => [id, name]))}
      change=${(/** @type {string | null} */ chosen) => display({ language: chosen ?? '' })}
    />
    <${Size} key=${`${language} width`} name="width" model=${model} change=${change} />
    <${Size} key=${`${language} height`} name="height" model=${model} change=${change} />
    ${address('base')}
  </section>`;
}

/**
 * The named states of the figure's room, such as well-known masks. Any other state is chosen by attributes.
 *
 * @param {{ model: EmbedModel, change: SettingsActions['change'] }} props
 */
function Presets({ model: { shown, t }, change }) {
  const presets = shown?.room.presets?.(shown.state, t) ?? [];
  if (!shown || presets.length === 0) return null;
  const label = t.embed.main.presets;
  const choose = (/** @type {string} */ id) => {
    const preset = presets.find((each) => each.id === id);
    if (preset) change((now) => ({ ...now, of: shown.room.encode(preset.apply(shown.state)) }));
  };
  return html`<${Row} label=${label}>
    <${Select}
      label=${label}
      value=${presets.find(({ isCurrent }) => isCurrent)?.id ?? ''}
      choices=${[['', t.embed.ownMask], ...presets.map(({ id, name }) => [id, name])]}
      choose=${choose}
    />
  <//>`;
}

/** @param {{ name: 'width' | 'height', model: EmbedModel, change: SettingsActions['change'] }} props */
function Size({ name, model: { state, t, measured }, change }) {
  const words = t.embed;
  return html`<${NumberSetting}
    label=${words[name]}
    value=${state[name]}
    limits=${embed.fields[name].limits}
    isOptional
    placeholder=${name === 'width' ? words.anyWidth : measured ? words.measured({ height: measured.height }) : ''}
    wrong=${words.wrongSize}
    change=${(/** @type {number | null} */ size) => change((now) => ({ ...now, [name]: size }))}
  />`;
}
