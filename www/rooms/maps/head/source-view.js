import { Row, Segments, Select } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { isLarge } from '../large/shape.js';
import { valuesRefusal } from './spec.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scene } from './scene.js' */

const SOURCES = /** @type {const} */ (['head', 'mean', 'max', 'rollout']);
const OVERS = /** @type {const} */ (['heads', 'layers', 'all']);
const VALUES = /** @type {const} */ (['none', 'norm', 'share']);

/**
 * Which weights are shown: of one head or of several, by tokens or by words, unchanged or weighted by values.
 *
 * @param {{ scene: Scene, change: (patch: Partial<MapsState>) => void }} props
 */
export function SourceOfWeights({ scene: { t, state, data }, change }) {
  // What needs all cells at once is not there for a head that cannot be held.
  if (isLarge(data.reading)) return null;
  const isCombined = state.source === 'mean' || state.source === 'max';
  const noWords = data.tokens === null;
  const refused = valuesRefusal(state, data);
  const why = [noWords && t.noWords, refused && t[refused]].filter(Boolean).join(' ');
  // The cells are others then: the cursor would stand on another pair.
  const setUnit = (/** @type {string} */ unit) =>
    change({ words: unit === 'words', cursor: null, sight: null });
  return html`<section class="source-view">
    <h3>${t.shown}</h3>
    <${Segments}
      label=${t.source}
      value=${state.source}
      choices=${SOURCES.map((name) => [name, t.sources[name], t.sourceHelp[name]])}
      choose=${(/** @type {MapsState['source']} */ source) => change({ source })}
    />
    ${
      isCombined &&
      html`<${Row} label=${t.over}>
        <${Select}
          label=${t.over}
          value=${state.over}
          choices=${OVERS.map((name) => [name, t.overs[name]])}
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
        value=${refused ? 'none' : state.values}
        choices=${VALUES.map((name) => [name, t.valueChoices[name], t.valueHelp[name]])}
        choose=${(/** @type {MapsState['values']} */ values) => change({ values })}
        disabled=${refused ? ['norm', 'share'] : []}
      />
    <//>
    <p class="soft" hidden=${why === ''}>${why}</p>
  </section>`;
}
