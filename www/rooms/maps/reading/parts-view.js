import { Segments } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { CORRECTIONS, NO_CORRECTIONS } from '../settings.js';
import { interpreted } from './interpreted.js';
import { refusalOf } from './messages.js';
/** @import { ModelPart } from '../../../engine/maps.js' */
/** @import { Candidate, Corrections, MapsModel } from '../types.js' */

/** The parts of an encoder-decoder model that files have. @param {Candidate[]} candidates */
export const partsIn = (candidates) =>
  /** @type {readonly ModelPart[]} */ (CORRECTIONS.part.choices).filter((part) =>
    candidates.some((each) => each.part === part),
  );

/**
 * The choice between encoder, decoder and cross-attention, if files have several of them.
 *
 * @param {{ model: MapsModel, correct: (patch: Partial<Corrections>) => void }} props
 */
export function Parts({ model: { data, state, t }, correct }) {
  const { corrections, text, corpus } = state;
  if (!data || text !== null || (corpus && !state.file)) return null;
  const { candidates, outcome } = interpreted(data.opened, corrections);
  const parts = partsIn(candidates);
  if (parts.length < 2 || !outcome) return null;
  const words = t.maps.reading.parts;
  const choose = (/** @type {string} */ value) => {
    const patch = { part: /** @type {ModelPart} */ (value), candidate: null };
    const { tokens } = corrections;
    // Corrections of one part may not fit another one.
    const fits = refusalOf(data.opened, { ...corrections, ...patch }, t) === null;
    correct(fits ? patch : { ...NO_CORRECTIONS, ...patch, tokens });
  };
  return html`<div class="model-parts">
    <${Segments}
      label=${words.label}
      value=${outcome.candidate.part}
      choices=${parts.map((part) => [part, words[part]])}
      choose=${choose}
    />
  </div>`;
}
