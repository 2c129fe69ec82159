import { html, useState } from '../../../ui/html.js';
import { CorrectionFields } from '../later-view.js';
import { HeadCount } from './head-count.js';
import { isLarge } from '../large/shape.js';
import { interpreted } from './interpreted.js';
import { refusalOf, say, tensorList } from './messages.js';
import { warningsOf } from './row-sums.js';
import { partsIn } from './parts-view.js';
import { sentence } from './sentence.js';
import { otherGridIn } from '../image/layouts.js';
import { asLong, textsIn } from './texts.js';
/** @import { Corrections, MapsModel } from '../types.js' */

/**
 * The interpretation of the files in one sentence, notes about it, and the corrections under "Not so?".
 * `list` lists the texts of the files; null if it has been done, or cannot be.
 *
 * @param {{ model: MapsModel, correct: (patch: Partial<Corrections>) => void, list: (() => void) | null }} props
 */
export function Reading({ model, correct, list }) {
  const [isOpen, setOpen] = useState(false);
  const { data, t, state } = model;
  const found = data && interpreted(data.opened, state.corrections);
  if (!data || !found?.outcome) return html`<section class="reading" hidden></section>`;
  const words = t.maps.reading;
  const { candidates, outcome, unused } = found;
  const { candidate, asks } = outcome;
  const size = 'refused' in outcome ? null : outcome.size;
  const read = 'refused' in outcome ? say(outcome.refused, t) : sentence(outcome.reading, t, size);
  const { part } = candidate;
  const isSaid = part === 'cross' || (part && partsIn(candidates).length > 1);
  const taken = isSaid ? words.ofPart[part]({ taken: read }) : read;
  const isOwn = !data.isSample && state.text === null;
  const several = isOwn ? textsIn(data.opened).length : 0;
  const same = isOwn && !isLarge(data.reading) ? asLong(data.opened, data.reading) : 0;
  const isAverage = state.corrections.average === true;
  const attempt = (/** @type {Partial<Corrections>} */ patch) => {
    const refused = refusalOf(data.opened, { ...state.corrections, ...patch }, t);
    if (refused === null) correct(patch);
    return refused;
  };
  // With more keys than queries, the last query is aligned with the last key.
  const causal = data.reading.keys > data.reading.queries ? 'lower_right' : 'upper_left';
  const otherGrid = otherGridIn(data);
  const notes = [
    ...('refused' in outcome ? [] : outcome.notes.map((note) => say(note, t))),
    ...warningsOf(data, t),
    ...(otherGrid ? [t.image.otherGrid(otherGrid)] : []),
    ...(unused.first.length > 0 ? [words.aside({ list: tensorList(unused, t) })] : []),
  ];
  // A word joiner, so that no line breaks within 1/√64.
  return html`<section class="reading">
    <p class="taken" role="status">${taken.replace('1/√', '1/\u2060√')}</p>
    <button type="button" class="link" aria-expanded=${String(isOpen)} onClick=${() => setOpen(!isOpen)}>
      ${words.correct}
    </button>
    ${
      list &&
      several > 1 &&
      html` <button type="button" class="link" onClick=${list}>${words.list({ n: several })}</button>`
    }
    ${
      (isAverage || same > 1) &&
      html` <button
        type="button"
        class="link"
        aria-pressed=${String(isAverage)}
        onClick=${() => correct({ average: isAverage ? null : true })}
      >
        ${isAverage ? words.showOne : words.showAverage({ n: same })}
      </button>`
    }
    ${
      asks.causal &&
      html`<p class="asked">
        ${words.looksAhead}
        <button type="button" class="link" onClick=${() => correct({ causal: 'none' })}>
          ${words.looks.yes}
        </button>
        <button type="button" class="link" onClick=${() => correct({ causal })}>${words.looks.no}</button>
      </p>`
    }
    ${
      asks.heads &&
      !isOpen &&
      html`<div class="asked">
        ${candidate.implied ? words.implied : words.sideBySide({ size: size ?? 0 })}
        <${HeadCount} ...${{ model, candidate, attempt }} />
      </div>`
    }
    <ul class="notes" hidden=${notes.length === 0}>
      ${notes.map((note) => html`<li>${note}</li>`)}
    </ul>
    ${isOpen && html`<${CorrectionFields} ...${{ model, candidates, chosen: found.chosen, candidate, attempt, correct }} />`}
  </section>`;
}
