import { number, localized, separatorOf } from '../../../format/display.js';
import { clip, parseNumber } from '../../../format/parse.js';
import { Field } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { CORRECTIONS, PAIRS } from '../settings.js';
import { rootOf } from './how.js';
/** @import { Candidate, Corrections, MapsModel } from '../types.js' */
/** @import { Corrects } from './corrections-view.js' */

/**
 * Fields for the computation of weights from q and k: scale, mask, window, softcap and RoPE.
 *
 * @param {Corrects & { model: MapsModel, candidate: Candidate }} props
 */
export function QkControls({ model, candidate, attempt, choose }) {
  const { data, t } = model;
  const { corrections } = model.state;
  const words = t.maps.reading;
  /** The head size, with these axes. @param {Candidate['axes']} axes */
  const sizeOf = (axes) => (candidate.shape[axes.indexOf('feature')] ?? 1) / (candidate.split?.[0] ?? 1);
  const size = sizeOf(corrections.axes ?? candidate.axes);
  const rope = data?.reading.qk.rope ?? null;
  const changed = corrections.rope === 'none' ? null : corrections.rope;
  const withRope = (/** @type {NonNullable<typeof changed>} */ patch) => ({ rope: { ...changed, ...patch } });
  const help = (/** @type {string} */ text) => html`<p class="help">${text}</p>`;

  /**
   * @param {string} label
   * @param {number | null} value
   * @param {(values: { text: string }) => string} wrong
   * @param {(value: number | null) => Partial<Corrections>} patch - null for an empty field
   * @param {string} [placeholder]
   */
  const numeric = (label, value, wrong, patch, placeholder) => {
    const take = (/** @type {string} */ text) => {
      const found = parseNumber(text, separatorOf(t.language));
      if ('error' in found && found.error !== 'empty') return wrong({ text: clip(text) });
      return attempt(patch('value' in found ? found.value : null));
    };
    const shown = value === null ? '' : localized(String(value).replace('-', '−'), t.language);
    return html`<${Field} ...${{ label, value: shown, take, placeholder, inputmode: 'decimal' }} />`;
  };

  const placeholder =
    candidate.scale === null
      ? `${rootOf(size)} = ${localized(number(1 / Math.sqrt(size), 5), t.language)}`
      : localized(number(candidate.scale, 5), t.language);
  // If queries and keys have the same length, both alignments are the same.
  const isSquare = data?.reading.queries === data?.reading.keys;
  const causal = data?.reading.qk.causal ?? 'none';
  const errors = {
    ...words.errors,
    dim: (/** @type {{ text: string }} */ { text }) =>
      words.errors.dim({ text, size: sizeOf(candidate.axes) }),
  };
  return html`
    ${numeric(words.scale, corrections.scale, errors.scale, (value) => ({ scale: value }), placeholder)}
    <${Setting}
      field=${CORRECTIONS.causal}
      label=${words.mask}
      value=${isSquare && causal === 'lower_right' ? 'upper_left' : causal}
      choices=${isSquare ? ['none', 'upper_left'] : CORRECTIONS.causal.choices}
      texts=${isSquare ? { ...words.causal, upper_left: words.causal.both } : words.causal}
      change=${(/** @type {Corrections['causal']} */ value) => choose({ causal: value })}
    />
    ${!isSquare && help(words.help.causal)}
    ${numeric(words.window, corrections.window, errors.window, (value) => ({ window: value }))}
    ${help(words.help.window)}
    ${numeric(words.softcap, corrections.softcap, errors.softcap, (value) => ({ softcap: value }))}
    ${help(words.help.softcap)}
    <${Setting}
      field=${CORRECTIONS.rope}
      label=${words.rope}
      value=${rope ? 'apply' : 'none'}
      choices=${['none', 'apply']}
      texts=${words.ropes}
      change=${(/** @type {string} */ value) => choose({ rope: value === 'apply' ? { ...changed } : 'none' })}
    />
    ${help(words.help.rope)}
    ${
      rope &&
      html`<div class="fields">
        ${numeric(words.base, rope.base, errors.base, (base) => withRope({ base: base ?? undefined }))}
        <${Setting}
          field=${CORRECTIONS.rope}
          label=${words.paired}
          value=${rope.pairs}
          choices=${PAIRS}
          texts=${words.pairs}
          change=${(/** @type {'half'} */ pairs) => choose(withRope({ pairs }))}
        />
        ${numeric(words.dim, rope.dim, errors.dim, (dim) => withRope({ dim }), String(size))}
      </div>`
    }
  `;
}
