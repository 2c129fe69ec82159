import { html } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { isLarge } from '../large/shape.js';
import { syntheticOf } from '../large/synthetic.js';
import { recognizedIn } from '../image/layouts.js';
import { canPick } from '../picked/policies.js';
import { headRuleText } from '../reading/how.js';
import { offText } from '../reading/off.js';
import { compressRateOf } from '../reading/layers.js';
import { maps } from '../settings.js';
import { titleOf } from './scene.js';
import { sourceOf } from './spec.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MapsState } from '../types.js' */
/** @import { Scene } from './scene.js' */

/**
 * The title of the maps, and the choice of map, lines or table.
 *
 * @param {object} props
 * @param {Scene} props.scene
 * @param {{ look: (patch: Partial<MapsState>) => void, toggleCompare: () => void }} props.actions
 * @param {Strings} [props.strings]
 */
export function Header({ scene, actions: { look, toggleCompare }, strings }) {
  const { t, large, state, data, shown } = scene;
  // A file without tokens whose heads are causal is hardly a picture.
  const isPicture = recognizedIn(data) && (data.tokens || !scene.isCausal);
  const isOffered = state.view === 'image' || state.grid !== null || isPicture;
  const isSynthetic = syntheticOf(data.opened.files) !== '';
  const isLargeHead = isLarge(data.reading);
  const isDifference = data.reading.numbers === 'difference';
  const what = isDifference ? t.differenceOf : t.what[shown.a?.spec.values ?? 'none'];
  // Lines and tables show only A.
  const prefix = state.compare && state.view !== 'map' ? `${t.maps.a}: ` : '';
  const source = sourceOf(state);
  const rule = source.of === 'head' && strings ? headRuleText(data.reading, source, strings) : '';
  const { other } = data;
  // The bar of a text that is run says what is off in it.
  const off = [
    [t.maps.a, state.text === null && strings ? offText(data, strings) : ''],
    [t.maps.b, other && strings ? offText(other, strings) : ''],
  ].filter(([, said]) => said);
  return html`<div class="head-title">
    <h2>${prefix}${titleOf(source, data, t)}</h2>
    ${isSynthetic && html`<p class="synthetic">${large.synthetic}</p>`}
    <p class="soft">${what} · ${t.axes}</p>
    ${rule && html`<p class="soft head-rule">${rule}</p>`}
    ${off.map(([file, said]) => html`<p class="soft head-rule">${other ? `${file}: ${said}` : said}</p>`)}
    <div class="view-tools">
      <${Setting}
        field=${maps.fields.view}
        label=${t.viewsLabel}
        value=${state.view}
        texts=${compressRateOf(data.reading, state.layer) > 0 ? { ...t.views, picked: scene.entries.view } : t.views}
        choices=${maps.fields.view.choices.filter((view) => view !== 'image' || isOffered)}
        isBare
        change=${(/** @type {MapsState['view']} */ view) => look({ view })}
        disabled=${[...(isLargeHead ? ['lines', 'image'] : []), ...(canPick(state, data) ? [] : ['picked'])]}
      />
      <button
        type="button"
        class="icon compare"
        aria-pressed=${String(state.compare !== null)}
        disabled=${isLargeHead}
        title=${isLargeHead ? large.only : null}
        onClick=${toggleCompare}
      >
        ${t.compare}
      </button>
    </div>
  </div>`;
}
