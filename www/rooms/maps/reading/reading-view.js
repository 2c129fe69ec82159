import { html, useState } from '../../../ui/html.js';
import { tensorList, unusedTensors } from '../understand/unused.js';
import { asksCausal, readingOf } from '../understand/reading-of.js';
import { warningsOf } from '../understand/row-sums.js';
import { sentence } from '../understand/sentence.js';
import { asksHeads } from '../understand/split.js';
import { CorrectionFields } from './corrections-view.js';
import { HeadCount } from './head-count.js';
/** @import { Corrections, MapsModel } from '../types.js' */
/** @import { Candidate } from '../understand/types.js' */

/**
 * The interpretation of the files in one sentence, notes about it, and the corrections under "Not so?".
 *
 * @param {{ model: MapsModel, candidates: Candidate[], correct: (patch: Partial<Corrections>) => void }} props
 */
export function Reading({ model, candidates, correct }) {
  const [isOpen, setOpen] = useState(false);
  const { data, t, state } = model;
  const candidate = candidates[state.corrections.candidate ?? 0];
  if (!data || !candidate) return html`<section class="reading" hidden></section>`;
  const words = t.maps.reading;
  const outcome = readingOf(data.opened, candidate, state.corrections);
  const taken = 'refused' in outcome ? outcome.refused(t) : sentence(outcome.reading, t, outcome.size);
  const isAsked = !('refused' in outcome) && asksCausal(candidate, state.corrections);
  const asksCount =
    state.corrections.heads === null && !('refused' in outcome) && asksHeads(candidate, outcome.size);
  const attempt = (/** @type {Partial<Corrections>} */ patch) => {
    const next = { ...state.corrections, ...patch };
    const answer = readingOf(data.opened, candidates[next.candidate ?? 0], next);
    if ('refused' in answer) return answer.refused(t);
    correct(patch);
    return null;
  };
  // With more keys than queries, the last query is aligned with the last key.
  const causal = data.reading.keys > data.reading.queries ? 'lower_right' : 'upper_left';
  const unused = unusedTensors(data.opened, candidates);
  const notes = [
    ...('refused' in outcome ? [] : outcome.notes.map((note) => note(t))),
    ...warningsOf(data, t),
    ...(unused.length > 0 ? [words.aside({ list: tensorList(unused)(t) })] : []),
  ];
  // A word joiner, so that no line breaks within 1/√64.
  return html`<section class="reading">
    <p class="taken" role="status">${taken.replace('1/√', '1/\u2060√')}</p>
    <button type="button" class="link" aria-expanded=${String(isOpen)} onClick=${() => setOpen(!isOpen)}>
      ${words.correct}
    </button>
    ${
      isAsked &&
      html`<p class="asked">
        ${words.looksAhead}
        <button type="button" class="link" onClick=${() => correct({ causal: 'none' })}>
          ${words.looks.yes}
        </button>
        <button type="button" class="link" onClick=${() => correct({ causal })}>${words.looks.no}</button>
      </p>`
    }
    ${
      asksCount &&
      !isOpen &&
      html`<div class="asked">
        ${candidate.implied ? words.implied : words.sideBySide({ size: outcome.size ?? 0 })}
        <${HeadCount} ...${{ model, candidate, attempt }} />
      </div>`
    }
    <ul class="notes" hidden=${notes.length === 0}>
      ${notes.map((note) => html`<li>${note}</li>`)}
    </ul>
    ${isOpen && html`<${CorrectionFields} ...${{ model, candidates, attempt, correct }} />`}
  </section>`;
}
