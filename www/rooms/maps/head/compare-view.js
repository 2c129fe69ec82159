import { Field, Row, Select } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scene } from './scene.js' */
/** @import { Refused } from './spec.js' */

const WHOLE = /^\d{1,6}$/;

/**
 * The default head to compare with: the next of the same layer, or the previous one if it is the last.
 *
 * @param {MapsState} state
 * @param {number} heads
 * @returns {NonNullable<MapsState['compare']>}
 */
export function firstOther({ layer, head }, heads) {
  return { slot: 0, layer, head: head + 1 < heads ? head + 1 : Math.max(0, head - 1) };
}

/**
 * The controls of the comparison.
 *
 * @param {object} props
 * @param {Scene} props.scene
 * @param {Refused | null} props.refused
 * @param {() => MapsState} props.state - the current state, which may be newer than the drawn one
 * @param {(patch: Partial<MapsState>) => void} props.change
 * @param {() => void} props.leave - moves the focus before the view is removed
 */
export function Compare({ scene, refused, state, change, leave }) {
  const {
    t,
    data,
    language,
    state: { compare, source },
  } = scene;
  if (!compare) return null;
  const { layers, heads } = (compare.slot === 1 && data.other ? data.other : data).reading;
  const set = (/** @type {Partial<typeof compare>} */ patch) =>
    change({ compare: { ...(state().compare ?? compare), ...patch } });
  const field = (/** @type {'layer' | 'head'} */ name, /** @type {number} */ most) => {
    const take = (/** @type {string} */ text) => {
      if (!WHOLE.test(text) || Number(text) > most) return t.bounds(t[name], most);
      set({ [name]: Number(text) });
      return null;
    };
    return html`<${Field}
      key=${`${language} ${name}`}
      label=${t[name]}
      value=${String(compare[name])}
      take=${take}
      inputmode="numeric"
      size="3"
    />`;
  };
  const swap = () => {
    const now = state();
    const other = now.compare ?? compare;
    const { layer, head } = now;
    change({ layer: other.layer, head: other.head, compare: { ...other, layer, head } });
  };
  const close = () => {
    leave();
    change({ compare: null });
  };
  const why = compare.slot === 1 ? t.swapOther : source === 'head' ? '' : t.swapSeveral;
  const [here, there] = refused?.shapes ?? [];
  return html`<div class="compare-view" role="group" aria-label=${t.compareWith}>
    <span class="label" aria-hidden="true">${t.compareWith}</span>
    ${field('layer', layers - 1)}${field('head', heads - 1)}
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
    <button type="button" class="icon" disabled=${why !== ''} title=${why} onClick=${swap}>${t.swap}</button>
    <button type="button" class="icon" onClick=${close}>${t.close}</button>
    <p class="head-problem" role="status" hidden=${!refused}>
      ${refused && (refused.why === 'noOther' ? t.noOther : t.otherShape(here, there))}
    </p>
  </div>`;
}
