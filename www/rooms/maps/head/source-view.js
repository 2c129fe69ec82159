import { parseNumber } from '../../../format/parse.js';
import { Field } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { NumberSetting, Setting } from '../../../ui/setting.js';
import { canColor } from '../chosen/chosen.js';
import { isLarge } from '../large/shape.js';
import { maps, RATES } from '../settings.js';
import { groupsIn, MERGED, secondOf } from './groups.js';
import { valuesRefusal } from './spec.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scene } from './scene.js' */

const { fields } = maps;

/**
 * The controls of what is shown: one head or several, tokens or what they are merged into, weights or weights
 * times values.
 *
 * @param {{ scene: Scene, change: (patch: Partial<MapsState>) => void }} props
 */
export function SourceOfWeights({ scene: { t, image, state, data }, change }) {
  // All of this needs all cells at once, which do not fit in memory for a large head.
  if (isLarge(data.reading)) return null;
  const isCombined = state.source === 'mean' || state.source === 'max';
  const noWords = data.tokens === null;
  const refusal = valuesRefusal(state, data);
  const refused = fields.values.choices.filter(
    (values) => values !== 'none' && valuesRefusal({ ...state, values }, data),
  );
  const isMerged = groupsIn(state.words, data, state) !== null;
  const why = [noWords && t.noWords, refusal && t[refusal]].filter(Boolean).join(' ');
  const takeRate = (/** @type {string} */ typed) => {
    const found = parseNumber(typed);
    const { value = null } = 'value' in found ? found : {};
    const [least, most] = RATES;
    if (value === null ? !('error' in found) || found.error !== 'empty' : value < least || value > most)
      return t.speech.refused({ least: String(least), most: String(most) });
    change({ frameRate: value });
    return null;
  };
  return html`<section class="source-view">
    <h3>${t.shown}</h3>
    <${Setting}
      field=${fields.source}
      label=${t.source}
      value=${state.source}
      texts=${t.sources}
      hints=${t.sourceHelp}
      isBare
      disabled=${canColor(state.chosen, data.reading) ? [] : ['each']}
      change=${(/** @type {MapsState['source']} */ source) => change(source === 'each' ? { source, compare: null } : { source })}
    />
    ${
      isCombined &&
      html`<${Setting}
        field=${fields.over}
        label=${t.over}
        value=${state.over}
        texts=${t.overs}
        choices=${fields.over.choices.filter((over) => over !== 'chosen' || state.chosen.length > 0)}
        isList
        change=${(/** @type {MapsState['over']} */ over) => change({ over })}
      />`
    }
    <${Setting}
      field=${fields.words}
      label=${t.by}
      value=${isMerged && state.words}
      choices=${[false, ...MERGED.filter((each) => each === true || groupsIn(each, data, state))]}
      texts=${{ ...t.units, false: t.units.tokens, true: t.units.words }}
      change=${(/** @type {MapsState['words']} */ words) =>
        // The cursor is reset, because the same cell would be another pair.
        change({ words, cursor: null, sight: null })}
      disabled=${noWords ? [true] : []}
    />
    <p class="soft" hidden=${!isMerged}>${t.mergedHelp}</p>
    ${
      data.tokens &&
      !data.queryTokens &&
      html`<${NumberSetting}
        label=${t.pair}
        value=${state.pair}
        limits=${[0, data.reading.keys - 1]}
        placeholder=${String(secondOf(data.reading.tokens) ?? t.noPair)}
        size="6"
        isOptional
        wrong=${t.pairWrong}
        change=${(/** @type {number | null} */ pair) => change({ pair, cursor: null, sight: null })}
      />`
    }
    <${Setting}
      field=${fields.values}
      label=${t.values}
      value=${refusal ? 'none' : state.values}
      texts=${t.valueChoices}
      hints=${t.valueHelp}
      change=${(/** @type {MapsState['values']} */ values) => change({ values })}
      disabled=${refused}
    />
    <p class="soft" hidden=${why === ''}>${why}</p>
    ${
      noWords &&
      html`<${Field}
        key=${String(state.frameRate)}
        label=${t.speech.rate}
        value=${state.frameRate === null ? '' : String(state.frameRate)}
        placeholder=${t.speech.none}
        take=${takeRate}
        inputmode="decimal"
      />`
    }
    ${
      state.view !== 'image' &&
      html`<button type="button" class="link" onClick=${() => change({ view: 'image' })}>
        ${image.offer}
      </button>`
    }
  </section>`;
}
