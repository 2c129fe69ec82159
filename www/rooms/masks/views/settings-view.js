import { DISPLAY } from '../../../state/fields.js';
import { SeedField } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { NumberEntry, sizeStops } from '../number-entry.js';
import { masks, MAX_HEADS, MAX_SIDE } from '../settings.js';
import { withSide } from '../state.js';
/** @import { MaskActions, MaskModel, MaskState } from '../types.js' */

const { fields } = masks;
const STOPS = {
  sides: sizeStops(MAX_SIDE),
  heads: sizeStops(MAX_HEADS),
  size: sizeStops(fields.size.limits[1]),
};

/**
 * The size of the mask, the model around it, and how it is shown.
 *
 * @param {{ model: MaskModel, actions: MaskActions }} props
 */
export function Settings({ model: { state, t, language }, actions: { change, show } }) {
  const words = t.masks;
  const { names } = words;
  const { notWhole } = words.errors;
  const commit = (/** @type {Partial<MaskState>} */ patch, aloud = true) =>
    change((now) => ({ ...now, ...patch }), 'commit', aloud);
  /**
   * @param {'queries' | 'keys' | 'heads' | 'size'} name
   * @param {readonly number[]} stops
   * @param {(state: MaskState, value: number) => MaskState} set
   */
  const entry = (name, stops, set) =>
    html`<${NumberEntry}
      label=${names[name]}
      value=${state[name]}
      stops=${stops}
      change=${(/** @type {number} */ value, /** @type {'drag'} */ phase) =>
        change((now) => set(now, value), phase)}
      notWhole=${notWhole}
    />`;
  const tie = (/** @type {any} */ event) => {
    const tied = event.currentTarget.checked;
    change((now) => ({ ...now, tied, keys: tied ? now.queries : now.keys }), 'commit', true);
  };
  const setHead = (/** @type {number} */ value, /** @type {'drag'} */ phase) =>
    value > state.heads
      ? { text: words.errors.bounds({ name: words.head, value, range: `1–${state.heads}` }), column: null }
      : change((now) => ({ ...now, alibi: value - 1 }), phase);
  return html`<section class="settings">
    <h3>${words.sizes}</h3>
    ${entry('queries', STOPS.sides, (now, queries) => withSide(now, 'queries', queries))}
    ${entry('keys', STOPS.sides, (now, keys) => withSide(now, 'keys', keys))}
    <label class="tie"><input type="checkbox" checked=${state.tied} onChange=${tie} />${words.same}</label>
    <h3>${words.model}</h3>
    ${entry('heads', STOPS.heads, withHeads)}
    <${Setting}
      field=${fields.kvHeads}
      label=${names.kvHeads}
      value=${state.kvHeads}
      choices=${divisorsOf(state.heads)}
      isList
      change=${(/** @type {number} */ kvHeads) => commit({ kvHeads })}
    />
    ${entry('size', STOPS.size, (now, size) => ({ ...now, size }))}
    <${Setting}
      field=${fields.bytes}
      label=${names.bytes}
      value=${state.bytes}
      texts=${(/** @type {number} */ bytes) => words.bytesOf({ bytes, format: `f${8 * bytes}` })}
      isList
      change=${(/** @type {MaskState['bytes']} */ bytes) => commit({ bytes })}
    />
    <${Setting}
      field=${fields.alibi}
      label=${words.alibi}
      value=${state.alibi === null ? null : 'on'}
      choices=${['on']}
      unset=${t.controls.off}
      texts=${{ on: t.controls.on }}
      change=${(/** @type {'on' | null} */ isOn) => commit({ alibi: isOn && (state.alibi ?? 0) })}
    />
    ${
      state.alibi !== null &&
      html`<${NumberEntry}
        label=${words.head}
        value=${state.alibi + 1}
        ends=${[1, state.heads]}
        change=${setHead}
        notWhole=${notWhole}
      />`
    }
    <${SeedField}
      key=${language}
      t=${t}
      value=${String(state.seed)}
      take=${(/** @type {number} */ seed) => commit({ seed }, false)?.text ?? null}
    />
    <p class="help">${words.synthetic}</p>
    <${Setting}
      field=${DISPLAY.map}
      label=${t.controls.map}
      value=${state.map}
      texts=${t.controls.mapNames}
      isList
      change=${(/** @type {MaskState['map']} */ map) => show({ map })}
    />
  </section>`;
}

/** @param {number} heads */
function divisorsOf(heads) {
  return Array.from({ length: heads }, (_, n) => n + 1).filter((n) => heads % n === 0);
}

/**
 * Sets the number of heads. The number of key-value heads stays if it divides it; else it becomes the largest
 * that does.
 *
 * @param {MaskState} state @param {number} heads @returns {MaskState}
 */
export function withHeads(state, heads) {
  // A number of heads that will be rejected may be huge, so its divisors are not computed.
  const kvHeads =
    heads > MAX_HEADS ? state.kvHeads : (divisorsOf(heads).findLast((n) => n <= state.kvHeads) ?? 1);
  return { ...state, heads, kvHeads };
}
