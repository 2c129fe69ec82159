import { Row, Select } from '../../../ui/controls.js';
import { plainLabel } from '../../../ui/labels.js';
import { html } from '../../../ui/html.js';
import { NumberSetting } from '../../../ui/setting.js';
import { alignmentOf, alone } from './aligned.js';
import { shortName } from './kept.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scene } from './scene.js' */
/** @import { Refusal } from './spec.js' */

/**
 * The default head to compare with: the next one of the same layer, or the previous one if it is the last.
 *
 * @param {MapsState} state
 * @param {number} heads
 * @returns {NonNullable<MapsState['compare']>}
 */
export function defaultCompare({ layer, head }, heads) {
  return { slot: 0, layer, head: head + 1 < heads ? head + 1 : Math.max(0, head - 1) };
}

/**
 * The controls of the comparison.
 *
 * @param {object} props
 * @param {Scene} props.scene
 * @param {Refusal | null} props.refusal
 * @param {() => MapsState} props.state - the current state, which may be newer than the drawn one
 * @param {(patch: Partial<MapsState>) => void} props.change
 * @param {() => void} props.leave - moves the focus before the view is removed
 */
export function Compare({ scene, refusal, state, change, leave }) {
  const { t, data, language } = scene;
  const { compare, source } = scene.state;
  if (!compare) return null;
  const { reading } = compare.slot === 1 && data.other ? data.other : data;
  const { layers, heads } = reading;
  const set = (/** @type {Partial<typeof compare>} */ patch) =>
    change({ compare: { ...(state().compare ?? compare), ...patch } });
  const field = (/** @type {'layer' | 'head'} */ name, /** @type {number} */ max) =>
    html`<${NumberSetting}
      key=${`${language} ${name}`}
      label=${t[name]}
      value=${compare[name]}
      limits=${[0, max]}
      wrong=${() => t.bounds({ name: t[name], most: max })}
      change=${(/** @type {number} */ value) => set({ [name]: value })}
      size="3"
    />`;
  const swap = () => {
    const { layer, head, compare: current } = state();
    const other = current ?? compare;
    change({ layer: other.layer, head: other.head, compare: { ...other, layer, head } });
  };
  const close = () => {
    leave();
    change({ compare: null });
  };
  const noSwap = compare.slot === 1 ? t.swapOther : source === 'head' ? '' : t.swapSeveral;
  const [ours, theirs] = refusal?.shapes ?? [];
  const alignment = alignmentOf(scene.state, data);
  const { layer: ourLayer, head: ourHead } = scene.state;
  const isFewer =
    compare.slot === 1 && data.other && source === 'head' && (ourLayer >= layers || ourHead >= heads);
  return html`<div class="compare-view" role="group" aria-label=${t.compareWith}>
    <span class="label" aria-hidden="true">${t.compareWith}</span>
    ${
      reading.layerNumbers
        ? html`<${Row} label=${t.layer}>
            <${Select}
              label=${t.layer}
              value=${String(compare.layer)}
              choices=${reading.layerNumbers.map((name, layer) => [String(layer), String(name)])}
              choose=${(/** @type {string} */ layer) => set({ layer: Number(layer) })}
            />
          <//>`
        : field('layer', layers - 1)
    }${field('head', heads - 1)}
    ${
      (data.other || compare.slot === 1) &&
      html`<${Row} label=${t.file}>
        <${Select}
          label=${t.file}
          value=${String(compare.slot)}
          choices=${[
            ['0', t.files.this],
            ['1', t.files.other],
          ]}
          choose=${(/** @type {string} */ value) => set({ slot: value === '1' ? 1 : 0 })}
        />
      <//>`
    }
    <button type="button" class="icon" disabled=${noSwap !== ''} title=${noSwap} onClick=${swap}>
      ${t.swap}
    </button>
    <button type="button" class="icon" onClick=${close}>${t.close}</button>
    <p class="soft aligned" role="status" hidden=${!alignment}>${alignment && alignedText(alignment, t)}</p>
    <p class="soft fewer" role="status" hidden=${!isFewer}>
      ${
        isFewer &&
        t.fewerHeads({
          ...{ a: shortName(scene.state, data), layers, heads },
          b: shortName(compare, /** @type {any} */ (data.other)),
        })
      }
    </p>
    <p class="head-problem" role="status" hidden=${!refusal}>
      ${refusal && (refusal.reason === 'noOther' ? t.noOther : t.otherShape({ here: ours, there: theirs }))}
    </p>
  </div>`;
}

/** The maximum number of tokens without a partner that are named. */
const NAMED = 8;

/**
 * How two texts are aligned, and which tokens have no partner.
 *
 * @param {import('./aligned.js').Alignment} alignment @param {Scene['t']} t
 */
function alignedText(alignment, t) {
  const { here, there } = alone(alignment);
  const listed = (/** @type {string[]} */ tokens) =>
    tokens
      .slice(0, NAMED)
      .map((token) => plainLabel(token.trim()))
      .concat(tokens.length > NAMED ? ['…'] : [])
      .join(' · ');
  const lists = [
    ...(here.length > 0 ? [t.aloneHere({ n: here.length, list: listed(here) })] : []),
    ...(there.length > 0 ? [t.aloneThere({ n: there.length, list: listed(there) })] : []),
  ];
  return [t.aligned({ n: alignment.texts.length - here.length - there.length }), ...lists].join(' ');
}
