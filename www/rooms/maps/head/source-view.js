import { Row, Segments, Select } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { isLarge } from '../large/shape.js';
import { CHOICES } from '../state.js';
import { valuesRefusal } from './spec.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scene } from './scene.js' */

/**
 * The controls of what is shown: one head or several, tokens or words, weights or weights times values.
 *
 * @param {{ scene: Scene, change: (patch: Partial<MapsState>) => void }} props
 */
export function SourceOfWeights({ scene: { t, state, data }, change }) {
  // All of this needs all cells at once, which do not fit in memory for a large head.
  if (isLarge(data.reading)) return null;
  const isCombined = state.source === 'mean' || state.source === 'max';
  const noWords = data.tokens === null;
  const refusal = valuesRefusal(state, data);
  const why = [noWords && t.noWords, refusal && t[refusal]].filter(Boolean).join(' ');
  // The cursor is reset, because the same cell would be another pair.
  const setUnit = (/** @type {string} */ unit) =>
    change({ words: unit === 'words', cursor: null, sight: null });
  const sources = /** @type {MapsState['source'][]} */ (CHOICES.source);
  const overs = /** @type {MapsState['over'][]} */ (CHOICES.over);
  const values = /** @type {MapsState['values'][]} */ (CHOICES.values);
  return html`<section class="source-view">
    <h3>${t.shown}</h3>
    <${Segments}
      label=${t.source}
      value=${state.source}
      choices=${sources.map((name) => [name, t.sources[name], t.sourceHelp[name]])}
      choose=${(/** @type {MapsState['source']} */ source) => change({ source })}
    />
    ${
      isCombined &&
      html`<${Row} label=${t.over}>
        <${Select}
          label=${t.over}
          value=${state.over}
          choices=${overs.map((name) => [name, t.overs[name]])}
          choose=${(/** @type {MapsState['over']} */ over) => change({ over })}
        />
      <//>`
    }
    <${Row} label=${t.by}>
      <${Segments}
        label=${t.by}
        value=${state.words && !noWords ? 'words' : 'tokens'}
        choices=${[
          ['tokens', t.units.tokens],
          ['words', t.units.words, t.wordsHelp],
        ]}
        choose=${setUnit}
        disabled=${noWords ? ['words'] : []}
      />
    <//>
    <${Row} label=${t.values}>
      <${Segments}
        label=${t.values}
        value=${refusal ? 'none' : state.values}
        choices=${values.map((name) => [name, t.valueChoices[name], t.valueHelp[name]])}
        choose=${(/** @type {MapsState['values']} */ name) => change({ values: name })}
        disabled=${refusal ? ['norm', 'share'] : []}
      />
    <//>
    <p class="soft" hidden=${why === ''}>${why}</p>
  </section>`;
}
